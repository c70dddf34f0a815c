import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLocalKeys } from '../../../src/keys/index.js';
import { describeWith, tmpfs } from '../../helpers/requires.js';
import { makeFolder, openTestFiles, type TestFiles } from '../test-keys.js';

const damaged = expect.objectContaining({ code: 'STORE_DAMAGED' });

async function issue({ keys }: TestFiles, email: string) {
  const { code } = await keys.issueCode({ email });
  return keys.redeemCode({ email, code });
}

describe('a damaged file is reported and left unchanged', () => {
  test.each([
    ['cut short', (text: string) => text.slice(0, -20)],
    ['empty', () => ''],
    ['not JSON', () => 'hello'],
    ['JSON of something else', () => '{"a":1}'],
    ['a list', () => '[]'],
    ['of a later version', (text: string) => text.replace('"version":2', '"version":4')],
    ['with an invalid key', (text: string) => text.replace('"hash"', '"hush"')],
  ])('%s', async (_how, damage) => {
    const store = await openTestFiles();
    const { key } = await issue(store, 'ann@example.org');
    const path = join(store.data, 'keys.json');
    const broken = damage(readFileSync(path, 'utf8'));
    writeFileSync(path, broken);
    const again = await openLocalKeys({ data: store.data, config: store.config });
    for (const keys of [store.keys, again]) {
      await expect(keys.authenticate(key)).rejects.toEqual(damaged);
      await expect(keys.list()).rejects.toThrow(path);
      await expect(keys.issueCode({ email: 'bob@example.org' })).rejects.toEqual(damaged);
      await expect(keys.ping()).rejects.toEqual(damaged);
    }
    expect(readFileSync(path, 'utf8')).toBe(broken);
  });

  test('until it is repaired', async () => {
    const store = await openTestFiles();
    const { key } = await issue(store, 'ann@example.org');
    const path = join(store.data, 'keys.json');
    const whole = readFileSync(path);
    truncateSync(path, 10);
    await expect(store.keys.authenticate(key)).rejects.toEqual(damaged);
    writeFileSync(path, whole);
    expect(await store.keys.authenticate(key)).not.toBeNull();
  });

  test('also where it is codes.json', async () => {
    const store = await openTestFiles();
    await store.keys.issueCode({ email: 'ann@example.org' });
    writeFileSync(join(store.data, 'codes.json'), '{"version":1,"codes":{"a":{"digest":"short"}},"counts":{}}');
    await expect(store.keys.issueCode({ email: 'ann@example.org' })).rejects.toEqual(damaged);
  });

  test('also where a folder is in its place', async () => {
    const root = makeFolder();
    mkdirSync(join(root, 'data', 'keys.json'), { recursive: true });
    await expect(openTestFiles({}, root)).rejects.toEqual(damaged);
  });

  test('also where it is the pepper', async () => {
    const root = makeFolder();
    mkdirSync(join(root, 'config'));
    writeFileSync(join(root, 'config', 'pepper'), 'salt');
    await expect(openTestFiles({}, root)).rejects.toEqual(damaged);
  });
});

test('a file that others can read gets mode 0600 when it is read', async () => {
  const store = await openTestFiles();
  const { key } = await issue(store, 'ann@example.org');
  const path = join(store.data, 'keys.json');
  chmodSync(path, 0o644);
  const again = await openLocalKeys({ data: store.data, config: store.config });
  expect(await again.authenticate(key)).not.toBeNull();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('200 simultaneous registrations cost a few writes', async () => {
  const store = await openTestFiles();
  let writes = 0;
  let inode = 0;
  const watch = setInterval(() => {
    const now = existsSync(join(store.data, 'codes.json')) ? statSync(join(store.data, 'codes.json')).ino : 0;
    if (now !== inode) writes++;
    inode = now;
  }, 0);
  await Promise.all(Array.from({ length: 200 }, (_, i) => issue(store, `a${i}@example.org`)));
  clearInterval(watch);
  expect(await store.keys.list()).toHaveLength(200);
  expect(writes).toBeLessThan(30);
});

describeWith('on a full disk', [tmpfs], () => {
  test('the store is unchanged and reports DISK_FULL', async () => {
    const root = makeFolder();
    const data = join(root, 'data');
    mkdirSync(data);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', data]);
    onTestFinished(() => void spawnSync('umount', [data]));
    const store = await openTestFiles({}, root);
    const { key } = await issue(store, 'ann@example.org');
    const before = readFileSync(join(data, 'keys.json'), 'utf8');
    const { bavail, bsize } = statfsSync(data);
    writeFileSync(join(data, 'filler'), 'x'.repeat((bavail - 4) * bsize));
    const outcomes: unknown[] = [];
    for (let i = 0; i < 120; i++)
      outcomes.push(
        await store.keys.issueCode({ email: `b${i}@example.org` }).then(
          () => 'kept',
          error => error.code,
        ),
      );
    expect(outcomes).toContain('kept');
    expect(outcomes).toContain('DISK_FULL');
    expect(outcomes.filter(outcome => outcome !== 'kept' && outcome !== 'DISK_FULL')).toEqual([]);
    expect(await store.keys.authenticate(key)).not.toBeNull();
    expect(readFileSync(join(data, 'keys.json'), 'utf8')).toBe(before);
    expect(() => JSON.parse(readFileSync(join(data, 'codes.json'), 'utf8'))).not.toThrow();
    expect(readdirSync(data).filter(name => name.endsWith('.tmp'))).toEqual([]);
  });
});

test('the event loop runs on while a change is written and flushed to the disk', async () => {
  const { keys } = await openTestFiles();
  await keys.createKey({ email: 'ann@example.org' });
  let turns = 0;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await keys.createKey({ email: 'bob@example.org' });
  clearImmediate(next);
  expect(turns).toBeGreaterThan(0); // how many depends on the disk; synchronous calls leave none
});
