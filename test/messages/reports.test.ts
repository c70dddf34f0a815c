/** In a second language, findings and all reports have no English but what is in documents. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DocconvError } from '../../src/errors.js';
import { ENGLISH } from '../../src/messages/english/index.js';
import { setLanguage } from '../../src/messages/index.js';
import { longReports, type Outcome, type Palette, type SideBySide, summarize, toText } from '../../src/report/index.js';
import { check, type DocumentChange, type Finding, type Signer } from '../../src/signatures/index.js';
import { evaluateRules } from '../../src/signatures/rules/evaluate.js';
import { DEFAULT_POLICY } from '../../src/signatures/rules/index.js';
import { pdfChangedAfterBob, pdfWithFindings } from '../http/signed.js';
import { certificate, result, signer, trustInfo } from '../report/results.js';
import { facts, type Patch } from '../signatures/facts.js';
import { foreignWords, readableText, SECOND } from './language.js';

beforeAll(() => setLanguage(SECOND));
afterAll(() => setLanguage(ENGLISH));

const { toHtml, toMarkdown } = await longReports();

const BROKEN: Patch = {
  structure: {
    filled: false,
    encodingKnown: false,
    rangeWellFormed: false,
    gapIsContents: false,
    coverage: 'from-start',
    inField: false,
    coversField: false,
    inObjectStream: true,
    duplicateKeys: ['Contents'],
    unchanged: false,
    strayBytes: true,
    laterDamage: true,
    recovered: true,
  },
  identity: { certificateFound: false, reference: 'absent', faults: [] },
};
const NO_ATTRIBUTES = { contentType: false, messageDigest: false, single: false, der: false };
const MALFORMED: Patch = {
  structure: { coverage: 'revision', encodingKnown: false },
  cms: {
    encoding: 'CMS',
    signerInfos: 2,
    foreignContent: true,
    trailingBytes: true,
    consistent: false,
    signedAttributes: NO_ATTRIBUTES,
    algorithmsAgree: false,
  },
  crypto: { digestMatches: false, signatureVerifies: false },
  identity: { certificateFound: true, reference: 'differs', faults: [] },
};
const UNKNOWN: Patch = {
  crypto: { digestMatches: null, signatureVerifies: null },
  identity: { certificateFound: null, reference: null, faults: null },
  changes: { later: null, overlays: [], permissions: facts().changes.permissions, activeContent: null },
};

const text = 'сообщение';
const finding = (rule: string, outcome: Finding['outcome']): Finding => ({
  rule,
  outcome,
  level: 'fail',
  message: text,
});
const revocation = signer().revocation;
const stamp = { ...signer().timestamps[0]!, trusted: false };
const listed = trustInfo({
  source: 'eu',
  territory: 'EL',
  provider: 'Example Trust',
  service: 'Example CA 1',
  serviceType: 'CA/QC',
  list: { sequence: 81, issued: '2025-05-01T10:00:00.000Z', nextUpdate: '2025-11-01T10:00:00.000Z' },
});
const qualification = (signature: string): Signer['qualification'] => ({
  signature: signature as NonNullable<Signer['qualification']>['signature'],
  certificateAtIssuance: 'QC for eSig with QSCD',
  certificateAtSigning: 'QC for eSig with QSCD',
  qscd: null,
  reasons: [{ code: 'NOT_LISTED', level: 'fail', message: text }],
});
const STATUSES = ['QESig', 'QESeal', 'Unknown-QC-QSCD', 'AdESig-QC', 'AdESeal-QC', 'Unknown-QC', 'AdESig', 'AdESeal'];
const OTHER_STATUSES = [
  'Unknown',
  'Not AdES but QC with QSCD',
  'Not AdES but QC',
  'Not AdES',
  'N/A',
  'Indeterminate QESig',
];

/** What a report can state of a signature. */
const SIGNERS: readonly Partial<Signer>[] = [
  {},
  ...[1, 2, 3].map(docMDP => ({ docMDP: docMDP as 1 | 2 | 3, kind: 'certification' as const })),
  { kind: 'timestamp', trusted: false },
  { signedAt: null },
  { signedAtSource: 'claimed', name: null, organization: null, country: null },
  { timestamps: [stamp] },
  { timestamps: [{ ...stamp, name: null }] },
  { timestamps: [{ ...stamp, trusted: true, qualified: true }] },
  { timestamps: [{ ...stamp, name: null, qualified: true }] },
  ...(['revision', 'from-start', 'unclear'] as const).map(coverage => ({ coverage, intact: coverage === 'revision' })),
  {
    findings: [
      finding('signature-filled', 'fail'),
      finding('no-stray-bytes', 'fail'),
      finding('one-signer', 'unknown'),
    ],
  },
  ...(['none', 'archival', 'form-filling', 'annotations', 'content', null] as const).map(changesAfter => ({
    changesAfter,
    changesAllowed: changesAfter === 'archival',
    coverage: 'revision' as const,
  })),
  { certificate: null },
  { chain: [] },
  { trusted: false },
  { trusted: false, chain: [certificate()] },
  { trusted: false, chain: [certificate({ selfSigned: true })] },
  { trusted: false, findings: [finding('certificate-path', 'pass')] },
  { trusted: false, intact: false, findings: [finding('certificate-path', 'pass')] },
  { revocation: { ...revocation, embedded: false, producedAt: null } },
  { revocation: { ...revocation, status: 'unknown', source: null } },
  { revocation: { ...revocation, status: 'unknown' }, findings: [finding('revocation-known', 'pass')] },
  ...[null, '2025-01-01T00:00:00Z'].flatMap(revokedAt => [
    { revocation: { ...revocation, status: 'revoked' as const, revokedAt } },
    {
      revocation: { ...revocation, status: 'revoked' as const, revokedAt },
      findings: [finding('not-revoked', 'pass')],
    },
    {
      revocation: { ...revocation, status: 'revoked' as const, revokedAt },
      findings: [finding('not-revoked', 'pass'), finding('revocation-known', 'fail')],
    },
  ]),
  ...[...STATUSES, ...OTHER_STATUSES].map(status => ({ qualification: qualification(status), trust: listed })),
  {
    qualification: qualification('QESig'),
    trust: { ...listed, provider: null, list: null },
    timestamps: [{ ...stamp, qualified: false }],
  },
  { kind: 'timestamp', qualified: true, trust: listed },
  {
    kind: 'timestamp',
    qualified: false,
    trust: listed,
    qualifiedReasons: [{ code: 'NOT_LISTED', level: 'warn', message: text }],
  },
  { kind: 'timestamp', qualified: false, indication: 'INDETERMINATE', trust: listed },
];

