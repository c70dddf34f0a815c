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
    'untrusted.pdf': await sign(document(), createIdentity('Bob')),
    'unsigned.pdf': document(),
    'text.pdf': 'hello',
    'anchors.pem': toPem(anna.certificate.der) + toPem(pki.id('root').der),
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(cwd, name), bytes);
});
afterAll(() => rmSync(cwd, { recursive: true }));

type Outcomes = Record<string, [code: number, verdict: string | undefined]>;

test.each<[what: string, trust: string[], expected: Outcomes]>([
  [
    'with trust anchors',
    ['--trust', 'anchors.pem'],
    {
      trusted: [0, 'valid'],
      altered: [10, 'invalid'],
      'no-revocation-data': [11, 'indeterminate'],
      untrusted: [11, 'indeterminate'],
      unsigned: [12, 'unsigned'],
      text: [3, undefined],
    },
  ],
  [
    'without trust anchors',
    [],
    {
      trusted: [0, 'intact'],
      altered: [10, 'invalid'],
      'no-revocation-data': [0, 'intact'],
      untrusted: [0, 'intact'],
      unsigned: [12, 'unsigned'],
      text: [3, undefined],
    },
  ],
])('exit codes and verdicts of a server %s', async (_what, trust, expected) => {
  const anchors = trust.map(word => word.replace('anchors.pem', join(cwd, 'anchors.pem')));
  const server = await serve({ DOCCONV_HOME: newHome() }, ...anchors);
  const env = { DOCCONV_HOME: newHome() };
  const options = ['--json', '--at', '2026-06-01T12:00:00Z'];
  const outcomeOf = async (name: string, flags: string[]) => {
    const { code, out } = await docconv(['check', `${name}.pdf`, ...options, ...flags], { cwd, env });
    return [name, [code, JSON.parse(out).verdict]] as const;
  };
  const names = Object.keys(expected);
  const here = await Promise.all(names.map(name => outcomeOf(name, anchors)));
  const there = await Promise.all(names.map(name => outcomeOf(name, ['--server', server.url])));
  expect(Object.fromEntries(here)).toEqual(expected);
  expect(Object.fromEntries(there)).toEqual(expected);
});
