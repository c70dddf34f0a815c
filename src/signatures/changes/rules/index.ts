/** All rules for permitted changes. To add one: an entry here, a test of it, and a test of the most similar forbidden change. */
import { ANNOTATION_RULES } from './annotations.js';
import { ARCHIVAL_RULES } from './archival.js';
import { FORM_RULES } from './form-filling.js';
import type { ChangeRule, Difference } from './rule.js';
import { STRUCTURE_RULES } from './structure-tree.js';

/** The first matching rule applies: rules of classes permitted at more levels come first. */
export const CHANGE_RULES: readonly ChangeRule[] = [
  ...ARCHIVAL_RULES,
  ...FORM_RULES,
  ...STRUCTURE_RULES,
  ...ANNOTATION_RULES,
];

/** The first rule that recognizes the difference, or null. Page content has none, regardless of the entry that refers to it. */
export function ruleFor(difference: Difference): ChangeRule | null {
  const { type, entry } = difference.context;
  if (type === 'content') return null;
  return rulesAt(type, entry).find(rule => rule.test(difference)) ?? null;
}

const RULES_AT: ReadonlyMap<string, readonly ChangeRule[]> = new Map(
  CHANGE_RULES.flatMap(({ at }) => at).map(place => [place, CHANGE_RULES.filter(({ at }) => at.includes(place))]),
);

/** In the order of CHANGE_RULES. */
function rulesAt(type: string, entry: string): readonly ChangeRule[] {
  const [ofType, ofEntry] = [RULES_AT.get(type) ?? [], RULES_AT.get(entry) ?? []];
  if (ofType.length === 0 || ofEntry.length === 0) return [...ofType, ...ofEntry];
  return CHANGE_RULES.filter(rule => ofType.includes(rule) || ofEntry.includes(rule));
}

export type { ChangeRule, Difference } from './rule.js';
