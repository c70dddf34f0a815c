/** `docconv trust import` of Adobe's list, and checks that rely on it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docconvResident } from '../helpers/cli.js';
import { createPki } from '../helpers/pki.js';
import { blankPdf } from '../helpers/signed-pdf.js';
import { adobeList, adobeXml } from '../helpers/trust-lists/adobe.js';

const folder = mkdtempSync(join(tmpdir(), 'docconv-trust-adobe-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pki = createPki(
  {
    root: { subject: 'CN=Adobe Root' },
    ca: { issuer: 'root', ca: true },
    signer: { issuer: 'ca', subject: 'CN=Adobe List' },
    member: { subject: 'CN=Member CA' },
    other: { subject: 'CN=Other CA' },
    ann: { issuer: 'member', subject: 'CN=Ann', policies: ['1.2.3'] },
    bob: { issuer: 'member', subject: 'CN=Bob', policies: ['1.2.9'] },
  },
  new Date(),
);

function signedBy(name: 'ann' | 'bob'): Uint8Array {
  const pdf = blankPdf('A contract').sign({ make: bytes => pki.cms(name, bytes) });
  return pdf.withStore({ crls: [pki.crl('member')] }).bytes;
}

beforeAll(() => {
  const write = (name: string, bytes: Uint8Array | string) => writeFileSync(join(folder, name), bytes);
  const [member, other] = [pki.id('member').der, pki.id('other').der];
  const whole = adobeXml([{ der: member, policies: ['1.2.3'] }, { der: other }]);
  const small = adobeXml([{ der: member, policies: ['1.2.3'] }]);
  write('tl12.acrobatsecuritysettings', adobeList(whole, pki).bytes);
  write('small.acrobatsecuritysettings', adobeList(small, pki).bytes);
  write('older.acrobatsecuritysettings', adobeList(whole, pki, { signedAt: pki.daysAgo(0.5) }).bytes);
  write('future.acrobatsecuritysettings', adobeList(whole, pki, { signedAt: pki.daysAgo(-2) }).bytes);
  write('empty.acrobatsecuritysettings', adobeList('<SecuritySettings/>', pki).bytes);
  write('root.pem', pki.id('root').pem);
  write('other.pem', pki.id('other').pem);
  write('ann.pdf', signedBy('ann'));
  write('bob.pdf', signedBy('bob'));
  mkdirSync(join(folder, 'home'));
});

const words = (line: string) => line.split(' ');
const run = (line: string) =>
  docconvResident(words(line), { cwd: folder, env: { DOCCONV_HOME: join(folder, 'home') } });

/** The day of the import may be the one after that on which this file was loaded. */
const days = [0, 86_400_000].map(later => new Date(Date.now() + later).toISOString().slice(0, 10));
const LINE = new RegExp(
  `signed .* by Adobe List  imported (?:${days.join('|')})  2 certificates, 1 of them for certain policies\n`,
);

describe('in sequence', () => {
  it.each<[argv: string, code: number, out: RegExp, err: RegExp]>([
    ['check ann.pdf', 0, /intact/i, /^$/],
    ['trust import tl12.acrobatsecuritysettings', 1, /^$/, /not accepted: .*cannot be trusted/],
    ['trust import tl12.acrobatsecuritysettings --trust other.pem', 1, /^$/, /not accepted: .*not trusted/],
    ['trust import ann.pdf --trust root.pem', 1, /^$/, /exactly one signature, which certifies it/],
    ['trust import empty.acrobatsecuritysettings --trust root.pem', 1, /^$/, /names no certificate/],
    ['trust import future.acrobatsecuritysettings --trust root.pem', 1, /^$/, /was signed on .*, in the future/],
    ['trust import root.pem --trust root.pem', 2, /^$/, /--trust applies to Adobe's list, and root\.pem is none/],
    ['trust remove aatl', 2, /^$/, /is not loaded/],
    ['trust list', 0, /^$/, /docconv trust update/],
    ['trust import tl12.acrobatsecuritysettings --trust root.pem', 0, /^$/, LINE],
    ['trust list', 0, LINE, /^$/],
    [
      'trust list --json',
      0,
      /^\{"source":"aatl","certificates":2,"restricted":1,|^\{"source":"aatl",.*"restricted":1/,
      /^$/,
    ],
    ['trust status', 0, LINE, /^$/],
    ['trust status --json', 0, /"aatl":\{.*"certificates":2.*"attention":\[\]/, /^$/],
    ['check ann.pdf', 0, /valid/i, /^$/],
    ['check ann.pdf --json', 0, /"sources":\["aatl"\].*"trust":\{"source":"aatl","territory":null/, /^$/],
    ['check bob.pdf', 11, /trusted for certain certificate policies only/, /^$/],
    ['check ann.pdf --trust-source eu,file', 0, /intact/i, /^$/],
    ['check ann.pdf --trust-source aatl --json', 0, /"verdict":"valid"/, /^$/],
    ['trust import older.acrobatsecuritysettings --trust root.pem', 1, /^$/, /before the one that is loaded/],
    ['trust import small.acrobatsecuritysettings --trust root.pem', 1, /^$/, /it has 1 certificates.*--accept-shrink/],
    [
      'trust import small.acrobatsecuritysettings --trust root.pem --accept-shrink --json',
      0,
      /"source":"aatl".*"certificates":1/,
      /^$/,
    ],
    ['check ann.pdf -q', 0, /^$/, /^$/],
    ['trust remove aatl', 0, /^$/, /✓ removed: the list of Adobe/],
    ['check ann.pdf', 0, /intact/i, /^$/],
  ])('docconv %s', async (argv, code, out, err) => {
    const ended = await run(argv);
    expect(ended).toMatchObject({ code, out: expect.stringMatching(out), err: expect.stringMatching(err) });
  });
});
