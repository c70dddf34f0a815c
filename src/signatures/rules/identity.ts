/** Rules about the signer's certificate and the time of signing (EN 319 102-1, 5.2.3, 5.2.6, 5.2.8, 5.5 and 5.6). */
import { enumerated, message } from '../../messages/index.js';
import type { TimeFacts } from '../facts/stated-times.js';
import type { SignatureFacts } from '../facts/types.js';
import type { TrustFault, TrustFaultCode } from '../path/types.js';
import {
  appliesIf,
  defineRules,
  failed,
  indeterminate,
  passIf,
  passIfNot,
  type Rule,
  type RuleName,
  type Status,
} from './rule.js';

/** What each fault means for the status of the signature. */
export const FAULT_STATUS: Readonly<Record<TrustFaultCode, Status>> = {
  'certificate-missing': indeterminate('NO_SIGNING_CERTIFICATE_FOUND'),
  'path-untrusted': indeterminate('NO_CERTIFICATE_CHAIN_FOUND'),
  'anchor-not-granted': indeterminate('NO_CERTIFICATE_CHAIN_FOUND_NO_POE'),
  'anchor-policy': indeterminate('NO_CERTIFICATE_CHAIN_FOUND'),
  'list-outdated': indeterminate('NO_CERTIFICATE_CHAIN_FOUND'),
  'list-signer-unknown': indeterminate('NO_CERTIFICATE_CHAIN_FOUND'),
  'path-invalid': indeterminate('CERTIFICATE_CHAIN_GENERAL_FAILURE'),
  'wrong-purpose': indeterminate('CHAIN_CONSTRAINTS_FAILURE'),
  revoked: indeterminate('REVOKED_NO_POE'),
  'revoked-before-signing': failed('REVOKED'),
  'authority-revoked': indeterminate('REVOKED_CA_NO_POE'),
  'on-hold': indeterminate('TRY_LATER'),
  'revocation-unknown': indeterminate('TRY_LATER'),
  'algorithm-too-weak': indeterminate('CRYPTO_CONSTRAINTS_FAILURE'),
  'algorithm-expired': indeterminate('CRYPTO_CONSTRAINTS_FAILURE_NO_POE'),
  'not-yet-valid': indeterminate('OUT_OF_BOUNDS_NO_POE'),
  'signed-before-validity': failed('NOT_YET_VALID'),
  expired: indeterminate('OUT_OF_BOUNDS_NO_POE'),
  'expired-not-revoked': indeterminate('OUT_OF_BOUNDS_NOT_REVOKED'),
  'signed-after-expiry': failed('EXPIRED'),
  'authority-outside-validity': indeterminate('OUT_OF_BOUNDS_NO_POE'),
  'timestamp-order': indeterminate('TIMESTAMP_ORDER_FAILURE'),
};

/** Fails on the first fault with one of these codes, with the message of that fault. */
function faultRule<const Id extends RuleName>(
  id: Id,
  codes: readonly TrustFaultCode[],
  premise: (facts: SignatureFacts) => boolean | null = ({ identity }) => identity.certificateFound,
): Rule<Id> {
  const first = ({ identity }: SignatureFacts): TrustFault | undefined =>
    identity.faults?.find(({ code }) => codes.includes(code));
  return {
    id,
    test: facts => appliesIf(premise(facts), passIf(facts.identity.faults === null ? null : !first(facts))),
    onFail: facts => FAULT_STATUS[first(facts)!.code],
    onUnknown: indeterminate(FAULT_STATUS[codes[0]!].subIndication!),
    messages: { fail: facts => first(facts)!.message },
  };
}

/** Only then were the authorities and their revocation data validated (see trustFaults). */
const leadsToAnchor = ({ identity: { certificateFound, faults } }: SignatureFacts): boolean | null =>
  certificateFound && !faults?.some(({ code }) => code === 'path-untrusted');

/** 'The signature states ..., a timestamp confirms ...; proven is ...' */
function contradiction({ stated, validation }: TimeFacts): string {
  const times = stated.map(({ source, time }) => message(`time.${source}`, { time: inWords(time) }));
  const clock = message('time.clock', { time: inWords(validation.toISOString()) });
  const [earliest] = stated.flatMap(({ time, proven }) => (proven ? [time] : [])).sort();
  const proven = earliest ? message('time.proven', { time: inWords(earliest) }) : message('time.not-proven');
  return message('rule.times-agree.fail', { times: enumerated([...times, clock]), proven });
}

const inWords = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

export const IDENTITY_RULES = defineRules(
  {
    id: 'signer-certificate',
    test: ({ cms, identity }) => appliesIf(cms.encoding !== null, passIf(identity.certificateFound)),
    onFail: FAULT_STATUS['certificate-missing'],
  },
  {
    // another certificate for the same key may name another person
    id: 'signing-certificate',
    test: ({ cms, identity: { certificateFound, reference } }) => {
      if (cms.encoding === null || certificateFound === false || reference === 'absent') return 'not-applicable';
      return passIf(reference && reference === 'matches');
    },
    onFail: indeterminate('NO_SIGNING_CERTIFICATE_FOUND'),
    messages: {
      fail: ({ identity: { reference } }) =>
        message(`rule.signing-certificate.fail.${reference === 'ambiguous' ? 'ambiguous' : 'differs'}`),
    },
  },
  faultRule('algorithm-strength', ['algorithm-too-weak', 'algorithm-expired']),
  faultRule('not-revoked', ['revoked-before-signing', 'revoked', 'authority-revoked']),
  faultRule('certificate-path', [
    'path-untrusted',
    'anchor-not-granted',
    'anchor-policy',
    'list-outdated',
    'list-signer-unknown',
  ]),
  faultRule('path-constraints', ['path-invalid', 'wrong-purpose'], leadsToAnchor),
  faultRule('certificate-validity', [
    'expired',
    'not-yet-valid',
    'expired-not-revoked',
    'authority-outside-validity',
    'signed-before-validity',
    'signed-after-expiry',
  ]),
  {
    // until the grace period is over, see the fault 'list-outdated'
    id: 'lists-current',
    test: ({ identity: { outdatedLists } }) => passIf(outdatedLists && outdatedLists.length === 0),
    onFail: FAULT_STATUS['list-outdated'],
    messages: { fail: ({ identity: { outdatedLists } }) => outdatedLists!.join(' ') },
  },
  {
    // none of these times decides: only what timestamps prove counts
    id: 'times-agree',
    test: ({ kind, times }) => (kind === 'timestamp' ? 'not-applicable' : passIfNot(times.contradict)),
    onFail: indeterminate('SIG_CONSTRAINTS_FAILURE'),
    messages: { fail: ({ times }) => contradiction(times) },
  },
  faultRule('timestamp-order', ['timestamp-order']),
  faultRule('revocation-known', ['revocation-unknown', 'on-hold'], leadsToAnchor),
);
