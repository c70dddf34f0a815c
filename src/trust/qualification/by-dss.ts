/**
 * The determination at one moment as EU DSS makes it, the public reference implementation (dss-validation,
 * process/qualification). It lowers the status where TS 119 615 says that there is no result.
 */

import { QC_TYPE } from '../../pki/index.js';
import { deviceOf } from './device.js';
import { type CertificateFacts, hasDirectivePolicy } from './facts.js';
import { when } from './listed-states.js';
import type { ReasonCode } from './reasons.js';
import type { AppliedPeriod, AppliedService } from './services.js';
import { PURPOSES, type Purpose } from './tables.js';
import { isBeforeRegulation, PURPOSE_OF_CERTIFICATE, PURPOSE_OF_SERVICE, SERVICE_TYPE } from './vocabulary.js';

/** What a certificate is. `purpose` is known for certificates that are not qualified, too. */
export interface CertificateStatus {
  readonly qualified: boolean;
  readonly purpose: Purpose | 'unknown';
  readonly device: boolean;
}

export interface DssResult {
  /** Null: not applicable, because services contradict each other. */
  readonly status: CertificateStatus | null;
  readonly reasons: ReadonlySet<ReasonCode>;
}

export function byDss(facts: CertificateFacts, services: readonly AppliedService[], at: Date): DssResult {
  const current = services.flatMap(({ periods }) => periods.filter(period => isWithin(period, at)));
  const issuing = current.filter(({ type }) => type === SERVICE_TYPE.certificates);
  if (issuing.length === 0) return unqualified(facts, 'NO_SERVICE_AT_TIME');
  const candidates = issuing.filter(period => issuesFor(period, facts));
  if (candidates.length === 0) return unqualified(facts, 'NOT_FOR_THIS_PURPOSE');
  if (new Set(candidates.map(period => JSON.stringify(statusBy(period, facts)))).size > 1)
    return { status: null, reasons: new Set(['SERVICES_CONFLICT']) };
  const chosen = candidates.find(isGranted);
  return chosen ? byService(facts, chosen) : unqualified(facts, 'NOT_GRANTED');
}

/** Both ends inclusive: at a change of status, both statuses count, and a contradiction has no result. */
const isWithin = ({ start, end }: AppliedPeriod, at: Date) => start <= at && (end === null || at <= end);

function unqualified(facts: CertificateFacts, reason: ReasonCode): DssResult {
  const status = { qualified: false, purpose: statedPurpose(facts), device: false };
  return { status, reasons: new Set([reason]) };
}

/** The one service that is left; inconsistent qualifiers do not count. */
function byService(facts: CertificateFacts, period: AppliedPeriod): DssResult {
  const status = statusBy(period, facts);
  if (!status.qualified) return { status, reasons: new Set(whyNot(facts, period)) };
  const purpose = isPurposeConsistent(period) ? status.purpose : 'unknown';
  const { reasons } = deviceBy(period, facts);
  const ofPurpose = when(purpose === 'unknown', 'TYPE_UNKNOWN');
  const device = reasons.length === 0;
  return { status: { qualified: true, purpose, device }, reasons: new Set([...ofPurpose, ...reasons]) };
}

function whyNot({ qc }: CertificateFacts, { qualifiers }: AppliedPeriod): readonly ReasonCode[] {
  if (qualifiers.has('NotQualified')) return ['OVERRULED'];
  if (qc === null) return ['QC_STATEMENTS_UNREADABLE'];
  return qc.compliance && qc.legislation.length > 0 ? ['THIRD_COUNTRY'] : ['NOT_CLAIMED'];
}

/** DSS calls this step the simulation: the status by this service alone. */
function statusBy(period: AppliedPeriod, facts: CertificateFacts): CertificateStatus {
  const qualified = isGranted(period) && isQualifiedBy(period, facts);
  return {
    qualified,
    purpose: qualified ? purposeBy(period, facts) : statedPurpose(facts),
    device: qualified && deviceBy(period, facts).has,
  };
}

const GRANTED_BEFORE: ReadonlySet<string> = new Set(['undersupervision', 'supervisionincessation', 'accredited']);

