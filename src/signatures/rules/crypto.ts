/** Cryptographic verification (EN 319 102-1, clause 5.2.7). */
import type { SignatureFacts } from '../facts/types.js';
import { defineRules, failed, indeterminate, type Outcome, passIf } from './rule.js';

const UNSUPPORTED = indeterminate('CRYPTO_CONSTRAINTS_FAILURE');

/** A message of unknown encoding is verified as detached; if it has content, how it is bound to the file is unknown. */
const ofMessage = ({ structure, cms }: SignatureFacts, outcome: Outcome): Outcome =>
  cms.encoding === null || (structure.encodingKnown === false && cms.foreignContent) ? 'not-applicable' : outcome;

export const CRYPTO_RULES = defineRules(
  {
    id: 'digest',
    test: facts => ofMessage(facts, passIf(facts.crypto.digestMatches)),
    onFail: failed('HASH_FAILURE'),
    onUnknown: UNSUPPORTED,
  },
  {
    id: 'signature',
    test: facts => ofMessage(facts, passIf(facts.crypto.signatureVerifies)),
    onFail: failed('SIG_CRYPTO_FAILURE'),
    onUnknown: UNSUPPORTED,
  },
);
