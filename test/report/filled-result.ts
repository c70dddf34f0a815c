/** A result in which every member has a value. */
import type { CertificateInfo, Signer, TrustInfo, VerificationResult } from '../../src/signatures/index.js';
import type { Filled } from '../helpers/hostile/texts.js';

const certificate: Filled<CertificateInfo> = {
  subject: 'CN=Anna Example',
  issuer: 'CN=Example CA',
  serialNumber: '0A',
  notBefore: '2024-01-01T00:00:00Z',
  notAfter: '2027-01-01T00:00:00Z',
  sha256: 'ab'.repeat(32),
  publicKey: 'RSA 3072',
  selfSigned: false,
};

const trust: Filled<TrustInfo> = {
  source: 'eu',
  territory: 'DE',
  provider: 'Provider',
  service: 'Service',
  serviceType: 'CA/QC',
  status: 'granted',
  list: { sequence: 1, issued: '2026-01-05T00:00:00Z', nextUpdate: '2026-07-05T00:00:00Z' },
};

const reason = { code: 'CODE', level: 'fail', message: 'A reason.' } as const;
const time = '2025-05-03T10:22:41Z';

const signer: Filled<Signer> = {
  field: 'Signature1',
  kind: 'signature',
  name: 'Anna Example',
  organization: 'Example GmbH',
  email: 'anna@example.org',
  country: 'DE',
  certificate,
  subFilter: 'ETSI.CAdES.detached',
  level: 'PAdES-BASELINE-T',
  statedReason: 'I approve',
  location: 'Berlin',
  contact: 'Telephone',
  signedAt: time,
  signedAtSource: 'timestamp',
  times: [{ source: 'timestamp', time, proven: true }],
  digestAlgorithm: 'SHA-256',
  signatureAlgorithm: 'RSASSA-PKCS1-v1_5',
  intact: true,
  coverage: 'revision',
  revision: 1,
  signedSize: 1000,
  changedPages: [{ before: 1, after: 1 }],
  changesAfter: 'content',
  changesAllowed: false,
  docMDP: 2,
  trusted: true,
  trustAnchor: 'CN=Example CA',
  trust,
  qualification: {
    signature: 'QESig',
    certificateAtIssuance: 'QC for eSig with QSCD',
    certificateAtSigning: 'QC for eSig with QSCD',
    qscd: true,
    reasons: [reason],
  },
  qualified: true,
  qualifiedReasons: [reason],
  revocation: { status: 'good', source: 'ocsp', embedded: true, producedAt: time, revokedAt: time },
  timestamps: [
    { name: 'Example TSA', time, intact: true, trusted: true, trust, qualified: true, qualifiedReasons: [reason] },
  ],
  chain: [certificate],
  indication: 'TOTAL_PASSED',
  subIndication: 'REVOKED',
  findings: [{ rule: 'digest', outcome: 'fail', level: 'fail', message: 'The signed bytes were changed.' }],
};

export const RESULT: Filled<VerificationResult> = {
  verdict: 'invalid',
  valid: false,
  reason: 'Signed by Anna Example.',
  policy: {
    trust: 'required',
    sources: ['file'],
    generation: 'g1',
    validationTime: time,
    online: false,
    version: '1.0',
  },
  signer,
  signers: [signer],
  document: {
    size: 123456,
    sha256: 'ef'.repeat(32),
    pdfVersion: '1.7',
    pages: 3,
    revisions: 1,
    encrypted: false,
    title: 'Contract',
    author: 'Anna',
    creator: 'Writer',
    producer: 'LibreOffice 7.4',
    createdAt: time,
    modifiedAt: time,
    signatures: 1,
    timestamps: 0,
    docMDP: 2,
    attachments: [
      {
        name: 'factur-x.xml',
        relationship: 'Data',
        mediaType: 'text/xml',
        description: 'Invoice',
        size: 1000,
        sha256: 'ab'.repeat(32),
      },
    ],
    attachmentCount: 2,
    invoice: { fileName: 'factur-x.xml', type: 'INVOICE', level: 'EN 16931', version: '1.0' },
    changes: [
      {
        afterField: 'Signature1',
        revision: 2,
        class: 'content',
        allowed: false,
        page: 1,
        field: 'amount',
        message: 'a field was filled in',
        value: { before: '1000', after: '9000' },
      },
    ],
  },
};