const change = (of: Partial<DocumentChange> = {}): DocumentChange => ({
  afterField: 'Signature1',
  revision: 2,
  class: 'content',
  allowed: false,
  page: 1,
  field: null,
  message: text,
  value: null,
  ...of,
});
const drawn = (page: number) => ({ page, width: 2, height: 2, png: new Uint8Array(4) });
const area = { left: 0, top: 0, width: 1, height: 1 };
const PAIRS: SideBySide['pairs'] = [
  { before: null, after: drawn(1), areas: [], changes: [change(), change({ allowed: true })] },
  { before: drawn(1), after: null, areas: [], changes: [] },
  { before: drawn(1), after: drawn(1), areas: [], changes: [] },
  { before: drawn(1), after: drawn(2), areas: [area], changes: [] },
  { before: drawn(1), after: drawn(1), areas: [area, area], changes: [] },
  { before: drawn(1), after: { page: 1, problem: text }, areas: [], changes: [] },
];

const same = (part: string) => part;
const palette: Palette = { good: same, bad: same, unsure: same, neutral: same, strong: same, faint: same };
const settings = { checkedAt: new Date('2025-06-01T12:00:00Z'), version: '1.2.3', identityHint: text };

/** Every report of these files, as a reader sees it. */
function reportsOf(outcomes: readonly Outcome[]): string {
  const checked = outcomes.filter(outcome => 'result' in outcome);
  const blocks = [true, false].flatMap(verbose =>
    checked.map(one => toText(one, { palette, verbose, columns: 80, identityHint: text })),
  );
  const pages = [readableText(toHtml(outcomes, settings)), readableText(toMarkdown(outcomes, settings))];
  return [...blocks, ...pages, summarize(outcomes)].join('\n');
}

test('the findings of each rule, whatever its outcome, have no English', () => {
  for (const patch of [{}, BROKEN, MALFORMED, { ...MALFORMED, subFilter: null }, UNKNOWN]) {
    const { findings } = evaluateRules(facts(patch), DEFAULT_POLICY);
    expect(
      foreignWords(findings.map(({ message }) => message).join('\n'), { field: 'ETSI.CAdES.detached Contents' }),
    ).toEqual([]);
  }
});

describe('the reports have no English', () => {
  test.each(SIGNERS)('about a signature with %j', of => {
    const findings = (of.findings ?? [finding('digest', 'pass')]).map(one => ({ ...one }));
    const value = result([signer({ ...of, findings })], { reason: text });
    const outcomes = [{ file: 'a.pdf', result: value, drawings: [{ pairs: PAIRS, notes: [] }] }];
    expect(foreignWords(reportsOf(outcomes), outcomes)).toEqual([]);
  });

  test('about files of each verdict, their changes, and files that cannot be read', () => {
    const verdicts = ['valid', 'intact', 'indeterminate', 'invalid', 'unsigned'] as const;
    const outcomes: Outcome[] = verdicts.map(verdict => {
      const value = result([signer({ findings: [] })], { verdict, reason: text });
      value.document = { ...value.document, author: 'Anna', modifiedAt: '2025-05-03T10:00:00Z', encrypted: true };
      value.document.changes = [change({ class: 'archival', allowed: true }), change({ class: 'form-filling' })];
      return { file: 'a.pdf', result: value };
    });
    outcomes.push({ file: 'b.pdf', error: DocconvError.received('NOT_A_PDF', text) });
    expect(foreignWords(reportsOf(outcomes), outcomes)).toEqual([]);
    expect(foreignWords(reportsOf(outcomes.slice(0, 1)), outcomes)).toEqual([]);
  });

  test('about signed files', async () => {
    for (const bytes of [pdfWithFindings(), pdfChangedAfterBob()]) {
      const outcomes = [{ file: 'a.pdf', result: await check(bytes) }];
      expect(foreignWords(reportsOf(outcomes), outcomes)).toEqual([]);
    }
  });
});
