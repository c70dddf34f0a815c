/** `docconv sign`: a sequence of commands in one folder. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../../src/signatures/index.js';
import { atTerminal, docconvResident } from '../../helpers/cli.js';
import { describeTools } from '../../helpers/requires.js';
import { document } from '../../sign/documents.js';

let cwd: string;
const env = () => ({ DOCCONV_HOME: join(cwd, 'home') });
const words = (line: string) => [...line.matchAll(/"([^"]*)"|\S+/g)].map(match => match[1] ?? match[0]);
const run = (line: string, more = {}) => docconvResident(words(line), { cwd, env: { ...env(), ...more } });

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'docconv-sign-cli-'));
  writeFileSync(join(cwd, 'a.pdf'), document());
  mkdirSync(join(cwd, 'found'));
  writeFileSync(join(cwd, 'found/b.pdf'), document());
  writeFileSync(join(cwd, 'text.txt'), 'hello');
  writeFileSync(join(cwd, 'word.txt'), 'secret\n');
});
afterAll(() => rmSync(cwd, { recursive: true }));

describe('a self-signed identity', () => {
  it.each<[argv: string, code: number, out: RegExp, err: RegExp]>([
    [
      'sign a.pdf --self-signed "Anna Example"',
      0,
      /^$/,
      /✓ a\.pdf → a\.signed\.pdf \(signed by Anna Example\)\n.*does not prove the name/,
    ],
    ['sign a.pdf --self-signed Anna', 2, /^$/, /a\.signed\.pdf exists.*--force/],
    ['sign a.pdf --self-signed Anna -f -q', 0, /^$/, /^$/],
    [
      'sign a.pdf --self-signed Anna -o b.pdf --json',
      0,
      /^{"input":"a\.pdf","output":"[^"]+\/b\.pdf","signer":"Anna"/,
      /^$/,
    ],
    ['sign a.pdf --self-signed Anna -o no/b.pdf', 2, /^$/, /its folder does not exist/],
    ['sign a.pdf --self-signed Anna -o .', 2, /^$/, /a\.signed\.pdf exists/],
    ['sign a.pdf --self-signed Anna -o one/', 0, /^$/, /a\.pdf → one\/a\.signed\.pdf/],
    ['sign a.pdf --self-signed Anna -o ""', 2, /^$/, /A file name is empty/],
    ['sign found --self-signed Anna -o one', 0, /^$/, /found\/b\.pdf → one\/b\.signed\.pdf/],
    ['sign found --self-signed Anna -o some', 0, /^$/, /found\/b\.pdf → some\/b\.signed\.pdf/],
    ['sign a.pdf --self-signed A --tsa http://localhost -o t.pdf', 2, /^$/, /level B has no timestamp.*--level T/],
    ['sign a.pdf --self-signed A --tsa-policy 1.2.3 -o t.pdf', 2, /^$/, /level B has no timestamp.*--level T/],
    ['sign a.pdf --self-signed A --visible page=1,rect=9,9,9,9 --visible-text "" -o v.pdf', 2, /^$/, /shows nothing/],
    ['sign a.pdf --key text.txt --cert text.txt', 2, /^$/, /no private key in PEM that can be read\.\n/],
    ['sign a.pdf --self-signed Anna -o -', 0, /^%PDF/, /standard output/],
    ['sign a.pdf --self-signed Anna -o - --json', 2, /^{"error":{"code":"USAGE",.*}\n$/, /Use -o FILE, or omit --json/],
    [
      'sign no.pdf none.pdf --self-signed A --json',
      2,
      /^({"input":"no.*","error":{"code":"FILE_NOT_FOUND",.*}\n){2}$/,
      /^$/,
    ],
    ['sign no.pdf none.pdf --self-signed A -o both/ --json', 2, /^({"input":"no.*FILE_NOT_FOUND.*\n){2}$/, /^$/],
    [
      'sign found/b.pdf found/../found/b.pdf a.pdf --self-signed A -o mixed/',
      0,
      /^$/,
      /found\/b\.pdf → .*a\.pdf → mixed\/a\.signed\.pdf/s,
    ],
    ['sign /dev/fd/0 /dev/zero --self-signed A', 2, /^$/, /Only one file can be written to standard output/],
    ['sign a.pdf --self-signed ""', 2, /^$/, /--self-signed takes a non-empty name/],
    ['sign a.pdf', 2, /^$/, /Exactly one of --p12 FILE, --key FILE/],
    ['sign a.pdf --self-signed A --p12 x.p12', 2, /^$/, /Exactly one of --p12 FILE, --key FILE/],
    ['sign a.pdf --self-signed A --field Nope -o c.pdf', 2, /^$/, /no empty signature field Nope/],
    ['sign text.txt --self-signed A', 3, /^$/, /not a PDF/],
    ['sign nowhere.pdf --self-signed A', 2, /^$/, /nowhere\.pdf does not exist/],
    ['sign *.pdf --self-signed A -o -', 2, /^$/, /Only one file/],
    ['sign a.pdf --p12 nowhere.p12', 2, /^$/, /The PKCS#12 file nowhere\.p12 does not exist\./],
    ['sign a.pdf --p12 text.txt', 2, /^$/, /not a PKCS#12 file/],
  ])('docconv %s', async (argv, code, out, err) => {
    expect(await run(argv)).toMatchObject({ code, out: expect.stringMatching(out), err: expect.stringMatching(err) });
  });

  it('writes the PDF of a pipe into a folder as document', async () => {
    const argv = words('sign - a.pdf --self-signed A -o piped');
    const { code, err } = await docconvResident(argv, { cwd, env: env(), input: document() });
    expect([code, err]).toEqual([0, expect.stringContaining('✓ standard input → piped/document.signed.pdf')]);
  });

  it('adds a second signature in place with --force; check reads all entries', async () => {
    const options = '--reason "I agree" --location "Bad Tölz" --contact a@example.org -o a.signed.pdf -f';
    expect((await run(`sign a.signed.pdf --self-signed Bob ${options}`)).code).toBe(0);
    const { signers } = await check(join(cwd, 'a.signed.pdf'));
    expect(signers.map(({ name, intact }) => [name, intact])).toEqual([
      ['Anna', true],
      ['Bob', true],
    ]);
    expect(signers[1]).toMatchObject({ statedReason: 'I agree', location: 'Bad Tölz', contact: 'a@example.org' });
    expect(readFileSync(join(cwd, 'a.pdf')).equals(document())).toBe(true);
  });
});

describeTools('a PKCS#12 identity', ['openssl'], () => {
  beforeAll(() => {
    const openssl = (line: string) => execFileSync('openssl', line.split(' '), { cwd, stdio: 'pipe' });
    openssl('req -x509 -newkey rsa:3072 -nodes -keyout k.pem -out c.pem -subj /CN=Carl -days 30');
    openssl('pkcs12 -export -inkey k.pem -in c.pem -out id.p12 -passout pass:secret');
  });

  it.each<[argv: string, env: Record<string, string>, code: number, err: RegExp]>([
    ['sign a.pdf --p12 id.p12 -f', {}, 3, /--p12-password-file, or set DOCCONV_P12_PASSWORD/],
    ['sign a.pdf --p12 id.p12 -f --p12-password wrong', {}, 3, /does not open the PKCS#12 file/],
    ['sign a.pdf --p12 id.p12 -f --p12-password secret', {}, 0, /signed by Carl/],
    ['sign a.pdf --p12 id.p12 -f --p12-password-file word.txt', {}, 0, /signed by Carl/],
    ['sign a.pdf --p12 id.p12 -f', { DOCCONV_P12_PASSWORD: 'secret' }, 0, /signed by Carl\)\n$/],
  ])('docconv %s %o', async (argv, more, code, err) => {
    expect(await run(argv, more)).toMatchObject({ code, out: '', err: expect.stringMatching(err) });
  });

  it.each([
    ['that exists', 'a.signed.pdf', 'OUTPUT_EXISTS'],
    ['in a folder that does not', 'no/a.pdf', 'OUTPUT_UNWRITABLE'],
  ])('is not used for an output %s', async (_, output, code) => {
    const { out } = await run(`sign a.pdf --signer false --cert c.pem -o ${output} --json`);
    expect(JSON.parse(out).error.code).toBe(code);
  });

  it('creates a signature that check trusts with --trust', async () => {
    expect(await run('check a.signed.pdf --trust c.pem')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^✓ valid[\s\S]*PAdES-BASELINE-B/),
    });
  });

  describeTools('at a terminal', ['script'], () => {
    it('prompts for the password, and again after a wrong one', async () => {
      const typed = atTerminal(['sign', 'a.pdf', '--p12', 'id.p12', '-o', 'typed.pdf'], { cwd, env: env() });
      await typed.answer('Password of id.p12:', 'wrong');
      await typed.answer('Wrong password.', 'secret');
      const { code, screen } = await typed.ended();
      expect(code).toBe(0);
      expect(screen).toContain('signed by Carl');
      expect(screen).not.toContain('secret');
    });

    it('does not print a PDF', async () => {
      const { code, screen } = await atTerminal(['sign', 'a.pdf', '--self-signed', 'A', '-o', '-'], {
        cwd,
        env: env(),
      }).ended();
      expect(code).toBe(2);
      expect(screen).toContain('The PDF would be printed to the terminal');
    });
  });
});
