/** Schema of the verification result; the compiler checks that it equals the type in src/signatures. */
import { type Static, Type } from '@sinclair/typebox';
import type { VerificationResult as Result } from '../../signatures/index.js';
import { count, described, flag, named, nullable, oneOf, phrase, TIME, text, time } from '../schemas.js';
import { Qualification, qualifiedReasons, trust } from './trust-schema.js';

const SHA256 = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae';

const CertificateInfo = named('CertificateInfo', {
  subject: phrase('Distinguished name of its holder', 'CN=Anna Example, O=Example Ltd'),
  issuer: phrase('Distinguished name of its issuer', 'CN=Example CA, O=Example Ltd'),
  serialNumber: phrase('Hexadecimal, upper case', '4D2'),
  notBefore: time('Start of its validity', '2025-01-01T00:00:00Z'),
  notAfter: time('End of its validity', '2028-01-01T00:00:00Z'),
  sha256: phrase('SHA-256 of its DER encoding, hexadecimal', SHA256),
  publicKey: phrase('Kind and size of its key', 'RSA 2048'),
  selfSigned: flag('Whether it is signed with its own key'),
});

const CHANGE_CLASSES = ['none', 'archival', 'form-filling', 'annotations', 'content'] as const;
const changeClass = (description: string) => described(oneOf(...CHANGE_CLASSES), description);
const docMDP = (description: string) =>
  nullable(Type.Unsafe<1 | 2 | 3>({ type: 'integer', enum: [1, 2, 3], description }));

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

const Revocation = named(
  'Revocation',
  {
    status: described(oneOf('good', 'revoked', 'unknown'), 'Of the certificate of the signer'),
    source: nullable(described(oneOf('ocsp', 'crl'), 'Kind of the revocation data; null: there is none')),
    embedded: flag('Whether the revocation data is in the document'),
    producedAt: nullable(time('When the revocation data was issued')),
    revokedAt: nullable(time('When the certificate was revoked; null: it was not')),
  },
  'Whether the certificate of the signer was revoked',
);

const Timestamp = named('Timestamp', {
  name: text('The timestamp authority, from its certificate', 'Example TSA'),
  time: time('The time that it confirms'),
  intact: flag('Whether the timestamp is unchanged and belongs to this signature'),
  trusted: flag('Whether its certificate leads to a trust anchor'),
  trust,
  qualified: nullable(
    flag(
      'Whether it is a qualified electronic timestamp; null where the trusted lists of the European Union are not used',
    ),
  ),
  qualifiedReasons,
});

const Finding = named('Finding', {
  rule: phrase('Name of the rule', 'digest'),
  outcome: described(oneOf('pass', 'fail', 'unknown', 'not-applicable'), '"unknown" never counts as "pass"'),
  level: described(
    oneOf('fail', 'warn', 'inform'),
    'What the rule is for: "fail" decides the verdict, "warn" is for attention, "inform" is for completeness',
  ),
  message: phrase('One sentence', 'The signed bytes are unchanged.'),
});

