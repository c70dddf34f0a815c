/** Archive timestamps that are renewed before the certificate of the last one expires: the signature stays valid for decades. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createFetcher } from '../../src/fetch/index.js';
import { extend, signToLevel } from '../../src/sign/index.js';
import { check } from '../../src/signatures/index.js';
import { type TrustStore, trustStoreOf } from '../../src/trust/index.js';
import { type AuthorityServers, startAuthorities } from '../helpers/pki/authority-servers.js';
import { document } from './documents.js';

const start = Date.now();
const after = (years: number) => new Date(start + years * 365.25 * 86_400_000);
const stampsFrom = (issuer: string, from: number, to: number) =>
  ({ issuer, eku: ['timeStamping'], ekuCritical: true, notBefore: after(from), notAfter: after(to) }) as const;

let servers: AuthorityServers;
let trust: TrustStore;
beforeAll(async () => {
  // the certificates of the signer and of the first authority expire after a year, that of their CA after two
  servers = await startAuthorities({
    ca: { issuer: 'root', ca: true, notBefore: after(-1), notAfter: after(2) },
    secondCa: { issuer: 'root', ca: true },
    second: stampsFrom('secondCa', 0, 3),
    thirdCa: { issuer: 'root', ca: true },
    third: stampsFrom('thirdCa', 2, 6),
  });
  trust = trustStoreOf([servers.pki.certificate('root')]);
});
beforeEach(() => {
  servers.reset();
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());
afterAll(() => servers.close());

const settings = () => ({ tsa: { url: `${servers.base}/tsa` }, fetcher: createFetcher({ allowPrivate: true }), trust });

function useAuthority(name: string): void {
  const signer = servers.pki.id(name);
  servers.answer('/tsa', body => ({ body: servers.token(body, { signer, certificates: servers.pki.path(name) }) }));
}

async function expectValid(pdf: Uint8Array): Promise<void> {
  const { verdict, reason, signers } = await check(pdf, { trust });
  expect(verdict, reason).toBe('valid');
  expect(signers[0]!.level).toBe('PAdES-BASELINE-LTA');
  expect(signers.map(({ indication }) => indication)).toEqual(signers.map(() => 'TOTAL_PASSED'));
}

test.each(['LT', 'LTA'] as const)('a signature of the level %s outlives its authorities', async level => {
  const { key, certificate } = servers.pki.id('ann');
  const signer = { key, certificate, others: servers.pki.certificates('ca') };
  let { pdf } = await signToLevel(document(), signer, { ...settings(), level });
  const renewals = [
    ['tsa', 0.8],
    ['second', 0.9],
    ['third', 2.9],
  ] as const;
  for (const [authority, years] of renewals) {
    useAuthority(authority);
    vi.setSystemTime(after(years));
    pdf = await extend(pdf, { ...settings(), level: 'LTA' });
    await expectValid(pdf);
  }
  vi.setSystemTime(after(5.9));
  await expectValid(pdf);
});

test('a renewal without revocation data of the new authority is refused', async () => {
  const { key, certificate } = servers.pki.id('ann');
  const signer = { key, certificate, others: servers.pki.certificates('ca') };
  const { pdf } = await signToLevel(document(), signer, { ...settings(), level: 'LTA' });
  useAuthority('second');
  servers.answer('/secondCa.crl', () => ({ status: 500, body: Buffer.alloc(0) }));
  await expect(extend(pdf, { ...settings(), level: 'LTA' })).rejects.toMatchObject({
    code: 'NOT_PERMITTED',
    message: expect.stringContaining('no revocation data for the certificate of “second”'),
    detail: { fault: 'revocation-unreachable' },
  });
});
