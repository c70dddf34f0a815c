/**
 * Whether a document brings what a later reader needs: revocation data for the signer, and a document timestamp over it
 * (EN 319 142-1, 5.4 and 5.5). It is asked for soundness alone: trust and today's date are left aside. Of a chain only
 * the signer's certificate must be covered: any authority above may be the anchor, as the issuing one is in the European
 * trusted lists, and an anchor needs no revocation data.
 */
import {
  type Certificate,
  isSelfSigned,
  matchesCertId,
  type OcspResponse,
  sameName,
  verifySignedBy,
} from '../../pki/index.js';
import type { SecurityStore } from '../path/dss.js';
import { dataAfter, dataUpTo, embeddedIn, join, type ValidationData } from '../path/validation-data.js';
import type { Signature } from '../verify/signatures.js';

export interface LongTerm {
  /** A sound document timestamp stands behind the signature. */
  readonly timestamp: boolean;
  readonly revocationData: boolean;
  /** A sound document timestamp stands behind that revocation data. */
  readonly archiveTimestamp: boolean;
}

/** `pool`: every certificate at hand. */
export function observeLongTerm(
  signature: Signature,
  all: readonly Signature[],
  store: SecurityStore,
  pool: readonly Certificate[],
): LongTerm {
  const stamps = documentTimestamps(signature, all);
  const data = validationData(signature, store);
  const covers = (evidence: ValidationData) => isCovered(signature.certificate, evidence, pool);
  return {
    timestamp: stamps.length > 0,
    revocationData: covers(data),
    archiveTimestamp: stamps.some(({ site }) => covers(dataUpTo(data, site.revision.index))),
  };
}

/**
 * What was put into the security store after signing: what was signed along came too early to be an answer about this
 * signature. Adobe's attribute serves the PKCS #7 levels alone.
 */
function validationData(signature: Signature, store: SecurityStore): ValidationData {
  const stored = dataAfter(store, signature.site.revision.index);
  return signature.subFilter?.startsWith('adbe.') ? join([stored, embeddedIn(signature)]) : stored;
}

/** Sound, of the right type, and behind the signature. */
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
  return listed || evidence.ocspResponses.some(({ value }) => answersFor(value, certificate, issuers));
}

const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';

/** By the issuer, or by a responder that was appointed by a certificate. Who appointed it is a matter of trust. */
function answersFor(response: OcspResponse, certificate: Certificate, issuers: readonly Certificate[]): boolean {
  const about = issuers.filter(issuer =>
    response.responses.some(({ certId }) => matchesCertId(certId, certificate, issuer)),
  );
  const appointed = response.certificates.filter(({ extensions }) =>
    extensions.extendedKeyUsage?.includes(OCSP_SIGNING),
  );
  const signers = about.length > 0 ? [...about, ...appointed] : [];
  return signers.some(signer => verifySignedBy(response, signer.publicKey) === 'valid');
}
