/**
 * Whether a document contains revocation data for the signer and the time-stamping authority, and a document timestamp over it
 * (EN 319 142-1, 5.4 and 5.5), without regard to trust and the current date. The CAs above them need none: any of them may be
 * the trust anchor, as the issuing CA is in the European trusted lists, and an anchor needs no revocation data.
 */
import {
  type Certificate,
  type Crl,
  isSelfSigned,
  isWellFormedToken,
  keyId,
  matchesCertId,
  type OcspResponse,
  type SingleResponse,
} from '../../pki/index.js';
import { CertificateIndex, type IsSignedBy, limitedVerifier } from '../path/chain/index.js';
import type { Stored, ValidationData } from '../path/dss.js';
import {
  concerns,
  mayIssue,
  mayRespond,
  needsRevocation,
  responderCandidates,
  type Subject,
} from '../path/revocation/index.js';
import { dataAfter, dataUpTo, embeddedIn, filterData, join } from '../path/validation-data.js';
import type { Signature } from '../verify/signatures.js';

/** Everything in the file that can raise a level. */
export class LevelSources {
  readonly certificates: CertificateIndex;
  readonly isSignedBy: IsSignedBy = limitedVerifier();
  /** Valid document timestamps. */
  readonly documentTimestamps: readonly Signature[];
  /** What they contain. */
  readonly inTimestamps: ValidationData;
  readonly #signers = new Map<Crl | OcspResponse, readonly Certificate[]>();

  /** `certificates`: all available ones. */
  constructor(
    readonly signatures: readonly Signature[],
    readonly store: ValidationData,
    certificates: readonly Certificate[],
  ) {
    this.certificates = new CertificateIndex(certificates);
    this.documentTimestamps = signatures.filter(isDocumentTimestamp);
    this.inTimestamps = protectedAfterwards(join(this.documentTimestamps.map(embeddedIn)));
  }

  /** Issuers of a CRL, or delegated responders, that have signed it. */
  signersOf(data: Crl | OcspResponse): readonly Certificate[] {
    const known = this.#signers.get(data);
    if (known) return known;
    const candidates =
      'responses' in data
        ? responderCandidates(data, this.certificates).filter(mayRespond)
        : this.certificates.named(data.issuer).filter(one => mayIssue(one, data));
    const signers = withOtherKeys(candidates).filter(one => this.isSignedBy(data, one.publicKey));
    this.#signers.set(data, signers);
    return signers;
  }
}

export interface LongTerm {
  /** A valid signature timestamp, or a later valid document timestamp. */
  readonly timestamp: boolean;
  /** Revocation data for the signer's certificate. */
  readonly revocationData: boolean;
  /** Revocation data for the certificate of one of those timestamps. */
  readonly timestampRevocationData: boolean;
  /** A valid document timestamp covers both. */
  readonly archiveTimestamp: boolean;
}

export function observeLongTerm(signature: Signature, sources: LevelSources): LongTerm {
  const stamps = sources.documentTimestamps.filter(({ site }) => site.revision.index > signature.site.revision.index);
  const stamping = [...signature.timestamps.filter(({ intact }) => intact), ...stamps];
  const data = validationData(signature, sources);
  const coversSigner = (evidence: ValidationData) => isCovered(signature.certificate, evidence, sources);
  const coversTimestamp = (evidence: ValidationData) =>
    stamping.some(({ certificate }) => isCovered(certificate, evidence, sources));
  const revocationData = coversSigner(data);
  const timestampRevocationData = coversTimestamp(data);
  const isArchivedBy = ({ site }: Signature) => {
    const earlier = dataUpTo(data, site.revision.index);
    return coversSigner(earlier) && coversTimestamp(earlier);
  };
  return {
    timestamp: stamping.length > 0,
    revocationData,
    timestampRevocationData,
    archiveTimestamp: revocationData && timestampRevocationData && stamps.some(isArchivedBy),
  };
}

/**
 * What the DSS dictionary refers to after signing, as older data does not prove the status at signing; and what the message and
 * the timestamps contain besides their certificates, which need not be repeated there. Without such a dictionary there is no level
 * LT (EN 319 142-1, 6.3). PKCS #7 signatures need none: their data may be in Adobe's attribute, which CAdES ones do not have.
 */
