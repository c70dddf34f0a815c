/** A request chooses among the sources of trust that the operator allows. */
import { expect, onTestFinished, test } from 'vitest';
import type { VerificationResult } from '../../../src/signatures/index.js';
import { trustStoreOf, withSources } from '../../../src/trust/index.js';
import { createPki, NOW } from '../../helpers/pki.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { indexedList, listsFolder, writeGeneration } from '../../helpers/trust-lists/generation.js';
import { startServer } from '../started.js';

const pki = createPki({
  root: { subject: 'C=DE,O=Beispiel,CN=Root' },
  ca: { subject: 'C=DE,O=Beispiel,CN=CA', issuer: 'root', ca: true },
  ann: { issuer: 'ca', subject: 'C=DE,CN=Ann' },
});
const pdf = new Uint8Array(
  blankPdf()
    .sign({ make: bytes => pki.cms('ann', bytes) })
    .withStore({ crls: [pki.crl('ca'), pki.crl('root')] }).bytes,
);

test('all by default, or those that the request names; others are refused', async () => {
  const folder = listsFolder();
  const granted = [{ status: 'granted', start: '2020-01-01T00:00:00Z' }];
  const generation = await writeGeneration(folder, [indexedList('DE', pki.id('ca').der, granted)]);
  const trust = trustStoreOf([pki.certificate('root')], folder);
  const server = await startServer({ trust, trustSources: ['eu', 'file'] });
  onTestFinished(() => server.stop());
  const verify = async (sources: string) => {
    const query = `at=${NOW.toISOString()}${sources && `&sources=${sources}`}`;
    const headers = { 'content-type': 'application/pdf' };
    const response = await fetch(`${server.url}/v1/verify?${query}`, { method: 'POST', body: pdf, headers });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const seen = async (sources: string) => {
    const { policy, signer }: VerificationResult = (await verify(sources)).body;
    return { sources: policy.sources, generation: policy.generation, source: signer?.trust?.source };
  };

  expect(await seen('')).toEqual({ sources: ['file', 'eu'], generation, source: 'eu' });
  expect(await seen('file,eu')).toEqual({ sources: ['file', 'eu'], generation, source: 'eu' });
  expect(await seen('eu')).toEqual({ sources: ['eu'], generation, source: 'eu' });
  expect(await seen('file')).toEqual({ sources: ['file'], generation: null, source: 'file' });
  for (const refused of ['aatl', 'eu,aatl', 'x', 'eu,']) {
    expect(await verify(refused), refused).toMatchObject({
      status: 400,
      body: { code: 'invalid_parameter', detail: expect.stringContaining('takes some of eu, file') },
    });
  }
});

test('a result says that the operator does not use the lists that are loaded', async () => {
  const folder = listsFolder();
  await writeGeneration(folder, [indexedList('DE', pki.id('ca').der, [])]);
  const server = await startServer({ trust: withSources(trustStoreOf([], folder), ['file']), trustSources: ['file'] });
  onTestFinished(() => server.stop());
  const headers = { 'content-type': 'application/pdf' };
  const response = await fetch(`${server.url}/v1/verify`, { method: 'POST', body: pdf, headers });
  const { reason }: VerificationResult = JSON.parse(await response.text());
  expect(reason).toMatch(/are loaded here, but this check was told not to use them/);
});
