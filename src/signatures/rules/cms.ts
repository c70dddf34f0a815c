/** Rules about the signed message (RFC 5652, restricted by EN 319 142-1). */
import type { SignatureFacts, SignedAttributeFacts } from '../facts/types.js';
import { appliesIf, defineRules, failed, indeterminate, type Outcome, passIf, passIfNot } from './rule.js';

const FORMAT = failed('FORMAT_FAILURE');

/** Applies to CMS messages only, and not where the message is of unknown encoding and merely looks like CMS. */
const ofMessage = ({ structure, cms }: SignatureFacts, outcome: Outcome): Outcome =>
  cms.encoding === 'CMS' ? appliesIf(structure.encodingKnown, outcome) : 'not-applicable';

/** Without signed attributes the content itself is signed: permitted for PKCS #7 messages. */
function ofAttributes(facts: SignatureFacts, test: (found: SignedAttributeFacts) => boolean): Outcome {
  const { signedAttributes } = facts.cms;
  if (signedAttributes === 'absent') return 'not-applicable';
  return ofMessage(facts, passIf(signedAttributes && test(signedAttributes)));
}

export const CMS_RULES = defineRules(
  {
    id: 'message-readable',
    test: ({ structure, cms }) =>
      appliesIf(structure.filled, appliesIf(structure.encodingKnown, passIf(cms.encoding !== null))),
    onFail: FORMAT,
    messages: { pass: 'The signature can be decoded.', fail: 'The signature cannot be decoded.' },
  },
  {
    id: 'one-signer',
    test: facts => ofMessage(facts, passIf(facts.cms.signerInfos === null ? null : facts.cms.signerInfos === 1)),
    onFail: FORMAT,
    messages: {
      pass: 'The signature has one signer.',
      fail: facts => `The signature has ${facts.cms.signerInfos} signers; exactly one is permitted.`,
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
      pass: 'The signature has no content of its own: it is detached.',
      fail: 'The signature has content of its own, so it may not belong to this document.',
    },
  },
  {
    id: 'content-type',
    test: facts => ofAttributes(facts, found => found.contentType),
    onFail: FORMAT,
    messages: {
      pass: 'The signed attributes contain the content type once.',
      fail: 'The signed attributes do not contain the correct content type exactly once.',
    },
  },
  {
    id: 'message-digest',
    test: facts => ofAttributes(facts, found => found.messageDigest),
    onFail: FORMAT,
    messages: {
      pass: 'The signed attributes contain the message digest once.',
      fail: 'The signed attributes do not contain the message digest exactly once.',
    },
  },
  {
    id: 'signed-attributes-der',
    test: facts => ofAttributes(facts, found => found.der),
    onFail: FORMAT,
    messages: {
      pass: 'The signed attributes are encoded as DER.',
      fail: 'The signed attributes are not in DER order; the signature was verified over the bytes as sent.',
    },
  },
  {
    id: 'no-trailing-bytes',
    test: facts => ofMessage(facts, passIfNot(facts.cms.trailingBytes)),
    onFail: FORMAT,
    messages: {
      pass: 'Only padding follows the signature in /Contents.',
      fail: 'Data other than padding follows the signature in /Contents.',
    },
  },
  {
    id: 'algorithms-agree',
    test: facts => ofMessage(facts, passIf(facts.cms.algorithmsAgree)),
    onFail: indeterminate('CRYPTO_CONSTRAINTS_FAILURE'),
    onUnknown: indeterminate('CRYPTO_CONSTRAINTS_FAILURE'),
    messages: {
      pass: 'The digest algorithm matches the signature algorithm.',
      fail: 'The stated digest algorithm is not the one that the signature uses.',
    },
  },
);
