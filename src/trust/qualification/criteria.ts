/** Whether a certificate meets the criteria of a qualification (ETSI TS 119 612, 5.5.9.2.2). */
import { KEY_USAGES } from '../../pki/index.js';
import type { Criteria } from '../lists/model.js';
import type { CertificateFacts } from './facts.js';

/** 'unknown': a criterion, or the extension that it is about, cannot be read. */
export type CriteriaMatch = 'yes' | 'no' | 'unknown';

/** Real lists nest two levels. */
const MAX_DEPTH = 20;

export function matchCriteria(criteria: Criteria, facts: CertificateFacts, depth = 0): CriteriaMatch {
  if (depth > MAX_DEPTH) return 'unknown';
  return ASSERTIONS[criteria.assert]([
    ...criteria.keyUsage.map(bits => matchKeyUsage(bits, facts.keyUsage)),
    ...criteria.policySets.map(policies => containsAll(facts.policies, policies)),
    ...criteria.subjectAttributes.map(attributes => containsAll(facts.subjectAttributes, attributes)),
    ...criteria.extendedKeyUsages.map(usages => containsAll(facts.extendedKeyUsage, usages)),
    ...criteria.nested.map(nested => matchCriteria(nested, facts, depth + 1)),
    ...(criteria.hasUnknown ? ['unknown' as const] : []),
  ]);
}

/** Without a single criterion, 'all' and 'none' hold, and 'atLeastOne' does not. */
const ASSERTIONS: Readonly<Record<Criteria['assert'], (matches: readonly CriteriaMatch[]) => CriteriaMatch>> = {
  all: matches => decide(matches, 'no', 'no', 'yes'),
  atLeastOne: matches => decide(matches, 'yes', 'yes', 'no'),
  none: matches => decide(matches, 'yes', 'no', 'yes'),
};

/** One `decisive` match settles it, whatever the others are; an unknown one could be decisive. */
function decide(
  matches: readonly CriteriaMatch[],
  decisive: CriteriaMatch,
  settled: CriteriaMatch,
  otherwise: CriteriaMatch,
): CriteriaMatch {
  if (matches.includes(decisive)) return settled;
  return matches.includes('unknown') ? 'unknown' : otherwise;
}

const BITS: ReadonlySet<string> = new Set(KEY_USAGES.map(bit => bit.toLowerCase()));

/** A certificate without the extension has none of the bits. Lists write `crlSign`, RFC 5280 writes `cRLSign`. */
function matchKeyUsage(bits: Criteria['keyUsage'][number], usage: CertificateFacts['keyUsage']): CriteriaMatch {
  const wanted = bits.map(({ bit, value }) => ({ bit: bit.toLowerCase(), value }));
  if (usage === null || wanted.some(({ bit }) => !BITS.has(bit))) return 'unknown';
  return wanted.every(({ bit, value }) => usage.has(bit) === value) ? 'yes' : 'no';
}

function containsAll(present: readonly string[] | null, wanted: readonly string[]): CriteriaMatch {
  if (present === null) return 'unknown';
  return wanted.every(one => present.includes(one)) ? 'yes' : 'no';
}
