/** `docconv sign` with keys of each kind; those in tokens: test/sign/keys. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { check } from '../../../src/signatures/index.js';
import { docconv, docconvResident } from '../../helpers/cli.js';
import { createPki } from '../../helpers/pki.js';
import { isRunning } from '../../helpers/processes.js';
import { describeTools } from '../../helpers/requires.js';
import { CLIENT, startSigningService } from '../../helpers/servers/signing-service.js';
import { document } from '../../sign/documents.js';

const pki = createPki({
  ca: {},
  rsa: { issuer: 'ca', key: 'RSA-2048', notAfter: new Date('2099-01-01') },
  other: { issuer: 'ca', notAfter: new Date('2099-01-01') },
});

/** As `>` of Windows PowerShell writes it. */
const utf16 = (text: string | Buffer) => Buffer.from(`\ufeff${text}`, 'utf16le');

let cwd: string;
const at = (name: string) => join(cwd, name);
const words = (line: string) => [...line.matchAll(/"([^"]*)"|\S+/g)].map(match => match[1] ?? match[0]);
const run = (line: string, env = {}) =>
  docconvResident(words(line), { cwd, env: { DOCCONV_HOME: at('home'), DOCCONV_DEBUG: '1', ...env } });

/** The example of the documentation. */
const documented = () => /```sh\n(#!\/bin\/sh[\s\S]*?)```/.exec(readFileSync('docs/signing.md', 'utf8'))![1]!;

const SECRETS = /s3cret|4711-pin|999111|secret of the client/;

describeTools('docconv sign', ['openssl', 'sh', 'base64'], () => {
  let service: Awaited<ReturnType<typeof startSigningService>>;
  beforeAll(async () => {
    cwd = mkdtempSync(join(tmpdir(), 'docconv-sign-keys-'));
    const { key, certificate } = pki.id('rsa');
    const chain = [certificate, pki.certificate('ca')];
    const pem = chain.map(
      ({ der }) => `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`,
    );
    const files = {
      'a.pdf': document(),
      'key.pem': key.export({ type: 'pkcs8', format: 'pem' }),
      'encrypted.pem': key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 's3cret' }),
      'cert.pem': pem.join(''),
      'other.pem': `-----BEGIN CERTIFICATE-----\n${Buffer.from(pki.certificate('other').der).toString('base64')}\n-----END CERTIFICATE-----\n`,
      'word.txt': 's3cret\n',
      'wrong.txt': 'wr0ng\n',
      'encrypted16.pem': utf16(
        key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 's3cret' }),
      ),
      'cert16.pem': utf16(pem.join('')),
      'word16.txt': utf16('s3cret\r\n'),
      'pin.txt': '4711-pin\n',
      'otp.txt': '999111\n',
      'client.txt': `${CLIENT.secret}\n`,
      'signer.sh': documented(),
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(at(name), content);
    execFileSync('chmod', ['+x', at('signer.sh')]);
    service = await startSigningService({
      version: 2,
      key,
      certificates: chain.map(({ der }) => der),
      pin: '4711-pin',
      otp: '999111',
    });
  });
  afterAll(() => {
    service.close();
    rmSync(cwd, { recursive: true });
  });

  it.each([
    ['files in PEM', '--key key.pem --cert cert.pem'],
    [
      'files as Windows PowerShell writes them',
      '--key encrypted16.pem --cert cert16.pem --key-password-file word16.txt',
    ],
    ['an encrypted file', '--key encrypted.pem --cert cert.pem --key-password-file word.txt'],
    ['the program of the documentation', '--signer ./signer.sh'],
    [
      'a signing service',
      `--csc URL --csc-client ${CLIENT.id} --csc-client-secret-file client.txt --pin-file pin.txt --otp-file otp.txt`,
    ],
  ])('signs with %s', async (_, options) => {
    const { code, err } = await run(`sign a.pdf ${options.replace('URL', service.url)} -o out.pdf -f`);
    expect([code, err]).toEqual([0, expect.stringContaining('✓ a.pdf → out.pdf (signed by rsa)')]);
    const { signers } = await check(at('out.pdf'));
    expect(signers.map(({ intact, certificate }) => [intact, certificate?.sha256])).toEqual([
      [true, pki.certificate('rsa').sha256],
    ]);
  });

  it('stops a program when it is interrupted', async () => {
    const program = `import { writeFileSync } from 'node:fs';
      writeFileSync('pid', String(process.pid));
      process.kill(process.ppid, 'SIGINT');
      setTimeout(() => {}, 600_000);`;
    writeFileSync(at('endless.mjs'), program);
    const line = `sign a.pdf --signer "${process.execPath} endless.mjs" --cert cert.pem -o none.pdf`;
    const { code, err } = await docconv(words(line), { cwd, env: { DOCCONV_HOME: at('home') } });
    expect([code, err]).toEqual([130, expect.stringContaining('Signing was cancelled')]);
    const pid = Number(readFileSync(at('pid'), 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it.each([
    ['--key key.pem', 2, /--cert FILE/],
    ['--key encrypted.pem --cert cert.pem', 3, /encrypted with a password.*--key-password-file/],
    ['--key encrypted.pem --cert cert.pem --key-password-file wrong.txt', 3, /does not open the private key/],
    ['--key key.pem --cert other.pem', 2, /No certificate of this file belongs to the key/],
    ['--key a.pdf --cert cert.pem', 2, /no private key in PEM/],
    ['--key key.pem --cert key.pem', 2, /no certificate that can be read/],
    ['--key key.pem --cert cert.pem --pin-file pin.txt', 2, /--pin-file is of no use with --key/],
    ['--signer ./signer.sh --cert other.pem', 6, /does not verify with the certificate/],
    ['--signer ./signer.sh --csc https://a.example/', 2, /Exactly one of/],
    ['--pkcs11 /dev/null --pin-file pin.txt', 2, /cannot be loaded/],
    ['--csc URL --csc-client docconv-test --csc-client-secret-file word.txt', 6, /unknown client/],
    [
      `--csc URL --csc-client ${CLIENT.id} --csc-client-secret-file client.txt --pin-file word.txt --otp-file otp.txt`,
      6,
      /Invalid PIN/,
    ],
  ])('refuses %s, and prints no secret', async (options, status, message) => {
    const { code, err, out } = await run(`sign a.pdf ${options.replace('URL', service.url)} -o none.pdf`);
    expect([code, err]).toEqual([status, expect.stringMatching(message)]);
    expect(out + err).not.toMatch(SECRETS);
    expect(() => readFileSync(at('none.pdf'))).toThrow();
  });
});
