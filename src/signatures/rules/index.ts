/** All rules, in the order of EN 319 102-1: format, message, cryptography, changes, identity. */
import { CHANGE_RULES } from './changes.js';
import { CMS_RULES } from './cms.js';
import { CRYPTO_RULES } from './crypto.js';
import { IDENTITY_RULES } from './identity.js';
import type { Rule } from './rule.js';
import { STRUCTURE_RULES } from './structure.js';

type IdOf<Rules> = Rules extends readonly Rule<infer Id>[] ? Id : never;

export type RuleId =
  | IdOf<typeof STRUCTURE_RULES>
  | IdOf<typeof CMS_RULES>
  | IdOf<typeof CRYPTO_RULES>
  | IdOf<typeof CHANGE_RULES>
  | IdOf<typeof IDENTITY_RULES>;

export const RULES: readonly Rule<RuleId>[] = [
  ...STRUCTURE_RULES,
  ...CMS_RULES,
  ...CRYPTO_RULES,
  ...CHANGE_RULES,
  ...IDENTITY_RULES,
];
