/** The local store under several processes, and under processes that are killed. bench/keys.mjs does the same at length. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { openLocalKeys } from '../../src/keys/index.js';
import { bundle } from '../helpers/bundle.js';
import { startIssuer } from './crowd.js';
import { makeFolder } from './folder.js';

let program: string;
beforeAll(async () => {
  program = await bundle('test/keys/issuer.ts');
});

const open = (root: string) => openLocalKeys({ data: join(root, 'data'), config: join(root, 'config') });

test('three processes issue 150 keys at once, and none is lost', async () => {
  const root = makeFolder();
  const issuers = ['a', 'b', 'c'].map(name => startIssuer(program, root, name, 50));
  expect(await Promise.all(issuers.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  const keys = await open(root);
  for (const key of issuers.flatMap(issuer => issuer.keys)) expect(await keys.authenticate(key)).not.toBeNull();
  expect(await keys.list()).toHaveLength(150);
  expect(readdirSync(join(root, 'data')).sort()).toEqual(['codes.json', 'keys.json']);
});

test('processes killed at random moments: the files are always whole, and no promised key is lost', async () => {
  const root = makeFolder();
  const promised: string[] = [];
  for (let round = 0; round < 15; round++) {
    const pair = ['a', 'b'].map(name => startIssuer(program, root, `${name}${round}`, 1000));
    await Promise.all(pair.map(({ ready }) => ready));
    for (const { process } of pair) {
      await sleep(Math.random() * 30);
      process.kill('SIGKILL');
    }
    await Promise.all(pair.map(({ ended }) => ended));
    promised.push(...pair.flatMap(({ keys }) => keys));
    for (const file of readdirSync(join(root, 'data')).filter(name => /^(keys|codes)\.json$/.test(name)))
      expect(() => JSON.parse(readFileSync(join(root, 'data', file), 'utf8')), file).not.toThrow();
  }
  const keys = await open(root);
  const { code } = await keys.issueCode({ email: 'last@example.org' });
  await keys.redeemCode({ email: 'last@example.org', code });
  expect(promised.length).toBeGreaterThan(15);
  for (const key of promised) expect(await keys.authenticate(key)).not.toBeNull();
});

test('a process sees what another one changed: a revoked key is refused at once', async () => {
  const root = makeFolder();
  const [server, terminal] = [await open(root), await open(root)];
  const { code } = await server.issueCode({ email: 'ann@example.org' });
  const { key, id } = await terminal.redeemCode({ email: 'ann@example.org', code });
  expect(await server.authenticate(key)).toMatchObject({ id });
  expect(await terminal.revoke(id)).toBe(true);
  expect(await server.authenticate(key)).toBeNull();
});
