/**
 * Whether a document contains revocation data for the signer, and a document timestamp over it (EN 319 142-1, 5.4 and 5.5),
 * without regard to trust and the current date. Only the signer's certificate must be covered: any certificate above it may
 * be the trust anchor, as the issuing one is in the European trusted lists, and an anchor needs no revocation data.
 */
import {
  type Certificate,
  isSelfSigned,
  matchesCertId,
  type OcspResponse,
  sameName,
  verifySignedBy,
} from '../../pki/index.js';
import type { ValidationData } from '../path/dss.js';
import { dataAfter, dataUpTo, embeddedIn, join } from '../path/validation-data.js';
import type { Signature } from '../verify/signatures.js';

export interface LevelSources {
  readonly signatures: readonly Signature[];
  readonly store: ValidationData;
  /** All available certificates, without duplicates. */
  readonly certificates: readonly Certificate[];
}

export interface LongTerm {
  /** A valid signature timestamp, or a later valid document timestamp. */
  readonly timestamp: boolean;
  /** Revocation data for the signer's certificate. */
  readonly revocationData: boolean;
  /** A valid document timestamp covers that revocation data. */
  readonly archiveTimestamp: boolean;
}

export function observeLongTerm(signature: Signature, { signatures, store, certificates }: LevelSources): LongTerm {
  const stamps = documentTimestamps(signature, signatures);
  const data = validationData(signature, store);
  const covers = (evidence: ValidationData) => isCovered(signature.certificate, evidence, certificates);
  return {
    timestamp: stamps.length > 0 || signature.timestamps.some(({ intact }) => intact),
    revocationData: covers(data),
    archiveTimestamp: stamps.some(({ site }) => covers(dataUpTo(data, site.revision.index))),
  };
}

/**
 * What was added to the DSS dictionary after signing: older data does not prove the status at signing. Adobe's attribute counts
 * for the PKCS #7 levels only.
 */
function validationData(signature: Signature, store: ValidationData): ValidationData {
  const stored = dataAfter(store, signature.site.revision.index);
  return signature.subFilter?.startsWith('adbe.')
    ? join([stored, embeddedIn({ ...signature, contentTimestamps: [] })])
    : stored;
}

/** Intact, of the right type, and in a later revision. */
function documentTimestamps(signature: Signature, all: readonly Signature[]): Signature[] {
  return all.filter(
    ({ kind, intact, token, site }) =>
      kind === 'timestamp' &&
      intact &&
      token !== null &&
      site.revision.index > signature.site.revision.index &&
      (site.range.coverage === 'file' || site.range.coverage === 'revision') &&
      (site.revision.getName(site.dictionary, 'Type') ?? 'DocTimeStamp') === 'DocTimeStamp',
  );
}

function isCovered(certificate: Certificate | null, evidence: ValidationData, pool: readonly Certificate[]): boolean {
  if (!certificate || isSelfSigned(certificate)) return false;
  const issuers = pool.filter(
    issuer => sameName(issuer.subject, certificate.issuer) && verifySignedBy(certificate, issuer.publicKey) === 'valid',
  );
  const byIssuer = (signed: Parameters<typeof verifySignedBy>[0]) =>
    issuers.some(issuer => verifySignedBy(signed, issuer.publicKey) === 'valid');
  const listed = evidence.crls.some(({ value }) => sameName(value.issuer, certificate.issuer) && byIssuer(value));
  return listed || evidence.ocspResponses.some(({ value }) => coversCertificate(value, certificate, issuers));
}

const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';

/** Signed by the issuer, or by a delegated responder. Whether the delegation is trusted does not matter here. */
function coversCertificate(response: OcspResponse, certificate: Certificate, issuers: readonly Certificate[]): boolean {
  const about = issuers.filter(issuer =>
    response.responses.some(({ certId }) => matchesCertId(certId, certificate, issuer)),
  );
  const delegated = response.certificates.filter(({ extensions }) =>
    extensions.extendedKeyUsage?.includes(OCSP_SIGNING),
  );
  const signers = about.length > 0 ? [...about, ...delegated] : [];
  return signers.some(signer => verifySignedBy(response, signer.publicKey) === 'valid');
}
