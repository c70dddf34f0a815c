import { describe, expect, test } from 'vitest';
import type { TrustSubIndication } from '../../src/signatures/path/evidence.js';
import { judge } from '../../src/signatures/rules/evaluate.js';
import { RULES, type RuleId } from '../../src/signatures/rules/index.js';
import { DEFAULT_POLICY } from '../../src/signatures/rules/policy.js';
import { facts, type Patch } from './facts.js';

const ATTRIBUTES = { contentType: true, messageDigest: true, der: true };

function problemRow(...subIndications: TrustSubIndication[]) {
  const problem = { fatal: false, message: 'Why.', certificate: null, since: null };
  return {
    fail: subIndications.map(subIndication => ({ identity: { problems: [{ ...problem, subIndication }] } })),
    unknown: [{ identity: { problems: null } }],
    notApplicable: [{ identity: { certificateFound: false } }],
  };
}

/** Per rule: what makes it fail, what leaves it unknown, where it does not apply. The compiler asks for every rule. */
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
  'signature-in-file': {
    fail: [{ structure: { inObjectStream: true } }],
    unknown: [{ structure: { inObjectStream: null } }],
  },
  'signature-keys-once': {
    fail: [{ structure: { duplicateKeys: ['Contents'] } }],
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
    notApplicable: [{ cms: { encoding: 'PKCS #1', consistent: null } }],
  },
  'message-readable': {
    fail: [{ cms: { encoding: null } }],
    unknown: [],
    notApplicable: [{ structure: { filled: false } }],
  },
  'one-signer': {
    fail: [{ cms: { signerInfos: 0 } }, { cms: { signerInfos: 2 } }],
    unknown: [{ cms: { signerInfos: null } }],
    notApplicable: [{ cms: { encoding: 'PKCS #1', signerInfos: null } }],
  },
  detached: {
    fail: [{ cms: { foreignContent: true } }],
    unknown: [{ cms: { foreignContent: null } }],
    notApplicable: [{ cms: { encoding: 'PKCS #1', foreignContent: null } }],
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
  digest: {
    fail: [{ crypto: { digestMatches: false } }],
    unknown: [{ crypto: { digestMatches: null } }],
    notApplicable: [{ cms: { encoding: null } }],
  },
  signature: {
    fail: [{ crypto: { signatureVerifies: false } }],
    unknown: [{ crypto: { signatureVerifies: null } }],
    notApplicable: [{ cms: { encoding: null } }],
  },
  'changes-after-signing': {
    fail: [{ changes: { after: 'content', allowed: false } }],
    unknown: [{ changes: { after: null, allowed: false } }, { changes: { after: 'archival', allowed: null } }],
    notApplicable: [{ structure: { coverage: 'unclear' } }],
  },
  'changes-without-doubt': {
    fail: [{ changes: { doubts: ['a note was added'] } }],
    unknown: [{ changes: { doubts: null } }],
    notApplicable: [{ structure: { coverage: 'unclear' } }],
  },
  'shows-one-content': {
    fail: [{ changes: { activeContent: ['a script'] } }],
    unknown: [{ changes: { activeContent: null } }],
  },
  'signer-certificate': {
    fail: [{ identity: { certificateFound: false } }],
    unknown: [{ identity: { certificateFound: null } }],
    notApplicable: [{ cms: { encoding: null } }],
  },
  'signing-certificate': {
    fail: [{ identity: { reference: 'differs' } }],
    unknown: [{ identity: { reference: null } }],
    notApplicable: [{ identity: { reference: 'absent' } }, { identity: { certificateFound: false } }],
  },
  'algorithm-strength': problemRow('CRYPTO_CONSTRAINTS_FAILURE', 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'),
  'not-revoked': problemRow('REVOKED', 'REVOKED_NO_POE', 'REVOKED_CA_NO_POE'),
  'certificate-path': problemRow('NO_CERTIFICATE_CHAIN_FOUND'),
  'path-constraints': problemRow('CERTIFICATE_CHAIN_GENERAL_FAILURE', 'CHAIN_CONSTRAINTS_FAILURE'),
  'certificate-validity': problemRow('NOT_YET_VALID', 'EXPIRED', 'OUT_OF_BOUNDS_NO_POE', 'OUT_OF_BOUNDS_NOT_REVOKED'),
  'timestamp-order': problemRow('TIMESTAMP_ORDER_FAILURE'),
  'revocation-known': problemRow('TRY_LATER'),
};

const outcomeOf = (id: RuleId, patch: Patch) => RULES.find(rule => rule.id === id)?.test(facts(patch));
const cases = (column: 'fail' | 'unknown' | 'notApplicable') =>
  Object.entries(ROWS).flatMap(([id, row]) => (row[column] ?? []).map(patch => [id as RuleId, patch] as const));

describe('a rule', () => {
  test.each(RULES.map(rule => rule.id))('%s passes where everything is right', id => {
    expect(outcomeOf(id, {})).toBe('pass');
  });
  test.each(cases('fail'))('%s fails on %j', (id, patch) => expect(outcomeOf(id, patch)).toBe('fail'));
  test.each(cases('unknown'))('%s is unknown on %j, and that does not pass', (id, patch) => {
    expect(outcomeOf(id, patch)).toBe('unknown');
    const { indication } = judge(facts(patch), { ...DEFAULT_POLICY, [id]: 'fail' });
    expect(indication).not.toBe('TOTAL_PASSED');
  });
  test.each(cases('notApplicable'))('%s does not apply on %j', (id, patch) => {
    expect(outcomeOf(id, patch)).toBe('not-applicable');
  });
});
