/** The qualified status of signatures, by certificates and services that differ in one thing from a qualified signature. */
import { describe, expect, test } from 'vitest';
import { message } from '../../../src/messages/index.js';
import {
  type CertificateFacts,
  qualifySignature,
  type SignatureInput,
} from '../../../src/trust/qualification/index.js';
import { REASONS } from '../../../src/trust/qualification/reasons.js';
import {
  ANY,
  aCertificate,
  aService,
  OLD,
  type PeriodChanges,
  QUALIFIED,
  type ServiceChanges,
} from '../../helpers/trust-lists/qualification.js';

const SIGNED = new Date('2021-01-01T00:00:00Z');
const CHANGE = new Date('2020-07-01T00:00:00Z');
const CHANGE_2017 = new Date('2017-01-01T00:00:00Z');

interface Given {
  readonly certificate?: Partial<CertificateFacts>;
  /** Default: one service with one period. */
  readonly services?: readonly (readonly [readonly PeriodChanges[], ServiceChanges?])[];
  readonly period?: PeriodChanges;
  readonly signed?: Date;
  readonly indication?: SignatureInput['indication'];
}

function qualify({ certificate, services, period = {}, signed = SIGNED, indication = 'TOTAL_PASSED' }: Given) {
  const facts = aCertificate(certificate);
  const listed = (services ?? [[[period]] as const]).map(([periods, changes]) => aService(periods, changes));
  return qualifySignature({ facts, services: listed, signingTime: signed, indication });
}

test('a signature is qualified by a granted service, a certificate that claims it, and a device', () => {
  expect(qualify({})).toEqual({
    signature: 'QESig',
    certificateAtIssuance: 'QC for eSig with QSCD',
    certificateAtSigning: 'QC for eSig with QSCD',
    qscd: true,
    reasons: [],
  });
});

const seal = { ...QUALIFIED, types: ['0.4.0.1862.1.6.2'] };
const web = { ...QUALIFIED, types: ['0.4.0.1862.1.6.3'] };
const [bare, noDevice] = [
  { ...QUALIFIED, compliance: false, types: [] },
  { ...QUALIFIED, sscd: false },
];
const before = { start: OLD, end: null, status: 'undersupervision', purposes: [] };
const atTheBorder = new Date('2016-06-30T22:00:00Z');
const oldCertificate = { notBefore: new Date('2015-06-01T00:00:00Z'), qc: { ...QUALIFIED, types: [] } };
const signedBefore = new Date('2016-01-01T00:00:00Z');

test.each<[string, Given, string]>([
  ['a seal', { certificate: { qc: seal }, period: { purposes: ['ForeSeals'] } }, 'QESeal'],
  ['a device that the list states', { certificate: { qc: noDevice }, period: { qualifiers: ['QCWithQSCD'] } }, 'QESig'],
  [
    'a device that somebody manages',
    { certificate: { qc: noDevice }, period: { qualifiers: ['QCQSCDManagedOnBehalf'] } },
    'QESig',
  ],
  ['a device as stated', { period: { qualifiers: ['QCQSCDStatusAsInCert'] } }, 'QESig'],
  [
    'a certificate that only the list declares qualified',
    { certificate: { qc: bare }, period: { qualifiers: ['QCStatement', 'QCForESig'] } },
    'QESig',
  ],
  [
    'a seal, because the list says so',
    { period: { purposes: ['ForeSignatures', 'ForeSeals'], qualifiers: ['QCForESeal'] } },
    'QESeal',
  ],
  ['under the Directive', { certificate: oldCertificate, period: before, signed: signedBefore }, 'QESig'],
  [
    'under the Directive, by policy',
    {
      certificate: { ...oldCertificate, qc: bare, policies: ['0.4.0.1456.1.1'] },
      period: before,
      signed: signedBefore,
    },
    'QESig',
  ],
  [
    'with an old certificate, after the border',
    {
      certificate: oldCertificate,
      services: [[[{ start: atTheBorder }, { ...before, end: atTheBorder }]]],
      signed: SIGNED,
    },
    'QESig',
  ],
  [
    'at the border itself',
    { certificate: { notBefore: atTheBorder }, period: { start: atTheBorder }, signed: atTheBorder },
    'QESig',
  ],
  [
    'by organization, regardless of case and white space',
    { certificate: { issuer: { country: 'de', organizations: [' acme'], commonNames: [] } } },
    'QESig',
  ],
])('qualified: %s', (_, given, expected) => {
  const { signature, reasons } = qualify(given);
  expect({ signature, reasons }).toEqual({ signature: expected, reasons: [] });
});

