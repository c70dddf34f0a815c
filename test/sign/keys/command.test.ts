import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCommand } from '../../../src/sign/keys/index.js';
import { createPki } from '../../helpers/pki.js';
import { DATA, ED25519, isValid, RSA_SHA256 } from './schemes.js';

const pki = createPki({ ca: {}, rsa: { issuer: 'ca', key: 'RSA-2048' }, ed: { issuer: 'ca', key: 'Ed25519' } });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docconv-signer-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A signer in a file whose name has a space, with a change of what it answers. */
function signer(name: 'rsa' | 'ed', change = ''): string {
  const { key, certificate } = pki.id(name);
  const parts = {
    pem: key.export({ type: 'pkcs8', format: 'pem' }),
    certificates: [certificate, pki.certificate('ca')].map(({ der }) => Buffer.from(der).toString('base64')),
  };
  const path = join(folder, `signer ${name} ${Math.random()}.mjs`);
  writeFileSync(
    path,
    `import { constants, privateEncrypt, sign } from 'node:crypto';
     import { text } from 'node:stream/consumers';
     const { pem, certificates } = ${JSON.stringify(parts)};
     const request = JSON.parse(await text(process.stdin));
     const info = Buffer.from('3031300d060960864801650304020105000420', 'hex');
     const rsa = digest => privateEncrypt({ key: pem, padding: constants.RSA_PKCS1_PADDING }, Buffer.concat([info, digest]));
     const value = () => request.digest ? rsa(Buffer.from(request.digest, 'base64')) : sign(null, Buffer.from(request.data, 'base64'), pem);
     let answer = JSON.stringify(request.operation === 'certificates' ? { certificates } : { signature: value().toString('base64') });
     ${change}
     process.stdout.write(answer);`,
  );
  return `'${process.execPath}' "${path}"`;
}

const open = (command: string, more: object = {}) => openCommand({ command, env: process.env, cwd: folder, ...more });
const whenSigning = (change: string) => `if (request.operation === 'sign') { ${change} }`;

describe('a signer command', () => {
  it.each([
    ['rsa', RSA_SHA256],
    ['ed', ED25519],
  ] as const)('signs with a key of kind %s', async (name, scheme) => {
    const made = await open(signer(name));
    expect(made.certificate.sha256).toBe(pki.certificate(name).sha256);
    expect(made.others).toEqual([pki.certificate('ca')]);
    const signature = await made.sign(DATA, scheme);
    expect(isValid(made, DATA, signature, scheme)).toBe(true);
  });

  it('may leave the certificate to a file', async () => {
    const certificates = [pki.certificate('rsa')];
    const command = signer('rsa', `if (request.operation !== 'sign') process.exit(1);`);
    await expect((await open(command, { certificates })).sign(DATA, RSA_SHA256)).resolves.toBeInstanceOf(Uint8Array);
  });

  it.each([
    ['hangs', 'await new Promise(resolve => setTimeout(resolve, 60_000));', /did not answer within 1.5 s/, 1500],
    ['lies', `answer = JSON.stringify({ signature: rsa(Buffer.alloc(32)).toString('base64') });`, /does not verify/],
    ['returns no signature', `answer = '{}';`, /does not verify/],
    ['prints garbage', `answer = 'Signature: ' + answer;`, /something else than an object of JSON/],
    ['prints too much', `answer = 'x'.repeat(2 << 20);`, /more than is expected/],
    [
      'prints without end',
      'for (;;) if (!process.stdout.write(answer)) await new Promise(resolve => process.stdout.once("drain", resolve));',
      /more than is expected/,
    ],
    ['fails', `console.error('the vault is sealed'); process.exit(3);`, /status 3: the vault is sealed/],
    ['is killed', 'process.kill(process.pid, "SIGKILL"); await new Promise(() => {});', /status SIGKILL/],
  ])('that %s makes no signature', async (_, change, message, timeoutMs = 60_000) => {
    const made = await open(signer('rsa', whenSigning(change)), { timeoutMs });
    await expect(made.sign(DATA, RSA_SHA256)).rejects.toMatchObject({
      code: 'SIGNING_FAILED',
      message: expect.stringMatching(message),
    });
  });

  it.each([
    ['returns no certificate', `answer = '{"certificates":[]}';`, /returned no certificate/],
    ['returns certificates that are none', `answer = '{"certificates":["AAAA", 7]}';`, /returned no certificate/],
    ['does not exist', null, /cannot be started/],
  ])('that %s is refused', async (_, change, message) => {
    await expect(open(change === null ? '/nonexistent/signer' : signer('rsa', change))).rejects.toMatchObject({
      code: 'SIGNING_FAILED',
      message: expect.stringMatching(message),
    });
  });

  it('is stopped when signing is cancelled', async () => {
    const made = await open(signer('rsa', whenSigning('await new Promise(resolve => setTimeout(resolve, 60_000));')));
    await expect(made.sign(DATA, RSA_SHA256, AbortSignal.timeout(300))).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('is not started when signing was cancelled before', async () => {
    const mark = join(folder, 'started');
    const made = await open(signer('rsa', whenSigning(`(await import('node:fs')).writeFileSync('${mark}', '');`)));
    await expect(made.sign(DATA, RSA_SHA256, AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(existsSync(mark)).toBe(false);
  });

  it('has no shell, and none of the passwords of docconv', async () => {
    const change = `if (process.env.DOCCONV_PASSWORD || process.argv[2] !== '$(id);' || process.argv[3] !== 'a b') process.exit(4);`;
    const command = `${signer('rsa', change)} $(id); 'a b'`;
    await expect(open(command, { env: { ...process.env, DOCCONV_PASSWORD: 'x' } })).resolves.toBeDefined();
  });
});
