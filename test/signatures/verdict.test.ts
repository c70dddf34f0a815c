import { describe, expect, test } from 'vitest';
import type { TrustFaultCode } from '../../src/signatures/path/types.js';
import type { Signer, ValidationPolicy, Verdict } from '../../src/signatures/result.js';
import { evaluateRules } from '../../src/signatures/rules/evaluate.js';
import { DEFAULT_POLICY } from '../../src/signatures/rules/index.js';
import { concludeVerdict, validationPolicy, verdictOf } from '../../src/signatures/verdict.js';
import { trustStoreOf } from '../../src/trust/index.js';
import { createPki } from '../helpers/pki.js';
import { change, facts, overlay, type Patch } from './facts.js';

const faults = (...codes: TrustFaultCode[]): Patch => ({
  identity: { faults: codes.map(code => ({ code, message: `Because of ${code}.`, certificate: null })) },
});

const UNKNOWN = change({ class: null, message: 'too much was changed' });

describe('the status of a signature', () => {
  const statusOf = (patch: Patch) => {
    const { indication, subIndication } = evaluateRules(facts(patch), DEFAULT_POLICY);
    return subIndication ? `${indication} ${subIndication}` : indication;
  };
  test.each<[string, Patch, string]>([
    ['a valid signature', {}, 'TOTAL_PASSED'],
    ['a placeholder', { structure: { filled: false }, cms: { encoding: null } }, 'TOTAL_FAILED FORMAT_FAILURE'],
    ['changed bytes', { crypto: { digestMatches: false } }, 'TOTAL_FAILED HASH_FAILURE'],
    ['another key', { crypto: { signatureVerifies: false } }, 'TOTAL_FAILED SIG_CRYPTO_FAILURE'],
    ['an unknown digest', { crypto: { digestMatches: null } }, 'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE'],
    [
      'attributes in another order',
      { cms: { signedAttributes: { contentType: true, messageDigest: true, single: true, der: false } } },
      'TOTAL_PASSED',
    ],
    ['a repaired file', { structure: { recovered: true } }, 'INDETERMINATE SIG_CONSTRAINTS_FAILURE'],
    ['forbidden changes', { changes: { later: [change()] } }, 'TOTAL_FAILED FORMAT_FAILURE'],
    ['changes that could not be determined', { changes: { later: null } }, 'INDETERMINATE SIG_CONSTRAINTS_FAILURE'],
    [
      'a change that could not be determined',
      { changes: { later: [UNKNOWN] } },
      'INDETERMINATE SIG_CONSTRAINTS_FAILURE',
    ],
    [
      'a mark of which it is unknown what it covers',
      { changes: { overlays: [overlay('unclear')] } },
      'INDETERMINATE SIG_CONSTRAINTS_FAILURE',
    ],
    [
      'forbidden changes beside one that could not be determined',
      { changes: { later: [UNKNOWN, change(), UNKNOWN] } },
      'TOTAL_FAILED FORMAT_FAILURE',
    ],
    [
      'forbidden changes beside a mark of which it is unknown what it covers',
      { changes: { later: [change({ class: 'form-filling' }), change()], overlays: [overlay('unknown')] } },
      'TOTAL_FAILED FORMAT_FAILURE',
    ],
    [
      'a mark that hides content beside a change that could not be determined',
      { changes: { later: [UNKNOWN], overlays: [overlay('hides')] } },
      'TOTAL_FAILED FORMAT_FAILURE',
    ],
    ['an untrusted path', faults('path-untrusted'), 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND'],
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
      'a final fault before an indeterminate one',
      faults('path-untrusted', 'signed-before-validity'),
      'TOTAL_FAILED NOT_YET_VALID',
    ],
    [
      'a failure before what is unknown',
      { crypto: { digestMatches: false }, changes: { later: null } },
      'TOTAL_FAILED HASH_FAILURE',
    ],
  ])('%s', (_, patch, status) => expect(statusOf(patch)).toBe(status));

  test('a policy may turn a failure into a warning, which is still reported', () => {
    const { indication, findings } = evaluateRules(facts({ structure: { strayBytes: true } }), {
      ...DEFAULT_POLICY,
      levels: { ...DEFAULT_POLICY.levels, 'no-stray-bytes': 'warn' },
    });
    expect(indication).toBe('TOTAL_PASSED');
    expect(findings.find(({ rule }) => rule === 'no-stray-bytes')).toMatchObject({ outcome: 'fail', level: 'warn' });
  });

  test('no policy lets a signature pass that was not verified', () => {
    const informOnly = Object.fromEntries(Object.keys(DEFAULT_POLICY.levels).map(id => [id, 'inform']));
    const { indication } = evaluateRules(facts({ crypto: { signatureVerifies: null } }), {
      ...DEFAULT_POLICY,
      levels: informOnly as typeof DEFAULT_POLICY.levels,
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

const untrusted = indeterminate('NO_CERTIFICATE_CHAIN_FOUND');

describe('the verdict', () => {
  test.each<[string, Partial<Signer>, whenRequired: Verdict, whenNotRequired: Verdict]>([
    ['trusted', {}, 'valid', 'valid'],
    ['another revision is covered', { coverage: 'revision' }, 'valid', 'valid'],
    ['not intact', { intact: false }, 'invalid', 'invalid'],
    ['neither intact nor shown to be broken', { ...untrusted, intact: false }, 'indeterminate', 'indeterminate'],
    [
      'changes that could not be determined',
      { ...indeterminate('SIG_CONSTRAINTS_FAILURE'), changesAfter: null, changesAllowed: false },
      'indeterminate',
      'indeterminate',
    ],
    [
      'failed, with changes that could not be determined',
      { indication: 'TOTAL_FAILED', subIndication: 'HASH_FAILURE', changesAfter: null, changesAllowed: false },
      'invalid',
      'invalid',
    ],
    ['coverage from the start', { coverage: 'from-start' }, 'invalid', 'invalid'],
    ['unclear coverage', { coverage: 'unclear' }, 'invalid', 'invalid'],
    ['forbidden changes', { changesAllowed: false }, 'invalid', 'invalid'],
    ['failed', { indication: 'TOTAL_FAILED', subIndication: 'FORMAT_FAILURE' }, 'invalid', 'invalid'],
    ['no trusted path', untrusted, 'indeterminate', 'intact'],
    ['expired', indeterminate('OUT_OF_BOUNDS_NO_POE'), 'indeterminate', 'intact'],
    ['expired, not revoked', indeterminate('OUT_OF_BOUNDS_NOT_REVOKED'), 'indeterminate', 'intact'],
    ['no revocation data', indeterminate('TRY_LATER'), 'indeterminate', 'intact'],
    ['no revocation data, trusted path', { ...indeterminate('TRY_LATER'), trusted: true }, 'indeterminate', 'intact'],
    ['revoked', indeterminate('REVOKED_NO_POE'), 'indeterminate', 'indeterminate'],
    ['an authority revoked', indeterminate('REVOKED_CA_NO_POE'), 'indeterminate', 'indeterminate'],
    ['too weak', indeterminate('CRYPTO_CONSTRAINTS_FAILURE_NO_POE'), 'indeterminate', 'indeterminate'],
    ['unknown algorithm', indeterminate('CRYPTO_CONSTRAINTS_FAILURE'), 'indeterminate', 'indeterminate'],
    ['repaired', indeterminate('SIG_CONSTRAINTS_FAILURE'), 'indeterminate', 'indeterminate'],
    [
      'a certificate with another purpose',
      indeterminate('CHAIN_CONSTRAINTS_FAILURE'),
      'indeterminate',
      'indeterminate',
    ],
    ['no sub-indication', { indication: 'INDETERMINATE', subIndication: null }, 'indeterminate', 'indeterminate'],
  ])('on one signature: %s', (_, patch, whenRequired, whenNotRequired) => {
    expect(verdictOf([signer(patch)], true)).toBe(whenRequired);
    expect(verdictOf([signer(patch)], false)).toBe(whenNotRequired);
  });

  const timestamp = (patch: Partial<Signer> = {}) => signer({ kind: 'timestamp', ...patch });
  test.each<[string, Signer[], whenRequired: Verdict, whenNotRequired: Verdict]>([
    ['no signature', [], 'unsigned', 'unsigned'],
    ['a document timestamp alone', [timestamp()], 'unsigned', 'unsigned'],
    ['an untrusted document timestamp alone', [timestamp(untrusted)], 'unsigned', 'unsigned'],
    ['a broken document timestamp alone', [timestamp({ intact: false })], 'invalid', 'invalid'],
    ['one of two untrusted', [signer(), signer(untrusted)], 'indeterminate', 'intact'],
    ['an untrusted document timestamp', [signer(), timestamp(untrusted)], 'indeterminate', 'intact'],
    ['a failed one beside an untrusted one', [signer(untrusted), signer({ intact: false })], 'invalid', 'invalid'],
    ['a broken document timestamp', [signer(), timestamp({ intact: false })], 'invalid', 'invalid'],
    ['two trusted ones', [signer(), signer(), timestamp()], 'valid', 'valid'],
  ])('on a file: %s', (_, signers, whenRequired, whenNotRequired) => {
    expect(verdictOf(signers, true)).toBe(whenRequired);
    expect(verdictOf(signers, false)).toBe(whenNotRequired);
  });
});

const AT = new Date('2026-01-02T03:04:05Z');
const root = createPki({ root: {} }).certificate('root');
const anchors = (count: number) => trustStoreOf(Array.from({ length: count }, () => root));

describe('the policy of a validation', () => {
  test.each<[string, Parameters<typeof validationPolicy>[0], Partial<ValidationPolicy>]>([
    ['no options', {}, { trust: 'not-required', sources: [] }],
    ['no anchor', { trust: anchors(0) }, { trust: 'not-required', sources: [] }],
    ['an anchor', { trust: anchors(1) }, { trust: 'required', sources: ['file'] }],
    [
      'an anchor, but trust is not required',
      { trust: anchors(1), requireTrust: false },
      { trust: 'not-required', sources: ['file'] },
    ],
    ['no anchor, but trust is required', { requireTrust: true }, { trust: 'required', sources: [] }],
  ])('%s', (_, options, expected) => {
    const rest = { generation: null, validationTime: '2026-01-02T03:04:05.000Z', online: false };
    expect(validationPolicy(options, AT)).toMatchObject({ ...rest, ...expected });
  });
});

describe('the reason over all signatures', () => {
  const evaluated = (patch: Partial<Signer> = {}, cause: string | null = null) => ({ signer: signer(patch), cause });
  type Options = Parameters<typeof validationPolicy>[0];
  const required: Options = { trust: anchors(1) };
  const notRequired: Options = { trust: anchors(1), requireTrust: false };
  test.each<[string, ReturnType<typeof evaluated>[], Options, Verdict, string]>([
    ['no signature', [], {}, 'unsigned', 'This PDF is not signed.'],
    [
      'one trusted',
      [evaluated()],
      notRequired,
      'valid',
      "Signed by “Ann”; nothing was changed since, and the signer's identity was verified.",
    ],
    [
      'no anchors at all',
      [evaluated(untrusted, 'Its certificates are not trusted.')],
      {},
      'intact',
      `Signed by “Ann”; nothing was changed since, but the signer's identity was not verified: no public trust is loaded here.`,
    ],
    [
      'anchors, but trust is not required',
      [evaluated(untrusted, 'Its certificates are not trusted.')],
      notRequired,
      'intact',
      `Signed by “Ann”; nothing was changed since, but the signer's identity was not verified: its certificates are not trusted.`,
    ],
    [
      'one of two identities not verified',
      [evaluated(), evaluated({ ...indeterminate('TRY_LATER'), name: 'Bob' }, 'No revocation data.')],
      notRequired,
      'intact',
      `Signed by “Ann” and “Bob”; nothing was changed since, but not every identity was verified: no revocation data.`,
    ],
    [
      'the authority of a document timestamp not verified',
      [
        evaluated(),
        evaluated({ ...untrusted, kind: 'timestamp', field: 'Stamp' }, 'Its certificates are not trusted.'),
      ],
      notRequired,
      'intact',
      `Signed by “Ann”; nothing was changed since, but the authority of the document timestamp “Stamp” was not verified: its certificates are not trusted.`,
    ],
    [
      'identity not verified where trust is required',
      [evaluated(untrusted, 'Its certificates are not trusted.')],
      required,
      'indeterminate',
      'The signature of “Ann” cannot be trusted: its certificates are not trusted.',
    ],
    [
      'one of two broken',
      [evaluated(), evaluated({ name: 'Bob', intact: false }, 'The document was changed.')],
      {},
      'invalid',
      'The signature of “Bob” is not valid: the document was changed.',
    ],
    [
      'a weak algorithm where trust is not required',
      [evaluated(indeterminate('CRYPTO_CONSTRAINTS_FAILURE_NO_POE'), 'It rests on MD5.')],
      {},
      'indeterminate',
      'The signature of “Ann” could not be confirmed: it rests on MD5.',
    ],
    [
      'something unknown beside something wrong',
      [
        evaluated(indeterminate('SIG_CONSTRAINTS_FAILURE'), 'What was changed is unknown.'),
        evaluated({ name: 'Bob', indication: 'TOTAL_FAILED' }, 'The document was changed.'),
      ],
      notRequired,
      'invalid',
      'The signature of “Bob” is not valid: the document was changed.',
    ],
    [
      'something unknown before an identity that was not verified',
      [
        evaluated(untrusted, 'Its certificates are not trusted.'),
        evaluated({ ...indeterminate('SIG_CONSTRAINTS_FAILURE'), name: 'Bob' }, 'What was changed is unknown.'),
      ],
      required,
      'indeterminate',
      'The signature of “Bob” could not be confirmed: what was changed is unknown.',
    ],
    [
      'a broken timestamp',
      [evaluated(), evaluated({ kind: 'timestamp', name: 'TSA', intact: false }, 'It is of another file.')],
      {},
      'invalid',
      'The document timestamp “Signature1” is not valid: it is of another file.',
    ],
    [
      'only a timestamp',
      [evaluated({ kind: 'timestamp' })],
      {},
      'unsigned',
      'This PDF has a document timestamp, but no signature.',
    ],
    [
      'permitted changes and four names',
      ['A', 'B', 'C', 'D'].map(name => evaluated({ name, changesAfter: 'form-filling' })),
      required,
      'valid',
      'Signed by “A”, “B”, “C” and 1 other; only permitted changes were made since, and every identity was verified.',
    ],
  ])('%s', (_, signers, options, verdict, reason) => {
    const valid = verdict === 'valid' || verdict === 'intact';
    expect(concludeVerdict(signers, validationPolicy(options, AT))).toEqual({ verdict, valid, reason });
  });
});
