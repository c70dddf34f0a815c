/** The services of trusted lists that answer for a certificate, with the qualifiers that apply to it. */

import type { ListedService } from '../anchor.js';
import type { Qualification, ServicePeriod } from '../lists/model.js';
import { matchCriteria } from './criteria.js';
import type { CertificateFacts } from './facts.js';
import type { Indication, ReasonCode, StrictRules } from './reasons.js';
import { QUALIFIERS, shortName } from './vocabulary.js';

/** What the status of a signature and of a timestamp depends on. */
export interface QualificationInput {
  readonly facts: CertificateFacts;
  /** Those of all anchors in the path of the certificate, itself included. */
  readonly services: readonly ListedService[];
  /** The result of the validation without the qualified status (ETSI EN 319 102-1). */
  readonly indication: Indication;
  /** Null or absent: the validation is not strict. */
  readonly strict?: StrictRules | null;
}

/** A listed service as one certificate sees it. */
export interface AppliedService {
  /** Of the list, e.g. 'EL'. */
  readonly territory: string;
  /** Names and trade names of the provider. */
  readonly providerNames: readonly string[];
  /** Newest first, as in the list. */
  readonly periods: readonly AppliedPeriod[];
}

/** Types, statuses, purposes and qualifiers by short name, see vocabulary.ts; unknown ones by URI. */
export interface AppliedPeriod {
  /** Inclusive. */
  readonly start: Date;
  /** Start of the next newer period; null for the current one. */
  readonly end: Date | null;
  readonly type: string;
  readonly status: string;
  readonly purposes: ReadonlySet<string>;
  /** Those whose criteria the certificate meets. */
  readonly qualifiers: ReadonlySet<string>;
  /** What docconv could not evaluate in it. */
  readonly doubts: readonly ReasonCode[];
}

/** `listed`: the services of all anchors in the path of the certificate. One that several anchors name counts once. */
export function applyServices(listed: readonly ListedService[], facts: CertificateFacts): AppliedService[] {
  const distinct = new Map(listed.map(service => [JSON.stringify(service), service]));
  return [...distinct.values()].map(({ territory, providerNames, tradeNames, periods }) => ({
    territory,
    providerNames: [...providerNames, ...tradeNames],
    periods: periods.map(period => applyPeriod(period, facts)),
  }));
}

function applyPeriod(period: ServicePeriod, facts: CertificateFacts): AppliedPeriod {
  const matches = period.qualifications.map(one => ({ ...one, match: matchCriteria(one.criteria, facts) }));
  const matched = matches.filter(({ match }) => match === 'yes');
  return {
    start: period.start,
    end: period.end,
    type: shortName('type', period.type),
    status: shortName('status', period.status),
    purposes: new Set(period.additional.map(uri => shortName('extension', uri))),
    qualifiers: new Set(matched.flatMap(qualifiersOf)),
    doubts: [
      ...(period.hasUnknownCritical ? ['EXTENSION_UNKNOWN' as const] : []),
      ...(matches.some(({ match }) => match === 'unknown') ? ['CRITERIA_UNKNOWN' as const] : []),
      ...matched.filter(hasUnknownQualifier).map(unknownQualifier),
    ],
  };
}

const qualifiersOf = ({ qualifiers }: Qualification) => qualifiers.map(uri => shortName('extension', uri));

const hasUnknownQualifier = (one: Qualification) => qualifiersOf(one).some(name => !QUALIFIERS.has(name));

const unknownQualifier = ({ isCritical }: Qualification): ReasonCode =>
  isCritical ? 'QUALIFIER_UNKNOWN_CRITICAL' : 'QUALIFIER_UNKNOWN';
