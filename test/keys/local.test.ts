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
import { openLocalKeys } from '../../src/keys/index.js';
import { describeWith } from '../helpers/requires.js';
import { type Bench, makeFolder, openBench } from './folder.js';

const damaged = expect.objectContaining({ code: 'STORE_DAMAGED' });

async function issue({ keys }: Bench, email: string) {
  const { code } = await keys.issueCode({ email });
  return keys.redeemCode({ email, code });
}

describe('a damaged file is reported and kept', () => {
  test.each([
    ['cut short', (text: string) => text.slice(0, -20)],
    ['empty', () => ''],
    ['not JSON', () => 'hello'],
    ['JSON of something else', () => '{"a":1}'],
    ['a list', () => '[]'],
    ['of a later version', (text: string) => text.replace('"version":1', '"version":2')],
    ['with a key that is none', (text: string) => text.replace('"hash"', '"hush"')],
  ])('%s', async (_how, damage) => {
    const bench = await openBench();
    const { key } = await issue(bench, 'ann@example.org');
    const path = join(bench.data, 'keys.json');
    const broken = damage(readFileSync(path, 'utf8'));
    writeFileSync(path, broken);
    const again = await openLocalKeys({ data: bench.data, config: bench.config });
    for (const keys of [bench.keys, again]) {
      await expect(keys.authenticate(key)).rejects.toEqual(damaged);
      await expect(keys.list()).rejects.toThrow(path);
      await expect(keys.issueCode({ email: 'bob@example.org' })).rejects.toEqual(damaged);
      await expect(keys.ping()).rejects.toEqual(damaged);
    }
    expect(readFileSync(path, 'utf8')).toBe(broken);
  });

  test('and works again when it is repaired', async () => {
    const bench = await openBench();
    const { key } = await issue(bench, 'ann@example.org');
    const path = join(bench.data, 'keys.json');
    const whole = readFileSync(path);
    truncateSync(path, 10);
    await expect(bench.keys.authenticate(key)).rejects.toEqual(damaged);
    writeFileSync(path, whole);
    expect(await bench.keys.authenticate(key)).not.toBeNull();
  });

  test('the codes too', async () => {
    const bench = await openBench();
    await bench.keys.issueCode({ email: 'ann@example.org' });
    writeFileSync(join(bench.data, 'codes.json'), '{"version":1,"codes":{"a":{"digest":"short"}},"counts":{}}');
    await expect(bench.keys.issueCode({ email: 'ann@example.org' })).rejects.toEqual(damaged);
  });

  test('a folder in its place', async () => {
    const root = makeFolder();
    mkdirSync(join(root, 'data', 'keys.json'), { recursive: true });
    await expect(openBench({}, root)).rejects.toEqual(damaged);
  });

  test('a pepper that is none', async () => {
    const root = makeFolder();
    mkdirSync(join(root, 'config'));
    writeFileSync(join(root, 'config', 'pepper'), 'salt');
    await expect(openBench({}, root)).rejects.toEqual(damaged);
  });
});

test('a file that others could read is for its owner alone after the next look at it', async () => {
  const bench = await openBench();
  const { key } = await issue(bench, 'ann@example.org');
  const path = join(bench.data, 'keys.json');
  chmodSync(path, 0o644);
  const again = await openLocalKeys({ data: bench.data, config: bench.config });
  expect(await again.authenticate(key)).not.toBeNull();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('200 registrations at once cost a few writes', async () => {
  const bench = await openBench();
  let writes = 0;
  let inode = 0;
  const watch = setInterval(() => {
    const now = existsSync(join(bench.data, 'codes.json')) ? statSync(join(bench.data, 'codes.json')).ino : 0;
    if (now !== inode) writes++;
    inode = now;
  }, 0);
  await Promise.all(Array.from({ length: 200 }, (_, i) => issue(bench, `a${i}@example.org`)));
  clearInterval(watch);
  expect(await bench.keys.list()).toHaveLength(200);
  expect(writes).toBeLessThan(30);
});

const tmpfs = {
  missing: 'no tmpfs can be mounted',
  met: spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0,
};

describeWith('on a full disk', [tmpfs], () => {
  test('the store is left as it was, and says so', async () => {
    const root = makeFolder();
    const data = join(root, 'data');
    mkdirSync(data);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', data]);
    onTestFinished(() => void spawnSync('umount', [data]));
    const bench = await openBench({}, root);
    const { key } = await issue(bench, 'ann@example.org');
    const before = readFileSync(join(data, 'keys.json'), 'utf8');
    const { bavail, bsize } = statfsSync(data);
    writeFileSync(join(data, 'filler'), 'x'.repeat((bavail - 4) * bsize));
    const outcomes: unknown[] = [];
    for (let i = 0; i < 120; i++)
      outcomes.push(
        await bench.keys.issueCode({ email: `b${i}@example.org` }).then(
          () => 'kept',
          error => error.code,
        ),
      );
    expect(outcomes).toContain('kept');
    expect(outcomes).toContain('DISK_FULL');
    expect(outcomes.filter(outcome => outcome !== 'kept' && outcome !== 'DISK_FULL')).toEqual([]);
    expect(await bench.keys.authenticate(key)).not.toBeNull();
    expect(readFileSync(join(data, 'keys.json'), 'utf8')).toBe(before);
    expect(() => JSON.parse(readFileSync(join(data, 'codes.json'), 'utf8'))).not.toThrow();
    expect(readdirSync(data).filter(name => name.includes('.next'))).toEqual([]);
  });
});
