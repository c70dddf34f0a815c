/** Results to report on, made from a plain valid one. */
import type { CertificateInfo, Signer, TrustInfo, VerificationResult } from '../../src/signatures/index.js';

export function certificate(change: Partial<CertificateInfo> = {}): CertificateInfo {
  return {
    subject: 'CN=Anna Example,O=Example GmbH,C=DE',
    issuer: 'CN=Example CA,O=Example Trust,C=DE',
    serialNumber: '0A1B2C',
    notBefore: '2024-01-01T00:00:00Z',
    notAfter: '2027-01-01T00:00:00Z',
    sha256: 'ab'.repeat(32),
    publicKey: 'RSA 3072',
    selfSigned: false,
    ...change,
  };
}

export const ROOT = certificate({
  subject: 'CN=Example CA,O=Example Trust,C=DE',
  sha256: 'cd'.repeat(32),
  selfSigned: true,
});

/** Of the certificates of the user. */
export function trustInfo(change: Partial<TrustInfo> = {}): TrustInfo {
  const nothing = { territory: null, provider: null, service: null, serviceType: null, status: null, list: null };
  return { source: 'file', ...nothing, ...change };
}

export function signer(change: Partial<Signer> = {}): Signer {
  return {
    field: 'Signature1',
    kind: 'signature',
    name: 'Anna Example',
    organization: 'Example GmbH',
    email: null,
    country: 'DE',
    certificate: certificate(),
    subFilter: 'ETSI.CAdES.detached',
    level: 'PAdES-BASELINE-T',
    statedReason: 'I approve',
    location: 'Berlin',
    contact: null,
    signedAt: '2025-05-03T10:22:41Z',
    signedAtSource: 'timestamp',
    times: [{ source: 'timestamp', time: '2025-05-03T10:22:41Z', proven: true }],
    digestAlgorithm: 'SHA-256',
    signatureAlgorithm: 'RSASSA-PKCS1-v1_5',
    intact: true,
    coverage: 'file',
    revision: 1,
    signedSize: null,
    changedPages: [],
    changesAfter: 'none',
    changesAllowed: true,
    docMDP: null,
    trusted: true,
    trustAnchor: 'CN=Example CA,O=Example Trust,C=DE',
    trust: trustInfo(),
    qualification: null,
    qualified: null,
    qualifiedReasons: [],
    revocation: {
      status: 'good',
      source: 'ocsp',
      embedded: true,
      producedAt: '2025-05-03T10:23:00Z',
      revokedAt: null,
    },
    timestamps: [
      {
        name: 'Example TSA',
        time: '2025-05-03T10:22:41Z',
        intact: true,
        trusted: true,
        trust: trustInfo(),
        qualified: null,
        qualifiedReasons: [],
      },
    ],
    chain: [certificate(), ROOT],
    indication: 'TOTAL_PASSED',
    subIndication: null,
    findings: [
      { rule: 'digest', outcome: 'pass', level: 'fail', message: 'The signed bytes are unchanged.' },
      { rule: 'revocation', outcome: 'unknown', level: 'warn', message: 'Nothing tells whether it was revoked.' },
      { rule: 'document-warnings', outcome: 'fail', level: 'inform', message: 'The page runs a script.' },
    ],
    ...change,
  };
}

export function result(signers: Signer[] = [signer()], change: Partial<VerificationResult> = {}): VerificationResult {
  return {
    verdict: 'valid',
    valid: true,
    reason: 'Signed by Anna Example and unchanged since.',
    policy: {
      trust: 'required',
      sources: ['file'],
      generation: null,
      validationTime: '2025-06-01T12:00:00.000Z',
      online: false,
      version: '1.2.3',
    },
    signer: signers.at(-1) ?? null,
    signers,
    document: {
      size: 123456,
      sha256: 'ef'.repeat(32),
      pdfVersion: '1.7',
      pages: 3,
      revisions: 1,
      encrypted: false,
      title: 'Contract',
      author: null,
      creator: null,
      producer: 'LibreOffice 7.4',
      createdAt: '2025-05-03T10:00:00Z',
      modifiedAt: null,
      signatures: signers.length,
      timestamps: 0,
      docMDP: null,
      attachments: [],
      attachmentCount: 0,
      invoice: null,
      changes: [],
    },
    ...change,
  };
}
