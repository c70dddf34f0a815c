/** `docconv check --server` ends as the same check on the server's own machine. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIdentity, sign } from '../../src/sign/index.js';
import { toPem } from '../../src/trust/index.js';
import { docconv, newHome } from '../helpers/cli.js';
import { createPki } from '../helpers/pki.js';
import { document } from '../sign/documents.js';
import { serve } from './served.js';

let cwd: string;
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'docconv-test-'));
  const pki = createPki({ root: { subject: 'CN=Root', ca: true }, ann: { issuer: 'root', subject: 'CN=Ann' } });
  const ann = { key: pki.id('ann').key, certificate: pki.certificate('ann'), others: pki.certificates('root') };
  const anna = createIdentity('Anna');
  const trusted = await sign(document(), anna);
  const altered = Buffer.from(trusted);
  altered[altered.indexOf('0.5 g') + 2]! ^= 1;
  const files: Record<string, Uint8Array | string> = {
    'trusted.pdf': trusted,
    'altered.pdf': altered,
    'no-revocation-data.pdf': await sign(document(), ann, { at: pki.now }),
    'stranger.pdf': await sign(document(), createIdentity('Bob')),
    'unsigned.pdf': document(),
    'text.pdf': 'hello',
    'anchors.pem': toPem(anna.certificate.der) + toPem(pki.id('root').der),
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(cwd, name), bytes);
});
afterAll(() => rmSync(cwd, { recursive: true }));

test.each<[who: string, trust: string[], codes: Record<string, number>]>([
  [
    'who trusts somebody',
    ['--trust', 'anchors.pem'],
    { trusted: 0, altered: 10, 'no-revocation-data': 11, stranger: 11, unsigned: 12, text: 3 },
  ],
  ['who trusts nobody', [], { trusted: 0, altered: 10, 'no-revocation-data': 0, stranger: 0, unsigned: 12, text: 3 }],
])('exit codes of a server %s', async (_who, trust, codes) => {
  const anchors = trust.map(word => word.replace('anchors.pem', join(cwd, 'anchors.pem')));
  const server = await serve({ DOCCONV_HOME: newHome() }, ...anchors);
  const env = { DOCCONV_HOME: newHome() };
  const at = ['--at', '2026-06-01T12:00:00Z'];
  const exitOf = async (name: string, flags: string[]) =>
    (await docconv(['check', `${name}.pdf`, ...at, ...flags], { cwd, env })).code;
  const names = Object.keys(codes);
  const here = await Promise.all(names.map(async name => [name, await exitOf(name, anchors)]));
  const there = await Promise.all(names.map(async name => [name, await exitOf(name, ['--server', server.url])]));
  expect(Object.fromEntries(here)).toEqual(codes);
  expect(Object.fromEntries(there)).toEqual(codes);
});
