import { describe, expect, test } from 'vitest';
import type { TrustFaultCode } from '../../src/signatures/path/types.js';
import { evaluateRules } from '../../src/signatures/rules/evaluate.js';
import { FAULT_STATUS } from '../../src/signatures/rules/identity.js';
import { DEFAULT_POLICY, RULES, type RuleId } from '../../src/signatures/rules/index.js';
import { change, facts, overlay, type Patch } from './facts.js';

const UNKNOWN_ENCODING = { encodingKnown: false };
const ATTRIBUTES = { contentType: true, messageDigest: true, single: true, der: true };

function faultRow(...codes: TrustFaultCode[]) {
  const fault = { message: 'Why.', certificate: null };
  return {
    fail: codes.map(code => ({ identity: { faults: [{ ...fault, code }] } })),
    unknown: [{ identity: { faults: null } }],
    notApplicable: [{ identity: { certificateFound: false } }],
  };
}

/** Per rule: facts with which it fails, is unknown, or does not apply. The type requires every rule. */
const ROWS: Record<RuleId, { fail: Patch[]; unknown: Patch[]; notApplicable?: Patch[] }> = {
  'signature-filled': { fail: [{ structure: { filled: false } }], unknown: [{ structure: { filled: null } }] },
  'signature-encoding': {
    fail: [{ structure: { encodingKnown: false } }],
    unknown: [{ structure: { encodingKnown: null } }],
  },
  'byte-range': {
    fail: [{ structure: { rangeWellFormed: false } }],
    unknown: [{ structure: { rangeWellFormed: null } }],
  },
  'byte-range-gap': {
    fail: [{ structure: { gapIsContents: false } }],
    unknown: [{ structure: { gapIsContents: null } }],
    notApplicable: [{ structure: { rangeWellFormed: false } }],
  },
  'byte-range-end': {
    fail: [{ structure: { coverage: 'from-start' } }, { structure: { coverage: 'unclear' } }],
    unknown: [{ structure: { coverage: null } }],
    notApplicable: [{ structure: { gapIsContents: false } }],
  },
  'signature-in-field': { fail: [{ structure: { inField: false } }], unknown: [{ structure: { inField: null } }] },
  'signature-covers-field': {
    fail: [{ structure: { coversField: false } }],
    unknown: [{ structure: { coversField: null } }],
    notApplicable: [{ structure: { coverage: 'unclear', coversField: null } }],
  },
  'signature-in-file': {
    fail: [{ structure: { inObjectStream: true } }],
    unknown: [{ structure: { inObjectStream: null } }],
  },
  'signature-keys-once': {
    fail: [
      { structure: { duplicateKeys: ['Contents'] } },
      { structure: { duplicateKeys: ['Type'] } },
      { subFilter: 'ETSI.RFC3161', structure: { duplicateKeys: ['Type', 'SubFilter'] } },
    ],
    unknown: [{ structure: { duplicateKeys: null } }],
  },
  'type-stated-once': {
    fail: [{ subFilter: 'ETSI.RFC3161', structure: { duplicateKeys: ['Type'] } }],
    unknown: [{ structure: { duplicateKeys: null } }],
  },
  'signature-unchanged': { fail: [{ structure: { unchanged: false } }], unknown: [{ structure: { unchanged: null } }] },
  'no-stray-bytes': { fail: [{ structure: { strayBytes: true } }], unknown: [{ structure: { strayBytes: null } }] },
  'read-without-repair': { fail: [{ structure: { recovered: true } }], unknown: [{ structure: { recovered: null } }] },
  'later-revisions-readable': {
    fail: [{ structure: { laterDamage: true } }],
    unknown: [{ structure: { laterDamage: null } }],
  },
  'message-consistent': {
    fail: [{ cms: { consistent: false } }],
    unknown: [{ cms: { consistent: null } }],
    notApplicable: [
      { cms: { encoding: 'PKCS #1', consistent: null } },
      { structure: UNKNOWN_ENCODING, cms: { consistent: false } },
    ],
  },
  'message-readable': {
    fail: [{ cms: { encoding: null } }],
    unknown: [],
    notApplicable: [{ structure: { filled: false } }, { structure: UNKNOWN_ENCODING, cms: { encoding: null } }],
  },
  'one-signer': {
    fail: [{ cms: { signerInfos: 0 } }, { cms: { signerInfos: 2 } }],
    unknown: [{ cms: { signerInfos: null } }],
    notApplicable: [
      { cms: { encoding: 'PKCS #1', signerInfos: null } },
      { structure: UNKNOWN_ENCODING, cms: { signerInfos: 2 } },
    ],
  },
  detached: {
    fail: [{ cms: { foreignContent: true } }],
    unknown: [{ cms: { foreignContent: null } }],
    notApplicable: [
      { cms: { encoding: 'PKCS #1', foreignContent: null } },
      { structure: UNKNOWN_ENCODING, cms: { foreignContent: true } },
    ],
  },
  'content-type': {
    fail: [{ cms: { signedAttributes: { ...ATTRIBUTES, contentType: false } } }],
    unknown: [{ cms: { signedAttributes: null } }],
    notApplicable: [{ cms: { signedAttributes: 'absent' } }],
  },
  'message-digest': {
    fail: [{ cms: { signedAttributes: { ...ATTRIBUTES, messageDigest: false } } }],
    unknown: [{ cms: { signedAttributes: null } }],
    notApplicable: [{ cms: { signedAttributes: 'absent' } }],
  },
  'attributes-once': {
    fail: [{ cms: { signedAttributes: { ...ATTRIBUTES, single: false } } }],
    unknown: [{ cms: { signedAttributes: null } }],
    notApplicable: [{ cms: { signedAttributes: 'absent' } }],
  },
  'signed-attributes-der': {
    fail: [{ cms: { signedAttributes: { ...ATTRIBUTES, der: false } } }],
    unknown: [{ cms: { signedAttributes: null } }],
    notApplicable: [{ cms: { signedAttributes: 'absent' } }],
  },
  'no-trailing-bytes': {
    fail: [{ cms: { trailingBytes: true } }],
    unknown: [{ cms: { trailingBytes: null } }],
    notApplicable: [{ cms: { encoding: 'PKCS #1', trailingBytes: null } }],
  },
  'algorithms-agree': {
    fail: [{ cms: { algorithmsAgree: false } }],
    unknown: [{ cms: { algorithmsAgree: null } }],
    notApplicable: [{ cms: { encoding: 'PKCS #1', algorithmsAgree: null } }],
  },
  'timestamp-content': {
    fail: [
      { cms: { timestampContent: 'version' } },
      { cms: { timestampContent: 'extension' } },
      { cms: { timestampContent: 'certificate' } },
      { cms: { timestampContent: 'authority' } },
    ],
    unknown: [{ cms: { timestampContent: null } }],
    notApplicable: [{ cms: { timestampContent: 'absent' } }, { cms: { encoding: 'PKCS #1', timestampContent: null } }],
  },
  'mask-digest': {
    fail: [{ cms: { maskDigest: 'SHA-1' } }],
    unknown: [{ cms: { maskDigest: null } }],
    notApplicable: [{ cms: { encoding: 'PKCS #1', maskDigest: null } }],
  },
  digest: {
    fail: [{ crypto: { digestMatches: false } }],
    unknown: [{ crypto: { digestMatches: null } }],
    notApplicable: [
      { cms: { encoding: null } },
      { structure: UNKNOWN_ENCODING, cms: { foreignContent: true }, crypto: { digestMatches: false } },
    ],
  },
  signature: {
    fail: [{ crypto: { signatureVerifies: false } }],
    unknown: [{ crypto: { signatureVerifies: null } }],
    notApplicable: [
      { cms: { encoding: null } },
      { structure: UNKNOWN_ENCODING, cms: { foreignContent: true }, crypto: { signatureVerifies: false } },
    ],
  },
  'changes-after-signing': {
    fail: [
      { changes: { later: [change()] } },
      { changes: { later: [change({ class: null }), change()] } },
      { changes: { later: [change({ class: null })], overlays: [overlay('hides')] } },
      { changes: { later: [change()], overlays: [overlay('unclear')] } },
      ...(['touches', 'uncovers', 'reorders', 'differs'] as const).map(effect => ({
        changes: { overlays: [overlay('unknown'), overlay(effect)] },
      })),
    ],
    unknown: [
      { changes: { later: null } },
      { changes: { later: [change({ class: null })] } },
      { changes: { later: [change({ class: 'archival' }), change({ class: null })] } },
      { changes: { overlays: [overlay('unclear')] } },
      { changes: { overlays: [overlay('unknown')] } },
    ],
    notApplicable: [{ structure: { coverage: 'unclear' } }],
  },
  'changes-without-doubt': {
    fail: [{ changes: { later: [change({ class: 'annotations' })] } }],
    unknown: [{ changes: { later: null } }, { changes: { later: [change({ class: null })] } }],
    notApplicable: [{ structure: { coverage: 'unclear' } }],
  },
  'shows-one-content': {
    fail: [{ changes: { activeContent: ['a script'] } }],
    unknown: [{ changes: { activeContent: null } }],
  },
  'times-agree': {
    fail: [{ times: { contradict: true } }],
    unknown: [],
    notApplicable: [{ kind: 'timestamp' }],
  },
  'signer-certificate': {
    fail: [{ identity: { certificateFound: false } }],
    unknown: [{ identity: { certificateFound: null } }],
    notApplicable: [{ cms: { encoding: null } }],
  },
  'signing-certificate': {
    fail: [{ identity: { reference: 'differs' } }, { identity: { reference: 'ambiguous' } }],
    unknown: [{ identity: { reference: null } }],
    notApplicable: [{ identity: { reference: 'absent' } }, { identity: { certificateFound: false } }],
  },
  'algorithm-strength': faultRow('algorithm-too-weak', 'algorithm-expired'),
  'not-revoked': faultRow('revoked-before-signing', 'revoked', 'authority-revoked'),
  'certificate-path': faultRow(
    'path-untrusted',
    'anchor-not-granted',
    'anchor-policy',
    'list-outdated',
    'list-signer-unknown',
  ),
  'path-constraints': faultRow('path-invalid', 'wrong-purpose'),
  'certificate-validity': faultRow(
    'signed-before-validity',
    'signed-after-expiry',
    'expired',
    'not-yet-valid',
    'expired-not-revoked',
    'authority-outside-validity',
  ),
  'lists-current': {
    fail: [{ identity: { outdatedLists: ['The trusted list of Germany is out of date.'] } }],
    unknown: [{ identity: { outdatedLists: null } }],
  },
  'timestamp-order': faultRow('timestamp-order'),
  'revocation-known': faultRow('revocation-unknown', 'on-hold'),
};