/** Statuses of the Regulation do not count in a period that started before it, nor the other way round. */
const isGranted = ({ start, status }: AppliedPeriod) =>
  isBeforeRegulation(start) ? GRANTED_BEFORE.has(status) : status === 'granted';

function isQualifiedBy({ qualifiers }: AppliedPeriod, facts: CertificateFacts): boolean {
  if (qualifiers.has('NotQualified')) return false;
  return qualifiers.has('QCStatement') || isClaimed(facts);
}

/** By the certificate alone. */
function isClaimed(facts: CertificateFacts): boolean {
  const { notBefore, qc } = facts;
  if (qc && qc.legislation.length > 0) return false;
  return (qc?.compliance ?? false) || (isBeforeRegulation(notBefore) && hasDirectivePolicy(facts));
}

/** By the certificate alone; 'unknown' also when it states several. */
function statedPurpose(facts: CertificateFacts): Purpose | 'unknown' {
  const { notBefore, qc } = facts;
  const compliance = qc?.compliance ?? false;
  if (isBeforeRegulation(notBefore)) return compliance || hasDirectivePolicy(facts) ? 'eSig' : 'unknown';
  const stated = PURPOSES.filter(purpose => qc?.types.includes(QC_TYPE[purpose]));
  if (stated.length === 0 && compliance) return 'eSig';
  return stated.length === 1 ? stated[0]! : 'unknown';
}

function purposeBy({ start, qualifiers }: AppliedPeriod, facts: CertificateFacts): Purpose | 'unknown' {
  if (isBeforeRegulation(start)) return 'eSig';
  const listed = PURPOSES.filter(purpose => qualifiers.has(PURPOSE_OF_CERTIFICATE[purpose]));
  if (listed.length > 1) return 'unknown';
  return listed[0] ?? statedPurpose(facts);
}

const deviceBy = ({ start, qualifiers }: AppliedPeriod, facts: CertificateFacts) =>
  deviceOf(facts, qualifiers, {
    isOld: isBeforeRegulation(start),
    countsPolicies: isBeforeRegulation(facts.notBefore),
    comparesAll: true,
  });

/** Whether the service issues certificates for the stated purpose, or its qualifiers give the certificate another one. */
function issuesFor(period: AppliedPeriod, facts: CertificateFacts): boolean {
  const stated = statedPurpose(facts);
  if (isBeforeRegulation(facts.notBefore) || stated === 'unknown') return true;
  const has = (name: string) => period.qualifiers.has(name);
  const covers = (purpose: Purpose) =>
    period.purposes.has(PURPOSE_OF_SERVICE[purpose]) && !(purpose === 'eSig' && has('QCForLegalPerson'));
  const given = PURPOSES.filter(purpose => has(PURPOSE_OF_CERTIFICATE[purpose]));
  const isDefault = !given.includes('eSeal') && !given.includes('web') && (facts.qc?.compliance ?? false);
  const effective = isDefault ? ['eSig' as const] : given;
  return covers(stated) || (effective.length === 1 && covers(effective[0]!));
}

function isPurposeConsistent({ start, purposes, qualifiers }: AppliedPeriod): boolean {
  const given = PURPOSES.filter(purpose => qualifiers.has(PURPOSE_OF_CERTIFICATE[purpose]));
  if (given.length > 1 || (given[0] === 'eSig' && qualifiers.has('QCForLegalPerson'))) return false;
  if (given[0] && purposes.size > 0 && !purposes.has(PURPOSE_OF_SERVICE[given[0]])) return false;
  return !isBeforeRegulation(start) || isForSignatures(purposes, given);
}

/** Before the Regulation, a service could not be for seals or web sites. */
function isForSignatures(purposes: ReadonlySet<string>, given: readonly Purpose[]): boolean {
  const other = [PURPOSE_OF_SERVICE.eSeal, PURPOSE_OF_SERVICE.web];
  const isOtherOnly = other.some(name => purposes.has(name)) && !purposes.has(PURPOSE_OF_SERVICE.eSig);
  return !isOtherOnly && !given.includes('eSeal') && !given.includes('web');
}
