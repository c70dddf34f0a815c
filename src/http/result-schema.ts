/** Schema of the verification result; the compiler checks that it equals the type in src/signatures. */
import { type Static, Type } from '@sinclair/typebox';
import type { VerificationResult as Result } from '../signatures/index.js';
import { nullable, oneOf } from './schemas.js';

const text = nullable(Type.String());
const time = nullable(Type.String({ format: 'date-time' }));

const CertificateInfo = Type.Object({
  subject: Type.String(),
  issuer: Type.String(),
  serialNumber: Type.String({ description: 'Hexadecimal' }),
  notBefore: Type.String({ format: 'date-time' }),
  notAfter: Type.String({ format: 'date-time' }),
  sha256: Type.String(),
  publicKey: Type.String({ examples: ['RSA 2048'] }),
  selfSigned: Type.Boolean(),
});

const changeClass = oneOf('none', 'archival', 'form-filling', 'annotations', 'content');
const docMDP = nullable(Type.Unsafe<1 | 2 | 3>({ type: 'integer', enum: [1, 2, 3] }));

const levels = [
  'PAdES-BASELINE-B',
  'PAdES-BASELINE-T',
  'PAdES-BASELINE-LT',
  'PAdES-BASELINE-LTA',
  'PAdES-BES',
  'PAdES-EPES',
  'PAdES-LTV',
  'PKCS7-B',
  'PKCS7-T',
  'PKCS7-LT',
  'PKCS7-LTA',
  'PDF-NOT-ETSI',
] as const;

const Signer = Type.Object({
  field: Type.String({ description: 'Fully qualified name of the signature field' }),
  kind: oneOf('signature', 'certification', 'timestamp'),
  name: text,
  organization: text,
  email: text,
  country: text,
  certificate: nullable(CertificateInfo),
  subFilter: text,
  level: nullable(oneOf(...levels)),
  statedReason: text,
  location: text,
  contact: text,
  signedAt: time,
  signedAtSource: nullable(oneOf('timestamp', 'claimed')),
  digestAlgorithm: text,
  signatureAlgorithm: text,
  intact: Type.Boolean({ description: 'The digest matches and the signature is cryptographically valid' }),
  coverage: oneOf('file', 'revision', 'from-start', 'unclear'),
  revision: Type.Integer(),
  changesAfter: nullable(changeClass),
  changesAllowed: Type.Boolean(),
  docMDP,
  trusted: Type.Boolean(),
  trustAnchor: text,
  revocation: Type.Object({
    status: oneOf('good', 'revoked', 'unknown'),
    source: nullable(oneOf('ocsp', 'crl')),
    embedded: Type.Boolean(),
    producedAt: time,
    revokedAt: time,
  }),
  timestamps: Type.Array(
    Type.Object({ name: text, time: Type.String(), intact: Type.Boolean(), trusted: Type.Boolean() }),
  ),
  chain: Type.Array(CertificateInfo, { description: 'Signer first, anchor last' }),
  indication: oneOf('TOTAL_PASSED', 'INDETERMINATE', 'TOTAL_FAILED'),
  subIndication: text,
  findings: Type.Array(
    Type.Object({
      rule: Type.String(),
      outcome: oneOf('pass', 'fail', 'unknown', 'not-applicable'),
      level: oneOf('fail', 'warn', 'inform'),
      message: Type.String(),
    }),
  ),
});

const DocumentInfo = Type.Object({
  size: Type.Integer(),
  sha256: Type.String(),
  pdfVersion: Type.String(),
  pages: nullable(Type.Integer()),
  revisions: Type.Integer(),
  encrypted: Type.Boolean(),
  title: text,
  author: text,
  creator: text,
  producer: text,
  createdAt: text,
  modifiedAt: text,
  signatures: Type.Integer(),
  timestamps: Type.Integer(),
  docMDP,
  changes: Type.Array(
    Type.Object({
      afterField: Type.String(),
      revision: Type.Integer(),
      class: changeClass,
      allowed: Type.Boolean(),
      page: nullable(Type.Integer()),
      field: text,
      message: Type.String(),
    }),
  ),
});

const ValidationPolicy = Type.Object({
  trust: oneOf('required', 'not-required'),
  sources: Type.Array(oneOf('file', 'eu', 'aatl'), {
    description: 'Sources of the trust anchors; empty if there are none',
  }),
  generation: text,
  validationTime: Type.String({ format: 'date-time' }),
  online: Type.Boolean({ description: 'Whether missing certificates and revocation data were fetched' }),
  version: Type.String({ description: 'Version of docconv' }),
});

export const VerificationResult = Type.Object({
  verdict: oneOf('valid', 'intact', 'indeterminate', 'invalid', 'unsigned'),
  valid: Type.Boolean({ description: 'True for the verdicts "valid" and "intact"' }),
  reason: Type.String({ description: 'The outcome in plain words' }),
  policy: ValidationPolicy,
  signer: nullable(Signer),
  signers: Type.Array(Signer),
  document: DocumentInfo,
});

type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : never) : never;
/** Fails to compile when schema and type differ. */
void (true satisfies Same<Static<typeof VerificationResult>, Result>);
