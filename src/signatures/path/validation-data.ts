/** The certificates and revocation data in a document, each with the revision that added it. */
import type { Certificate, Crl, OcspResponse, SignedData } from '../../pki/index.js';
import type { Signature } from '../verify/signatures.js';
import type { Stored, ValidationData } from './dss.js';

/** From the document security store, and from the CMS of signatures and timestamps. */
export function collectValidationData(store: ValidationData, signatures: readonly Signature[]): ValidationData {
  return join([store, ...signatures.map(embeddedIn)]);
}

export function join(parts: readonly ValidationData[]): ValidationData {
  return {
    certificates: parts.flatMap(part => part.certificates),
    crls: parts.flatMap(part => part.crls),
    ocspResponses: parts.flatMap(part => part.ocspResponses),
  };
}

/** The data in the CMS of one signature and in its timestamps, and the certificates that they were verified with. */
export function embeddedIn({ message, certificate, site, timestamps, contentTimestamps }: Signature): ValidationData {
  const revision = site.revision.index;
  const tokens = [...timestamps, ...contentTimestamps];
  const messages = tokens.map(({ token }) => token.signedData);
  if (message && message.binding !== 'bare') messages.unshift(message.data);
  const bare = message?.binding === 'bare' ? message.certificates : [];
  const used = [certificate, ...tokens.map(token => token.certificate)].filter(found => found !== null);
  return join([
    stored(revision, [...bare, ...used], [], []),
    ...messages.map(data => embeddedInMessage(revision, data)),
  ]);
}

function embeddedInMessage(
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

export function filterData(data: ValidationData, keep: Keep): ValidationData {
  return {
    certificates: data.certificates.filter(keep),
    crls: data.crls.filter(keep),
    ocspResponses: data.ocspResponses.filter(keep),
  };
}

/** The data that existed as of this revision. */
export const dataUpTo = (data: ValidationData, revision: number): ValidationData =>
  filterData(data, stored => stored.revision <= revision);

/** The data that a later revision refers to. */
export const dataAfter = (data: ValidationData, revision: number): ValidationData =>
  filterData(data, stored => stored.lastRevision > revision);