function validationData(signature: Signature, { store, inTimestamps }: LevelSources): ValidationData {
  const revision = signature.site.revision.index;
  const stored = dataAfter(store, revision);
  const isAdobe = signature.subFilter?.startsWith('adbe.') ?? false;
  if (!isAdobe && isEmpty(stored)) return stored;
  const embedded = embeddedIn({ ...signature, contentTimestamps: [] });
  return join([
    stored,
    isAdobe ? embedded : withoutArchival(embedded, signature),
    filterData(inTimestamps, ({ revision: from }) => from > revision),
  ]);
}

const isEmpty = ({ certificates, crls, ocspResponses }: ValidationData): boolean =>
  certificates.length + crls.length + ocspResponses.length === 0;

/** Without the signed attribute of Adobe, whose data is older than the signature. */
function withoutArchival(data: ValidationData, { signerInfo }: Signature): ValidationData {
  const { crls = [], ocspResponses = [] } = signerInfo?.signedAttributes?.revocationInfo ?? {};
  const older = new Set<unknown>([...crls, ...ocspResponses]);
  return filterData(data, ({ value }) => !older.has(value));
}

/** A document timestamp does not protect what it contains itself, but the next one does. */
function protectedAfterwards(data: ValidationData): ValidationData {
  const later = <T>(values: readonly Stored<T>[]) => values.map(one => ({ ...one, revision: one.revision + 1 }));
  return {
    certificates: later(data.certificates),
    crls: later(data.crls),
    ocspResponses: later(data.ocspResponses),
  };
}

/** Intact and of the right type. */
function isDocumentTimestamp({ kind, intact, token, site, certificate }: Signature): boolean {
  return (
    kind === 'timestamp' &&
    intact &&
    token !== null &&
    isWellFormedToken(token, certificate) &&
    (site.range.coverage === 'file' || site.range.coverage === 'revision') &&
    (site.revision.getName(site.dictionary, 'Type') ?? 'DocTimeStamp') === 'DocTimeStamp'
  );
}

/** The issuer is available, and the certificate has revocation data unless it needs none. */
function isCovered(certificate: Certificate | null, evidence: ValidationData, sources: LevelSources): boolean {
  if (!certificate || isSelfSigned(certificate)) return false;
  const { certificates, isSignedBy } = sources;
  const issuers = withOtherKeys(certificates.named(certificate.issuer)).filter(one =>
    isSignedBy(certificate, one.publicKey),
  );
  if (issuers.length > 0 && !needsRevocation(certificate)) return true;
  const lists = evidence.crls.filter(({ value }) => value.repeated.size === 0 && concerns(value, certificate));
  return issuers.some(
    issuer =>
      lists.some(({ value }) => isListOf(value, issuer, sources)) ||
      evidence.ocspResponses.some(({ value }) => states(value, { certificate, issuer }, sources)),
  );
}

/** By the issuer or a certificate that it has issued. */
function isListOf(crl: Crl, issuer: Certificate, sources: LevelSources): boolean {
  return sources
    .signersOf(crl)
    .some(one => keyId(one.publicKey) === keyId(issuer.publicKey) || sources.isSignedBy(one, issuer.publicKey));
}

/** By the issuer or a delegated responder. Who delegated to it does not matter here: that is a question of trust. */
function states(
  response: OcspResponse,
  { certificate, issuer }: Pick<Subject, 'certificate' | 'issuer'>,
  sources: LevelSources,
): boolean {
  const isAbout = ({ certId, status }: SingleResponse) =>
    status !== 'unknown' && matchesCertId(certId, certificate, issuer);
  if (!response.responses.some(isAbout)) return false;
  return sources.isSignedBy(response, issuer.publicKey) || sources.signersOf(response).length > 0;
}

/** One certificate for each key: a file may have any number of certificates with the same one. */
function withOtherKeys(certificates: readonly Certificate[]): Certificate[] {
  return [...new Map(certificates.map(one => [keyId(one.publicKey), one])).values()];
}
