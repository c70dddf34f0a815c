/** Evaluates OCSP responses: authorized responders, and the certificates they apply to (RFC 6960, 3.2 and 4.2.2.2). */
import {
  type Certificate,
  isResponder,
  matchesCertId,
  type OcspResponse,
  PURPOSE,
  permitsCertificate,
  type SingleResponse,
} from '../../../pki/index.js';
import type { AlgorithmUse } from '../../verify/algorithms.js';
import { type CertificateIndex, maySign } from '../chain/index.js';
import type { RevocationStatus, Sourced } from '../types.js';
import { crlStatuses } from './crl.js';
import {
  algorithmsOf,
  includesCertificate,
  isApplicable,
  isInformed,
  isSound,
  isValidAt,
  needsRevocation,
  pastRevocation,
  type RevocationSources,
  type Subject,
} from './subject.js';

export function ocspStatuses(subject: Subject, sources: RevocationSources): RevocationStatus[] {
  return sources.ocspResponses.flatMap(known => statusesFrom(known, subject, sources));
}

/** A response may have several answers for one certificate. */
function statusesFrom(
  { value, revision }: Sourced<OcspResponse>,
  subject: Subject,
  sources: RevocationSources,
): RevocationStatus[] {
  const { certificate, issuer } = subject;
  const answers = value.responses.filter(
    one => matchesCertId(one.certId, certificate, issuer) && isUsable(value, one, subject, sources),
  );
  const responder = answers.length > 0 ? responderOf(value, subject, sources) : null;
  if (!responder) return [];
  const algorithms = algorithmsOf(value, responder, subject);
  return answers
    .filter(({ status }) => status === 'revoked' || responder === issuer || mayRespond(responder))
    .map(answer =>
      toStatus(value, { ...answer, revokedAt: pastRevocation(answer.revokedAt, sources) }, algorithms, revision),
    );
}

/**
 * Critical extensions have to be known. Then a revocation counts, and another status if no extension occurs twice, for the
 * certificate that the responder knows, and for an expired one only if the archive cutoff or a trusted list includes it.
 */
function isUsable(
  response: OcspResponse,
  single: SingleResponse,
  subject: Subject,
  sources: RevocationSources,
): boolean {
  const parts = [response, single];
  if (parts.some(({ unknownCritical }) => unknownCritical.length > 0)) return false;
  if (single.status === 'revoked') return true;
  if (parts.some(({ repeated }) => repeated.size > 0)) return false;
  const { certificate } = subject;
  if (!isInformed(single, certificate) || !permitsCertificate(single, certificate)) return false;
  return includesCertificate(subject, single.thisUpdate, single.archiveCutoff, sources);
}

/** The issuer, or a responder that the issuer has authorized, one that mayRespond() if possible; never the certificate itself. */
function responderOf(response: OcspResponse, subject: Subject, sources: RevocationSources): Certificate | null {
  const { certificate, issuer } = subject;
  if (isSigner(response, issuer, sources)) return issuer;
  const isDelegate = (candidate: Certificate) =>
    candidate.sha256 !== certificate.sha256 &&
    isSigner(response, candidate, sources) &&
    isAuthorized(candidate, response.producedAt, subject, sources);
  const candidates = responderCandidates(response, sources.certificates);
  return candidates.find(one => mayRespond(one) && isDelegate(one)) ?? candidates.find(isDelegate) ?? null;
}

/** Certificates in the response, and others that it names as its responder, each once: a response may repeat one 1,000 times. */
export function responderCandidates(response: OcspResponse, known: CertificateIndex): Certificate[] {
  const { responder, certificates } = response;
  const named = 'name' in responder ? known.named(responder.name) : known.withKeyHash(responder.keyHash);
  return [...new Map([...certificates, ...named].map(one => [one.sha256, one])).values()];
}

function isSigner(response: OcspResponse, candidate: Certificate, { isSignedBy }: RevocationSources): boolean {
  return isResponder(response, candidate) && isSignedBy(response, candidate.publicKey);
}

function isAuthorized(delegate: Certificate, at: Date, subject: Subject, sources: RevocationSources): boolean {
  return (
    isDesignated(delegate) &&
    isValidAt(delegate, at) &&
    sources.isSignedBy(delegate, subject.issuer.publicKey) &&
    isUnrevoked(delegate, at, subject, sources)
  );
}

const isDesignated = ({ extensions }: Certificate): boolean =>
  extensions.extendedKeyUsage?.includes(PURPOSE.ocspSigning) ?? false;

/** Of a certificate that no CA has; about revoked certificates it is enough that it isDesignated(). */
export const mayRespond = (certificate: Certificate): boolean =>
  isDesignated(certificate) && maySign(certificate) && isSound(certificate);

/** The delegate has id-pkix-ocsp-nocheck or needs no revocation data, or a CRL lists it as not revoked. */
function isUnrevoked(delegate: Certificate, at: Date, subject: Subject, sources: RevocationSources): boolean {
  if (delegate.extensions.ocspNoCheck || !needsRevocation(delegate)) return true;
  const found = crlStatuses({ ...subject, certificate: delegate }, sources);
  const statuses = found.filter(status => isApplicable(status, sources.now));
  const isRevoked = statuses.some(({ status, revokedAt }) => status === 'revoked' && (revokedAt ?? at) <= at);
  return statuses.length > 0 && !isRevoked;
}

function toStatus(
  { producedAt }: OcspResponse,
  { status, thisUpdate, nextUpdate, revokedAt, reason }: SingleResponse,
  algorithms: AlgorithmUse,
  revision: number | null,
): RevocationStatus {
  return {
    status,
    source: 'ocsp',
    thisUpdate,
    nextUpdate,
    producedAt,
    revokedAt,
    reason,
    algorithms,
    revision,
  };
}
