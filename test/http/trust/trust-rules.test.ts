/** The operator decides how long a trusted list counts after its NextUpdate. */
import { expect, onTestFinished, test } from 'vitest';
import { planCheck } from '../../../src/cli/commands/check/plan.js';
import type { Context } from '../../../src/cli/context.js';
import type { VerificationResult } from '../../../src/signatures/index.js';
import { trustStoreOf } from '../../../src/trust/index.js';
import { createPki, NOW } from '../../helpers/pki.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { indexedList, listsFolder, writeGeneration } from '../../helpers/trust-lists/generation.js';
import { startServer } from '../started.js';

const pki = createPki({ ca: { subject: 'C=DE,O=Beispiel,CN=CA' }, ann: { issuer: 'ca', subject: 'C=DE,CN=Ann' } });
const pdf = new Uint8Array(
  blankPdf()
    .sign({ make: bytes => pki.cms('ann', bytes) })
    .withStore({ crls: [pki.crl('ca')] }).bytes,
);
const THREE_DAYS_AGO = new Date(NOW.getTime() - 3 * 86_400_000);

/** By a server whose list is three days out of date. */
async function verdict(variables: Record<string, string>) {
  const folder = listsFolder();
  const granted = [{ status: 'granted', start: '2020-01-01T00:00:00Z' }];
  await writeGeneration(folder, [indexedList('DE', pki.id('ca').der, granted)], { DE: THREE_DAYS_AGO });
  const server = await startServer({ trust: trustStoreOf([], folder) }, variables);
  onTestFinished(() => server.stop());
  const headers = { 'content-type': 'application/pdf' };
  const url = `${server.url}/v1/verify?at=${NOW.toISOString()}`;
  const response = await fetch(url, { method: 'POST', body: pdf, headers });
  return ((await response.json()) as VerificationResult).verdict;
}

test.each([
  [{}, 'valid'],
  [{ DOCCONV_STRICT_TRUST: 'yes' }, 'indeterminate'],
  [{ DOCCONV_TRUST_GRACE: '2' }, 'indeterminate'],
  [{ DOCCONV_TRUST_GRACE: '3' }, 'valid'],
])('the service with %j: %s', async (variables, expected) => {
  expect(await verdict(variables)).toBe(expected);
});

test('the same settings apply to docconv check, where a flag wins', async () => {
  const planned = async (variables: Record<string, string>, strictTrust?: true) => {
    const env = { DOCCONV_HOME: listsFolder(), ...variables };
    const { settings } = await planCheck({ ...(strictTrust && { strictTrust }) }, {
      env,
      cwd: '.',
    } as unknown as Context);
    return [settings.strictTrust, settings.trustGrace];
  };
  expect(await planned({})).toEqual([false, undefined]);
  expect(await planned({ DOCCONV_STRICT_TRUST: 'yes', DOCCONV_TRUST_GRACE: '30' })).toEqual([true, 30]);
  expect(await planned({ DOCCONV_STRICT_TRUST: 'no' }, true)).toEqual([true, undefined]);
});
