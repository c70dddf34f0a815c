/** How much each rule weighs: 'fail' decides, 'warn' is shown, 'inform' is told on request. */
import type { Finding } from '../result.js';
import { RULES, type RuleId } from './index.js';

export type Policy = Readonly<Record<RuleId, Finding['level']>>;

const everyRuleFails = Object.fromEntries(RULES.map(rule => [rule.id, 'fail'])) as Record<RuleId, 'fail'>;

export const DEFAULT_POLICY: Policy = {
  ...everyRuleFails,
  // several signing tools sort wrongly; what they signed is verified as they sent it
  'signed-attributes-der': 'warn',
  // allowed, and part of what was signed: a person decides
  'changes-without-doubt': 'warn',
  'shows-one-content': 'warn',
};
