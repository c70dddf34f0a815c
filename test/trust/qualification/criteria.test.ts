/** Criteria of qualifications (TS 119 612, 5.5.9.2.2), and what a list says of a real certificate. */
import { describe, expect, test } from 'vitest';
import type { Criteria } from '../../../src/trust/lists/model.js';
import { matchCriteria } from '../../../src/trust/qualification/criteria.js';
import { certificateFacts } from '../../../src/trust/qualification/index.js';
import { applyServices } from '../../../src/trust/qualification/services.js';
import { QC_STATEMENTS } from '../../helpers/pki/qc.js';
import { createPki } from '../../helpers/pki.js';
import { ANY, aCertificate, aPeriod } from '../../helpers/trust-lists/qualification.js';

const pki = createPki({
  ca: { subject: 'C=EL,O=Acme,O=Acme Group,CN=Acme CA' },
  ann: {
    issuer: 'ca',
    subject: 'C=GR,O=Ann Ltd,CN=Ann',
    keyUsage: ['digitalSignature', 'nonRepudiation'],
    eku: ['emailProtection'],
    policies: ['1.2.3', '0.4.0.194112.1.2'],
    qc: {},
  },
  plain: { issuer: 'ca', keyUsage: [] },
  broken: {
    issuer: 'ca',
    extensions: ['2.5.29.37', QC_STATEMENTS, '2.5.29.32'].map(id => ({ oid: id, value: Buffer.from([5]) })),
  },
  twice: { issuer: 'ca', extensions: [1, 2].map(() => ({ oid: '2.5.29.15', value: Buffer.from([3, 2, 6, 0x40]) })) },
});

const ann = certificateFacts(pki.certificate('ann'));

describe('facts of a certificate', () => {
  test('are what the determination reads', () => {
    expect(ann).toEqual({
      notBefore: pki.certificate('ann').notBefore,
      issuer: { country: 'EL', organizations: ['Acme', 'Acme Group'], commonNames: ['Acme CA'] },
      subject: { country: 'GR', organizations: ['Ann Ltd'], commonNames: ['Ann'] },
      keyUsage: new Set(['digitalsignature', 'nonrepudiation']),
      extendedKeyUsage: ['1.3.6.1.5.5.7.3.4'],
      policies: ['1.2.3', '0.4.0.194112.1.2'],
      subjectAttributes: ['2.5.4.6', '2.5.4.10', '2.5.4.3'],
      qc: expect.objectContaining({ compliance: true, sscd: true, types: ['0.4.0.1862.1.6.1'], legislation: [] }),
    });
  });

  test('without extensions are empty', () => {
    const { keyUsage, extendedKeyUsage, policies, qc } = certificateFacts(pki.certificate('plain'));
    expect({ keyUsage, extendedKeyUsage, policies }).toEqual({
      keyUsage: new Set(),
      extendedKeyUsage: [],
      policies: [],
    });
    expect(qc).toEqual({ compliance: false, sscd: false, types: [], legislation: [] });
  });

  test('are unknown where an extension cannot be read or occurs twice', () => {
    const { extendedKeyUsage, policies, qc } = certificateFacts(pki.certificate('broken'));
    expect({ extendedKeyUsage, policies, qc }).toEqual({ extendedKeyUsage: null, policies: null, qc: null });
    expect(certificateFacts(pki.certificate('twice')).keyUsage).toBeNull();
  });
});

const bits = (text: string): Criteria['keyUsage'] => [
  text.split(' ').map(bit => ({ bit: bit.replace('!', ''), value: !bit.startsWith('!') })),
];
const YES: Partial<Criteria> = { keyUsage: bits('nonRepudiation !crlSign') };
const NO: Partial<Criteria> = { keyUsage: bits('keyCertSign') };
const UNKNOWN: Partial<Criteria> = { hasUnknown: true };
const nested = (...parts: Partial<Criteria>[]): Partial<Criteria> => ({
  nested: parts.map(part => ({ ...ANY, ...part })),
});
const match = (criteria: Partial<Criteria>) => matchCriteria({ ...ANY, ...criteria }, ann);

