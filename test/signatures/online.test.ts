/** check() with a fetcher: missing CA certificates, OCSP responses and CRLs are fetched once, with a limit. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFetcher } from '../../src/fetch/index.js';
import { encodeOcspRequest } from '../../src/pki/index.js';
import { type CheckOptions, check } from '../../src/signatures/index.js';
import { trustStoreOf } from '../../src/trust/index.js';
import { createPki, NOW, type Pki } from '../helpers/pki.js';
import { blankPdf } from '../helpers/signed-pdf.js';

const answers = new Map<string, (body: Buffer) => Uint8Array | null>();
const requests: string[] = [];
let server: Server;
let base: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      requests.push(`${request.method} ${request.url}`);
      const body = answers.get(request.url ?? '')?.(Buffer.concat(chunks)) ?? null;
      response.writeHead(body ? 200 : 404).end(body);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise(resolve => server.close(resolve)));
beforeEach(() => {
  answers.clear();
  requests.length = 0;
});

function onlinePki(): Pki {
  const pki = createPki({
    root: {},
    ca: { issuer: 'root', ca: true, crlUrl: `${base}/root.crl` },
    ann: { issuer: 'ca', caIssuersUrl: `${base}/ca.cer`, ocspUrl: `${base}/ocsp`, crlUrl: `${base}/ca.crl` },
    other: { issuer: 'ca' },
    delegate: { issuer: 'ca', eku: ['ocspSigning'] },
  });
  const request = encodeOcspRequest(pki.certificate('ann'), pki.certificate('ca'));
  answers.set('/ca.cer', () => pki.id('ca').der);
  answers.set('/root.crl', () => pki.crl('root'));
  answers.set('/ca.crl', () => pki.crl('ca'));
  answers.set('/ocsp', body => (body.equals(request) ? pki.ocsp('ann') : null));
  return pki;
}

const fetcher = createFetcher({ allowPrivate: true });

async function verified(pki: Pki, options: CheckOptions = { fetcher }, signatures = 1) {
  const certificates = [pki.id('ann')];
  let pdf = blankPdf();
  for (let i = 0; i < signatures; i++) pdf = pdf.sign({ make: bytes => pki.cms('ann', bytes, { certificates }) });
  const trust = trustStoreOf([pki.certificate('root')]);
  const { signers } = await check(pdf.bytes, { trust, at: NOW, ...options });
  return signers[0]!;
}

describe('check with a fetcher', () => {
  test('fetches the missing CA certificate, the OCSP response, and the CRL of the root', async () => {
    const signer = await verified(onlinePki());
    expect(signer).toMatchObject({ indication: 'TOTAL_PASSED', trusted: true });
    expect(signer.revocation).toMatchObject({ status: 'good', source: 'ocsp', embedded: false });
    expect(requests).toEqual(['GET /ca.cer', 'POST /ocsp', 'GET /root.crl']);
  });

  test.each<[what: string, response: (pki: Pki) => Uint8Array]>([
    ['is unreadable', () => Buffer.from('not an OCSP response')],
    ['is outdated', pki => pki.ocsp('ann', { thisUpdate: pki.daysAgo(9), nextUpdate: pki.daysAgo(8) })],
    ['is from the future', pki => pki.ocsp('ann', { thisUpdate: pki.daysAgo(-1), nextUpdate: pki.daysAgo(-2) })],
    ['is about another certificate', pki => pki.ocsp('ca')],
    ['is of a responder without authority', pki => pki.ocsp('ann', { responder: 'other' })],
    ['is of a responder that may be revoked', pki => pki.ocsp('ann', { responder: 'delegate' })],
  ])('fetches the CRL if the OCSP response %s', async (_, response) => {
    const pki = onlinePki();
    answers.set('/ocsp', () => response(pki));
    expect(await verified(pki)).toMatchObject({ indication: 'TOTAL_PASSED', revocation: { status: 'good' } });
    expect(requests).toContain('GET /ca.crl');
  });

  test('fetches the CRL if the OCSP responder does not know the certificate', async () => {
    const pki = onlinePki();
    answers.set('/ocsp', () => pki.ocsp('ann', { status: 'unknown' }));
    answers.set('/ca.crl', () => pki.crl('ca', { revoked: { ann: pki.daysAgo(9) } }));
    expect(await verified(pki)).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'REVOKED_NO_POE' });
  });

  test('reads a CRL in PEM, also with text before it', async () => {
    const pki = onlinePki();
    answers.set('/ocsp', () => null);
    const pem = (der: Uint8Array) => {
      const lines = Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\r\n');
      return Buffer.from(`Of the CA\r\n-----BEGIN X509 CRL-----\r\n${lines}\r\n-----END X509 CRL-----\r\n`);
    };
    answers.set('/root.crl', () => pem(pki.crl('root')));
    answers.set('/ca.crl', () => pem(pki.crl('ca')));
    expect(await verified(pki)).toMatchObject({ indication: 'TOTAL_PASSED', revocation: { source: 'crl' } });
    answers.set('/ca.crl', () => pem(pki.crl('ca', { revoked: { ann: pki.daysAgo(9) } })));
    expect(await verified(pki)).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'REVOKED_NO_POE' });
  });

  test('reports a revocation', async () => {
    const pki = onlinePki();
    answers.set('/ocsp', () => pki.ocsp('ann', { status: 'revoked', revokedAt: pki.daysAgo(9) }));
    expect(await verified(pki)).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'REVOKED_NO_POE' });
  });

  test('requests each URL once, for any number of signatures', async () => {
    expect(await verified(onlinePki(), { fetcher }, 4)).toMatchObject({ indication: 'TOTAL_PASSED' });
    expect(requests).toHaveLength(3);
  });

  test('names the server that could not be reached', async () => {
    const pki = onlinePki();
    answers.delete('/root.crl');
    const { subIndication, findings } = await verified(pki);
    expect(subIndication).toBe('TRY_LATER');
    expect(findings.find(finding => finding.rule === 'revocation-known')?.message).toContain(`${base}/root.crl: `);
  });

  test('sends no request without one', async () => {
    expect(await verified(onlinePki(), {})).toMatchObject({ subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' });
    expect(requests).toEqual([]);
  });

  test('does not connect to private addresses by default', async () => {
    const signer = await verified(onlinePki(), { fetcher: createFetcher({}) });
    expect(signer.subIndication).toBe('NO_CERTIFICATE_CHAIN_FOUND');
    expect(requests).toEqual([]);
  });

  test('stops at a limit when each certificate refers to another issuer', async () => {
    let fetched = 0;
    answers.set('/ca.cer', () => null);
    const rows = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [
        `ca${i}`,
        { issuer: `ca${i + 1}`, ca: true, caIssuersUrl: `${base}/${i + 1}` },
      ]),
    );
    const pki = createPki({ root: {}, ca60: { ca: true }, ...rows, ann: { issuer: 'ca0', caIssuersUrl: `${base}/0` } });
    for (let i = 0; i <= 60; i++) {
      answers.set(`/${i}`, () => {
        fetched++;
        return pki.id(`ca${i}`).der;
      });
    }
    expect(await verified(pki)).toMatchObject({ subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' });
    expect(fetched).toBeGreaterThan(5);
    expect(fetched).toBeLessThanOrEqual(12);
  });
});
