/** `docconv check`: arguments, expected exit code, stdout and stderr. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentity, type Identity, sign } from '../../src/sign/index.js';
import { toPem } from '../../src/trust/index.js';
import { docconv, docconvResident } from '../helpers/cli.js';
import { createPki } from '../helpers/pki.js';
import { describeTools } from '../helpers/requires.js';
import { document } from '../sign/documents.js';

let cwd: string;
let anna: Identity;
const env = () => ({ DOCCONV_HOME: join(cwd, 'home') });
const run = (line: string, input?: string | Uint8Array) =>
  docconvResident(line.split(' '), { cwd, env: env(), ...(input === undefined ? {} : { input }) });
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'docconv-check-'));
  anna = createIdentity('Anna');
  const signed = await sign(document(), anna, { reason: 'I agree' });
  const altered = Buffer.from(signed);
  altered[altered.indexOf('0.5 g') + 2]! ^= 1;
  const pki = createPki({
    root: { subject: 'CN=Root', ca: true },
    ca: { issuer: 'root', subject: 'CN=CA', ca: true },
    ann: { issuer: 'ca', subject: 'CN=Ann' },
  });
  const ann = { key: pki.id('ann').key, certificate: pki.certificate('ann'), others: pki.certificates('ca', 'root') };
  mkdirSync(join(cwd, 'in/sub'), { recursive: true });
  const files: Record<string, Uint8Array | string> = {
    'signed.pdf': signed,
    'twice.pdf': await sign(signed, createIdentity('Bob')),
    'altered.pdf': altered,
    'chain.pdf': await sign(document(), ann, { at: pki.now }),
    'root.pem': toPem(pki.id('root').der),
    'plain.pdf': document(),
    'text.pdf': 'hello',
    'empty.pdf': '',
    'in/one.pdf': signed,
    'in/sub/two.pdf': signed,
    'anna.pem': toPem(anna.certificate.der),
    'other.pem': toPem(createIdentity('Other').certificate.der),
    'anna.der': anna.certificate.der,
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(cwd, name), bytes);
});
afterAll(() => rmSync(cwd, { recursive: true }));

describe('exit, stdout and stderr', () => {
  it('a check that ends without a result is not a success', async () => {
    const code = "import fs from 'node:fs'; fs.promises.stat = () => new Promise(() => {});";
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(code)}`;
    const ended = await docconv(['check', 'signed.pdf', '--trust', 'anna.pem'], {
      cwd,
      env: { ...env(), NODE_OPTIONS },
    });
    expect(ended).toMatchObject({ code: 13, out: '' });
  });

  it.each<[argv: string, code: number, out: RegExp, err: RegExp]>([
    [
      'check signed.pdf',
      0,
      /^! intact, signer's identity not verified {2}signed\.pdf\n {2}Signed by “Anna.*not verified/,
      /^$/,
    ],
    ['check altered.pdf', 10, /^✗ invalid {2}altered\.pdf\n[\s\S]*NOT intact/, /^$/],
    ['check plain.pdf', 12, /^– unsigned {2}plain\.pdf/, /^$/],
    ['check text.pdf', 3, /^$/, /^✗ text\.pdf: .*not a PDF.*\[NOT_A_PDF\]\n$/],
    ['check empty.pdf', 3, /^$/, /\[EMPTY_FILE\]/],
    ['check nowhere.pdf', 2, /^$/, /nowhere\.pdf.*\[FILE_NOT_FOUND\]/],
    ['check', 2, /^$/, /missing required argument/],
    ['check signed.pdf --no-such', 2, /^$/, /unknown option/],
    ['check --help', 0, /Exit codes[\s\S]*10 invalid · 11 indeterminate/, /^$/],

    // trust
    ['check signed.pdf --trust anna.pem', 0, /✓ Trust {7}“Anna/, /^$/],
    ['check signed.pdf --trust anna.der', 0, /✓ Trust {7}“Anna/, /^$/],
    ['check signed.pdf -t other.pem -t anna.pem', 0, /✓ Trust {7}“Anna/, /^$/],
    ['check signed.pdf --trust other.pem', 11, /^\? indeterminate/, /^$/],
    ['check signed.pdf --trust other.pem --no-require-trust', 0, /^! intact, signer's identity not verified/, /^$/],
    ['check signed.pdf --require-trust', 11, /^\? indeterminate/, /^$/],
    ['check altered.pdf --require-trust', 10, /^✗ invalid/, /^$/],
    ['check signed.pdf --trust plain.pdf', 2, /^$/, /no certificate in .*plain\.pdf/],
    ['check signed.pdf --trust nowhere.pem', 2, /^$/, /nowhere\.pem does not exist\./],

    // time
    ['check chain.pdf --trust root.pem --at 2026-06-02', 11, /Trust {7}“Ann” ← “CA” ← “Root”\n/, /^$/], // no revocation data
    ['check chain.pdf --trust root.pem --at 2026-06-02 --no-require-trust', 0, /“Ann” ← “CA” ← “Root”\n/, /^$/],
    ['check chain.pdf --trust root.pem --at 2099-01-01', 2, /^$/, /2099-01-01 is in the future/],
    ['check chain.pdf --trust anna.pem', 11, /“Ann” ← “CA” ← “Root”, which is not trusted/, /^$/],
    ['check signed.pdf --at yesterday', 2, /^$/, /--at yesterday is not a time/],

    // several files: the most severe result
    ['check signed.pdf plain.pdf', 12, /! intact,[\s\S]*\n\n– unsigned/, /2 files: 1 intact, 1 unsigned/],
    ['check text.pdf signed.pdf plain.pdf', 12, /! intact,/, /NOT_A_PDF[\s\S]*3 files/],
    ['check text.pdf nowhere.pdf signed.pdf', 3, /! intact,/, /3 files: 1 intact, 2 unreadable/],
    ['check signed.pdf --require-trust plain.pdf', 11, /indeterminate[\s\S]*unsigned/, /./],
    ['check altered.pdf plain.pdf text.pdf', 10, /invalid[\s\S]*unsigned/, /./],
    ['check in', 0, /one\.pdf/, /^$/],
    ['check in -r', 0, /one\.pdf[\s\S]*two\.pdf/, /2 files: 2 intact/],
    ['check in/**/*.pdf', 0, /one\.pdf[\s\S]*two\.pdf/, /2 files/],
    ['check home-less', 2, /^$/, /home-less/],

    // verbosity
    ['check signed.pdf -q', 0, /^$/, /^$/],
    ['check altered.pdf text.pdf -q', 10, /^$/, /^✗ text\.pdf.*\n$/],
    ['check signed.pdf -v', 0, /\[byte-range\][\s\S]*Chain {7}“Anna[\s\S]*SHA-256 [0-9a-f]{64}/, /^$/],
    ['check signed.pdf -q --json', 2, /^{"error":{"code":"USAGE",.*}\n$/, /--quiet cannot be combined with --json/],
    ['check signed.pdf -o x.pdf', 2, /^$/, /-o and --force require --extract/],
    ['check signed.pdf --report x.txt', 2, /^$/, /must end in \.html, \.md or \.json/],
    ['check signed.pdf --report no/x.md', 2, /! intact,/, /Cannot write no\/x\.md: its folder does not exist/],

    // --extract
    ['check signed.pdf --extract 0', 2, /^$/, /takes the number of a signature/],
    ['check signed.pdf --extract 7 -o x.pdf', 2, /^$/, /./],
    ['check signed.pdf plain.pdf --extract 1', 2, /^$/, /takes one file/],
    [
      'check signed.pdf --extract 1 --json',
      2,
      /^{"error":{"code":"USAGE",.*}\n$/,
      /--extract cannot be combined with --report or --json/,
    ],
    ['check plain.pdf --extract 1 -o x.pdf', 2, /^$/, /./],
    ['check - --extract 1', 3, /^$/, /empty/],
    ['check -', 3, /^$/, /^✗ standard input is empty\. \[EMPTY_FILE\]\n$/],
  ])('docconv %s', async (argv, code, out, err) => {
    expect(await run(argv)).toMatchObject({
      code,
      out: expect.stringMatching(out),
      err: expect.stringMatching(err),
    });
  });
});