describe('criteria', () => {
  test.each<[string, Partial<Criteria>, string]>([
    ['every bit has its value', YES, 'yes'],
    ['a bit is missing', NO, 'no'],
    ['a bit is set that must not be', { keyUsage: bits('nonRepudiation !digitalSignature') }, 'no'],
    ['a bit has an unknown name', { keyUsage: bits('telepathy') }, 'unknown'],
    ['all policies', { policySets: [['0.4.0.194112.1.2', '1.2.3']] }, 'yes'],
    ['one policy of two', { policySets: [['1.2.3', '1.2.4']] }, 'no'],
    ['all subject attributes', { subjectAttributes: [['2.5.4.10']] }, 'yes'],
    ['a subject attribute is missing', { subjectAttributes: [['2.5.4.97']] }, 'no'],
    ['all extended key usages', { extendedKeyUsages: [['1.3.6.1.5.5.7.3.4']] }, 'yes'],
    ['an extended key usage is missing', { extendedKeyUsages: [['1.3.6.1.5.5.7.3.8']] }, 'no'],
    ['something unknown', UNKNOWN, 'unknown'],
  ])('%s', (_, criteria, expected) => {
    expect(match(criteria)).toBe(expected);
  });

  /** Nested criteria that are met, not met, and unknown, in this order of the columns. */
  const parts = { y: YES, n: NO, u: UNKNOWN };
  test.each<[Criteria['assert'], string, string]>([
    ['all', '', 'yes'],
    ['all', 'yy', 'yes'],
    ['all', 'yn', 'no'],
    ['all', 'yu', 'unknown'],
    ['all', 'nu', 'no'],
    ['atLeastOne', '', 'no'],
    ['atLeastOne', 'nn', 'no'],
    ['atLeastOne', 'ny', 'yes'],
    ['atLeastOne', 'nu', 'unknown'],
    ['atLeastOne', 'yu', 'yes'],
    ['none', '', 'yes'],
    ['none', 'nn', 'yes'],
    ['none', 'ny', 'no'],
    ['none', 'nu', 'unknown'],
    ['none', 'yu', 'no'],
  ])('%s of "%s" is %s', (assert, letters, expected) => {
    const chosen = [...letters].map(letter => parts[letter as keyof typeof parts]);
    expect(match({ assert, ...nested(...chosen) })).toBe(expected);
  });

  test('a hostile depth is unknown', () => {
    let deep: Partial<Criteria> = YES;
    for (let i = 0; i < 100_000; i++) deep = nested(deep);
    expect(match(deep)).toBe('unknown');
  });

  test('the qualifiers whose criteria are met apply to the certificate', () => {
    const period = aPeriod({});
    const qualification = (name: string, criteria: Partial<Criteria>) => ({
      isCritical: true,
      qualifiers: [`http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/${name}`],
      criteria: { ...ANY, ...criteria },
    });
    const qualifications = [qualification('QCWithQSCD', YES), qualification('NotQualified', NO)];
    const names = { providerNames: ['Acme'], tradeNames: ['Brand'] };
    const [service] = applyServices([{ territory: 'EL', ...names, periods: [{ ...period, qualifications }] }], ann);
    expect(service).toMatchObject({ territory: 'EL', providerNames: ['Acme', 'Brand'] });
    expect(service?.periods[0]).toMatchObject({
      type: 'CA/QC',
      status: 'granted',
      purposes: new Set(['ForeSignatures']),
      qualifiers: new Set(['QCWithQSCD']),
      doubts: [],
    });
  });

  test('a certificate whose extension cannot be read meets no criterion about it', () => {
    expect(matchCriteria({ ...ANY, ...YES }, aCertificate({ keyUsage: null }))).toBe('unknown');
  });
});
