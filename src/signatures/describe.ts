/** Signatures and the document as the result describes them. */
import { documentMetadata, type PdfDocument, parsePdfDate } from '../pdf/index.js';
import { type Certificate, describeScheme, digestName, isSelfSigned, signatureScheme } from '../pki/index.js';
import { describeAttached } from './attached.js';
import type { PagePair } from './changed-pages.js';
import type { ChangeFacts } from './facts/types.js';
import { sizeOfRevision } from './find/byte-range.js';
import type { Identity } from './path/identity.js';
import { NO_STATUS, type TrustedListLookup } from './path/trusted-list-lookup.js';
import type {
  CertificateInfo,
  DocumentChange,
  DocumentInfo,
  Level,
  Signer,
  StatedTime,
  TimestampStatus,
} from './result.js';
import { areChangesPermitted, worstChange } from './rules/changes.js';
import type { Evaluation } from './rules/evaluate.js';
import type { Policy } from './rules/index.js';
import type { Signature } from './verify/signatures.js';

interface SignerParts {
  readonly signature: Signature;
  readonly identity: Identity;
  readonly changes: ChangeFacts;
  readonly changedPages: readonly PagePair[];
  readonly times: readonly StatedTime[];
  readonly level: Level | null;
  readonly evaluation: Evaluation;
  readonly policy: Policy;
  readonly lookup: TrustedListLookup;
}

export function describeSigner(parts: SignerParts): Signer {
  return { ...describeParts(parts), ...statusOf(parts) };
}

type QualifiedStatus = Pick<Signer, 'qualification'> & TimestampStatus;

/** What is broken is not qualified, whatever its certificate is. */
function statusOf({ signature, identity, lookup, evaluation: { indication } }: SignerParts): QualifiedStatus {
  const { certificate, token, kind } = signature;
  const { conclusion } = identity;
  if (kind !== 'timestamp') {
    return { qualification: lookup.qualificationOf(certificate, conclusion, indication), ...NO_STATUS };
  }
  const stamp = token && { time: token.info.time, indication };
  return { qualification: null, ...(stamp ? lookup.timestampStatus(certificate, conclusion, stamp) : NO_STATUS) };
}

function describeParts(parts: SignerParts): Omit<Signer, keyof QualifiedStatus> {
  const { signature, identity, changes, changedPages, level, evaluation, policy } = parts;
  const { site, certificate, kind, subFilter, intact, docMDP } = signature;
  return {
    field: site.field,
    kind,
    ...personOf(signature.isAmbiguous ? null : certificate),
    certificate: certificate && certificateInfo(certificate),
    subFilter,
    level,
    ...statedEntriesOf(signature),
    ...timeOf(signature, identity),
    times: [...parts.times],
    ...algorithmsOf(signature),
    intact,
    coverage: site.range.coverage,
    revision: site.revision.index,
    signedSize: sizeOfRevision(site.range),
    changedPages: changedPages.map(({ before, after }) => ({ before, after })),
    changesAfter: worstChange(changes),
    changesAllowed: areChangesPermitted(changes, policy) ?? false,
    docMDP,
    ...identity.result,
    chain: identity.conclusion.chain.map(certificateInfo),
    indication: evaluation.indication,
    subIndication: evaluation.subIndication,
    findings: evaluation.findings,
  };
}

function personOf(certificate: Certificate | null): Pick<Signer, 'name' | 'organization' | 'email' | 'country'> {
  const subject = certificate?.subject;
  const mailbox = certificate?.extensions.subjectAltNames.flatMap(name =>
    name.type === 'email' ? [name.value] : [],
  )[0];
  return {
    name: subject ? (subject.commonName ?? subject.organization ?? (subject.text || null)) : null,
    organization: subject?.organization ?? null,
    email: subject?.email ?? mailbox ?? null,
    country: subject?.country ?? null,
  };
}

function certificateInfo(certificate: Certificate): CertificateInfo {
  return {
    subject: certificate.subject.text,
    issuer: certificate.issuer.text,
    serialNumber: certificate.serialNumber,
    notBefore: certificate.notBefore.toISOString(),
    notAfter: certificate.notAfter.toISOString(),
    sha256: certificate.sha256,
    publicKey: certificate.publicKey.text,
    selfSigned: isSelfSigned(certificate),
  };
}

function statedEntriesOf({ site }: Signature): Pick<Signer, 'statedReason' | 'location' | 'contact'> {
  const text = (key: string) => site.revision.getText(site.dictionary, key) || null;
  return { statedReason: text('Reason'), location: text('Location'), contact: text('ContactInfo') };
}

/** The time of a valid timestamp; otherwise the claimed time: /M, or the signing-time attribute. */
function timeOf(signature: Signature, identity: Identity): Pick<Signer, 'signedAt' | 'signedAtSource'> {
  const proven = signature.intact ? (signature.token?.info.time ?? identity.stampedAt) : null;
  if (proven) return { signedAt: proven.toISOString(), signedAtSource: 'timestamp' };
  const stated = signature.site.revision.getText(signature.site.dictionary, 'M');
  const attribute = signature.signerInfo?.signedAttributes?.signingTime?.toISOString() ?? null;
  const claimed = (stated ? parsePdfDate(stated) : null) ?? attribute;
  return { signedAt: claimed, signedAtSource: claimed === null ? null : 'claimed' };
}

function algorithmsOf(signature: Signature): Pick<Signer, 'digestAlgorithm' | 'signatureAlgorithm'> {
  const { signerInfo, token, message, certificate } = signature;
  if (message?.binding === 'bare') return { digestAlgorithm: 'SHA-1', signatureAlgorithm: 'RSASSA-PKCS1-v1_5' };
  if (!signerInfo) return { digestAlgorithm: null, signatureAlgorithm: null };
  const scheme = signatureScheme(signerInfo.signatureAlgorithm, signerInfo.digestAlgorithm);
  return {
    digestAlgorithm: digestName(token?.info.imprint.algorithm ?? signerInfo.digestAlgorithm),
    signatureAlgorithm: scheme && describeScheme(scheme, certificate?.publicKey ?? null),
  };
}

export async function describeDocument(
  document: PdfDocument,
  sha256: string,
  signers: readonly Signer[],
  changes: DocumentChange[],
): Promise<DocumentInfo> {
  const timestamps = signers.filter(signer => signer.kind === 'timestamp').length;
  return {
    size: document.size,
    sha256,
    revisions: document.revisions.length,
    encrypted: document.encrypted,
    ...(await documentMetadata(document)),
    signatures: signers.length - timestamps,
    timestamps,
    docMDP: signers.find(signer => signer.kind === 'certification')?.docMDP ?? null,
    ...(await describeAttached(document)),
    changes,
  };
}
