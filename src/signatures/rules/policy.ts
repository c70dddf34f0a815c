/** How much each rule weighs. */
import type { Finding } from '../result.js';
import { RULES, type RuleId } from './index.js';
import type { RuleOptions } from './rule.js';

export interface Policy extends RuleOptions {
  /** 'fail' decides the status, 'warn' is shown, 'inform' is part of the full report only. */
  readonly levels: Readonly<Record<RuleId, Finding['level']>>;
}

const everyRuleFails = Object.fromEntries(RULES.map(rule => [rule.id, 'fail'])) as Record<RuleId, 'fail'>;

export const DEFAULT_POLICY: Policy = {
  tolerateOverlays: false,
  levels: {
    ...everyRuleFails,
    // several signing tools sort the attributes wrongly; the signature is verified over the bytes as sent
    'signed-attributes-der': 'warn',
    // permitted, or part of what was signed: a person decides
    'changes-without-doubt': 'warn',
    'shows-one-content': 'warn',
  },
};
