/** Rules about who signed, and when (EN 319 102-1, 5.2.3, 5.2.6, 5.2.8, 5.5 and 5.6). */

import type { SignatureFacts } from '../facts/facts.js';
import type { Problem, TrustSubIndication } from '../path/evidence.js';
import { after, defineRules, holds, indeterminate, type Rule } from './rule.js';

/** Fails on the first problem with one of these sub-indications, and says what that problem says. */
function problemRule<const Id extends string>(
  id: Id,
  about: readonly TrustSubIndication[],
  pass: string,
  unknown = indeterminate(about[0]!),
): Rule<Id> {
  const first = ({ identity }: SignatureFacts): Problem | undefined =>
    identity.problems?.find(({ subIndication }) => about.includes(subIndication));
  return {
    id,
    test: facts =>
      after(facts.identity.certificateFound, holds(facts.identity.problems === null ? null : !first(facts))),
    onFail: facts => {
      const { fatal, subIndication } = first(facts)!;
      return { indication: fatal ? 'TOTAL_FAILED' : 'INDETERMINATE', subIndication };
    },
    onUnknown: unknown,
    says: { pass, fail: facts => first(facts)!.message },
  };
}

export const IDENTITY_RULES = defineRules(
  {
    id: 'signer-certificate',
    test: ({ cms, identity }) => after(cms.encoding !== null, holds(identity.certificateFound)),
    onFail: indeterminate('NO_SIGNING_CERTIFICATE_FOUND'),
    says: {
      pass: "The signer's certificate was found.",
      fail: "The signer's certificate is not in the document.",
    },
  },
  {
    // the same key in another certificate may speak for somebody else
    id: 'signing-certificate',
    test: ({ cms, identity: { certificateFound, reference } }) => {
      if (cms.encoding === null || certificateFound === false || reference === 'absent') return 'not-applicable';
      return holds(reference && reference === 'matches');
    },
    onFail: indeterminate('NO_SIGNING_CERTIFICATE_FOUND'),
    says: {
      pass: 'The signature names the very certificate that it was made with.',
      fail: 'The signature names another certificate than the one that it comes with.',
      unknown: 'Which certificate the signature names could not be compared.',
    },
  },
  problemRule(
    'algorithm-strength',
    ['CRYPTO_CONSTRAINTS_FAILURE', 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'],
    'Its algorithms and keys were strong enough at the time that is proven.',
  ),
  problemRule(
    'not-revoked',
    ['REVOKED', 'REVOKED_NO_POE', 'REVOKED_CA_NO_POE'],
    'No certificate is known to have been revoked before the signature was made.',
  ),
  problemRule(
    'certificate-path',
    ['NO_CERTIFICATE_CHAIN_FOUND'],
    'The certificate leads to an authority that is trusted.',
  ),
  problemRule(
    'path-constraints',
    ['CERTIFICATE_CHAIN_GENERAL_FAILURE', 'CHAIN_CONSTRAINTS_FAILURE'],
    'Every certificate was used for what it was issued for.',
  ),
  problemRule(
    'certificate-validity',
    ['NOT_YET_VALID', 'EXPIRED', 'OUT_OF_BOUNDS_NO_POE', 'OUT_OF_BOUNDS_NOT_REVOKED'],
    'The certificates were valid when the signature was made.',
    indeterminate('OUT_OF_BOUNDS_NO_POE'),
  ),
  problemRule('timestamp-order', ['TIMESTAMP_ORDER_FAILURE'], 'The timestamps do not contradict each other.'),
  problemRule(
    'revocation-known',
    ['TRY_LATER'],
    'Fresh revocation data is at hand for every certificate that needs it.',
  ),
);
