/** Signs and extends to each level with real servers, which also misbehave: then nothing is returned. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createFetcher, type FetchRequest } from '../../src/fetch/index.js';
import { openPdf, pageList } from '../../src/pdf/index.js';
import { createIdentity, extend, type SignOptions, sign, signToLevel, timestamp } from '../../src/sign/index.js';
import { check } from '../../src/signatures/index.js';
import { type TrustStore, trustStoreOf } from '../../src/trust/index.js';
import { type AuthorityServers, refused, startAuthorities } from '../helpers/pki/authority-servers.js';
import { createPki } from '../helpers/pki.js';
import { describeTools } from '../helpers/requires.js';
import { DOCUMENTS, document } from './documents.js';

const fetcher = createFetcher({ allowPrivate: true });
let servers: AuthorityServers;
let trust: TrustStore;
beforeAll(async () => {
  servers = await startAuthorities();
  trust = trustStoreOf([servers.pki.certificate('root')]);
});
afterEach(() => servers.reset());
afterAll(() => servers.close());

const ann = () => {
  const { key, certificate } = servers.pki.id('ann');
  return { key, certificate, others: servers.pki.certificates('ca') };
};
const settings = () => ({ tsa: { url: `${servers.base}/tsa` }, fetcher, trust });
const signed = (options: Omit<SignOptions, keyof ReturnType<typeof settings>>, pdf: Uint8Array = document()) =>
  signToLevel(pdf, ann(), { ...settings(), ...options });
const levels = async (pdf: Uint8Array) => (await check(pdf, { trust })).signers.map(({ level }) => level);

describe('sign', () => {
  test.each(['B', 'T', 'LT', 'LTA'] as const)('reaches the level %s', async level => {
    const { pdf, level: reached } = await signed({ level });
    expect(reached).toBe(level);
    const result = await check(pdf, { trust });
    expect(result.signers[0]).toMatchObject({ level: `PAdES-BASELINE-${level}`, intact: true, changesAllowed: true });
    if (level !== 'B' && level !== 'T') expect(result.verdict, result.reason).toBe('valid');
  });

  test.each(Object.entries(DOCUMENTS))('reaches the level LTA in a PDF with %s', async (_, pdf) => {
    expect((await signed({ level: 'LTA' }, pdf)).level).toBe('LTA');
  });

  describeTools('in an encrypted PDF', ['qpdf'], () => {
    test.each([
      ['AES-256', ['256'], 'preserve'],
      ['AES-256 and a cross-reference stream', ['256'], 'generate'],
      ['AES-128 and a cross-reference stream', ['128', '--use-aes=y'], 'generate'],
    ])('reaches the level LTA with %s', async (_, bits, streams) => {
      const folder = mkdtempSync(join(tmpdir(), 'docconv-levels-'));
      const [plain, locked] = [join(folder, 'plain.pdf'), join(folder, 'locked.pdf')];
      // one of 16 bytes, as usual, would pass for the initialization vector of an empty string
      writeFileSync(plain, document({ trailer: `/ID[<${'01'.repeat(20)}><02>]` }));
      const encryption = ['--allow-weak-crypto', '--encrypt', 'user', 'owner', ...bits, '--'];
      execFileSync('qpdf', [...encryption, `--object-streams=${streams}`, plain, locked]);
      const password = 'user';
      const { pdf, level } = await signed({ level: 'LTA', password }, readFileSync(locked));
      expect(level).toBe('LTA');
      const extended = await extend(pdf, { ...settings(), level: 'LTA', password });
      expect((await check(extended, { trust, password })).verdict).toBe('valid');
      rmSync(folder, { recursive: true });
    });
  });

  test('embeds the DER of a CRL that the authority sends in PEM', async () => {
    const base64 = Buffer.from(servers.pki.crl('ca')).toString('base64');
    onlyCrl(() => Buffer.from(`-----BEGIN X509 CRL-----\n${base64}\n-----END X509 CRL-----\n`))();
    const { pdf, level } = await signed({ level: 'LT' });
    expect(level).toBe('LT');
    expect((await check(pdf, { trust })).signers[0]).toMatchObject({ revocation: { source: 'crl', embedded: true } });
  });

  test('sends the name and password of the URL to the authority', async () => {
    const seen: (string | undefined)[] = [];
    servers.answer('/tsa', (body, authorization) => {
      seen.push(authorization);
      return { body: servers.token(body) };
    });
    const url = `${servers.base.replace('//', '//anna:a%20b@')}/tsa`;
    await sign(document(), ann(), { ...settings(), tsa: { url }, level: 'T' });
    expect(seen).toEqual([`Basic ${Buffer.from('anna:a b').toString('base64')}`]);
  });

  test.each(['', 'tsa.example.org', 'http://', 'http://u%zz:p@127.0.0.1/'])('refuses the URL %j', async url => {
    await expect(signed({ level: 'T', tsa: { url } } as never)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });

  test('makes more room for a token that is longer than expected', async () => {
    const { pki } = servers;
    const many = Array.from({ length: 40 }, () => [pki.id('tsa'), pki.id('ca')]).flat();
    servers.answer('/tsa', body => ({ body: servers.token(body, { certificates: many }) }));
    expect((await signed({ level: 'LTA' })).level).toBe('LTA');
  });

  test('returns a lower level only where that is allowed', async () => {
    servers.answer('/tsa', () => ({ body: refused() }));
    expect((await signed({ level: 'LTA', allowLowerLevel: true })).level).toBe('B');
  });
});

describe('extend', () => {
  test.each(['B', 'T', 'LT', 'LTA'] as const)('raises a signature of the level %s to LTA', async level => {
    const { pdf } = await signed({ level });
    const extended = await extend(pdf, { ...settings(), level: 'LTA' });
    expect(extended.subarray(0, pdf.length).equals(pdf)).toBe(true);
    expect((await levels(extended))[0]).toBe('PAdES-BASELINE-LTA');
  });

  test.each(['B', 'lt', undefined])('refuses the level %s', async level => {
    const extending = extend(document(), { ...settings(), level: level as 'T' });
    await expect(extending).rejects.toMatchObject({ code: 'OPTION_INVALID', detail: { option: 'level' } });
  });

  test('refuses a PDF without a signature', async () => {
    await expect(extend(document(), { ...settings(), level: 'T' })).rejects.toThrow('no signature');
  });

  test('refuses a signature that is not valid', async () => {
    const { pdf } = await signed({ level: 'B' });
    pdf[document().indexOf('0.5 g') + 2]! ^= 1;
    await expect(extend(pdf, { ...settings(), level: 'LTA' })).rejects.toMatchObject({ code: 'NOT_PERMITTED' });
  });

  test('refuses a signature that was changed, and says what is wrong with it', async () => {
    const { pdf } = await signed({ level: 'B' });
    pdf[document().indexOf('0.5 g') + 2]! ^= 1;
    await expect(extend(pdf, { ...settings(), level: 'T' })).rejects.toThrow(
      'The signed bytes were changed after signing. No later timestamp can help it.',
    );
  });

  test.each(['T', 'LT', 'LTA'] as const)('refuses a hybrid-reference file at the level %s', async level => {
    const extending = extend(document({ xref: 'hybrid' }), { ...settings(), level });
    await expect(extending).rejects.toThrow('hybrid cross-reference');
  });

  test('names what decides, and not what only warns', async () => {
    const link = '<</Type/Annot/Subtype/Link/Rect[0 0 20 20]/A<</S/URI/URI(https://example.org)>>>>';
    const pdf = await sign(document({ page: '/Annots[5 0 R]', more: { 5: link } }), createIdentity('Anna'));
    await expect(extend(pdf, { ...settings(), level: 'LT' })).rejects.toThrow('which is not trusted');
  });

  test('names an archive timestamp without trust', async () => {
    const { pdf } = await signed({ level: 'LT' });
    const other = createPki(
      { alien: { ca: false, keyUsage: ['digitalSignature'], eku: ['timeStamping'], ekuCritical: true } },
      new Date(),
    ).id('alien');
    servers.answer('/tsa', body => ({ body: servers.token(body, { signer: other, certificates: [other] }) }));
    await expect(extend(pdf, { ...settings(), level: 'LTA' })).rejects.toThrow('The timestamp of alien is no proof');
  });

  test('says so where revocation data is missing', async () => {
    const { pdf } = await signed({ level: 'T' });
    const withoutIssuers = {
      ...settings(),
      trust: trustStoreOf([servers.pki.certificate('ann'), servers.pki.certificate('tsa')]),
    };
    await expect(extend(pdf, { ...withoutIssuers, level: 'LT' })).rejects.toThrow('could not be obtained');
  });

  test('asks again whether a later signer was revoked', async () => {
    const { pdf } = await signed({ level: 'LT' });
    revoke();
    await expect(signed({ level: 'LT' }, pdf)).rejects.toMatchObject({ code: 'SIGNING_FAILED' });
  });

  test('reaches LT also for a second signature', async () => {
    const { pdf } = await signed({ level: 'LT' });
    expect(await levels((await signed({ level: 'LT' }, pdf)).pdf)).toEqual(['PAdES-BASELINE-LT', 'PAdES-BASELINE-LT']);
  });
});

test('timestamp adds a document timestamp to any PDF', async () => {
  const result = await check(await timestamp(document(), settings()), { trust });
  expect(result.signers).toMatchObject([{ kind: 'timestamp', intact: true, coverage: 'file' }]);
});

test.each([undefined, 'no-changes'] as const)(
  'timestamps keep a tagged PDF accessible, certified: %s',
  async certify => {
    const tagged = document({ catalog: '/StructTreeRoot 5 0 R', more: { 5: '<</Type/StructTreeRoot>>' } });
    const before = certify ? await sign(tagged, createIdentity('Anna'), { certify }) : tagged;
    const stamped = await timestamp(before, settings());
    const { latest } = await openPdf(stamped);
    expect(latest.getName(pageList(latest)!.pages[0]!.dict, 'Tabs')).toBe('S');
    expect((await check(stamped, { trust })).signers.every(({ changesAllowed }) => changesAllowed)).toBe(true);
  },
);

const day = 86_400_000;
type Answer = (body: Buffer) => { status?: number; body: Uint8Array };
const TSA_FAULTS: Record<string, [fault: string, answer: Answer, reason: string]> = {
  refuses: ['refused', () => ({ body: refused() }), 'refused'],
  'answers with an error page': ['unreadable', () => ({ body: Buffer.from('<html>') }), 'no readable timestamp'],
  fails: ['unreachable', () => ({ status: 503, body: Buffer.alloc(0) }), 'status 503'],
  'answers with too much': ['too-large', () => ({ body: Buffer.alloc(200_000) }), 'larger'],
  'repeats another nonce': ['nonce', body => ({ body: servers.token(body, { nonce: '41' }) }), 'nonce'],
  'stamps other data': [
    'imprint',
    body => ({ body: servers.token(body, { imprint: Buffer.alloc(32) }) }),
    'other data',
  ],
  'omits its certificate': [
    'certificate',
    body => ({ body: servers.token(body, { certificates: [] }) }),
    'certificate',
  ],
  'signs wrongly': [
    'signature',
    body => ({ body: servers.token(body, { signatureValue: () => Buffer.alloc(70, 1) }) }),
    'signature is not valid',
  ],
  'has no certificate for timestamps': [
    'purpose',
    body => ({ body: servers.token(body, {}, 'bad') }),
    'timestamps only',
  ],
  'is a day late': ['time', body => ({ body: servers.token(body, { time: new Date(Date.now() - day) }) }), 'clock'],
};

describe('nothing is returned when the time-stamping authority', () => {
  test.each(Object.entries(TSA_FAULTS))('%s', async (_, [fault, answer, reason]) => {
    servers.answer('/tsa', answer);
    const error = { message: expect.stringContaining(reason), detail: { fault: `timestamp-${fault}` } };
    await expect(signed({ level: 'T' })).rejects.toMatchObject(error);
    await expect(timestamp(document(), settings())).rejects.toMatchObject(error);
    const lower = await signed({ level: 'T', allowLowerLevel: true });
    expect(lower).toMatchObject({ level: 'B', reason: error.message, fault: error.detail.fault });
  });

  test('does not answer', async () => {
    const silent = createServer().listen(0, '127.0.0.1'); // accepts connections
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const tsa = { url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/` };
    const slow = { ...fetcher, fetch: (request: FetchRequest) => fetcher.fetch({ ...request, timeoutMs: 50 }) };
    const signing = sign(document(), ann(), { ...settings(), tsa, fetcher: slow, level: 'T' });
    await expect(signing).rejects.toMatchObject({ code: 'FETCH_TIMEOUT', detail: { fault: 'timestamp-timeout' } });
  });

  test('requires another policy', async () => {
    const tsa = { ...settings().tsa, policy: '1.2.3.4' };
    const signing = sign(document(), ann(), { ...settings(), tsa, level: 'T' });
    await expect(signing).rejects.toMatchObject({ detail: { fault: 'timestamp-policy' } });
  });
});

const revoke = () =>
  servers.answer('/ocsp', () => ({
    body: servers.pki.ocsp('ann', { status: 'revoked', revokedAt: new Date(Date.now() - day) }),
  }));
const old = () => ({ thisUpdate: new Date(Date.now() - 9 * day), nextUpdate: new Date(Date.now() - 8 * day) });
const future = () => ({ thisUpdate: new Date(Date.now() + 8 * day), nextUpdate: new Date(Date.now() + 9 * day) });
const failing = () => ({ status: 500, body: Buffer.alloc(0) });
const OF_AUTHORITY: Record<string, [fault: string, crl: () => Uint8Array]> = {
  outdated: ['revocation-outdated', () => servers.pki.crl('ca', old())],
  'signed by another key': ['revocation-unauthorized', () => servers.pki.crl('ca', { signer: 'ann' })],
};
/** The responder answers so, and the CRL is of no help. */
const onlyOcsp = (body: () => Uint8Array) => () => {
  servers.answer('/ocsp', () => ({ body: body() }));
  servers.answer('/ca.crl', failing);
};
const onlyCrl = (body: () => Uint8Array) => () => {
  servers.answer('/ocsp', failing);
  servers.answer('/ca.crl', () => ({ body: body() }));
};
const REVOCATION_FAULTS: Record<string, [fault: string, misbehave: () => void]> = {
  'no publisher answers': [
    'unreachable',
    () => {
      servers.answer('/ocsp', failing);
      servers.answer('/ca.crl', failing);
    },
  ],
  'the responder refuses': ['refused', onlyOcsp(() => Buffer.from('30030a0106', 'hex'))],
  'the OCSP response is not readable': ['unreadable', onlyOcsp(() => Buffer.from('no'))],
  'the OCSP response is about another certificate': ['other-certificate', onlyOcsp(() => servers.pki.ocsp('bad'))],
  'another key signed the OCSP response': [
    'unauthorized',
    onlyOcsp(() => servers.pki.ocsp('ann', { responder: 'bad' })),
  ],
  'the responder does not know the certificate': [
    'unknown',
    onlyOcsp(() => servers.pki.ocsp('ann', { status: 'unknown' })),
  ],
  'the OCSP response is from the future': ['early', onlyOcsp(() => servers.pki.ocsp('ann', future()))],
  'the OCSP response is outdated': ['outdated', onlyOcsp(() => servers.pki.ocsp('ann', old()))],
  'the CRL is not readable': ['unreadable', onlyCrl(() => Buffer.from('no'))],
  'the CRL is of another authority': ['other-certificate', onlyCrl(() => servers.pki.crl('root'))],
  'another key signed the CRL': ['unauthorized', onlyCrl(() => servers.pki.crl('ca', { signer: 'ann' }))],
  'the CRL has changes only': ['partial', onlyCrl(() => servers.pki.crl('ca', { base: 1, number: 2 }))],
  'the CRL has some reasons only': [
    'partial',
    onlyCrl(() => servers.pki.crl('ca', { distributionPoint: { reasons: 0x60 } })),
  ],
  'the signer of an indirect CRL is unknown': [
    'unauthorized',
    onlyCrl(() => servers.pki.crl('root', { distributionPoint: { indirect: true } })),
  ],
  'the CRL is outdated': ['outdated', onlyCrl(() => servers.pki.crl('ca', old()))],
};

