/** Certificates and services of trusted lists for tests of the qualified status, each with defaults for a qualified signature. */

import type { ListedService } from '../../../src/trust/anchor.js';
import type { Criteria, ServicePeriod } from '../../../src/trust/lists/model.js';
import type { CertificateFacts } from '../../../src/trust/qualification/index.js';

const TRUST_SERVICES = 'http://uri.etsi.org/TrstSvc/';

/** The URI of a qualifier, or of AdditionalServiceInformation. */
const extensionUri = (name: string): string => `${TRUST_SERVICES}TrustedList/SvcInfoExt/${name}`;

/** After the Regulation; before it. */
const NEW = new Date('2020-01-01T00:00:00Z');
export const OLD = new Date('2015-01-01T00:00:00Z');

export const QUALIFIED = { compliance: true, sscd: true, types: ['0.4.0.1862.1.6.1'], legislation: [] } as const;

/** Issued by Acme of Germany, qualified for signatures with a device. */
export function aCertificate(changes: Partial<CertificateFacts> = {}): CertificateFacts {
  const party = { country: 'DE', organizations: ['Acme'], commonNames: ['Acme CA'] };
  return {
    notBefore: NEW,
    issuer: party,
    subject: party,
    keyUsage: new Set(['nonrepudiation']),
    extendedKeyUsage: [],
    policies: [],
    subjectAttributes: [],
    qc: QUALIFIED,
    ...changes,
  };
}

/** Criteria that every certificate meets. */
export const ANY: Criteria = {
  assert: 'all',
  keyUsage: [],
  policySets: [],
  subjectAttributes: [],
  extendedKeyUsages: [],
  nested: [],
  hasUnknown: false,
};

export interface PeriodChanges
  extends Partial<Omit<ServicePeriod, 'type' | 'status' | 'additional' | 'qualifications'>> {
  /** Short names here and below. */
  readonly type?: string;
  readonly status?: string;
  readonly purposes?: readonly string[];
  readonly qualifiers?: readonly string[];
  readonly isCritical?: boolean;
  readonly criteria?: Criteria;
}

/** Granted for signatures since the Regulation. */
export function aPeriod({
  type,
  status,
  purposes,
  qualifiers,
  isCritical,
  criteria,
  ...rest
}: PeriodChanges): ServicePeriod {
  return {
    start: new Date('2016-06-30T22:00:00Z'),
    end: null,
    type: `${TRUST_SERVICES}Svctype/${type ?? 'CA/QC'}`,
    status: `${TRUST_SERVICES}TrustedList/Svcstatus/${status ?? 'granted'}`,
    names: ['Service'],
    additional: (purposes ?? ['ForeSignatures']).map(extensionUri),
    qualifications: qualifiers
      ? [{ isCritical: isCritical ?? false, qualifiers: qualifiers.map(extensionUri), criteria: criteria ?? ANY }]
      : [],
    hasUnknownCritical: false,
    expiredCertsRevocationInfo: null,
    ...rest,
  };
}

export interface ServiceChanges {
  readonly territory?: string;
  readonly names?: readonly string[];
}

/** A service of Acme in the German list. */
export function aService(
  periods: readonly PeriodChanges[] = [{}],
  { territory = 'DE', names = ['ACME  '] }: ServiceChanges = {},
): ListedService {
  return { territory, providerNames: names, tradeNames: [], periods: periods.map(aPeriod) };
}
