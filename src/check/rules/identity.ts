/** Rules about who signed (EN 319 102-1, 5.2.3, 5.2.6 and 5.2.8). */
import { after, defineRules, failed, holds, indeterminate } from './rule.js';

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
  {
    id: 'algorithm-strength',
    test: ({ identity }) => after(identity.certificateFound, holds(identity.algorithms)),
    onFail: indeterminate('CRYPTO_CONSTRAINTS_FAILURE_NO_POE'),
    onUnknown: indeterminate('CRYPTO_CONSTRAINTS_FAILURE'),
    says: {
      pass: 'Its algorithms and keys were strong enough at the time that is proven.',
      fail: 'An algorithm or key in it is too weak today, and nothing proves that it is from a time when it was not.',
      unknown: 'The strength of its algorithms is not known.',
    },
  },
  {
    id: 'certificate-path',
    test: ({ identity }) => after(identity.certificateFound, holds(identity.anchored)),
    onFail: indeterminate('NO_CERTIFICATE_CHAIN_FOUND'),
    onUnknown: indeterminate('NO_CERTIFICATE_CHAIN_FOUND'),
    says: {
      pass: "The signer's certificate leads to a trusted authority.",
      fail: "The signer's identity was not verified: the certificate leads to no trusted authority.",
      unknown: "The signer's identity was not verified: nobody was said to be trusted.",
    },
  },
  {
    id: 'path-constraints',
    test: ({ identity }) => after(identity.anchored === true, holds(identity.constraints)),
    onFail: indeterminate('CHAIN_CONSTRAINTS_FAILURE'),
    onUnknown: indeterminate('CHAIN_CONSTRAINTS_FAILURE'),
    says: {
      pass: 'The certificates may be used for this.',
      fail: 'A certificate is used for what it was not issued for.',
      unknown: 'Whether the certificates may be used for this could not be judged.',
    },
  },
  {
    id: 'validity-not-too-early',
    test: ({ identity: { certificateFound, validity } }) =>
      after(certificateFound, holds(validity && validity !== 'too-early')),
    onFail: failed('NOT_YET_VALID'),
    onUnknown: indeterminate('OUT_OF_BOUNDS_NO_POE'),
    says: {
      pass: 'The certificate was already valid.',
      fail: 'The signature is proven to be older than the certificate.',
      unknown: 'Whether the certificate was valid could not be judged.',
    },
  },
  {
    id: 'validity-not-too-late',
    test: ({ identity: { certificateFound, validity } }) =>
      after(certificateFound, holds(validity && validity !== 'too-late')),
    onFail: indeterminate('OUT_OF_BOUNDS_NO_POE'),
    onUnknown: indeterminate('OUT_OF_BOUNDS_NO_POE'),
    says: {
      pass: 'The certificate was still valid.',
      fail: 'A certificate has expired, and nothing proves that the signature is older than that.',
      unknown: 'Whether the certificate was valid could not be judged.',
    },
  },
  {
    id: 'not-revoked',
    test: ({ identity: { certificateFound, revocation } }) =>
      after(certificateFound, revocation === 'revoked' ? 'fail' : 'pass'),
    onFail: indeterminate('REVOKED_NO_POE'),
    says: {
      pass: "The signer's certificate is not known to be revoked.",
      fail: "The signer's certificate was revoked, and nothing proves that the signature is older than that.",
    },
  },
);