describe('nothing is returned at the level LT when', () => {
  test.each(Object.entries(REVOCATION_FAULTS))('%s', async (_, [fault, misbehave]) => {
    const { pdf } = await signed({ level: 'T' });
    misbehave();
    const error = {
      code: 'NOT_PERMITTED',
      message: expect.stringContaining('no revocation data for the certificate of “ann”'),
      detail: { fault: `revocation-${fault}` },
    };
    await expect(signed({ level: 'LT' })).rejects.toMatchObject(error);
    await expect(extend(pdf, { ...settings(), level: 'LT' })).rejects.toMatchObject(error);
    expect(await signed({ level: 'LT', allowLowerLevel: true })).toMatchObject({
      level: 'T',
      reason: error.message,
      fault: error.detail.fault,
    });
  });

  test.each(Object.entries(OF_AUTHORITY))('the CRL of the authority is %s', async (_, [fault, body]) => {
    servers.answer('/ca.crl', () => ({ body: body() }));
    await expect(signed({ level: 'LT' })).rejects.toMatchObject({
      message: expect.stringContaining('no revocation data for the certificate of “tsa”'),
      detail: { fault },
    });
  });

  test.each(['LT', 'LTA'] as const)('%s: the certificate of the authority is revoked', async level => {
    const revoked = { tsa: new Date(Date.now() - day) };
    servers.answer('/ca.crl', () => ({ body: servers.pki.crl('ca', { revoked }) }));
    const error = {
      code: 'NOT_PERMITTED',
      message: expect.stringContaining('The certificate of “tsa” is revoked.'),
      detail: { fault: 'certificate-revoked' },
    };
    await expect(signed({ level })).rejects.toMatchObject(error);
    const { pdf } = await signed({ level: 'T' });
    await expect(extend(pdf, { ...settings(), level })).rejects.toMatchObject(error);
    expect(await signed({ level, allowLowerLevel: true })).toMatchObject({ level: 'T', fault: error.detail.fault });
  });

  test('the certificate is revoked, also where a lower level is allowed', async () => {
    revoke();
    const error = { code: 'SIGNING_FAILED', detail: { fault: 'certificate-revoked' } };
    await expect(signed({ level: 'LT' })).rejects.toThrow('was revoked on');
    for (const level of ['LT', 'LTA'] as const)
      await expect(signed({ level, allowLowerLevel: true })).rejects.toMatchObject(error);
    servers.reset();
    servers.answer('/ocsp', () => ({ status: 500, body: Buffer.alloc(0) }));
    servers.answer('/ca.crl', () => ({ status: 500, body: Buffer.alloc(0) }));
    expect(await signed({ level: 'LT', allowLowerLevel: true })).toMatchObject({ level: 'T' });
  });
});
