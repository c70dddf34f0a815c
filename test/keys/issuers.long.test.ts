/** The local store with several processes, and with processes that are killed. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundle } from '../helpers/bundle.js';
import { killIssuers, openStore, startIssuer } from './issuer-process.js';
import { makeFolder } from './test-keys.js';

test('three processes issue 150 keys at the same time without losing one', async () => {
  const program = await bundle('test/keys/issuer.main.ts');
  const root = makeFolder();
  const issuers = ['a', 'b', 'c'].map(name => startIssuer(program, root, name, 50));
  expect(await Promise.all(issuers.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  const keys = await openStore(root);
  for (const key of issuers.flatMap(issuer => issuer.keys)) expect(await keys.authenticate(key)).not.toBeNull();
  expect(await keys.list()).toHaveLength(150);
  expect(readdirSync(join(root, 'data')).sort()).toEqual(['audit.jsonl', 'codes.json', 'keys.json']);
  const events = await keys.auditLog(1000);
  expect(events.filter(({ event }) => event === 'code_redeemed')).toHaveLength(150);
});

test('processes killed at random moments leave complete files and lose no issued key', () => killIssuers(4));

test('a process sees changes of another one: a revoked key is refused immediately', async () => {
  const root = makeFolder();
  const [server, terminal] = [await openStore(root), await openStore(root)];
  const { code } = await server.issueCode({ email: 'ann@example.org' });
  const { key, id } = await terminal.redeemCode({ email: 'ann@example.org', code });
  expect(await server.authenticate(key)).toMatchObject({ id });
  expect(await terminal.revoke(id)).toBe(true);
  expect(await server.authenticate(key)).toBeNull();
});
