/** Rules about the signed message (RFC 5652, restricted by EN 319 142-1). */
import { message } from '../../messages/index.js';
import type { TokenFault } from '../../pki/index.js';
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
  },
  {
    id: 'one-signer',
    test: facts => ofMessage(facts, passIf(facts.cms.signerInfos === null ? null : facts.cms.signerInfos === 1)),
    onFail: FORMAT,
    messages: { fail: ({ cms }) => message('rule.one-signer.fail', { signers: cms.signerInfos ?? 0 }) },
  },
  {
    id: 'message-consistent',
    test: facts => ofMessage(facts, passIf(facts.cms.consistent)),
    onFail: FORMAT,
  },
  {
    id: 'detached',
    test: facts => ofMessage(facts, passIfNot(facts.cms.foreignContent)),
    onFail: FORMAT,
  },
  {
    id: 'content-type',
    test: facts => ofAttributes(facts, found => found.contentType),
    onFail: FORMAT,
  },
  {
    id: 'message-digest',
    test: facts => ofAttributes(facts, found => found.messageDigest),
    onFail: FORMAT,
  },
  {
    id: 'attributes-once',
    test: facts => ofAttributes(facts, found => found.single),
    onFail: FORMAT,
  },
  {
    id: 'signed-attributes-der',
    test: facts => ofAttributes(facts, found => found.der),
    onFail: FORMAT,
  },
  {
    id: 'timestamp-content',
    test: facts => {
      const { timestampContent } = facts.cms;
      if (timestampContent === 'absent') return 'not-applicable';
      return ofMessage(facts, passIf(timestampContent && timestampContent === 'sound'));
    },
    onFail: indeterminate('SIG_CONSTRAINTS_FAILURE'),
    messages: { fail: ({ cms }) => message(`rule.timestamp-content.fail.${cms.timestampContent as TokenFault}`) },
  },
  {
    id: 'no-trailing-bytes',
    test: facts => ofMessage(facts, passIfNot(facts.cms.trailingBytes)),
    onFail: FORMAT,
  },
  {
    id: 'algorithms-agree',
    test: facts => ofMessage(facts, passIf(facts.cms.algorithmsAgree)),
    onFail: indeterminate('CRYPTO_CONSTRAINTS_FAILURE'),
    onUnknown: indeterminate('CRYPTO_CONSTRAINTS_FAILURE'),
  },
  {
    id: 'mask-digest',
    test: facts => ofMessage(facts, passIf(facts.cms.maskDigest && facts.cms.maskDigest === 'same')),
    onFail: indeterminate('CRYPTO_CONSTRAINTS_FAILURE'),
    onUnknown: indeterminate('CRYPTO_CONSTRAINTS_FAILURE'),
    messages: { fail: ({ cms }) => message('rule.mask-digest.fail', { digest: cms.maskDigest ?? '' }) },
  },
);
