/** OCSP responses: who may sign them, and for whom they speak (RFC 6960, 3.2 and 4.2.2.2). */
import {
  type Certificate,
  isResponder,
  matchesCertId,
  type OcspResponse,
  PURPOSE,
  type SingleResponse,
  signatureScheme,
} from '../../../pki/index.js';
import { algorithmUse } from '../../verify/algorithms.js';
import type { Known, RevocationStatus } from '../evidence.js';
import { crlStatuses } from './crl.js';
import { needsRevocation, type RevocationSources, type Subject } from './subject.js';

export function ocspStatuses(subject: Subject, sources: RevocationSources): RevocationStatus[] {
  return sources.ocspResponses.flatMap(known => statusFrom(known, subject, sources) ?? []);
}

function statusFrom({ value, revision }: Known<OcspResponse>, subject: Subject, sources: RevocationSources) {
  const single = value.responses.find(one => matchesCertId(one.certId, subject.certificate, subject.issuer));
  if (!single || single.status === 'unknown' || !speaksFor(value, single, subject.certificate)) return null;
  const responder = responderOf(value, subject, sources);
  return responder && toStatus(value, single, responder, revision);
}

/** A good answer about an expired certificate counts only where the responder keeps records that far back. */
function speaksFor(response: OcspResponse, single: SingleResponse, { notAfter }: Certificate): boolean {
  if (response.unknownCritical.length > 0 || single.unknownCritical.length > 0) return false;
  if (single.status === 'revoked' || single.thisUpdate <= notAfter) return true;
  return single.archiveCutoff !== null && single.archiveCutoff <= notAfter;
}

/** The issuer itself, or somebody whom the issuer's key has appointed; never the certificate that is asked about. */
function responderOf(response: OcspResponse, subject: Subject, sources: RevocationSources): Certificate | null {
  const { certificate, issuer } = subject;
  if (isSigner(response, issuer, sources)) return issuer;
  const { responder } = response;
  const { certificates } = sources;
  const named = 'name' in responder ? certificates.named(responder.name) : certificates.withKeyHash(responder.keyHash);
  const candidates = [...response.certificates, ...named];
  const isDelegate = (candidate: Certificate) =>
    candidate.sha256 !== certificate.sha256 &&
    isSigner(response, candidate, sources) &&
    isAppointed(candidate, response.producedAt, subject, sources);
  return candidates.find(isDelegate) ?? null;
}

function isSigner(response: OcspResponse, candidate: Certificate, { verifies }: RevocationSources): boolean {
  return isResponder(response, candidate) && verifies(response, candidate.publicKey);
}

function isAppointed(delegate: Certificate, at: Date, subject: Subject, sources: RevocationSources): boolean {
  const { extendedKeyUsage, unknownCritical } = delegate.extensions;
  return (
    extendedKeyUsage?.includes(PURPOSE.ocspSigning) === true &&
    unknownCritical.length === 0 &&
    at >= delegate.notBefore &&
    at <= delegate.notAfter &&
    sources.verifies(delegate, subject.issuer.publicKey) &&
    isUnrevoked(delegate, at, subject, sources)
  );
}

/** Either the issuer says not to ask (id-pkix-ocsp-nocheck), or a CRL vouches for the delegate. */
function isUnrevoked(delegate: Certificate, at: Date, subject: Subject, sources: RevocationSources): boolean {
  if (delegate.extensions.ocspNoCheck || !needsRevocation(delegate)) return true;
  const statuses = crlStatuses({ ...subject, certificate: delegate }, sources);
  const isRevoked = statuses.some(({ status, revokedAt }) => status === 'revoked' && (revokedAt ?? at) <= at);
  return statuses.length > 0 && !isRevoked;
}

function toStatus(
  { producedAt, signatureAlgorithm }: OcspResponse,
  { status, thisUpdate, nextUpdate, revokedAt, reason }: SingleResponse,
  { publicKey }: Certificate,
  revision: number | null,
): RevocationStatus {
  return {
    status: status === 'revoked' ? 'revoked' : 'good',
    source: 'ocsp',
    thisUpdate,
    nextUpdate,
    producedAt,
    revokedAt,
    reason,
    algorithms: algorithmUse(signatureScheme(signatureAlgorithm), publicKey),
    revision,
  };
}