const Signer = named('Signer', {
  field: phrase('Fully qualified name of the signature field', 'Signature1'),
  kind: described(
    oneOf('signature', 'certification', 'timestamp'),
    '"certification": a signature that restricts later changes; "timestamp": a document timestamp, not of a person',
  ),
  name: text('Name of the signer, from the certificate', 'Anna Example'),
  organization: text('Organization, from the certificate', 'Example Ltd'),
  email: text('E-mail address, from the certificate', 'anna@example.org'),
  country: text('Country, from the certificate', 'DE'),
  certificate: described(nullable(CertificateInfo), 'The certificate of the signer'),
  subFilter: text('Format of the signature, as the document states it', 'ETSI.CAdES.detached'),
  level: nullable(
    described(oneOf(...levels), 'What the signature contains for a verification later; null for document timestamps'),
  ),
  statedReason: text('Reason for signing, as the signer states it', 'I agree'),
  location: text('Place, as the signer states it', 'Berlin'),
  contact: text('Contact, as the signer states it', 'anna@example.org'),
  signedAt: nullable(time('When it was signed')),
  signedAtSource: nullable(
    described(
      oneOf('timestamp', 'claimed'),
      'Where the time is from: a verified timestamp, or the clock of the signer, which proves nothing',
    ),
  ),
  times: Type.Array(
    named('StatedTime', {
      source: described(
        oneOf('dictionary', 'signing-time', 'timestamp', 'document-timestamp'),
        'The signature dictionary, a signed attribute, a timestamp of the signature, or a later document timestamp',
      ),
      time: time('The time that it states'),
      proven: flag('Whether a trusted authority confirms that the signature existed then'),
    }),
    { description: 'All times that the signature states, or that timestamps confirm' },
  ),
  digestAlgorithm: text('Digest algorithm', 'SHA-256'),
  signatureAlgorithm: text('Signature algorithm', 'RSASSA-PKCS1-v1_5'),
  intact: flag(
    'The digest matches and the signature is cryptographically valid; false also where this could not be computed; says nothing about who signed',
  ),
  coverage: described(
    oneOf('file', 'revision', 'from-start', 'unclear'),
    'What the signed bytes are: the whole file, a complete earlier revision, a part from the start, or anything else',
  ),
  revision: count('The revision of the document that it signs; the first is 1', 1),
  signedSize: nullable(
    count(
      'Bytes from the start of the file that are the complete revision which it covers; null: it covers none',
      48_213,
    ),
  ),
  changedPages: Type.Array(
    named('ChangedPage', {
      before: nullable(count('Number of the page as signed; null: it did not exist', 1)),
      after: nullable(count('Number of the page now; null: it was removed', 1)),
    }),
    {
      description:
        'The pages that may look different from what was signed, at most 40 of the first 2,000, those with listed changes first',
    },
  ),
  changesAfter: nullable(
    changeClass('The gravest kind of change after this signature; null: it could not be determined'),
  ),
  changesAllowed: flag(
    'Whether the signatures permit all changes after this signature; false also where this could not be determined',
  ),
  docMDP: docMDP(
    'Changes that this certification permits: 1 none, 2 filling in forms and signing, 3 annotations as well; null: it is none',
  ),
  trusted: flag('Whether the certificate of the signer leads to a trust anchor'),
  trustAnchor: text('The trust anchor that it leads to', 'CN=Example Root CA'),
  trust,
  qualification: described(
    nullable(Qualification),
    'The status under Regulation (EU) No 910/2014; null for document timestamps, and where the trusted lists of the European Union are not used',
  ),
  qualified: nullable(
    flag(
      'Whether a document timestamp is a qualified electronic timestamp; null for signatures, and as in `qualification`',
    ),
  ),
  qualifiedReasons,
  revocation: Revocation,
  timestamps: Type.Array(Timestamp, { description: 'Signature timestamps' }),
  chain: Type.Array(CertificateInfo, { description: 'Signer first, anchor last' }),
  indication: described(oneOf('TOTAL_PASSED', 'INDETERMINATE', 'TOTAL_FAILED'), 'As ETSI EN 319 102-1 defines it'),
  subIndication: text('The reason of the indication, as ETSI EN 319 102-1 defines it', 'NO_CERTIFICATE_CHAIN_FOUND'),
  findings: Type.Array(Finding, { description: 'The outcome of every rule for this signature' }),
});

const Change = named('DocumentChange', {
  afterField: phrase('The signature that it came after', 'Signature1'),
  revision: count('The revision that made it', 2),
  class: nullable(
    changeClass(
      'What kind of change it is; null: what was changed, or whether it is permitted, could not be determined',
    ),
  ),
  allowed: flag('Whether the signatures permit it; false also where this could not be determined'),
  page: nullable(count('The page that it concerns; the first is 1', 1)),
  field: text('The form field that it concerns', 'Total'),
  message: phrase('One sentence', 'page 1, field “Total”: the field was filled in: “1000” → “9000”'),
  value: described(
    nullable(
      named('ChangedValue', {
        before: text('Empty: the field was; null: the comment did not exist', '1000'),
        after: text('Empty: the field is; null: the comment was removed', '9000'),
      }),
    ),
    'What the field or comment said before and after, at most 1,000 characters each, with unsafe characters by their codes; null: that was not changed, or it is a password',
  ),
});

