/** Whether a certificate is qualified at one moment, as ETSI TS 119 615 determines it (clause 4.4, and 4.5 for the device). */
import { deviceOf } from './device.js';
import { type CertificateFacts, hasDirectivePolicy } from './facts.js';
import { statesAt, when } from './listed-states.js';
import type { ReasonCode } from './reasons.js';
import type { AppliedPeriod, AppliedService } from './services.js';
import { PURPOSES, type Purpose, type Status, tableCell } from './tables.js';
import { isBeforeRegulation, PURPOSE_OF_SERVICE, SERVICE_TYPE } from './vocabulary.js';

export interface StandardResult {
  readonly status: Readonly<Record<Purpose, Status>>;
  /** False also where that is not asked: the certificate is not qualified for signatures or seals. */
  readonly device: boolean;
  readonly reasons: ReadonlySet<ReasonCode>;
  /** Those that concern one purpose only. */
  readonly reasonsOf: Readonly<Record<Purpose, readonly ReasonCode[]>>;
}

export function byStandard(facts: CertificateFacts, services: readonly AppliedService[], at: Date): StandardResult {
  const found = statesAt(services, { party: facts.issuer, type: SERVICE_TYPE.certificates, at });
  const isEarly = isBeforeRegulation(at);
  const isOld = isEarly || isBeforeRegulation(facts.notBefore);
  const outcomes = isOld ? byDirective(facts, found.states, at) : byRegulation(facts, found.states);
  const qualified = [outcomes.eSig, outcomes.eSeal].find(one => one.status === 'qualified');
  const rules = { isOld: isEarly, countsPolicies: isEarly, comparesAll: false };
  const device = qualified ? deviceOf(facts, qualified.qualifiers, rules).reasons : null;
  const map = <T>(pick: (outcome: Outcome) => T) =>
    Object.fromEntries(PURPOSES.map(purpose => [purpose, pick(outcomes[purpose])])) as Record<Purpose, T>;
  const status = map(outcome => outcome.status);
  return {
    status,
    device: device?.length === 0,
    reasons: new Set([...found.reasons, ...contradictions(status)]),
    reasonsOf: map(outcome => [...outcome.reasons, ...(device ?? [])]),
  };
}

interface Outcome {
  readonly status: Status;
  readonly qualifiers: ReadonlySet<string>;
  readonly reasons: readonly ReasonCode[];
}

type Outcomes = Readonly<Record<Purpose, Outcome>>;

const outcome = (
  status: Status,
  reasons: readonly ReasonCode[],
  qualifiers: ReadonlySet<string> = new Set(),
): Outcome => ({ status, reasons, qualifiers });

const qualifiersOf = (states: readonly AppliedPeriod[]): ReadonlySet<string> =>
  new Set(states.flatMap(({ qualifiers }) => [...qualifiers]));

function byRegulation(facts: CertificateFacts, states: readonly AppliedPeriod[]): Outcomes {
  const of = (purpose: Purpose) => forPurpose(purpose, facts, states);
  return { eSig: of('eSig'), eSeal: of('eSeal'), web: of('web') };
}

/** PRO-4.4.4-08 to 15, and the same for seals (-16 to -23) and web sites (-24 to -31). */
function forPurpose(purpose: Purpose, facts: CertificateFacts, all: readonly AppliedPeriod[]): Outcome {
  const states = all.filter(({ purposes }) => purposes.has(PURPOSE_OF_SERVICE[purpose]));
  if (states.length === 0) return outcome('not-qualified', ['NOT_FOR_THIS_PURPOSE']);
  if (new Set(states.map(({ status }) => status)).size > 1) return outcome('indeterminate', ['STATUS_CONFLICT']);
  if (states[0]!.status === 'withdrawn') return outcome('not-qualified', ['NOT_GRANTED']);
  if (states[0]!.status !== 'granted') return outcome('indeterminate', ['NOT_GRANTED']);
  const qualifiers = qualifiersOf(states);
  const contradicts = CONTRADICTING[purpose].some(name => qualifiers.has(name));
  if (contradicts || isContradictory(qualifiers)) return outcome('indeterminate', ['QUALIFIERS_CONFLICT'], qualifiers);
  const status = tableCell(purpose, facts.qc ?? NOTHING_STATED, qualifiers);
  return outcome(status, tableReasons(status, facts, qualifiers), qualifiers);
}

