/** The two determinations alone: what one of them misses, the other may hide in the result. */
import { describe, expect, test } from 'vitest';
import { byDss } from '../../../src/trust/qualification/by-dss.js';
import { byStandard } from '../../../src/trust/qualification/by-standard.js';
import type { CertificateFacts } from '../../../src/trust/qualification/index.js';
import { applyServices } from '../../../src/trust/qualification/services.js';
import { aCertificate, aService, OLD, type PeriodChanges, QUALIFIED } from '../../helpers/trust-lists/qualification.js';

const [BEFORE, AFTER] = [new Date('2016-01-01'), new Date('2021-01-01')];
const OLD_CERTIFICATE = { notBefore: new Date('2015-06-01') };
const bare = { ...QUALIFIED, compliance: false, sscd: false, types: [] };

interface Given {
  readonly certificate?: Partial<CertificateFacts>;
  readonly period?: PeriodChanges;
  readonly at?: Date;
}

describe('by TS 119 615', () => {
  const determine = ({ certificate, period = {}, at = AFTER }: Given) => {
    const facts = aCertificate(certificate);
    const { status, device, reasonsOf } = byStandard(facts, applyServices([aService([period])], facts), at);
    return [status.eSig, device, reasonsOf.eSig.join()];
  };

  test.each<[string, Given, string, boolean, string]>([
    ['PRO-4.4.4-10: withdrawn', { period: { status: 'withdrawn' } }, 'not-qualified', false, 'NOT_GRANTED'],
    ['PRO-4.4.4-10A: neither', { period: { status: 'setbynationallaw' } }, 'indeterminate', false, 'NOT_GRANTED'],
    [
      'PRO-4.4.4-07: an old certificate under the Directive',
      { certificate: { ...OLD_CERTIFICATE, qc: bare, policies: ['0.4.0.1456.1.2'] } },
      'qualified',
      false,
      'NO_DEVICE',
    ],
    [
      'PRO-4.4.4-07: the policy counts for old certificates only',
      { certificate: { qc: bare, policies: ['0.4.0.1456.1.2'] } },
      'not-qualified',
      false,
      'NOT_CLAIMED',
    ],
    ...['supervisionceased', 'supervisionrevoked', 'accreditationceased', 'accreditationrevoked'].map(
      status =>
        [
          `PRO-4.4.4-33 f: ${status}`,
          { certificate: OLD_CERTIFICATE, period: { start: OLD, status }, at: BEFORE },
          'not-qualified',
          false,
          'NOT_GRANTED',
        ] satisfies [string, Given, string, false, string],
    ),
    [
      'PRO-4.4.4-33 f: an old certificate, later, of a service for seals',
      { certificate: OLD_CERTIFICATE, period: { purposes: ['ForeSeals'] } },
      'not-qualified',
      false,
      'NOT_FOR_THIS_PURPOSE',
    ],
    [
      'PRO-4.5.4-03 a: with and without device',
      {
        certificate: OLD_CERTIFICATE,
        period: { start: OLD, status: 'accredited', qualifiers: ['QCWithSSCD', 'QCNoSSCD'] },
        at: BEFORE,
      },
      'qualified',
      false,
      'DEVICE_CONFLICT',
    ],
    [
      'table 6: without device',
      {
        certificate: OLD_CERTIFICATE,
        period: { start: OLD, status: 'accredited', qualifiers: ['QCNoSSCD'] },
        at: BEFORE,
      },
      'qualified',
      false,
      'NO_DEVICE',
    ],
    [
      'PRO-4.5.4-04 c: old words only',
      { period: { qualifiers: ['QCWithSSCD'] } },
      'qualified',
      false,
      'DEVICE_CONFLICT',
    ],
    ['PRO-4.5.4-04 c: both words', { period: { qualifiers: ['QCWithSSCD', 'QCWithQSCD'] } }, 'qualified', true, ''],
    [
      'PRO-4.5.4-04 c: as stated, and with',
      { period: { qualifiers: ['QCQSCDStatusAsInCert', 'QCWithQSCD'] } },
      'qualified',
      false,
      'DEVICE_CONFLICT',
    ],
    [
      'PRO-4.5.4-04 c: managed, and without',
      { period: { qualifiers: ['QCQSCDManagedOnBehalf', 'QCNoQSCD'] } },
      'qualified',
      false,
      'DEVICE_CONFLICT',
    ],
  ])('%s', (_, given, status, device, reasons) => {
    expect(determine(given)).toEqual([status, device, reasons]);
  });

  test('PRO-4.3.4: the list of the country counts, even if another list contradicts it', () => {
    const facts = aCertificate();
    const services = [aService([{ status: 'withdrawn' }], { territory: 'FR' }), aService()];
    const { status, reasons } = byStandard(facts, applyServices(services, facts), AFTER);
    expect(status.eSig).toBe('qualified');
    expect([...reasons]).toEqual([]);
  });

  test.each([
    ['GR', 'EL'],
    ['GB', 'UK'],
    ['de', 'DE'],
  ])('PRO-4.4.4-01: certificates of %s belong to the list %s', (country, territory) => {
    const facts = aCertificate({ issuer: { country, organizations: ['Acme'], commonNames: [] } });
    const services = applyServices([aService([{}], { territory })], facts);
    expect([...byStandard(facts, services, AFTER).reasons]).toEqual([]);
  });
});

describe('by EU DSS', () => {
  const determine = ({ certificate, period = {}, at = AFTER }: Given) => {
    const facts = aCertificate(certificate);
    return byDss(facts, applyServices([aService([period])], facts), at).status;
  };

  test.each<[string, Given, boolean, string, boolean]>([
    ['a qualified signature', {}, true, 'eSig', true],
    ['a qualifier that the service does not cover', { period: { qualifiers: ['QCForESeal'] } }, true, 'unknown', true],
    [
      'a policy about the device after the border',
      { certificate: { qc: { ...QUALIFIED, sscd: false }, policies: ['0.4.0.1456.1.1'] } },
      true,
      'eSig',
      false,
    ],
    [
      'a service for seals before the border',
      {
        certificate: OLD_CERTIFICATE,
        period: { start: OLD, status: 'accredited', purposes: ['ForeSeals'] },
        at: BEFORE,
      },
      true,
      'unknown',
      true,
    ],
    [
      'granted before the border',
      { certificate: OLD_CERTIFICATE, period: { start: OLD, status: 'granted' }, at: BEFORE },
      false,
      'eSig',
      false,
    ],
    ['contradictory qualifiers', { period: { qualifiers: ['QCStatement', 'NotQualified'] } }, false, 'eSig', false],
    [
      'the law of another country, with a statement of the list',
      { certificate: { qc: { ...QUALIFIED, legislation: ['CH'] } }, period: { qualifiers: ['QCStatement'] } },
      true,
      'eSig',
      true,
    ],
  ])('%s', (_, given, qualified, purpose, device) => {
    expect(determine(given)).toEqual({ qualified, purpose, device });
  });
});