const unknownCriteria = { ...ANY, hasUnknown: true };

/** Each with the code of the reason, and the result. */
const CASES: readonly [string, Given, string, keyof typeof REASONS][] = [
  ['an altered document', { indication: 'TOTAL_FAILED' }, 'Not AdES but QC with QSCD', 'NOT_INTACT'],
  [
    'an altered document without device',
    { indication: 'TOTAL_FAILED', certificate: { qc: noDevice } },
    'Not AdES but QC',
    'NOT_INTACT',
  ],
  ['an altered document, not qualified', { indication: 'TOTAL_FAILED', services: [] }, 'Not AdES', 'NOT_INTACT'],
  ['a doubtful document', { indication: 'INDETERMINATE' }, 'Indeterminate QESig', 'NOT_CONFIRMED'],
  ['a certificate for web sites', { certificate: { qc: web } }, 'Not AdES', 'FOR_WEB_SITES'],
  ['an issuer that no list names', { services: [] }, 'N/A', 'NOT_LISTED'],
  ['a service that started later', { period: { start: SIGNED } }, 'AdESig', 'NO_SERVICE_AT_TIME'],
  ['a service of another type', { period: { type: 'CA/PKC' } }, 'AdESig', 'NO_SERVICE_AT_TIME'],
  ['an unknown critical extension', { period: { hasUnknownCritical: true } }, 'N/A', 'EXTENSION_UNKNOWN'],
  [
    'an unknown criterion',
    { period: { qualifiers: ['NotQualified'], criteria: unknownCriteria } },
    'N/A',
    'CRITERIA_UNKNOWN',
  ],
  [
    'a criterion about an extension that cannot be read',
    {
      certificate: { policies: null },
      period: { qualifiers: ['NotQualified'], criteria: { ...ANY, policySets: [['1.2.3']] } },
    },
    'N/A',
    'CRITERIA_UNKNOWN',
  ],
  ['two providers', { services: [[[{}]], [[{}], { names: ['Other'] }]] }, 'N/A', 'PROVIDERS_CONFLICT'],
  ['two statuses', { services: [[[{}]], [[{ status: 'withdrawn' }]]] }, 'N/A', 'STATUS_CONFLICT'],
  ['two opinions', { services: [[[{}]], [[{ qualifiers: ['NotQualified'] }]]] }, 'N/A', 'SERVICES_CONFLICT'],
  ['a service that was withdrawn', { period: { status: 'withdrawn' } }, 'AdESig', 'NOT_GRANTED'],
  ['a service that is recognised only', { period: { status: 'recognisedatnationallevel' } }, 'AdESig', 'NOT_GRANTED'],
  [
    'a service that was withdrawn before signing',
    { services: [[[{ start: CHANGE, status: 'withdrawn' }, { end: CHANGE }]]] },
    'AdESig',
    'MOMENTS_DIFFER',
  ],
  [
    'a service that was granted after issuance',
    { services: [[[{ start: CHANGE }, { end: CHANGE, status: 'withdrawn' }]]] },
    'AdESig',
    'MOMENTS_DIFFER',
  ],
  [
    'a signature at the moment of withdrawal',
    { services: [[[{ start: CHANGE, status: 'withdrawn' }, { end: CHANGE }]]], signed: CHANGE },
    'N/A',
    'SERVICES_CONFLICT',
  ],
  [
    'a supervision that has ceased',
    { certificate: oldCertificate, period: { ...before, status: 'supervisionceased' }, signed: signedBefore },
    'AdESig',
    'NOT_GRANTED',
  ],
  ['a certificate that the list excludes', { period: { qualifiers: ['NotQualified'] } }, 'AdESig', 'OVERRULED'],
  [
    'qualifiers that contradict each other',
    { period: { qualifiers: ['NotQualified', 'QCStatement'] } },
    'AdESig',
    'QUALIFIERS_CONFLICT',
  ],
  ['a legal person', { period: { qualifiers: ['QCForLegalPerson'] } }, 'AdESig', 'NOT_FOR_THIS_PURPOSE'],
  [
    'an old certificate for seals',
    {
      certificate: oldCertificate,
      period: { start: OLD, status: 'accredited', qualifiers: ['QCForESeal'] },
      signed: signedBefore,
    },
    'N/A',
    'QUALIFIERS_CONFLICT_BEFORE_2016',
  ],
  [
    'one service for signatures and one for seals',
    { services: [[[{ qualifiers: ['QCForESig'] }]], [[{ purposes: ['ForeSeals'], qualifiers: ['QCForESeal'] }]]] },
    'N/A',
    'SEVERAL_PURPOSES',
  ],
  ['statements that cannot be read', { certificate: { qc: null } }, 'Unknown', 'QC_STATEMENTS_UNREADABLE'],
  [
    'the law of another country',
    { certificate: { qc: { ...QUALIFIED, legislation: ['CH'] } } },
    'AdESig',
    'THIRD_COUNTRY',
  ],
  ['a certificate that claims nothing', { certificate: { qc: bare } }, 'Unknown', 'NOT_CLAIMED'],
  ['a seal of a service for signatures', { certificate: { qc: seal } }, 'AdESeal', 'NOT_FOR_THIS_PURPOSE'],
  [
    'a certificate for signatures and seals',
    { certificate: { qc: { ...QUALIFIED, types: [...QUALIFIED.types, ...seal.types] } } },
    'Unknown-QC',
    'TYPE_UNKNOWN',
  ],
  [
    'a list that contradicts itself about the device',
    { period: { qualifiers: ['QCWithQSCD', 'QCNoQSCD'] } },
    'AdESig-QC',
    'DEVICE_CONFLICT',
  ],
  ['old words about the device', { period: { qualifiers: ['QCWithSSCD'] } }, 'AdESig-QC', 'DEVICE_CONFLICT'],
  [
    'a critical qualifier that is unknown',
    { period: { qualifiers: ['QCFuture'], isCritical: true } },
    'AdESig-QC',
    'QUALIFIER_UNKNOWN_CRITICAL',
  ],
  ['no device', { certificate: { qc: noDevice } }, 'AdESig-QC', 'NO_DEVICE'],
  ['no device, because the list says so', { period: { qualifiers: ['QCNoQSCD'] } }, 'AdESig-QC', 'NO_DEVICE'],
  ['another country', { services: [[[{}], { territory: 'FR' }]] }, 'QESig', 'LIST_OF_OTHER_COUNTRY'],
  [
    'another name',
    { certificate: { issuer: { country: 'DE', organizations: ['Acme GmbH'], commonNames: ['Acme'] } } },
    'QESig',
    'PROVIDER_NAME_DIFFERS',
  ],
  [
    'two states with the same start, of which the newer is granted',
    { services: [[[{ start: CHANGE_2017 }, { start: CHANGE_2017, end: CHANGE_2017, status: 'withdrawn' }]]] },
    'QESig',
    'HISTORY_SAME_START',
  ],
  [
    'two states with the same start, of which the older is granted',
    {
      services: [
        [
          [
            { start: CHANGE_2017, status: 'withdrawn' },
            { start: CHANGE_2017, end: CHANGE_2017 },
          ],
        ],
      ],
    },
    'AdESig',
    'HISTORY_SAME_START',
  ],
  [
    'two states with the same start long before',
    {
      services: [
        [[{ start: CHANGE_2017 }, { start: OLD, end: CHANGE_2017 }, { start: OLD, end: OLD, status: 'accredited' }]],
      ],
    },
    'QESig',
    'HISTORY_SAME_START',
  ],
  ['two entries that agree', { services: [[[{}]], [[{ names: ['Twin'] }]]] }, 'QESig', 'SERVICE_LISTED_TWICE'],
  ['a qualifier that is unknown', { period: { qualifiers: ['QCFuture'] } }, 'QESig', 'QUALIFIER_UNKNOWN'],
  [
    'two purposes, one of which the list confirms',
    {
      certificate: { qc: { ...QUALIFIED, types: [...QUALIFIED.types, ...seal.types] } },
      period: { qualifiers: ['QCForESig'] },
    },
    'QESig',
    'SEVERAL_QC_TYPES',
  ],
];