const outcomeOf = (id: RuleId, patch: Patch) => RULES.find(rule => rule.id === id)?.test(facts(patch), DEFAULT_POLICY);
const cases = (column: 'fail' | 'unknown' | 'notApplicable') =>
  Object.entries(ROWS).flatMap(([id, row]) => (row[column] ?? []).map(patch => [id as RuleId, patch] as const));

describe('a rule', () => {
  test.each(RULES.map(rule => rule.id))('%s passes for a valid signature', id => {
    expect(outcomeOf(id, {})).toBe('pass');
  });
  test.each(cases('fail'))('%s fails on %j', (id, patch) => expect(outcomeOf(id, patch)).toBe('fail'));
  test.each(cases('unknown'))('%s is unknown on %j, and that does not pass', (id, patch) => {
    expect(outcomeOf(id, patch)).toBe('unknown');
    const { indication } = evaluateRules(facts(patch), {
      ...DEFAULT_POLICY,
      levels: { ...DEFAULT_POLICY.levels, [id]: 'fail' },
    });
    expect(indication).not.toBe('TOTAL_PASSED');
  });
  test.each(cases('notApplicable'))('%s does not apply on %j', (id, patch) => {
    expect(outcomeOf(id, patch)).toBe('not-applicable');
  });
});

/** EN 319 102-1, 5.1.3: indication and sub-indication of each fault of certificates and time. */
const STATUS_OF_FAULT: Record<TrustFaultCode, string> = {
  'certificate-missing': 'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND',
  'path-untrusted': 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND',
  'anchor-not-granted': 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND_NO_POE',
  'anchor-policy': 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND',
  'list-outdated': 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND',
  'list-signer-unknown': 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND',
  'path-invalid': 'INDETERMINATE CERTIFICATE_CHAIN_GENERAL_FAILURE',
  'wrong-purpose': 'INDETERMINATE CHAIN_CONSTRAINTS_FAILURE',
  revoked: 'INDETERMINATE REVOKED_NO_POE',
  'revoked-before-signing': 'TOTAL_FAILED REVOKED',
  'authority-revoked': 'INDETERMINATE REVOKED_CA_NO_POE',
  'on-hold': 'INDETERMINATE TRY_LATER',
  'revocation-unknown': 'INDETERMINATE TRY_LATER',
  'algorithm-too-weak': 'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE',
  'algorithm-expired': 'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
  'not-yet-valid': 'INDETERMINATE OUT_OF_BOUNDS_NO_POE',
  'signed-before-validity': 'TOTAL_FAILED NOT_YET_VALID',
  expired: 'INDETERMINATE OUT_OF_BOUNDS_NO_POE',
  'expired-not-revoked': 'INDETERMINATE OUT_OF_BOUNDS_NOT_REVOKED',
  'signed-after-expiry': 'TOTAL_FAILED EXPIRED',
  'authority-outside-validity': 'INDETERMINATE OUT_OF_BOUNDS_NO_POE',
  'timestamp-order': 'INDETERMINATE TIMESTAMP_ORDER_FAILURE',
};

describe('a fault of certificates or time', () => {
  test.each(Object.entries(STATUS_OF_FAULT))('%s is %s', (code, expected) => {
    const { indication, subIndication } = FAULT_STATUS[code as TrustFaultCode];
    expect(`${indication} ${subIndication}`).toBe(expected);
  });
  test('decides the status through exactly one rule', () => {
    for (const code of Object.keys(STATUS_OF_FAULT) as TrustFaultCode[]) {
      if (code === 'certificate-missing') continue; // the rule signer-certificate reads another fact
      const patch = { identity: { faults: [{ code, message: 'Why.', certificate: null }] } };
      expect(RULES.filter(rule => rule.test(facts(patch), DEFAULT_POLICY) === 'fail')).toHaveLength(1);
      const { indication, subIndication } = evaluateRules(facts(patch), DEFAULT_POLICY);
      expect(`${indication} ${subIndication}`).toBe(STATUS_OF_FAULT[code]);
    }
  });
});