const NOTHING_STATED = { compliance: false, types: [] };

/** Qualifiers that contradict a purpose. */
const CONTRADICTING: Readonly<Record<Purpose, readonly string[]>> = {
  eSig: ['QCForESeal', 'QCForWSA', 'QCForLegalPerson'],
  eSeal: ['QCForESig', 'QCForWSA'],
  web: ['QCForESig', 'QCForESeal'],
};

const isContradictory = (qualifiers: ReadonlySet<string>) =>
  qualifiers.has('NotQualified') && qualifiers.has('QCStatement');

function tableReasons(
  status: Status,
  { qc }: CertificateFacts,
  qualifiers: ReadonlySet<string>,
): readonly ReasonCode[] {
  const severalTypes = when((qc?.types.length ?? 0) > 1, 'SEVERAL_QC_TYPES');
  if (status === 'qualified') return severalTypes;
  if (status === 'indeterminate') return [...severalTypes, 'TYPE_UNKNOWN'];
  if (qualifiers.has('NotQualified')) return ['OVERRULED'];
  const isClaimed = qc?.compliance || qualifiers.has('QCStatement');
  return [...severalTypes, isClaimed ? 'NOT_FOR_THIS_PURPOSE' : 'NOT_CLAIMED'];
}

/** PRO-4.4.4-33: the Directive knew qualified certificates for signatures only. */
function byDirective(facts: CertificateFacts, states: readonly AppliedPeriod[], at: Date): Outcomes {
  const other = outcome('not-qualified', ['NOT_FOR_THIS_PURPOSE']);
  return { eSig: forSignatures(facts, states, at), eSeal: other, web: other };
}

function forSignatures(facts: CertificateFacts, states: readonly AppliedPeriod[], at: Date): Outcome {
  if (states.length === 0) return outcome('not-qualified', []);
  if (new Set(states.map(({ status }) => status)).size > 1) return outcome('indeterminate', ['STATUS_CONFLICT']);
  const refusal = isBeforeRegulation(at) ? refusalBefore(states) : refusalAfter(states);
  if (refusal) return outcome('not-qualified', [refusal]);
  const qualifiers = qualifiersOf(states);
  const contradicts = ['QCForESeal', 'QCForWSA'].some(name => qualifiers.has(name));
  if (contradicts || isContradictory(qualifiers))
    return outcome('indeterminate', ['QUALIFIERS_CONFLICT_BEFORE_2016'], qualifiers);
  if (qualifiers.has('NotQualified')) return outcome('not-qualified', ['OVERRULED'], qualifiers);
  const isQualified = facts.qc?.compliance || hasDirectivePolicy(facts) || qualifiers.has('QCStatement');
  return isQualified ? outcome('qualified', [], qualifiers) : outcome('not-qualified', ['NOT_CLAIMED'], qualifiers);
}

const ENDED: ReadonlySet<string> = new Set([
  'supervisionceased',
  'supervisionrevoked',
  'accreditationceased',
  'accreditationrevoked',
]);

const refusalBefore = (states: readonly AppliedPeriod[]): ReasonCode | null =>
  states.some(({ status }) => ENDED.has(status)) ? 'NOT_GRANTED' : null;

function refusalAfter(states: readonly AppliedPeriod[]): ReasonCode | null {
  const forSignatures = states.filter(({ purposes }) => purposes.has(PURPOSE_OF_SERVICE.eSig));
  if (forSignatures.length === 0) return 'NOT_FOR_THIS_PURPOSE';
  return forSignatures.some(({ status }) => status === 'withdrawn') ? 'NOT_GRANTED' : null;
}

/** PRO-4.4.4-32, table 4. */
function contradictions(status: Readonly<Record<Purpose, Status>>): readonly ReasonCode[] {
  return when(PURPOSES.filter(purpose => status[purpose] === 'qualified').length > 1, 'SEVERAL_PURPOSES');
}
