/** Rules about the signed message: RFC 5652 as EN 319 142-1 narrows it. */
import type { SignatureFacts, SignedAttributeFacts } from '../facts/types.js';
import { appliesIf, defineRules, failed, indeterminate, type Outcome, passIf, passIfNot } from './rule.js';

const FORMAT = failed('FORMAT_FAILURE');

/** Asked of a CMS message alone. */
const ofMessage = ({ cms }: SignatureFacts, outcome: Outcome): Outcome =>
  cms.encoding === 'CMS' ? outcome : 'not-applicable';

/** Without signed attributes the signature is made over the digest itself: allowed for adbe.pkcs7.detached. */
function ofAttributes(facts: SignatureFacts, test: (found: SignedAttributeFacts) => boolean): Outcome {
  const { signedAttributes } = facts.cms;
  if (signedAttributes === 'absent') return 'not-applicable';
  return ofMessage(facts, passIf(signedAttributes && test(signedAttributes)));
}

export const CMS_RULES = defineRules(
  {
    id: 'message-readable',
    test: ({ structure, cms }) => appliesIf(structure.filled, passIf(cms.encoding !== null)),
    onFail: FORMAT,
    messages: { pass: 'The signature can be decoded.', fail: 'The signature cannot be decoded: its data is damaged.' },
  },
  {
    id: 'one-signer',
    test: facts => ofMessage(facts, passIf(facts.cms.signerInfos === null ? null : facts.cms.signerInfos === 1)),
    onFail: FORMAT,
    messages: {
      pass: 'The signature names one signer.',
      fail: facts => `The signature names ${facts.cms.signerInfos} signers; exactly one is allowed.`,
    },
  },
  {
    id: 'message-consistent',
    test: facts => ofMessage(facts, passIf(facts.cms.consistent)),
    onFail: FORMAT,
    messages: {
      pass: 'The CMS versions and algorithms are consistent.',
      fail: 'The CMS versions and algorithms are inconsistent: they were changed after signing.',
    },
  },
  {
    id: 'detached',
    test: facts => ofMessage(facts, passIfNot(facts.cms.foreignContent)),
    onFail: FORMAT,
    messages: {
      pass: 'The signature is about the document and nothing else.',
      fail: 'The signature brings content of its own, so that it may not be about this document.',
    },
  },
  {
    id: 'content-type',
    test: facts => ofAttributes(facts, found => found.contentType),
    onFail: FORMAT,
    messages: {
      pass: 'The signed attributes state the type of the content, once.',
      fail: 'The signed attributes do not state the type of the content exactly once.',
    },
  },
  {
    id: 'message-digest',
    test: facts => ofAttributes(facts, found => found.messageDigest),
    onFail: FORMAT,
    messages: {
      pass: 'The signed attributes state the digest of the document, once.',
      fail: 'The signed attributes do not state the digest of the document exactly once.',
    },
  },
  {
    id: 'signed-attributes-der',
    test: facts => ofAttributes(facts, found => found.der),
    onFail: FORMAT,
    messages: {
      pass: 'The signed attributes are encoded as DER.',
      fail: 'The signed attributes are not in DER order; the signature was checked over the bytes as they were sent.',
    },
  },
  {
    id: 'no-trailing-bytes',
    test: facts => ofMessage(facts, passIfNot(facts.cms.trailingBytes)),
    onFail: FORMAT,
    messages: {
      pass: 'Nothing but padding follows the signature in its place.',
      fail: 'Other data than padding follows the signature in its place.',
    },
  },
  {
    id: 'algorithms-agree',
    test: facts => ofMessage(facts, passIf(facts.cms.algorithmsAgree)),
    onFail: indeterminate('CRYPTO_CONSTRAINTS_FAILURE'),
    onUnknown: indeterminate('CRYPTO_CONSTRAINTS_FAILURE'),
    messages: {
      pass: 'The digest and signature algorithms fit together.',
      fail: 'The digest algorithm that is stated is not the one that the signature uses.',
    },
  },
);