describe('JSON', () => {
  it('prints one object per line and file, including errors, and nothing on stderr', async () => {
    const { out, err, code } = await run('check signed.pdf text.pdf nowhere.pdf altered.pdf --json');
    expect(err).toBe('');
    expect(code).toBe(10);
    expect(lines(out).map(({ file, valid, error }) => [file, valid ?? error.code])).toEqual([
      ['signed.pdf', true],
      ['text.pdf', 'NOT_A_PDF'],
      ['nowhere.pdf', 'FILE_NOT_FOUND'],
      ['altered.pdf', false],
    ]);
  });

  it('has the documented members', async () => {
    const [result] = lines((await run('check twice.pdf --json')).out);
    expect(Object.keys(result)).toEqual([
      'file',
      'verdict',
      'valid',
      'reason',
      'policy',
      'signer',
      'signers',
      'document',
    ]);
    expect(result.signers.map((signer: { name: string }) => signer.name)).toEqual(['Anna', 'Bob']);
    expect(result.signer.name).toBe('Bob');
    expect(result.signer.level).toBe('PAdES-BASELINE-B');
    expect(result.document).toMatchObject({ signatures: 2, revisions: 3, pages: 1 });
  });
});

describe('other inputs and environments', () => {
  it('reads a document from a pipe', () => {
    const { stdout, status } = spawnSync(process.execPath, [resolve('bin/docconv.js'), 'check', '-', '--json'], {
      input: readFileSync(join(cwd, 'signed.pdf')),
      encoding: 'utf8',
      env: { ...process.env, ...env() },
    });
    expect(JSON.parse(stdout)).toMatchObject({ file: '-', valid: true });
    expect(status).toBe(0);
  });

  it('never fetches from a private address', async () => {
    expect(await run('check http://127.0.0.1:9/a.pdf')).toMatchObject({
      code: 6,
      out: '',
      err: expect.stringMatching(/URL_FORBIDDEN/),
    });
  });

  it('trusts the certificates of the trust store, and requires trust if there are any', async () => {
    const home = { DOCCONV_HOME: join(cwd, 'other-home') };
    await docconvResident(['trust', 'add', 'other.pem'], { cwd, env: home });
    expect((await docconvResident(['check', 'signed.pdf'], { cwd, env: home })).code).toBe(11);
    await docconvResident(['trust', 'add', 'anna.pem'], { cwd, env: home });
    expect((await docconvResident(['check', 'signed.pdf'], { cwd, env: home })).code).toBe(0);
  });

  it('stops between two files on Ctrl-C', async () => {
    const many = Array.from({ length: 400 }, (_, i) => `many-${i}.pdf`);
    for (const name of many) writeFileSync(join(cwd, name), readFileSync(join(cwd, 'twice.pdf')));
    const child = spawn(process.execPath, [resolve('bin/docconv.js'), 'check', ...many], {
      cwd,
      env: { ...process.env, ...env() },
    });
    child.stdout.once('data', () => child.kill('SIGINT'));
    child.stdout.resume();
    const [code] = await once(child, 'close');
    expect(code).toBe(130);
  });

  it('exits silently if stdout is closed', () => {
    const many = Array.from({ length: 40 }, () => 'signed.pdf twice.pdf').join(' ');
    const line = `'${process.execPath}' '${resolve('bin/docconv.js')}' check ${many} altered.pdf -v | head -1`;
    const { stderr, stdout } = spawnSync('bash', ['-c', line], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, ...env() },
    });
    expect(stdout).toMatch(/^! intact,/);
    expect(stderr).not.toContain('EPIPE');
  });
});

