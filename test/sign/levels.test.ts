/** Signs and extends to each level with real servers, which also misbehave: then nothing is returned. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createFetcher } from '../../src/fetch/index.js';
import { createIdentity, extend, type SignOptions, sign, signToLevel, timestamp } from '../../src/sign/index.js';
import { check } from '../../src/signatures/index.js';
import { type TrustStore, trustStoreOf } from '../../src/trust/index.js';
import { type AuthorityServers, refused, startAuthorities } from '../helpers/pki/authority-servers.js';
import { createPki } from '../helpers/pki.js';
import { program, testWith } from '../helpers/requires.js';
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

  testWith('reaches the level LTA in an encrypted PDF', [program('qpdf')], async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docconv-levels-'));
    const [plain, locked] = [join(folder, 'plain.pdf'), join(folder, 'locked.pdf')];
    writeFileSync(plain, document());
    execFileSync('qpdf', ['--encrypt', 'user', 'owner', '256', '--', plain, locked]);
    const password = 'user';
    const { pdf, level } = await signed({ level: 'LTA', password }, readFileSync(locked));
    expect(level).toBe('LTA');
    const extended = await extend(pdf, { ...settings(), level: 'LTA', password });
    expect((await check(extended, { trust, password })).verdict).toBe('valid');
    rmSync(folder, { recursive: true });
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
    REVOCATION_FAULTS['the certificate is revoked']![0]();
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

const day = 86_400_000;
const TSA_FAULTS: Record<string, [(body: Buffer) => { status?: number; body: Uint8Array }, string]> = {
  refuses: [() => ({ body: refused() }), 'refused'],
  'answers with an error page': [() => ({ body: Buffer.from('<html>') }), 'no readable timestamp'],
  fails: [() => ({ status: 503, body: Buffer.alloc(0) }), 'status 503'],
  'repeats another nonce': [body => ({ body: servers.token(body, { nonce: '41' }) }), 'nonce'],
  'stamps other data': [body => ({ body: servers.token(body, { imprint: Buffer.alloc(32) }) }), 'other data'],
  'omits its certificate': [body => ({ body: servers.token(body, { certificates: [] }) }), 'certificate'],
  'signs wrongly': [
    body => ({ body: servers.token(body, { signatureValue: () => Buffer.alloc(70, 1) }) }),
    'signature is not valid',
  ],
  'has no certificate for timestamps': [body => ({ body: servers.token(body, {}, 'bad') }), 'timestamps only'],
  'is a day late': [body => ({ body: servers.token(body, { time: new Date(Date.now() - day) }) }), 'clock'],
};

describe('nothing is returned when the time-stamping authority', () => {
  test.each(Object.entries(TSA_FAULTS))('%s', async (_, [answer, reason]) => {
    servers.answer('/tsa', answer);
    await expect(signed({ level: 'T' })).rejects.toThrow(reason);
    await expect(timestamp(document(), settings())).rejects.toThrow(reason);
  });
});

const old = () => ({ thisUpdate: new Date(Date.now() - 9 * day), nextUpdate: new Date(Date.now() - 8 * day) });
const REVOKED = 'was revoked on';
const REVOCATION_FAULTS: Record<string, [misbehave: () => void, reason: string]> = {
  'no responder answers': [
    () => {
      servers.answer('/ocsp', () => ({ status: 500, body: Buffer.alloc(0) }));
      servers.answer('/ca.crl', () => ({ status: 500, body: Buffer.alloc(0) }));
    },
    'no revocation data for the certificate of “ann”',
  ],
  'the answers are not readable': [
    () => {
      servers.answer('/ocsp', () => ({ body: Buffer.from('no') }));
      servers.answer('/ca.crl', () => ({ body: Buffer.from('no') }));
    },
    'no revocation data for the certificate of “ann”',
  ],
  'the certificate is revoked': [
    () =>
      servers.answer('/ocsp', () => ({
        body: servers.pki.ocsp('ann', { status: 'revoked', revokedAt: new Date(Date.now() - day) }),
      })),
    REVOKED,
  ],
  'the CRL of the authority is outdated': [
    () => servers.answer('/ca.crl', () => ({ body: servers.pki.crl('ca', old()) })),
    'timestamp of tsa is no proof',
  ],
  'another key signed the CRL': [
    () => servers.answer('/ca.crl', () => ({ body: servers.pki.crl('ca', { signer: 'ann' }) })),
    'timestamp of tsa is no proof',
  ],
  'another key signed the OCSP response': [
    () => {
      servers.answer('/ocsp', () => ({ body: servers.pki.ocsp('ann', { responder: 'bad' }) }));
      servers.answer('/ca.crl', () => ({ status: 404, body: Buffer.alloc(0) }));
    },
    'no revocation data for the certificate of “ann”',
  ],
};

describe('nothing is returned at the level LT when', () => {
  test.each(Object.entries(REVOCATION_FAULTS))('%s', async (_, [misbehave, reason]) => {
    misbehave();
    const code = reason === REVOKED ? 'SIGNING_FAILED' : 'NOT_PERMITTED';
    const error = { code, message: expect.stringContaining(reason) };
    await expect(signed({ level: 'LT' })).rejects.toMatchObject(error);
  });

  test('the certificate is revoked, also where a lower level is allowed', async () => {
    REVOCATION_FAULTS['the certificate is revoked']![0]();
    for (const level of ['LT', 'LTA'] as const)
      await expect(signed({ level, allowLowerLevel: true })).rejects.toMatchObject({ code: 'SIGNING_FAILED' });
    servers.reset();
    servers.answer('/ocsp', () => ({ status: 500, body: Buffer.alloc(0) }));
    servers.answer('/ca.crl', () => ({ status: 500, body: Buffer.alloc(0) }));
    expect(await signed({ level: 'LT', allowLowerLevel: true })).toMatchObject({ level: 'T' });
  });
});