test.each(CASES)('%s', (_, given, signature, code) => {
  const result = qualify(given);
  expect(result.signature).toBe(signature);
  expect(result.reasons.map(reason => reason.code)).toContain(code);
});

test('a service that several anchors name counts once', () => {
  expect(qualify({ services: [[[{}]], [[{}]]] })).toMatchObject({ signature: 'QESig', reasons: [] });
});

test('every reason has a case', () => {
  const ofTimestamps = ['BEFORE_REGULATION'];
  const ofStrict = ['LIST_OUTDATED']; // test/signatures/trust/strict.test.ts
  const reached = new Set<string>([...CASES.map(([, , , code]) => code), ...ofTimestamps, ...ofStrict]);
  expect(Object.keys(REASONS).filter(code => !reached.has(code))).toEqual([]);
});

test('a reason of one moment names it, and the most important reason is the first', () => {
  const { reasons, ...result } = qualify({
    services: [[[{ start: CHANGE, status: 'withdrawn' }, { end: CHANGE }]]],
    certificate: { issuer: { country: 'DE', organizations: ['Other'], commonNames: [] } },
  });
  expect(result).toEqual({
    signature: 'AdESig',
    certificateAtIssuance: 'QC for eSig with QSCD',
    certificateAtSigning: 'Cert for eSig',
    qscd: null,
  });
  expect(reasons).toEqual([
    {
      code: 'NOT_GRANTED',
      level: 'fail',
      message: 'When the signature was made: the service did not have the status granted.',
    },
    { code: 'MOMENTS_DIFFER', level: 'fail', message: message('qualification.MOMENTS_DIFFER') },
    { code: 'PROVIDER_NAME_DIFFERS', level: 'warn', message: message('qualification.PROVIDER_NAME_DIFFERS') },
  ]);
});

