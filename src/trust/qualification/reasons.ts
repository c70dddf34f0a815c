/** Why a qualified status is what it is: one row per reason, the most important first. */

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
  /** One sentence, which may follow 'When the certificate was issued: '. */
  readonly message: string;
}

export const REASONS = {
  NOT_INTACT: {
    clause: 'EN 319 102-1, 5.1.3',
    message: 'The signature or timestamp is not valid.',
  },
  NOT_CONFIRMED: {
    clause: 'EN 319 102-1, 5.1.3',
    message: 'The validity of the signature or timestamp could not be confirmed.',
  },
  FOR_WEB_SITES: {
    clause: 'Regulation (EU) No 910/2014, articles 32 and 45',
    message: 'The certificate is for web sites, not for signatures or seals.',
  },
  NOT_LISTED: {
    clause: 'PRO-4.4.4-05',
    message: 'No trusted list that is loaded names a service that the certificate comes from.',
  },
  LIST_OUTDATED: {
    clause: 'PRO-4.2',
    effect: 'no-result',
    message: 'A newer trusted list should have replaced the one that is loaded, and the validation is strict.',
  },
  NO_SERVICE_AT_TIME: {
    clause: 'PRO-4.4.4-05, PRO-4.6.4-05',
    message: 'No listed service of the issuer was in operation for this kind of certificate.',
  },
  BEFORE_REGULATION: {
    clause: 'PRO-4.6.4-01',
    message: 'There were no qualified timestamps before July 2016.',
  },
  HISTORY_OUT_OF_ORDER: {
    clause: 'PRO-4.3.4-03A',
    effect: 'no-result',
    message: 'The history of the service is not in order of time.',
  },
  EXTENSION_UNKNOWN: {
    clause: 'TS 119 612, 5.5.9',
    effect: 'no-result',
    message: 'The service has a critical extension that is unknown.',
  },
  CRITERIA_UNKNOWN: {
    clause: 'TS 119 612, 5.5.9.2.2',
    effect: 'no-result',
    message: 'The list has a criterion for certificates that cannot be evaluated.',
  },
  PROVIDERS_CONFLICT: {
    clause: 'PRO-4.3.4-11',
    effect: 'no-result',
    message: 'The list names the service under different providers.',
  },
  STATUS_CONFLICT: {
    clause: 'PRO-4.3.4-06, PRO-4.4.4-33 d, PRO-4.6.4-06',
    effect: 'no-result',
    message: 'The list names the service more than once, with different statuses.',
  },
  SERVICES_CONFLICT: {
    clause: 'EU DSS, CertQualificationAtTimeBlock',
    effect: 'no-result',
    message: 'Several services are listed for the issuer, and they contradict each other about the certificate.',
  },
  NOT_GRANTED: {
    clause: 'PRO-4.4.4-10, PRO-4.4.4-33 f, PRO-4.6.4-09',
    message: 'The service did not have the status granted.',
  },
  OVERRULED: {
    clause: 'PRO-4.4.4-15, column 2',
    message: 'The list states that the certificate is not qualified.',
  },
  QUALIFIERS_CONFLICT_BEFORE_2016: {
    clause: 'PRO-4.4.4-33 h',
    effect: 'no-result',
    message: 'The qualifiers of the list contradict each other, and the certificate is older than the Regulation.',
  },
  QUALIFIERS_CONFLICT: {
    clause: 'PRO-4.4.4-12, PRO-4.4.4-20, PRO-4.4.4-28',
    message: 'The qualifiers of the list contradict each other about the certificate.',
  },
  SEVERAL_PURPOSES: {
    clause: 'PRO-4.4.4-32, table 4',
    effect: 'no-result',
    message: 'The certificate would be qualified for several purposes where one is permitted.',
  },
  QC_STATEMENTS_UNREADABLE: {
    clause: 'EN 319 412-5, 4',
    message: 'The statements of the certificate about its qualified status cannot be read.',
  },
  THIRD_COUNTRY: {
    clause: 'EN 319 412-5, 4.2.4',
    message: 'The certificate is qualified under the law of another country, not of the European Union.',
  },
  NOT_CLAIMED: {
    clause: 'PRO-4.4.4-15, PRO-4.4.4-33 k',
    message: 'The certificate does not state that it is qualified, and the list does not say so either.',
  },
  NOT_FOR_THIS_PURPOSE: {
    clause: 'PRO-4.4.4-10',
    message: 'The service is not listed for what the certificate is for.',
  },
  TYPE_UNKNOWN: {
    clause: 'PRO-4.4.4-15, tables 1 to 3',
    message: 'The certificate and the list do not tell whether it is for signatures or for seals.',
  },
  DEVICE_CONFLICT: {
    clause: 'PRO-4.5.4-03 a, PRO-4.5.4-04 c',
    message: 'The list contradicts itself about the device of the private key.',
  },
  QUALIFIER_UNKNOWN_CRITICAL: {
    clause: 'PRO-4.5.4-04 b',
    effect: 'no-device',
    message: 'The list qualifies the certificate with a critical value that is unknown.',
  },
  NO_DEVICE: {
    clause: 'PRO-4.5.4-03, PRO-4.5.4-04, tables 6 and 7',
    message: 'The private key is not known to reside in a qualified device, or the list states that it does not.',
  },
  MOMENTS_DIFFER: {
    clause: 'PRO-4.4.4-36 a, PRO-4.7.4-06',
    message: 'The status was not the same at both of the times that count.',
  },
  LIST_OF_OTHER_COUNTRY: {
    clause: 'PRO-4.4.4-01',
    effect: 'strict',
    message: 'The service is in the list of another country than the certificate names.',
  },
  PROVIDER_NAME_DIFFERS: {
    clause: 'PRO-4.4.4-06, PRO-4.6.4-08',
    effect: 'strict',
    message: 'The certificate names another organization than the list does for the provider.',
  },
  SERVICE_LISTED_TWICE: {
    clause: 'PRO-4.3.4-05',
    effect: 'none',
    message: 'The list names the service more than once, with the same status.',
  },
  SEVERAL_QC_TYPES: {
    clause: 'PRO-4.4.4-13',
    effect: 'none',
    message: 'The certificate states several purposes where one is permitted.',
  },
  QUALIFIER_UNKNOWN: {
    clause: 'PRO-4.5.4-04 b',
    effect: 'none',
    message: 'The list qualifies the certificate with a value that is unknown and not critical.',
  },
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
      const { message } = REASONS[code];
      const stated = at.length === 1 && moments.length > 1 ? momentary(at[0]!, message) : message;
      return { code, level: levelOf(REASONS[code], strict), message: stated };
    });
}

export const levelOf = (row: Row, strict: StrictRules | null = null): Reason['level'] =>
  effectOf(row, strict) === 'none' ? 'warn' : 'fail';

const effectOf = ({ effect = 'explains' }: Row, strict: StrictRules | null): Effect =>
  effect === 'strict' ? (strict ? 'no-result' : 'none') : effect;

const WHEN: Readonly<Record<NonNullable<Moment>, string>> = {
  issuance: 'When the certificate was issued',
  signing: 'When the signature was made',
  generation: 'When the timestamp was made',
  proof: 'At the time until which the timestamp is proven',
};

const momentary = (moment: NonNullable<Moment>, message: string) =>
  `${WHEN[moment]}: ${message[0]!.toLowerCase()}${message.slice(1)}`;

export const hasEffect = (codes: ReadonlySet<ReasonCode>, effect: Effect, strict: StrictRules | null = null): boolean =>
  [...codes].some(code => effectOf(REASONS[code], strict) === effect);
