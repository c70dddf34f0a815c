/** Lists that are out of date, and a strict validation: lists that are out of date do not count, and warnings about the qualified status leave none. */
import { describe, expect, test } from 'vitest';
import { longReports, type Palette, toText } from '../../../src/report/index.js';
import { type CheckOptions, check, type VerificationResult } from '../../../src/signatures/index.js';
import { trustStoreOf } from '../../../src/trust/index.js';
import type { IndexedList } from '../../../src/trust/store/index-file.js';
import { createPki, NOW, type Row } from '../../helpers/pki.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { indexedList, listsFolder, writeGeneration } from '../../helpers/trust-lists/generation.js';

const GRANTED = [{ status: 'granted', start: '2020-01-01T00:00:00Z' }];
const YESTERDAY = new Date(NOW.getTime() - 86_400_000);
const TOMORROW = new Date(NOW.getTime() + 86_400_000);

async function validate(
  rules: boolean | Pick<CheckOptions, 'strictTrust' | 'trustGrace' | 'requireTrust'>,
  nextUpdates: Readonly<Record<string, Date>>,
  ca: Row = { subject: 'C=DE,O=Provider,CN=CA' },
  territories = ['DE'],
) {
  const given = typeof rules === 'boolean' ? { strictTrust: rules } : rules;
  const pki = createPki({ ca, ann: { issuer: 'ca', subject: 'C=DE,CN=Ann', qc: {} } });
  const pdf = blankPdf().sign({ make: bytes => pki.cms('ann', bytes) });
  const folder = listsFolder();
  const lists = territories.map(territory => forSignatures(indexedList(territory, pki.id('ca').der, GRANTED)));
  await writeGeneration(folder, lists, nextUpdates);
  const trust = trustStoreOf([], folder);
  return check(pdf.withStore({ crls: [pki.crl('ca')] }).bytes, { trust, at: NOW, ...given });
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
    expect(reason).toContain(
      'the trusted list of Germany should have been replaced by 2026-05-31, and lists that are out',
    );
    expect(signer!.qualification).toMatchObject({ signature: 'N/A' });
    const codes = signer!.qualification!.reasons.map(({ code }) => code);
    expect(codes).toContain('LIST_OUTDATED');
  });
});

const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

describe('a list that is out of date counts for 14 days, or as configured', () => {
  test.each<[days: number, trustGrace: number | undefined, expected: object]>([
    [14, undefined, VALID],
    [15, undefined, OUTDATED],
    [15, 30, VALID],
    [1, 0, OUTDATED],
  ])('%d days, grace %s', async (days, trustGrace, expected) => {
    const settings = trustGrace === undefined ? {} : { trustGrace };
    for (const late of ['DE', 'EU'])
      expect(await validate(settings, { [late]: daysAgo(days) })).toMatchObject(expected);
  });

  test('the reason names the list and what would help', async () => {
    const { reason } = await validate({}, { DE: TOMORROW, EU: daysAgo(15) });
    expect(reason).toContain(
      '“CA” is in the trusted list (DE), but the list of trusted lists should have been replaced by 2026-05-17, and there is no proof that the signature existed until 14 days later. Newer lists are needed.',
    );
  });

  test('without a need for trust the signature is intact', async () => {
    expect(await validate({ requireTrust: false }, { DE: daysAgo(15) })).toMatchObject({ verdict: 'intact' });
  });
});

const pki = createPki({
  ca: { subject: 'C=DE,O=Provider,CN=CA' },
  ann: { issuer: 'ca', subject: 'C=DE,CN=Ann' },
  tsaRoot: {},
  tsa: { issuer: 'tsaRoot', eku: ['timeStamping'], ekuCritical: true },
});

/** With a timestamp of so many days ago; null: without one. */
function signedAt(stampedAt: number | null): Uint8Array {
  const timestamp = (value: Uint8Array) => pki.timestamp('tsa', value, { time: daysAgo(stampedAt!) });
  const options = stampedAt === null ? {} : { timestamp };
  const pdf = blankPdf().sign({ make: bytes => pki.cms('ann', bytes, options) });
  return pdf.withStore({ crls: [pki.crl('ca'), pki.crl('tsaRoot')] }).bytes;
}

test.each<[name: string, stampedAt: number, expected: object]>([
  ['while the list was up to date', 90, VALID],
  ['in the grace period', 30, VALID],
  ['after it', 20, OUTDATED],
])('with a timestamp of %s', async (_, stampedAt, expected) => {
  const folder = listsFolder();
  const lists = [indexedList('DE', pki.id('ca').der, GRANTED), indexedList('FR', pki.id('tsaRoot').der, GRANTED)];
  await writeGeneration(folder, lists, { DE: daysAgo(40), FR: daysAgo(40) });
  expect(await check(signedAt(stampedAt), { trust: trustStoreOf([], folder), at: NOW })).toMatchObject(expected);
});

test.each<[name: string, droppedAt: number, stampedAt: number | null, expected: object]>([
  ['before the signature', 1, null, OUTDATED],
  ['before the timestamp', 20, 10, OUTDATED],
  ['after the timestamp', 10, 20, VALID],
])('a list whose signer the list of lists dropped %s', async (_, droppedAt, stampedAt, expected) => {
  const folder = listsFolder();
  const lists = [indexedList('DE', pki.id('ca').der, GRANTED), indexedList('FR', pki.id('tsaRoot').der, GRANTED)];
  await writeGeneration(folder, lists, {}, { DE: daysAgo(droppedAt) });
  const result = await check(signedAt(stampedAt), { trust: trustStoreOf([], folder), at: NOW });
  expect(result).toMatchObject(expected);
  if (expected === OUTDATED)
    expect(result.reason).toMatch(/since 2026-05-\d\d the list of trusted lists does not name the signer of the copy/);
});

const same = (text: string) => text;
const PLAIN: Palette = { good: same, bad: same, unsure: same, neutral: same, strong: same, faint: same };

describe('a list that is out of date is a warning, with its age', () => {
  const found = ({ signer }: VerificationResult) => signer!.findings.find(({ rule }) => rule === 'lists-current');

  test('in the findings, and in the text', async () => {
    const result = await validate({}, { DE: daysAgo(3), EU: daysAgo(1) });
    const text =
      'The trusted list of Germany (no. 7) should have been replaced by 2026-05-29: it is 3 days out of date. The list of trusted lists (no. 7) should have been replaced by 2026-05-31: it is 1 day out of date.';
    expect(result).toMatchObject(VALID);
    expect(found(result)).toEqual({ rule: 'lists-current', outcome: 'fail', level: 'warn', message: text });
    const { toHtml, toMarkdown } = await longReports();
    const checked = { file: 'a.pdf', result };
    const settings = { identityHint: '', verbose: false, columns: 1000, palette: PLAIN };
    const reports = { checkedAt: NOW, version: '1.2.3', identityHint: '' };
    expect(toText(checked, settings)).toContain(text);
    expect(toMarkdown([checked], reports)).toContain('it is 3 days out of date');
    expect(toHtml([checked], reports)).toContain('it is 3 days out of date');
  });

  test('lists that are not', async () => {
    expect(found(await validate({}, { DE: TOMORROW, EU: TOMORROW }))).toMatchObject({ outcome: 'pass' });
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
