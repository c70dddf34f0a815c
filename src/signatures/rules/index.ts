/** All rules, and how much each weighs. */
import type { Finding } from '../result.js';
import { CHANGE_RULES } from './changes.js';
import { CMS_RULES } from './cms.js';
import { CRYPTO_RULES } from './crypto.js';
import { IDENTITY_RULES } from './identity.js';
import type { Rule, RuleOptions } from './rule.js';
import { STRUCTURE_RULES } from './structure.js';

type IdOf<Rules> = Rules extends readonly Rule<infer Id>[] ? Id : never;

export type RuleId =
  | IdOf<typeof STRUCTURE_RULES>
  | IdOf<typeof CMS_RULES>
  | IdOf<typeof CRYPTO_RULES>
  | IdOf<typeof CHANGE_RULES>
  | IdOf<typeof IDENTITY_RULES>;

/** In the order of EN 319 102-1: format, message, cryptography, changes, identity. */
export const RULES: readonly Rule<RuleId>[] = [
  ...STRUCTURE_RULES,
  ...CMS_RULES,
  ...CRYPTO_RULES,
  ...CHANGE_RULES,
  ...IDENTITY_RULES,
];

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
    // they are neither signed nor read
    'no-trailing-bytes': 'warn',
    // MGF1 needs no collision resistance (RFC 8017, B.2.1)
    'mask-digest': 'inform',
    // /SubFilter decides
    'type-stated-once': 'inform',
    // what a signer claims proves nothing, whether it fits or not
    'times-agree': 'warn',
    // what it states was true when it was issued
    'lists-current': 'warn',
    // permitted, or part of what was signed: a person decides
    'changes-without-doubt': 'warn',
    'shows-one-content': 'warn',
  },
};