describe('for every combination of certificate, service and time', () => {
  const results = combinations().map(given => ({ given, result: qualify(given) }));
  const isQualified = (name: string) => name === 'QESig' || name === 'QESeal';
  const failures = (given: (typeof results)[number]) => given.result.reasons.filter(({ level }) => level === 'fail');

  test('a reason explains every status that is not qualified, and no other', () => {
    expect(results.length).toBeGreaterThan(5000);
    const wrong = results.filter(one => isQualified(one.result.signature) !== (failures(one).length === 0));
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  test('some are qualified, and none of them without device, grant, or proof of validity', () => {
    const qualified = results.filter(({ result }) => isQualified(result.signature));
    expect(qualified.length).toBeGreaterThan(50);
    for (const { given, result } of qualified) {
      expect(result).toMatchObject({
        qscd: true,
        certificateAtSigning: expect.stringMatching(/^QC for .* with QSCD$/),
      });
      expect(result.certificateAtIssuance).toMatch(/^QC for /);
      expect(['granted', 'undersupervision']).toContain(given.period?.status);
      expect(given.indication).toBe('TOTAL_PASSED');
    }
  });

  test('a signature that is not valid is never an advanced one', () => {
    for (const { given, result } of results) {
      if (given.indication === 'TOTAL_FAILED') expect(result.signature).toMatch(/^Not AdES/);
      if (given.indication === 'INDETERMINATE') expect(result.signature).toMatch(/^(Indeterminate |Not AdES$|N\/A$)/);
    }
  });
});

function combinations(): Given[] {
  const qualifiers = [
    undefined,
    ['NotQualified'],
    ['QCStatement'],
    ['QCForESig'],
    ['QCForESeal'],
    ['QCWithQSCD'],
    ['QCNoQSCD'],
  ];
  const times = [
    { start: atTheBorder, signed: SIGNED, notBefore: CHANGE },
    { start: OLD, signed: signedBefore, notBefore: oldCertificate.notBefore },
    { start: OLD, signed: SIGNED, notBefore: oldCertificate.notBefore },
  ];
  return times.flatMap(({ start, signed, notBefore }) =>
    [null, QUALIFIED, seal, web, bare, noDevice].flatMap(qc =>
      ['granted', 'withdrawn', 'undersupervision', 'supervisionceased'].flatMap(status =>
        [[], ['ForeSignatures'], ['ForeSeals'], ['ForeSignatures', 'ForeSeals']].flatMap(purposes =>
          qualifiers.flatMap(names =>
            (['TOTAL_PASSED', 'INDETERMINATE', 'TOTAL_FAILED'] as const).map(indication => ({
              certificate: { qc, notBefore },
              period: { start, status, purposes, ...(names && { qualifiers: names }) },
              signed,
              indication,
            })),
          ),
        ),
      ),
    ),
  );
}
