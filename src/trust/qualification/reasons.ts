/** Why a qualified status is what it is: one row per reason, the most important first. */

import { message } from '../../messages/index.js';
import { uncapitalized } from '../../text.js';

/**
 * What a reason does to the status that DSS would give: 'no-result' leaves none, and 'no-device' takes the qualified device
 * away. 'explains': it is the cause of a status that is found in another way. 'none': it is a warning. 'strict': a warning, and
 * 'no-result' in a strict validation: what TS 119 615 says, and DSS does not.
 */
type Effect = 'no-result' | 'no-device' | 'explains' | 'none' | 'strict';

/** The rules of a strict validation. */
export interface StrictRules {
  /** A list that names the issuer is out of date. */
  readonly isOutdated: boolean;
}

interface Row {
  /** Of TS 119 615, unless it names another document. */
  readonly clause: string;
  /** Absent: 'explains'. */
  readonly effect?: Effect;
}

export const REASONS = {
  NOT_INTACT: { clause: 'EN 319 102-1, 5.1.3' },
  NOT_CONFIRMED: { clause: 'EN 319 102-1, 5.1.3' },
  FOR_WEB_SITES: { clause: 'Regulation (EU) No 910/2014, articles 32 and 45' },
  NOT_LISTED: { clause: 'PRO-4.4.4-05' },
  LIST_OUTDATED: { clause: 'PRO-4.2', effect: 'no-result' },
  NO_SERVICE_AT_TIME: { clause: 'PRO-4.4.4-05, PRO-4.6.4-05' },
  BEFORE_REGULATION: { clause: 'PRO-4.6.4-01' },
  EXTENSION_UNKNOWN: { clause: 'TS 119 612, 5.5.9', effect: 'no-result' },
  CRITERIA_UNKNOWN: { clause: 'TS 119 612, 5.5.9.2.2', effect: 'no-result' },
  PROVIDERS_CONFLICT: { clause: 'PRO-4.3.4-11', effect: 'no-result' },
  STATUS_CONFLICT: { clause: 'PRO-4.3.4-06, PRO-4.4.4-33 d, PRO-4.6.4-06', effect: 'no-result' },
  SERVICES_CONFLICT: { clause: 'EU DSS, CertQualificationAtTimeBlock', effect: 'no-result' },
  NOT_GRANTED: { clause: 'PRO-4.4.4-10, PRO-4.4.4-33 f, PRO-4.6.4-09' },
  OVERRULED: { clause: 'PRO-4.4.4-15, column 2' },
  QUALIFIERS_CONFLICT_BEFORE_2016: { clause: 'PRO-4.4.4-33 h', effect: 'no-result' },
  QUALIFIERS_CONFLICT: { clause: 'PRO-4.4.4-12, PRO-4.4.4-20, PRO-4.4.4-28' },
  SEVERAL_PURPOSES: { clause: 'PRO-4.4.4-32, table 4', effect: 'no-result' },
  QC_STATEMENTS_UNREADABLE: { clause: 'EN 319 412-5, 4' },
  THIRD_COUNTRY: { clause: 'EN 319 412-5, 4.2.4' },
  NOT_CLAIMED: { clause: 'PRO-4.4.4-15, PRO-4.4.4-33 k' },
  NOT_FOR_THIS_PURPOSE: { clause: 'PRO-4.4.4-10' },
  TYPE_UNKNOWN: { clause: 'PRO-4.4.4-15, tables 1 to 3' },
  DEVICE_CONFLICT: { clause: 'PRO-4.5.4-03 a, PRO-4.5.4-04 c' },
  QUALIFIER_UNKNOWN_CRITICAL: { clause: 'PRO-4.5.4-04 b', effect: 'no-device' },
  NO_DEVICE: { clause: 'PRO-4.5.4-03, PRO-4.5.4-04, tables 6 and 7' },
  MOMENTS_DIFFER: { clause: 'PRO-4.4.4-36 a, PRO-4.7.4-06' },
  LIST_OF_OTHER_COUNTRY: { clause: 'PRO-4.4.4-01', effect: 'strict' },
  PROVIDER_NAME_DIFFERS: { clause: 'PRO-4.4.4-06, PRO-4.6.4-08', effect: 'strict' },
  HISTORY_SAME_START: { clause: 'PRO-4.3.4-03A', effect: 'strict' },
  SERVICE_LISTED_TWICE: { clause: 'PRO-4.3.4-05', effect: 'none' },
  SEVERAL_QC_TYPES: { clause: 'PRO-4.4.4-13', effect: 'none' },
  QUALIFIER_UNKNOWN: { clause: 'PRO-4.5.4-04 b', effect: 'none' },
} as const satisfies Readonly<Record<string, Row>>;

export type ReasonCode = keyof typeof REASONS;

/** A moment at which a status is determined; null: the reason concerns the result. */
export type Moment = 'issuance' | 'signing' | 'generation' | 'proof' | null;

export interface Reason {
  readonly code: ReasonCode;
  /** 'fail': a cause of the status. 'warn': the status does not depend on it. */
  readonly level: 'fail' | 'warn';
  readonly message: string;
}

export type Indication = 'TOTAL_PASSED' | 'INDETERMINATE' | 'TOTAL_FAILED';

/** What is not valid, or not known to be, is not qualified. */
export function reasonsOf(indication: Indication): ReasonCode[] {
  if (indication === 'TOTAL_PASSED') return [];
  return [indication === 'TOTAL_FAILED' ? 'NOT_INTACT' : 'NOT_CONFIRMED'];
}

/** Merges what was found at two moments, the most important first; a reason of one moment names it. */
export function statedReasons(
  found: ReadonlyMap<Moment, ReadonlySet<ReasonCode>>,
  strict: StrictRules | null = null,
): Reason[] {
  const moments = [...found.keys()].filter(moment => moment !== null);
  const codes = Object.keys(REASONS) as ReasonCode[];
  return codes
    .filter(code => [...found.values()].some(one => one.has(code)))
    .map(code => {
      const at = moments.filter(moment => found.get(moment)!.has(code));
      const reason = message(`qualification.${code}`);
      const stated = at.length === 1 && moments.length > 1 ? momentary(at[0]!, reason) : reason;
      return { code, level: levelOf(REASONS[code], strict), message: stated };
    });
}

export const levelOf = (row: Row, strict: StrictRules | null = null): Reason['level'] =>
  effectOf(row, strict) === 'none' ? 'warn' : 'fail';

const effectOf = ({ effect = 'explains' }: Row, strict: StrictRules | null): Effect =>
  effect === 'strict' ? (strict ? 'no-result' : 'none') : effect;

function momentary(moment: NonNullable<Moment>, reason: string): string {
  return message('qualification.at', { moment: message(`moment.${moment}`), reason: uncapitalized(reason) });
}

export const hasEffect = (codes: ReadonlySet<ReasonCode>, effect: Effect, strict: StrictRules | null = null): boolean =>
  [...codes].some(code => effectOf(REASONS[code], strict) === effect);
