import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { orderOf } from '../../../src/sign/keys/csc/order.js';
import { openCsc } from '../../../src/sign/keys/index.js';
import { createPki } from '../../helpers/pki.js';
import { CLIENT, type ServiceRules, startSigningService } from '../../helpers/servers/signing-service.js';
import { DATA, isValid, RSA_SHA256 } from './schemes.js';

const pki = createPki({ ca: {}, rsa: { issuer: 'ca', key: 'RSA-2048' } });
const running: { close(): void }[] = [];
afterEach(() => {
  for (const service of running.splice(0)) service.close();
});

async function start(rules: Partial<ServiceRules>) {
  const { key, certificate } = pki.id('rsa');
  const certificates = [certificate.der, pki.certificate('ca').der];
  const service = await startSigningService({ version: 1, key, certificates, ...rules });
  running.push(service);
  return service;
}

type Service = Awaited<ReturnType<typeof start>>;
const open = ({ url }: Pick<Service, 'url'>, more: object = {}) =>
  openCsc({ url, client: CLIENT, pin: '4711', signatures: 3, env: {}, ...more });

const count = (service: Service, path: string) => service.paths().filter(found => found === path).length;
const files = [DATA, Buffer.from('the second'), Buffer.from('the third')];

describe.each([1, 2] as const)('version %i of the CSC API', version => {
  it.each([
    ['with a PIN, once for all', { pin: '4711' }, { authorisations: 1, extensions: 0 }],
    [
      'with a PIN and a one-time password, once for all',
      { pin: '4711', otp: '123456' },
      { authorisations: 1, extensions: 0 },
    ],
    [
      'for each digest, without another one-time password',
      { otp: '123456', scal: 2 },
      { authorisations: 1, extensions: 2 },
    ],
    ['for fewer signatures than there are files', { pin: '4711', multisign: 2 }, { authorisations: 2, extensions: 0 }],
    ['again when the authorisation has expired', { pin: '4711', sadUses: 2 }, { authorisations: 2, extensions: 0 }],
    [
      'again when the authorisation of certain digests has expired',
      { pin: '4711', scal: 2, sadUses: 2 },
      { authorisations: 2, extensions: 2 },
    ],
    [
      'once, after it has renewed an access token that expires',
      { pin: '4711', tokenUses: 2, tokenSeconds: 1 },
      { authorisations: 1, extensions: 0 },
    ],
    ['with an access token that expires', { pin: '4711', tokenUses: 4 }, { authorisations: 1, extensions: 0 }],
    ['without any secret', { mode: 'implicit' }, { authorisations: 1, extensions: 0 }],
  ] as const)('authorises %s', async (_, rules, { authorisations, extensions }) => {
    const service = await start({ version, ...rules });
    const signer = await open(service, { otp: '123456' });
    expect(signer.others).toEqual([pki.certificate('ca')]);
    for (const data of files) {
      const signature = await signer.sign(data, RSA_SHA256);
      expect(isValid(signer, data, signature, RSA_SHA256)).toBe(true);
    }
    expect(count(service, 'credentials/authorize')).toBe(authorisations);
    expect(count(service, 'credentials/extendTransaction')).toBe(extensions);
  });

  it('signs with an access token of the scope "credential"', async () => {
    const service = await start({ version, mode: 'oauth2code' });
    const signer = await open(service, { client: undefined, token: 'given token' });
    await expect(signer.sign(DATA, RSA_SHA256)).resolves.toBeInstanceOf(Uint8Array);
    await expect(open(service)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });

  it.each([400, 401, 403])('sends a PIN once that is refused with status %i', async pinStatus => {
    const service = await start({ version, pin: '0815', pinStatus });
    const signer = await open(service);
    for (const data of files)
      await expect(signer.sign(data, RSA_SHA256)).rejects.toMatchObject({
        code: 'SIGNING_FAILED',
        message: expect.stringContaining(`refuses credentials/authorize with status ${pinStatus}: Invalid PIN`),
      });
    expect(count(service, 'credentials/authorize')).toBe(1);
  });

  it('sends the PIN once where the access token is refused before its time', async () => {
    const service = await start({ version, pin: '4711', tokenUses: 2 });
    const signer = await open(service);
    for (const data of files)
      await expect(signer.sign(data, RSA_SHA256)).rejects.toMatchObject({ code: 'SIGNING_FAILED' });
    expect(count(service, 'credentials/authorize')).toBe(1);
  });

  it('makes the first signatures of a batch when the others are refused', async () => {
    const signer = await open(await start({ version, pin: '4711', quota: 2 }));
    const made = await Promise.allSettled(files.map(data => signer.sign(data, RSA_SHA256)));
    expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(made[2]).toMatchObject({ reason: { message: expect.stringContaining('The quota is used up') } });
  });

  it('ends with a clear error when the one-time password is used up', async () => {
    const signer = await open(await start({ version, otp: '123456', sadUses: 1 }), { otp: '123456' });
    await signer.sign(DATA, RSA_SHA256);
    await expect(signer.sign(DATA, RSA_SHA256)).rejects.toMatchObject({
      message: expect.stringContaining('one-time password is valid once'),
    });
  });

  it('never makes a signature that does not verify', async () => {
    const signer = await open(await start({ version, pin: '4711', lies: true }));
    await expect(signer.sign(DATA, RSA_SHA256)).rejects.toMatchObject({
      message: expect.stringContaining('does not verify'),
    });
  });

  it.each([
    ['an unknown client', {}, { client: { id: 'x', secret: 'y' } }, 'SIGNING_FAILED', /status 401: unknown client/],
    ['no authorisation', {}, { client: undefined }, 'OPTION_INVALID', /--csc-token-file/],
    ['an expired token', {}, { client: undefined, token: 'old' }, 'SIGNING_FAILED', /access token has expired/],
    ['several credentials', { credentials: ['a', 'b'] }, {}, 'OPTION_INVALID', /--csc-credential: a, b/],
    ['no credential', { credentials: [] }, {}, 'OPTION_INVALID', /has no credential/],
    ['an unknown credential', {}, { credential: 'z' }, 'SIGNING_FAILED', /credentialID/],
    ['no PIN', { pin: '1' }, { pin: undefined }, 'PASSWORD_NEEDED', /--pin-file/],
    ['no one-time password', { otp: '1' }, {}, 'PASSWORD_NEEDED', /--otp-file/],
    ['no certificate', { certificates: [] }, {}, 'SIGNING_FAILED', /returned no certificate/],
    ['a certificate that is none', { certificates: [Buffer.from('x')] }, {}, 'SIGNING_FAILED', /cannot be read/],
  ])('refuses %s', async (_, rules, more, code, message) => {
    await expect(open(await start({ version, ...rules }), more)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });
});

describe('the URL of a signing service', () => {
  it.each(['http://sign.example.org/csc/v1', 'https://u:p@sign.example.org/', 'ftp://a/', 'x', 'https://a.example/?q'])(
    'may not be %s',
    async url => {
      await expect(open({ url })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
    },
  );
});

describe('the secret of the client', () => {
  it('is not sent to another origin that the service states', async () => {
    const other = await start({});
    const service = await start({ oauth2: other.url });
    await expect(open(service)).rejects.toMatchObject({
      code: 'SIGNING_FAILED',
      message: expect.stringMatching(/another origin: http:.*--csc-oauth-url/),
    });
    expect(other.requests).toEqual([]);
  });

  it('is sent to the origin that the operator names', async () => {
    const service = await start({ pin: '4711', oauth2: 'https://elsewhere.example/' });
    const signer = await open(service, { oauthUrl: service.url });
    await expect(signer.sign(DATA, RSA_SHA256)).resolves.toBeInstanceOf(Uint8Array);
  });

  it.each(['http://sign.example.org/', 'https://u:p@sign.example.org/', 'https://a.example/?q'])(
    'is not sent to %s',
    async oauthUrl => {
      await expect(open(await start({}), { oauthUrl })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
    },
  );

  it('is not sent to a URL with a query', async () => {
    const service = await start({});
    service.rules.oauth2 = `${service.url}?to=`;
    await expect(open(service)).rejects.toMatchObject({ code: 'SIGNING_FAILED' });
    expect(count(service, 'oauth2/token')).toBe(0);
  });

  it('is not sent through a proxy to a service on this machine', async () => {
    const seen: string[] = [];
    const proxy = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.writeHead(502).end();
    });
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
    running.push(proxy);
    const service = await start({ pin: '4711' });
    const env = { HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, NO_PROXY: '' };
    const signer = await open(service, { env }).catch(error => error as Error);
    expect([seen, signer]).toEqual([[], expect.objectContaining({ certificate: pki.certificate('rsa') })]);
  });
});

describe('a signing service', () => {
  it('gets no request after signing was cancelled', async () => {
    const service = await start({ pin: '4711' });
    const signer = await open(service);
    const before = service.requests.length;
    await expect(signer.sign(DATA, RSA_SHA256, AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(service.requests.length).toBe(before);
  });

  it.each([
    [32, 'a203020120'],
    [127, 'a20302017f'],
    [128, 'a20402020080'],
    [222, 'a204020200de'],
    [446, 'a204020201be'],
  ])('gets a salt of %i bytes in DER', (saltLength, der) => {
    const pss = { mgf1Digest: 'SHA-256', saltLength, der: null } as const;
    const { parameters } = orderOf(DATA, { name: 'RSASSA-PSS', digest: 'SHA-256', pss }, []);
    expect(Buffer.from(String(parameters.signAlgoParams), 'base64').toString('hex')).toMatch(new RegExp(`${der}$`));
  });
});
