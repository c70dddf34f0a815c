/** The qualified status in reports: one sentence for a person, the reasons for an expert. */
import { describe, expect, test } from 'vitest';
import { longReports, type Palette, toText } from '../../src/report/index.js';
import type { Signer } from '../../src/signatures/index.js';
import { result, signer, trustInfo } from './results.js';

const { toHtml, toMarkdown } = await longReports();
const same = (text: string) => text;
const palette: Palette = { good: same, bad: same, unsure: same, neutral: same, strong: same, faint: same };
const identityHint = '';
const settings = { checkedAt: new Date('2025-06-01T12:00:00Z'), version: '1.2.3', identityHint };

const listed = trustInfo({
  source: 'eu',
  territory: 'EL',
  provider: 'Example Trust',
  service: 'Example CA 1',
  serviceType: 'CA/QC',
  status: 'granted',
  list: { sequence: 81, issued: '2025-05-01T10:00:00.000Z', nextUpdate: '2025-11-01T10:00:00.000Z' },
});
type Status = NonNullable<Signer['qualification']>;
const status = (change: Partial<Status> = {}): Status => ({
  signature: 'QESig',
  certificateAtIssuance: 'QC for eSig with QSCD',
  certificateAtSigning: 'QC for eSig with QSCD',
  qscd: true,
  reasons: [],
  ...change,
});
const cause = (code: string, message: string) => ({ code, level: 'fail', message }) as const;
const checked = (change: Partial<Signer>) => ({
  file: 'a.pdf',
  result: result([signer({ trust: listed, qualification: status(), ...change })]),
});
const text = (change: Partial<Signer>, verbose = false) =>
  toText(checked(change), { palette, verbose, columns: Number.POSITIVE_INFINITY, identityHint });
const lineOf = (change: Partial<Signer>) =>
  text(change)
    .split('\n')
    .find(line => line.slice(4).startsWith('Status'));

const NOT_GRANTED = cause('NOT_GRANTED', 'It was withdrawn.');
const LIST = 'listed in the trusted list of Greece (no. 81, issued 2025-05-01)';

describe('the sentence', () => {
  test.each<[string, Partial<Signer>, string | undefined]>([
    [
      'qualified',
      {},
      `  ✓ Status      qualified electronic signature (QES) of “Anna Example”, certificate by Example Trust, ${LIST}`,
    ],
    [
      'a certificate without device',
      {
        qualification: status({
          signature: 'AdESig-QC',
          qscd: false,
          reasons: [cause('NO_DEVICE', 'The key is free.')],
        }),
      },
      `    Status      advanced electronic signature with a qualified certificate, not a qualified signature: the key is free; certificate by Example Trust, ${LIST}`,
    ],
    [
      'not confirmed',
      {
        qualification: status({
          signature: 'Indeterminate QESig',
          reasons: [cause('NOT_CONFIRMED', 'It could not be confirmed.')],
        }),
      },
      `  ! Status      not confirmed to be a qualified electronic signature (QES) of “Anna Example”, certificate by Example Trust, ${LIST}`,
    ],
    [
      'broken',
      {
        qualification: status({
          signature: 'Not AdES but QC with QSCD',
          reasons: [cause('NOT_INTACT', 'It is broken.')],
        }),
      },
      `  ✗ Status      not a qualified signature, although its certificate is qualified: it is broken; certificate by Example Trust, ${LIST}`,
    ],
    [
      'an issuer that is not listed',
      { trust: null, qualification: status({ signature: 'N/A', reasons: [cause('NOT_LISTED', 'No list names it.')] }) },
      '    Status      qualified status not determined: no list names it',
    ],
    ['without the lists', { qualification: null, trust: trustInfo() }, undefined],
    [
      'a timestamp',
      { kind: 'timestamp', qualification: null, qualified: true },
      `  ✓ Status      qualified electronic timestamp, by Example Trust, ${LIST}`,
    ],
    [
      'a timestamp that is not confirmed',
      { kind: 'timestamp', qualification: null, qualified: false, indication: 'INDETERMINATE', trust: null },
      '  ! Status      not confirmed to be a qualified timestamp',
    ],
    [
      'a timestamp that is not qualified',
      { kind: 'timestamp', qualification: null, qualified: false, qualifiedReasons: [NOT_GRANTED] },
      `    Status      not a qualified timestamp: it was withdrawn; by Example Trust, ${LIST}`,
    ],
  ])('%s', (_, change, expected) => {
    expect(lineOf(change)).toBe(expected);
  });

  test('every status has one', () => {
    const forms = ['QESig', 'QESeal', 'Unknown-QC-QSCD', 'AdESig-QC', 'AdESeal-QC', 'Unknown-QC'];
    const all = [...forms, 'AdESig', 'AdESeal', 'Unknown'].flatMap(form => [form, `Indeterminate ${form}`]);
    for (const name of [...all, 'Not AdES but QC with QSCD', 'Not AdES but QC', 'Not AdES', 'N/A']) {
      const line = lineOf({ qualification: status({ signature: name as Status['signature'] }) });
      expect(line).toMatch(/Status {6}[a-z]/);
      expect(/✓/.test(line!), name).toBe(name === 'QESig' || name === 'QESeal');
    }
  });
});

test('a qualified timestamp proves the time', () => {
  const [stamp] = signer().timestamps;
  expect(text({ timestamps: [{ ...stamp!, qualified: true }] })).toContain(
    'proven by a qualified timestamp of “Example TSA”',
  );
  expect(text({ timestamps: [{ ...stamp!, qualified: false }] })).toContain('proven by a timestamp of “Example TSA”');
});

test('all reasons and moments are in the long reports', () => {
  const reasons = [cause('NO_DEVICE', 'The key is free.'), { ...cause('LATE', 'A doubt.'), level: 'warn' as const }];
  const change = {
    qualification: status({ signature: 'AdESig-QC', certificateAtSigning: 'QC for eSig', qscd: false, reasons }),
  };
  const reports = [text(change, true), toHtml([checked(change)], settings), toMarkdown([checked(change)], settings)];
  for (const report of reports) {
    for (const part of [
      'QC for eSig with QSCD',
      'Example CA 1, CA/QC, granted',
      'next update 2025-11-01',
      'The key is free.',
      'A doubt.',
    ]) {
      expect(report).toContain(part);
    }
    expect(report.replaceAll('\\', '')).toContain('NO_DEVICE');
  }
  expect(text(change)).not.toContain('A doubt.');
});

test('names of a list cannot become markup or another line', () => {
  const trust = { ...listed, provider: '<b>Evil\n\u202eTrust</b>' };
  expect(toHtml([checked({ trust })], settings)).not.toContain('<b>');
  expect(lineOf({ trust })).toContain('<b>Evil \\u202eTrust</b>');
});

test('every report says why a timestamp is not qualified', () => {
  const [stamp] = signer().timestamps;
  const change = { timestamps: [{ ...stamp!, qualified: false, qualifiedReasons: [NOT_GRANTED] }] };
  const reports = [text(change, true), toHtml([checked(change)], settings), toMarkdown([checked(change)], settings)];
  for (const report of reports) {
    expect(report).toMatch(/Timestamp of “Example TSA”.{1,40}not qualified/);
    expect(report).toContain('Timestamp of “Example TSA”: It was withdrawn.');
    expect(report.replaceAll('\\', '')).toContain('NOT_GRANTED');
  }
  const own = { qualification: null, qualified: false, qualifiedReasons: [NOT_GRANTED] };
  expect(text({ kind: 'timestamp', ...own }, true)).toContain('It was withdrawn. [NOT_GRANTED]');
});
