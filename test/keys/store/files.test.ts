/** The files of the local store: their formats, modes and limits, and what happens when they cannot be written. */
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AuditLog } from '../../../src/keys/store/audit-log.js';
import { makeStoreFolder } from '../../../src/keys/store/change-queue.js';
import { makeFolder, openTestFiles } from '../test-keys.js';

const email = 'ann+docs@example.org';

test('the files contain no secret and no unconfirmed address, and have mode 0600', async () => {
  const { keys, data, config } = await openTestFiles();
  const { code } = await keys.issueCode({ email, client: '203.0.113.77' });
  const codes = () => readFileSync(join(data, 'codes.json'), 'utf8');
  for (const secret of [code, 'ann', 'example.org', '203.0.113']) expect(codes()).not.toContain(secret);
  const { key } = await keys.redeemCode({ email, code });
  const stored = readFileSync(join(data, 'keys.json'), 'utf8') + codes();
  expect(stored).not.toContain(key);
  expect(stored).not.toContain(key.slice(4, 34));
  for (const file of [join(data, 'keys.json'), join(data, 'codes.json'), join(config, 'pepper')])
    expect(statSync(file).mode & 0o777, file).toBe(0o600);
  expect(statSync(data).mode & 0o777).toBe(0o700);
});

describe('the last use', () => {
  test('that cannot be written does not affect requests', async () => {
    const store = await openTestFiles();
    const { key } = await store.keys.createKey({ email });
    writeFileSync(join(store.data, 'codes.json'), '{');
    expect(await store.keys.authenticate(key)).toMatchObject({ email });
    await store.keys.close();
    writeFileSync(join(store.data, 'codes.json'), '{"version":1,"codes":{},"counts":{}}');
    await store.keys.close();
    expect(await store.keys.list()).toMatchObject([{ lastUsedAt: '2026-01-01T00:00:00.000Z' }]);
  });
});

describe('the audit log', () => {
  test('keeps five files of limited size, and skips lines that are damaged', async () => {
    const folder = makeFolder();
    const log = new AuditLog(folder, 1000);
    const event = (i: number) => ({ time: String(i).padStart(24, '0'), event: 'invited' as const, email });
    for (let i = 0; i < 100; i++) await log.append([event(i)]);
    writeFileSync(join(folder, 'audit.jsonl'), '{"half', { flag: 'a' });
    const sizes = ['', '.1', '.2', '.3', '.4'].map(part => statSync(join(folder, `audit${part}.jsonl`)).size);
    for (const size of sizes) expect(size).toBeLessThanOrEqual(1006);
    const kept = log.latest(1000);
    expect(kept.length).toBeGreaterThan(40);
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, i) => event(100 - kept.length + i)));
    expect(log.latest(30)).toEqual(kept.slice(-30));
  });

  test('that cannot be written: nothing is changed', async () => {
    const { keys, data } = await openTestFiles();
    const { id } = await keys.createKey({ email });
    rmSync(join(data, 'audit.jsonl'));
    mkdirSync(join(data, 'audit.jsonl'));
    await expect(keys.revoke(id)).rejects.toThrow(/audit\.jsonl: it is a folder/);
    expect(await keys.list()).toMatchObject([{ revokedAt: null }]);
  });
});

describe('a store of', () => {
  const hash = 'x'.repeat(43);
  const old = { id: 'old', hash, email, createdAt: '2025-01-01T00:00:00.000Z', revokedAt: null };

  test('format 1 is read, and written as format 2', async () => {
    const { keys, data } = await openTestFiles();
    const path = join(data, 'keys.json');
    writeFileSync(path, JSON.stringify({ version: 1, keys: [old] }));
    expect(await keys.list()).toEqual([
      {
        id: 'old',
        email,
        createdAt: old.createdAt,
        name: null,
        admin: false,
        sign: false,
        rotatedAt: null,
        expiresAt: null,
        lastUsedAt: null,
        revokedAt: null,
        formerUntil: null,
      },
    ]);
    expect(JSON.parse(readFileSync(path, 'utf8')).version).toBe(1);
    await keys.rename('old', 'scanner');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      version: 2,
      keys: [{ id: 'old', name: 'scanner' }],
    });
  });

  test('format 3 is written when an account has replaced the secret of its webhooks: format 2 would lose that', async () => {
    const { keys, again, data } = await openTestFiles();
    const file = () => JSON.parse(readFileSync(join(data, 'keys.json'), 'utf8'));
    await keys.createKey({ email });
    expect(file().version).toBe(2);
    await keys.rotateWebhookSecret(email, {});
    await keys.createKey({ email });
    expect(file()).toMatchObject({ version: 3, rotations: [{ email, count: 1 }], keys: [{ email }, { email }] });
    expect(await (await again()).webhookSecrets(email)).toMatchObject({ rotations: 1 });
  });

  test('a later format is refused with advice', async () => {
    const { keys, data } = await openTestFiles();
    const path = join(data, 'keys.json');
    writeFileSync(path, '{"version":4,"keys":[]}');
    await expect(keys.list()).rejects.toThrow(/later docconv \(format 4\).*Update docconv/);
    expect(readFileSync(path, 'utf8')).toBe('{"version":4,"keys":[]}');
  });
});

test.each([
  ['a folder above it is a file', (home: string) => join(home, 'file', 'data')],
  ['a folder above it is a link to itself', (home: string) => join(home, 'loop', 'data')],
  ['its name is too long', (home: string) => join(home, 'x'.repeat(300))],
])('a folder that cannot be made, since %s, is no internal error', (_why, folderIn) => {
  const home = makeFolder();
  writeFileSync(join(home, 'file'), '');
  symlinkSync('loop', join(home, 'loop'));
  expect(() => makeStoreFolder(folderIn(home))).toThrow(expect.objectContaining({ code: 'OUTPUT_UNWRITABLE' }));
});