describe('--report', () => {
  it('writes every requested format, each with all files', async () => {
    const { code, err } = await run(
      'check signed.pdf altered.pdf text.pdf --report r.html --report r.md --report r.json',
    );
    expect(code).toBe(10);
    expect(err).toContain('Report: r.html\nReport: r.md\nReport: r.json\n');
    for (const name of ['r.html', 'r.md']) {
      const page = readFileSync(join(cwd, name), 'utf8');
      for (const file of ['signed.pdf', 'altered.pdf', 'text.pdf']) expect(page).toContain(file);
    }
    const report = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8'));
    expect(report.map(({ file }: { file: string }) => file)).toEqual(['signed.pdf', 'altered.pdf', 'text.pdf']);
  });

  it('names standard input as the terminal does, and in JSON as it was given', async () => {
    const signed = readFileSync(join(cwd, 'signed.pdf'));
    const { code } = await run('check - --report stdin.html --report stdin.md --report stdin.json', signed);
    expect(code).toBe(0);
    expect(readFileSync(join(cwd, 'stdin.html'), 'utf8')).toMatch(/<title>standard input: .*<h2>standard input<\/h2>/s);
    expect(readFileSync(join(cwd, 'stdin.md'), 'utf8')).toContain('## standard input\n');
    expect(JSON.parse(readFileSync(join(cwd, 'stdin.json'), 'utf8'))[0].file).toBe('-');
  });

  it('replaces an existing report, and prints nothing with --quiet', async () => {
    writeFileSync(join(cwd, 'old.md'), 'old');
    expect(await run('check signed.pdf -q --report old.md')).toMatchObject({ code: 0, out: '', err: '' });
    expect(readFileSync(join(cwd, 'old.md'), 'utf8')).toContain("**Intact, signer's identity not verified.**");
  });
});

