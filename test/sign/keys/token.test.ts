import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openToken, readCertificates } from '../../../src/sign/keys/index.js';
import { CKF, CKU } from '../../../src/sign/keys/token/constants.js';
import { type Cryptoki, openCryptoki } from '../../../src/sign/keys/token/cryptoki.js';
import { openSession } from '../../../src/sign/keys/token/session.js';
import { sign } from '../../../src/sign/sign.js';
import { describeWith, linux, program } from '../../helpers/requires.js';
import { verifyWithOpenssl } from '../../judges/signing/openssl.js';
import { document } from '../documents.js';
import { DATA, ECDSA_SHA256, ED25519, isValid, PSS_SHA256, RSA_SHA256 } from './schemes.js';

const MODULE =
  [
    '/usr/lib/softhsm/libsofthsm2.so',
    '/usr/lib64/pkcs11/libsofthsm2.so',
    '/opt/homebrew/lib/softhsm/libsofthsm2.so',
  ].find(existsSync) ?? '';
const softhsm = { missing: 'softhsm2 is not installed', met: MODULE !== '' };
const PIN = '648-zitrone';

let folder: string;
let env: Record<string, string | undefined>;

const at = (name: string) => join(folder, name);
const run = (name: string, ...args: string[]) => execFileSync(name, args, { cwd: folder, stdio: 'pipe', env });
const openssl = (line: string) => run('openssl', ...line.split(' '));

const open = (more: object = {}) => openToken({ module: MODULE, token: 'docconv', pin: PIN, env, ...more });

let asking: Cryptoki | null = null;

/** In this process, which can load the module once. */
function tokenThatAsks(): Cryptoki {
  if (asking) return asking;
  makeToken('asks', [{ name: 'rsa', id: '01', asksEachTime: true }]);
  vi.stubEnv('SOFTHSM2_CONF', env.SOFTHSM2_CONF);
  asking = openCryptoki(MODULE);
  vi.unstubAllEnvs();
  return asking;
}

