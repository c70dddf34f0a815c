/** A strict validation: lists that are out of date do not count, and warnings about the qualified status leave none. */
import { describe, expect, test } from 'vitest';
import { check } from '../../../src/signatures/index.js';
import { trustStoreOf } from '../../../src/trust/index.js';
import type { IndexedList } from '../../../src/trust/store/index-file.js';
import { createPki, NOW, type Row } from '../../helpers/pki.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { indexedList, listsFolder, writeGeneration } from '../../helpers/trust-lists/generation.js';

const GRANTED = [{ status: 'granted', start: '2020-01-01T00:00:00Z' }];
const YESTERDAY = new Date(NOW.getTime() - 86_400_000);
const TOMORROW = new Date(NOW.getTime() + 86_400_000);

async function validate(
  strictTrust: boolean,
  nextUpdates: Readonly<Record<string, Date>>,
  ca: Row = { subject: 'C=DE,O=Provider,CN=CA' },
  territories = ['DE'],
) {
  const pki = createPki({ ca, ann: { issuer: 'ca', subject: 'C=DE,CN=Ann', qc: {} } });
  const pdf = blankPdf().sign({ make: bytes => pki.cms('ann', bytes) });
  const folder = listsFolder();
  const lists = territories.map(territory => forSignatures(indexedList(territory, pki.id('ca').der, GRANTED)));
  await writeGeneration(folder, lists, nextUpdates);
  const trust = trustStoreOf([], folder);
  return check(pdf.withStore({ crls: [pki.crl('ca')] }).bytes, { trust, strictTrust, at: NOW });
}

/** The same list, whose services are for signatures. */
function forSignatures({ territory, providers }: IndexedList): IndexedList {
  const additional = ['http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/ForeSignatures'];
  return {
    territory,
    providers: providers.map(({ services, ...provider }) => ({
      ...provider,
      services: services.map(({ periods, ...service }) => ({
        ...service,
        periods: periods.map(period => ({ ...period, additional })),
      })),
    })),
  };
}

const OUTDATED = { verdict: 'indeterminate', signer: { subIndication: 'NO_CERTIFICATE_CHAIN_FOUND', trusted: false } };
const VALID = { verdict: 'valid', signer: { trusted: true } };

describe('a list', () => {
  test.each<[name: string, nextUpdates: Record<string, Date>, strict: object]>([
    ['that is closed', {}, VALID],
    ['that is up to date', { DE: TOMORROW, EU: TOMORROW }, VALID],
    ['that is out of date', { DE: YESTERDAY, EU: TOMORROW }, OUTDATED],
    ['named by a list of lists that is out of date', { DE: TOMORROW, EU: YESTERDAY }, OUTDATED],
  ])('%s', async (_, nextUpdates, strict) => {
    expect(await validate(false, nextUpdates)).toMatchObject(VALID);
    expect(await validate(true, nextUpdates)).toMatchObject(strict);
  });

  test('that is out of date, beside one that is not', async () => {
    const result = await validate(true, { DE: YESTERDAY, FR: TOMORROW }, undefined, ['DE', 'FR']);
    expect(result).toMatchObject(VALID);
  });

  test('the reason says since when', async () => {
    const { reason, signer } = await validate(true, { DE: YESTERDAY });
    expect(reason).toContain(`on ${YESTERDAY.toISOString().slice(0, 10)}, and lists that are out of date do not count`);
    expect(signer!.qualification).toMatchObject({ signature: 'N/A' });
    const codes = signer!.qualification!.reasons.map(({ code }) => code);
    expect(codes).toContain('LIST_OUTDATED');
  });
});

describe.each([
  ['PROVIDER_NAME_DIFFERS', { subject: 'C=DE,O=Another,CN=CA' }],
  ['LIST_OF_OTHER_COUNTRY', { subject: 'C=FR,O=Provider,CN=CA' }],
])('%s', (code, ca) => {
  test.each([
    [false, 'warn'],
    [true, 'fail'],
  ])('strict: %s', async (strict, level) => {
    const { verdict, signer } = await validate(strict, {}, ca);
    const { qualification } = signer!;
    expect(verdict).toBe('valid');
    expect(qualification!.reasons).toContainEqual(expect.objectContaining({ code, level }));
    if (strict) expect(qualification).toMatchObject({ signature: 'N/A', certificateAtSigning: 'N/A', qscd: null });
    else expect(qualification).toMatchObject({ signature: 'QESig', qscd: true });
  });
});
