/** Cryptographic verification (EN 319 102-1, clause 5.2.7). */
import { defineRules, failed, indeterminate, passIf } from './rule.js';

const UNSUPPORTED = indeterminate('CRYPTO_CONSTRAINTS_FAILURE');

export const CRYPTO_RULES = defineRules(
  {
    id: 'digest',
    test: ({ cms, crypto }) => (cms.encoding ? passIf(crypto.digestMatches) : 'not-applicable'),
    onFail: failed('HASH_FAILURE'),
    onUnknown: UNSUPPORTED,
    messages: {
      pass: 'The signed bytes are unchanged.',
      fail: 'The signed bytes were changed after signing.',
      unknown: 'The digest could not be computed: its algorithm is not supported.',
    },
  },
  {
    id: 'signature',
    test: ({ cms, crypto }) => (cms.encoding ? passIf(crypto.signatureVerifies) : 'not-applicable'),
    onFail: failed('SIG_CRYPTO_FAILURE'),
    onUnknown: UNSUPPORTED,
    messages: {
      pass: "The signature was made with the key of the signer's certificate.",
      fail: "The signature was not made with the key of the signer's certificate.",
      unknown: "The signature could not be verified: its algorithm is not supported, or the signer's key is missing.",
    },
  },
);
