/** All certificates and revocation data that a document brings, with the revision that brought each. */
import type { Certificate, Crl, OcspResponse, SignedData } from '../../pki/index.js';
import type { Signature } from '../verify/signatures.js';
import type { SecurityStore, Stored } from './dss.js';

export type ValidationData = SecurityStore;

/** From the document security store, and from the messages of signatures and timestamps. */
export function collectEvidence(store: SecurityStore, signatures: readonly Signature[]): ValidationData {
  return join([store, ...signatures.map(carriedBy)]);
}

export function join(parts: readonly ValidationData[]): ValidationData {
  return {
    certificates: parts.flatMap(part => part.certificates),
    crls: parts.flatMap(part => part.crls),
    ocspResponses: parts.flatMap(part => part.ocspResponses),
  };
}

/** By the message of one signature and by its timestamps. */
export function carriedBy({ message, site, timestamps }: Signature): ValidationData {
  const revision = site.revision.index;
  if (!message) return join([]);
  if (message.binding === 'bare') return stored(revision, message.certificates, [], []);
  const messages = [message.data, ...timestamps.map(timestamp => timestamp.token.signedData)];
  return join(messages.map(data => carriedByMessage(revision, data)));
}

function carriedByMessage(
  revision: number,
  { certificates, crls, ocspResponses, signers }: SignedData,
): ValidationData {
  const values = signers.map(signer => signer.revocationValues);
  return stored(
    revision,
    [...certificates, ...signers.flatMap(signer => signer.certificateValues)],
    [...crls, ...values.flatMap(value => value.crls)],
    [...ocspResponses, ...values.flatMap(value => value.ocspResponses)],
  );
}

function stored(
  revision: number,
  certificates: readonly Certificate[],
  crls: readonly Crl[],
  ocspResponses: readonly OcspResponse[],
): ValidationData {
  const mark = <T>(values: readonly T[]): Stored<T>[] =>
    values.map(value => ({ value, revision, lastRevision: revision }));
  return { certificates: mark(certificates), crls: mark(crls), ocspResponses: mark(ocspResponses) };
}

type Keep = (stored: Stored<unknown>) => boolean;

function filter(evidence: ValidationData, keep: Keep): ValidationData {
  return {
    certificates: evidence.certificates.filter(keep),
    crls: evidence.crls.filter(keep),
    ocspResponses: evidence.ocspResponses.filter(keep),
  };
}

/** What was there when this revision was the last. */
export const evidenceUpTo = (evidence: ValidationData, revision: number): ValidationData =>
  filter(evidence, stored => stored.revision <= revision);

/** What a later revision than this one holds. */
export const evidenceAfter = (evidence: ValidationData, revision: number): ValidationData =>
  filter(evidence, stored => stored.lastRevision > revision);