describe('--extract', () => {
  it('saves the signed revision byte for byte, and overwrites only with --force', async () => {
    const first = readFileSync(join(cwd, 'signed.pdf'));
    expect(await run('check twice.pdf --extract 1')).toMatchObject({ code: 0, out: '' });
    const saved = readFileSync(join(cwd, 'twice.signature-1.pdf'));
    expect(first.subarray(0, saved.length).equals(saved)).toBe(true);
    expect(first.length - saved.length).toBeLessThanOrEqual(2); // the last line end
    expect(await run('check twice.pdf --extract 1')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--force'),
    });
    expect((await run('check twice.pdf --extract 1 --force')).code).toBe(0);
    expect((await run('check twice.signature-1.pdf')).code).toBe(0);
  });
});

describeTools('passwords', ['qpdf'], () => {
  beforeAll(() => {
    spawnSync('qpdf', ['--encrypt', 'open sesame', 'owner', '256', '--', 'plain.pdf', 'locked.pdf'], { cwd });
    writeFileSync(join(cwd, 'word.txt'), 'open sesame\nsecond line\n');
    writeFileSync(join(cwd, 'blank.txt'), '\n');
  });

  it.each<[argv: string, more: Record<string, string>, code: number, err: RegExp]>([
    ['check locked.pdf', {}, 3, /--password-file, or set DOCCONV_PASSWORD.*\[PASSWORD_NEEDED\]/],
    ['check locked.pdf --password wrong', {}, 3, /\[WRONG_PASSWORD\]/],
    ['check locked.pdf --password-file word.txt', {}, 12, /^$/],
    ['check locked.pdf', { DOCCONV_PASSWORD: 'open sesame' }, 12, /^$/],
    ['check locked.pdf --password-file blank.txt', {}, 2, /first line of .* is empty/],
    ['check locked.pdf --password-file nowhere.txt', {}, 2, /The password file nowhere\.txt does not exist\./],
    [
      'check locked.pdf --password a --password-file word.txt',
      {},
      2,
      /--password and --password-file cannot be combined/,
    ],
  ])('docconv %s %o', async (argv, more, code, err) => {
    const ended = await docconvResident(argv.split(' '), { cwd, env: { ...env(), ...more } });
    expect(ended).toMatchObject({ code, err: expect.stringMatching(err) });
  });

  it('are read from stdin', async () => {
    expect((await run('check locked.pdf --password-file -', 'open sesame\n')).code).toBe(12);
  });
});
