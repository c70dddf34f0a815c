/** Whether a timestamp is a qualified one (Regulation (EU) No 910/2014, article 42; TS 119 615, 4.6 and 4.7). */

import type { CertificateFacts } from './facts.js';
import { statesAt } from './listed-states.js';
import {
  hasEffect,
  type Moment,
  type Reason,
  type ReasonCode,
  reasonsOf,
  type StrictRules,
  statedReasons,
} from './reasons.js';
import { type AppliedService, applyServices, type QualificationInput } from './services.js';
import { isBeforeRegulation, SERVICE_TYPE } from './vocabulary.js';

export interface TimestampInput extends QualificationInput {
  readonly generated: Date;
  /** Until when the timestamp is proven to have been intact: a later timestamp, or now. */
  readonly proven: Date;
}

export interface TimestampResult {
  /** The names of EU DSS; 'N/A': no list names a service that it comes from. */
  readonly timestamp: 'QTSA' | 'TSA' | 'N/A';
  readonly qualified: boolean;
  readonly reasons: readonly Reason[];
}

export function qualifyTimestamp(input: TimestampInput): TimestampResult {
  const { facts, generated, proven, indication, strict = null } = input;
  const services = applyServices(input.services, facts);
  if (services.length === 0) return result('N/A', new Map([[null, new Set(['NOT_LISTED'] as const)]]));
  const atGeneration = authorityAt(facts, services, generated, strict);
  const atProof = authorityAt(facts, services, proven, strict);
  const isQualified = indication === 'TOTAL_PASSED' && atGeneration.isQualified && atProof.isQualified;
  const overall: ReasonCode[] = [
    ...reasonsOf(indication),
    ...(atGeneration.isQualified === atProof.isQualified ? [] : ['MOMENTS_DIFFER' as const]),
  ];
  return result(
    isQualified ? 'QTSA' : 'TSA',
    new Map([
      [null, new Set(overall)],
      ['generation', atGeneration.reasons],
      ['proof', atProof.reasons],
    ]),
    strict,
  );
}

const result = (
  timestamp: TimestampResult['timestamp'],
  found: ReadonlyMap<Moment, ReadonlySet<ReasonCode>>,
  strict: StrictRules | null = null,
): TimestampResult => ({ timestamp, qualified: timestamp === 'QTSA', reasons: statedReasons(found, strict) });

function authorityAt(
  facts: CertificateFacts,
  services: readonly AppliedService[],
  at: Date,
  strict: StrictRules | null,
) {
  const { states, reasons } = statesAt(services, { party: facts.subject, type: SERVICE_TYPE.timestamps, at });
  const isGranted = states.length > 0 && states.every(({ status }) => status === 'granted');
  const hasConflict = new Set(states.map(({ status }) => status)).size > 1;
  const found = new Set<ReasonCode>([
    ...reasons,
    ...(strict?.isOutdated ? ['LIST_OUTDATED' as const] : []),
    ...(isBeforeRegulation(at) ? ['BEFORE_REGULATION' as const] : []),
    ...(hasConflict ? ['STATUS_CONFLICT' as const] : []),
    ...(isGranted || hasConflict || states.length === 0 ? [] : ['NOT_GRANTED' as const]),
  ]);
  return {
    isQualified: isGranted && !isBeforeRegulation(at) && !hasEffect(found, 'no-result', strict),
    reasons: found,
  };
}
