/** Every rule that allows a change. To add one: an entry here, a test of it and of its nearest forbidden neighbour. */
import { ANNOTATION_RULES } from './annotations.js';
import { ARCHIVAL_RULES } from './archival.js';
import { FORM_RULES } from './form.js';
import type { ChangeRule, Difference } from './rule.js';

/** In order: what is allowed more widely comes first. */
export const CHANGE_RULES: readonly ChangeRule[] = [...ARCHIVAL_RULES, ...FORM_RULES, ...ANNOTATION_RULES];

/** The first rule that allows the difference, or null. What pages are painted with has none, whatever entry leads there. */
export function ruleFor(difference: Difference): ChangeRule | null {
  const { type, entry } = difference.place;
  if (type === 'content') return null;
  return (
    CHANGE_RULES.find(rule => (rule.at.includes(type) || rule.at.includes(entry)) && rule.test(difference)) ?? null
  );
}

export type { ChangeRule, Difference } from './rule.js';