const Attachment = named('Attachment', {
  name: phrase('File name', 'factur-x.xml'),
  relationship: text('What it is to the document, as the document states it (AFRelationship)', 'Alternative'),
  mediaType: text('Media type, as the document states it', 'text/xml'),
  description: text('Description, as the document states it', 'Invoice'),
  size: nullable(count('Bytes; null: it could not be read, or is larger than what docconv unpacks', 4821)),
  sha256: text('SHA-256 of the file, hexadecimal; null as the size', SHA256),
});

const InvoiceInfo = named('InvoiceInfo', {
  fileName: phrase('Name of the embedded XML', 'factur-x.xml'),
  type: text('Type of the document', 'INVOICE'),
  level: phrase('Level of Factur-X, ZUGFeRD or Order-X', 'EN 16931'),
  version: text('Version of the standard', '1.0'),
});

const DocumentInfo = named(
  'DocumentInfo',
  {
    size: count('Bytes', 48_213),
    sha256: phrase('SHA-256 of the file, hexadecimal', SHA256),
    pdfVersion: phrase('Version of PDF that the document states', '1.7'),
    pages: nullable(count('Number of pages', 3)),
    revisions: count('How often the document was saved, each time by appending to the file', 1),
    encrypted: flag('Whether the document is encrypted'),
    title: text('From the metadata', 'Contract'),
    author: text('From the metadata', 'Anna Example'),
    creator: text('The program that the text was written with, from the metadata', 'Writer'),
    producer: text('The program that made the PDF, from the metadata', 'LibreOffice 7.6'),
    createdAt: text('From the metadata', TIME),
    modifiedAt: text('From the metadata', TIME),
    signatures: count('Number of signatures, without document timestamps', 1),
    timestamps: count('Number of document timestamps', 0),
    docMDP: docMDP('Changes that the document permits after its certification; null: it is not certified'),
    attachments: Type.Array(Attachment, { description: 'The embedded files, at most 100, as of the last revision' }),
    attachmentCount: nullable(count('Number of all embedded files; null: it takes too much work to list them', 1)),
    invoice: described(
      nullable(InvoiceInfo),
      'What the metadata state about an electronic invoice or order (Factur-X, ZUGFeRD, Order-X), whose XML is not judged; null: it is none',
    ),
    changes: Type.Array(Change, { description: 'Every change after a signature' }),
  },
  'The document itself',
);

const ValidationPolicy = named(
  'ValidationPolicy',
  {
    trust: described(oneOf('required', 'not-required'), 'Whether every signer has to be trusted'),
    sources: Type.Array(oneOf('file', 'eu', 'aatl'), {
      description: 'Sources of the trust anchors; empty if there are none',
    }),
    generation: text('Generation of the trusted lists; null: none are used', '42'),
    validationTime: time('The time for which the signatures were verified'),
    online: flag('Whether missing certificates and revocation data were fetched'),
    version: phrase('Version of docconv', '0.1.0'),
  },
  'The conditions under which the verdict was reached',
);

export const VerificationResult = named('VerificationResult', {
  verdict: described(
    oneOf('valid', 'intact', 'indeterminate', 'invalid', 'unsigned'),
    '"valid": every signature is intact and its signer trusted; "intact": unchanged since it was signed, but the identity of a signer is not verified; "indeterminate": something could not be determined, or trust that is required could not be established; "invalid": changed without permission, or with a signature that is shown to be wrong; "unsigned": there is no signature',
  ),
  valid: flag('True for the verdicts "valid" and "intact"'),
  reason: phrase(
    'The verdict in one sentence',
    'The signature of “Anna Example” is not valid: the signed bytes were changed after signing.',
  ),
  policy: ValidationPolicy,
  signer: described(nullable(Signer), 'The latest signer that is not a document timestamp; null: there is none'),
  signers: Type.Array(Signer, {
    description: 'Every signature and document timestamp, in the order of their revisions',
  }),
  document: DocumentInfo,
});

type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : never) : never;
/** Fails to compile when schema and type differ. */
void (true satisfies Same<Static<typeof VerificationResult>, Result>);
