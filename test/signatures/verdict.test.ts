import { describe, expect, test } from 'vitest';
import type { TrustFaultCode } from '../../src/signatures/path/evidence.js';
import type { Signer } from '../../src/signatures/result.js';
import { evaluateRules } from '../../src/signatures/rules/evaluate.js';
import { DEFAULT_POLICY } from '../../src/signatures/rules/policy.js';
import { answer, isAcceptable } from '../../src/signatures/verdict.js';
import { change, facts, type Patch } from './facts.js';

const faults = (...codes: TrustFaultCode[]): Patch => ({
  identity: { faults: codes.map(code => ({ code, message: `Because of ${code}.`, certificate: null, since: null })) },
});

describe('the status of a signature', () => {
  const statusOf = (patch: Patch) => {
    const { indication, subIndication } = evaluateRules(facts(patch), DEFAULT_POLICY);
    return subIndication ? `${indication} ${subIndication}` : indication;
  };
  test.each<[string, Patch, string]>([
    ['everything right', {}, 'TOTAL_PASSED'],
    ['a placeholder', { structure: { filled: false }, cms: { encoding: null } }, 'TOTAL_FAILED FORMAT_FAILURE'],
    ['changed bytes', { crypto: { digestMatches: false } }, 'TOTAL_FAILED HASH_FAILURE'],
    ['another key', { crypto: { signatureVerifies: false } }, 'TOTAL_FAILED SIG_CRYPTO_FAILURE'],
    ['an unknown digest', { crypto: { digestMatches: null } }, 'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE'],
    [
      'attributes out of order',
      { cms: { signedAttributes: { contentType: true, messageDigest: true, der: false } } },
      'TOTAL_PASSED',
    ],
    ['a repaired file', { structure: { recovered: true } }, 'INDETERMINATE SIG_CONSTRAINTS_FAILURE'],
    ['forbidden changes', { changes: { later: [change()] } }, 'TOTAL_FAILED FORMAT_FAILURE'],
    ['changes nobody could judge', { changes: { later: null } }, 'INDETERMINATE SIG_CONSTRAINTS_FAILURE'],
    ['nobody trusted', faults('path-untrusted'), 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND'],
    [
      'a weak algorithm before an unknown authority',
      faults('path-untrusted', 'algorithm-expired'),
      'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
    ],
    [
      'a revoked certificate before an unknown authority',
      faults('path-untrusted', 'revoked'),
      'INDETERMINATE REVOKED_NO_POE',
    ],
    [
      'a fault that makes it fail before those that leave it open',
      faults('path-untrusted', 'signed-before-validity'),
      'TOTAL_FAILED NOT_YET_VALID',
    ],
    [
      'a failure before what is unknown',
      { crypto: { digestMatches: false }, changes: { later: null } },
      'TOTAL_FAILED HASH_FAILURE',
    ],
  ])('%s', (_, patch, status) => expect(statusOf(patch)).toBe(status));

  test('a policy may turn a failure into a warning, and then it is still told', () => {
    const { indication, findings } = evaluateRules(facts({ structure: { strayBytes: true } }), {
      ...DEFAULT_POLICY,
      levels: { ...DEFAULT_POLICY.levels, 'no-stray-bytes': 'warn' },
    });
    expect(indication).toBe('TOTAL_PASSED');
    expect(findings.find(({ rule }) => rule === 'no-stray-bytes')).toMatchObject({ outcome: 'fail', level: 'warn' });
  });

  test('a signature of which nothing was checked does not pass', () => {
    const everythingOff = Object.fromEntries(Object.keys(DEFAULT_POLICY.levels).map(id => [id, 'inform']));
    const { indication } = evaluateRules(facts({ crypto: { signatureVerifies: null } }), {
      ...DEFAULT_POLICY,
      levels: everythingOff as typeof DEFAULT_POLICY.levels,
    });
    expect(indication).not.toBe('TOTAL_PASSED');
  });
});

const GOOD = {
  field: 'Signature1',
  kind: 'signature',
  name: 'Ann',
  intact: true,
  coverage: 'file',
  changesAfter: 'none',
  changesAllowed: true,
  trusted: true,
  indication: 'TOTAL_PASSED',
  subIndication: null,
  findings: [],
} as unknown as Signer;
const signer = (patch: Partial<Signer> = {}): Signer => ({ ...GOOD, ...patch });
const indeterminate = (subIndication: string): Partial<Signer> => ({
  indication: 'INDETERMINATE',
  subIndication,
  trusted: false,
});

describe('what one signature needs to be valid', () => {
  test.each<[string, Partial<Signer>, boolean, boolean]>([
    ['everything', {}, true, true],
    ['another revision is covered', { coverage: 'revision' }, true, true],
    ['not intact', { intact: false }, false, false],
    ['from the start', { coverage: 'from-start' }, false, false],
    ['unclear', { coverage: 'unclear' }, false, false],
    ['forbidden changes', { changesAllowed: false }, false, false],
    ['failed', { indication: 'TOTAL_FAILED', subIndication: 'FORMAT_FAILURE' }, false, false],
    ['nobody trusted', indeterminate('NO_CERTIFICATE_CHAIN_FOUND'), true, false],
    ['expired', indeterminate('OUT_OF_BOUNDS_NO_POE'), true, false],
    ['expired, not revoked', indeterminate('OUT_OF_BOUNDS_NOT_REVOKED'), true, false],
    ['no revocation data', indeterminate('TRY_LATER'), true, false],
    ['revoked', indeterminate('REVOKED_NO_POE'), false, false],
    ['an authority revoked', indeterminate('REVOKED_CA_NO_POE'), false, false],
    ['too weak', indeterminate('CRYPTO_CONSTRAINTS_FAILURE_NO_POE'), false, false],
    ['unknown algorithm', indeterminate('CRYPTO_CONSTRAINTS_FAILURE'), false, false],
    ['repaired', indeterminate('SIG_CONSTRAINTS_FAILURE'), false, false],
    ['a certificate misused', indeterminate('CHAIN_CONSTRAINTS_FAILURE'), false, false],
    ['no reason given', { indication: 'INDETERMINATE', subIndication: null }, false, false],
  ])('%s', (_, patch, withoutTrust, withTrust) => {
    expect(isAcceptable(signer(patch), false)).toBe(withoutTrust);
    expect(isAcceptable(signer(patch), true)).toBe(withTrust);
  });
});

describe('the answer over all signatures', () => {
  const judged = (patch: Partial<Signer> = {}, cause: string | null = null) => ({ signer: signer(patch), cause });
  test.each<[string, ReturnType<typeof judged>[], boolean, boolean, string]>([
    ['nothing signed', [], false, false, 'This PDF is not signed.'],
    [
      'one good',
      [judged()],
      false,
      true,
      "Signed by Ann; nothing was changed since, and the signer's identity was verified.",
    ],
    [
      'identity not verified',
      [judged(indeterminate('NO_CERTIFICATE_CHAIN_FOUND'), 'Nobody knows it.')],
      false,
      true,
      "Signed by Ann; nothing was changed since, but the signer's identity was not verified.",
    ],
    [
      'one of two identities not verified',
      [judged(), judged({ ...indeterminate('TRY_LATER'), name: 'Bob' })],
      false,
      true,
      'Signed by Ann and Bob; nothing was changed since, but not every identity was verified.',
    ],
    [
      'identity not verified where trust is required',
      [judged(indeterminate('NO_CERTIFICATE_CHAIN_FOUND'), 'Nobody knows it.')],
      true,
      false,
      'The signature of Ann cannot be trusted: nobody knows it.',
    ],
    [
      'one of two broken',
      [judged(), judged({ name: 'Bob', intact: false }, 'The document was changed.')],
      false,
      false,
      'The signature of Bob is not valid: the document was changed.',
    ],
    [
      'a broken timestamp',
      [judged(), judged({ kind: 'timestamp', name: 'TSA', intact: false }, 'It is of another file.')],
      false,
      false,
      "The document timestamp 'Signature1' is not valid: it is of another file.",
    ],
    [
      'only a timestamp',
      [judged({ kind: 'timestamp' })],
      false,
      false,
      'This PDF has a document timestamp, but nobody has signed it.',
    ],
    [
      'allowed changes and four names',
      ['A', 'B', 'C', 'D'].map(name => judged({ name, changesAfter: 'form-filling' })),
      false,
      true,
      'Signed by A, B, C and 1 other; only allowed changes were made since, and every identity was verified.',
    ],
  ])('%s', (_, signers, requireTrust, valid, reason) => {
    expect(answer(signers, requireTrust)).toEqual({ valid, reason });
  });
});