function readProcess(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** The processes of modules that this test has started. */
function workers(): string[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  return pids.filter(
    pid => readProcess(pid, 'cmdline').includes('token.worker') && readProcess(pid, 'environ').includes(folder),
  );
}

/** Collects what is unused, as a process that signs many files does at some time, and tells when the module is loaded. */
const COLLECTING = `
  const { existsSync, readFileSync, writeFileSync } = require('node:fs');
  require('node:v8').setFlagsFromString('--expose-gc');
  const collect = require('node:vm').runInNewContext('gc');
  setInterval(() => {
    const isLoaded = readFileSync('/proc/self/maps', 'utf8').includes('softhsm');
    collect();
    if (isLoaded) setTimeout(() => writeFileSync(require('node:path').join(__dirname, 'collected'), ''), 100);
  }, 10).unref();
`;

interface NewKey {
  name: string;
  label?: string;
  id: string;
  certificate?: false;
  asksEachTime?: true;
}

/** A token with keys of these names, each with its certificate and an id of its own. */
function makeToken(label: string, keys: readonly NewKey[]) {
  run('softhsm2-util', '--init-token', '--free', '--label', label, '--pin', PIN, '--so-pin', 'so-pin-1');
  const token = ['--module', MODULE, '--token-label', label, '--login', '--pin', PIN];
  for (const { name, label = name, id, certificate, asksEachTime } of keys) {
    run(
      'pkcs11-tool',
      ...token,
      '--write-object',
      `${name}.key.der`,
      '--type',
      'privkey',
      '--id',
      id,
      '--label',
      label,
      ...(asksEachTime ? ['--always-auth'] : []),
    );
    if (certificate !== false)
      run('pkcs11-tool', ...token, '--write-object', `${name}.der`, '--type', 'cert', '--id', id, '--label', label);
  }
}

describeWith('a PKCS#11 token', [linux, softhsm, ...['softhsm2-util', 'pkcs11-tool', 'openssl'].map(program)], () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'docconv-token-'));
    mkdirSync(at('tokens'));
    writeFileSync(at('softhsm2.conf'), `directories.tokendir = ${at('tokens')}\nobjectstore.backend = file\n`);
    env = { ...process.env, SOFTHSM2_CONF: at('softhsm2.conf') };
    openssl('req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -subj /CN=Token-CA -days 30');
    for (const [name, key] of [
      ['rsa', 'rsa:2048'],
      ['p256', 'ec -pkeyopt ec_paramgen_curve:P-256'],
    ]) {
      openssl(`req -newkey ${key} -nodes -keyout ${name}.key -out ${name}.csr -subj /CN=${name}`);
      openssl(`x509 -req -in ${name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out ${name}.pem -days 20`);
      openssl(`x509 -in ${name}.pem -outform DER -out ${name}.der`);
      openssl(`pkcs8 -topk8 -nocrypt -in ${name}.key -outform DER -out ${name}.key.der`);
    }
    openssl('x509 -in ca.pem -outform DER -out ca.der');
    makeToken('docconv', [
      { name: 'rsa', id: '01' },
      { name: 'p256', id: '02' },
    ]);
    run(
      'pkcs11-tool',
      '--module',
      MODULE,
      '--token-label',
      'docconv',
      '--login',
      '--pin',
      PIN,
      '--write-object',
      'ca.der',
      '--type',
      'cert',
      '--id',
      '09',
      '--label',
      'ca',
    );
  });
  afterAll(() => {
    asking?.finalize();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['rsa', 'PKCS #1', RSA_SHA256],
    ['rsa', 'PSS', PSS_SHA256],
    ['p256', 'ECDSA', ECDSA_SHA256],
  ] as const)('signs with the key %s by the scheme %s', async (keyLabel, _, scheme) => {
    const signer = await open({ keyLabel });
    try {
      expect(signer.certificate.subject.commonName).toBe(keyLabel);
      expect(signer.others.map(({ subject }) => subject.commonName)).toEqual(['Token-CA']);
      for (const data of [DATA, Buffer.from('another file')]) {
        const signature = await signer.sign(data, scheme);
        expect(isValid(signer, data, signature, scheme)).toBe(true);
      }
    } finally {
      await signer.close();
    }
  });

  it.each(['rsa', 'p256'])('signs a PDF with the key %s as openssl verifies it', async keyLabel => {
    const signer = await open({ keyLabel });
    const pdf = await sign(document(), signer).finally(() => signer.close());
    expect(() => verifyWithOpenssl(pdf, folder, readFileSync(at('ca.pem'), 'utf8'))).not.toThrow();
    const changed = Buffer.from(pdf);
    changed[document().indexOf('0.5 g') + 2]! ^= 1;
    expect(() => verifyWithOpenssl(changed, folder, readFileSync(at('ca.pem'), 'utf8'))).toThrow('ailure');
  });

  it('that cannot sign by a scheme says so', async () => {
    const signer = await open({ keyLabel: 'rsa' });
    await expect(signer.sign(DATA, ED25519)).rejects.toMatchObject({ code: /SIGNING_FAILED|OPTION_UNSUPPORTED/ });
    await signer.close();
  });

  it.each([
    ['another label', { token: 'other' }, 'OPTION_INVALID', /no token with the label "other".*"docconv"/],
    ['no key of this label', { keyLabel: 'none' }, 'OPTION_INVALID', /"rsa", "p256"|"p256", "rsa"/],
    ['several keys and no choice', {}, 'OPTION_INVALID', /several private keys.*--key-label/],
    ['no PIN', { pin: undefined, keyLabel: 'rsa' }, 'PASSWORD_NEEDED', /--pin-file/],
    ['a module that is none', { module: '/dev/null' }, 'OPTION_INVALID', /cannot be loaded/],
  ])('with %s is refused', async (_, more, code, message) => {
    await expect(open(more)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('is asked once with a wrong PIN', async () => {
    makeToken('locks', [{ name: 'rsa', id: '01' }]);
    const wrong = open({ token: 'locks', pin: '000000', keyLabel: 'rsa' });
    await expect(wrong).rejects.toMatchObject({
      code: 'WRONG_PASSWORD',
      message: expect.stringContaining('not tried again'),
    });
    const tried = spawnSync('pkcs11-tool', ['--module', MODULE, '--list-token-slots'], { env }).stdout.toString();
    expect(tried).not.toMatch(/locks[\s\S]*final user PIN try/);
  });

  it.each([
    ['gets one that is refused once', { suffix: 'x' }, 'pin-wrong', 3],
    ['gets none where one try is left', { flags: CKF.userPinFinalTry }, 'pin-last-try', 2],
    ['gets none when it is locked', { flags: CKF.userPinLocked }, 'pin-locked', 2],
  ])('that asks for the PIN at each signature %s', (_, change, fault, expected) => {
    const token = tokenThatAsks();
    const logins: number[] = [];
    let now = { suffix: '', flags: 0 };
    // SoftHSM counts no tries, and sees no change of the PIN by others
    const changing = {
      ...token,
      tokenInfo(slot: number) {
        const info = token.tokenInfo(slot);
        return { ...info, flags: info.flags | now.flags };
      },
      login(session: number, user: number, pin: Uint8Array | null) {
        logins.push(user);
        token.login(session, user, Buffer.concat([pin!, Buffer.from(now.suffix)]));
      },
    };
    const session = openSession({ kind: 'open', module: MODULE, token: 'asks', keyLabel: 'rsa', pin: PIN }, changing);
    const scheme = { name: 'RSASSA-PKCS1-v1_5', digest: 'SHA-256' } as const;
    const sign = () => session.sign({ kind: 'sign', scheme, data: DATA.toString('base64') });
    expect(sign()).toHaveLength(256);
    expect(logins).toEqual([CKU.user, CKU.contextSpecific]);
    now = { ...now, ...change };
    for (const _ of [1, 2]) expect(sign).toThrow(expect.objectContaining({ fault }));
    now = { suffix: '', flags: 0 };
    expect(sign).toThrow(expect.objectContaining({ fault }));
    expect(logins).toHaveLength(expected);
  });

  it('with two keys of one label is refused, and the certificate tells which is meant', async () => {
    makeToken('twins', [
      { name: 'rsa', label: 'twin', id: '01' },
      { name: 'p256', label: 'twin', id: '02' },
    ]);
    await expect(open({ token: 'twins', keyLabel: 'twin' })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringMatching(/Several private keys .* "twin".*--cert/),
    });
    const certificates = readCertificates(readFileSync(at('p256.pem')));
    const signer = await open({ token: 'twins', keyLabel: 'twin', certificates });
    await expect(signer.sign(DATA, ECDSA_SHA256)).resolves.toBeInstanceOf(Uint8Array);
    await signer.close();
    const others = readCertificates(readFileSync(at('ca.pem')));
    await expect(open({ token: 'twins', keyLabel: 'twin', certificates: others })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringMatching(/"twin", "twin".*does not have the certificate/),
    });
  });

  it('without a certificate needs one, and refuses that of another key', async () => {
    makeToken('bare', [{ name: 'rsa', id: '01', certificate: false }]);
    await expect(open({ token: 'bare' })).rejects.toMatchObject({ message: expect.stringContaining('--cert') });
    const signer = await open({ token: 'bare', certificates: readCertificates(readFileSync(at('rsa.pem'))) });
    await expect(signer.sign(DATA, RSA_SHA256)).resolves.toBeInstanceOf(Uint8Array);
    await signer.close();
    const other = await open({ token: 'bare', certificates: readCertificates(readFileSync(at('ca.pem'))) });
    await expect(other.sign(DATA, RSA_SHA256)).rejects.toMatchObject({
      code: 'SIGNING_FAILED',
      message: expect.stringContaining('does not verify'),
    });
    await other.close();
  });

  it('that is removed in the middle of a batch ends it with a reason', async () => {
    const before = new Set(readdirSync(at('tokens')));
    makeToken('leaves', [{ name: 'rsa', id: '01' }]);
    const signer = await open({ token: 'leaves', keyLabel: 'rsa' });
    await expect(signer.sign(DATA, RSA_SHA256)).resolves.toBeInstanceOf(Uint8Array);
    for (const name of readdirSync(at('tokens')))
      if (!before.has(name)) rmSync(at(`tokens/${name}`), { recursive: true });
    await expect(signer.sign(DATA, RSA_SHA256)).rejects.toMatchObject({
      code: 'SIGNING_FAILED',
      message: expect.stringMatching(/was removed/),
    });
    await signer.close();
  });

  it('whose module crashes ends the process of the module only', async () => {
    const signer = await open({ keyLabel: 'rsa' });
    const [worker] = workers();
    process.kill(Number(worker), 'SIGSEGV');
    await expect(signer.sign(DATA, RSA_SHA256)).rejects.toMatchObject({
      code: 'SIGNING_FAILED',
      message: expect.stringContaining('has crashed'),
    });
    await signer.close();
  });

  it('keeps its module loaded', async () => {
    writeFileSync(at('collect.cjs'), COLLECTING);
    const signer = await open({ keyLabel: 'rsa', env: { ...env, NODE_OPTIONS: `--require="${at('collect.cjs')}"` } });
    await expect.poll(() => existsSync(at('collected')), { timeout: 60_000 }).toBe(true);
    await expect(signer.sign(DATA, RSA_SHA256)).resolves.toBeInstanceOf(Uint8Array);
    await signer.close();
  });

  it('is opened with the PIN in no argument and no variable of its process', async () => {
    const signer = await open({ keyLabel: 'rsa', env: { ...env, DOCCONV_P12_PASSWORD: 'of-another-file' } });
    const [worker, ...others] = workers();
    expect([worker, others]).toEqual([expect.stringMatching(/^\d+$/), []]);
    for (const name of ['cmdline', 'environ'])
      expect(readProcess(worker!, name)).not.toMatch(/648-zitrone|of-another-file/);
    await signer.close();
    expect(readProcess(worker!, 'cmdline')).toBe('');
  });
});
