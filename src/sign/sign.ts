/** Signs a PDF: appends a revision with a signature at level PAdES-BASELINE-B. */
import { DocconvError } from '../errors.js';
import { openPdf, type PdfDocument } from '../pdf/index.js';
import { day } from '../system/day.js';
import { type Members, requireKnownMembers } from '../system/known-members.js';
import { prepareAppearance, type VisibleSignature } from './appearance/index.js';
import { type Stamp, signatureBound, signDetached } from './cms.js';
import { addPlaceholder, type SignatureText } from './field/placeholder.js';
import type { Certification, FieldLock } from './field/transforms.js';
import { fillPlaceholder } from './fill.js';
import type { Identity } from './identity.js';
import {
  addDocumentTimestamp,
  addLongTermData,
  type BaselineLevel,
  failureOf,
  grantedLevel,
  isAtLeast,
  LEVEL_SETTINGS,
  type LevelSettings,
  requirePreserved,
  type Signature,
  stateBefore,
  timestampClient,
  tooLong,
} from './levels.js';
import { type SigningScheme, schemeOf } from './scheme.js';
import { asSigner, type Signer } from './signer.js';
import { readWhole } from './source.js';
import type { TimestampClient } from './timestamp-authority.js';

/** Options of sign(): entries of the signature, the field, the password of the document. */
export interface SignOptions extends SignatureText, LevelSettings {
  /** Default: B. The others need `tsa` and `fetcher`. */
  level?: BaselineLevel;
  /** Returns the file also where only a lower level was reached. */
  allowLowerLevel?: boolean;
  /** Of an encrypted PDF. */
  password?: string;
  /** An existing, empty signature field; by default a new, invisible one. */
  field?: string;
  /** Certify the document, with the changes that stay permitted; only as its first signature. */
  certify?: Certification;
  /** Fields that nobody can change after signing, by their fully qualified names. */
  lock?: FieldLock;
  /** What readers see of the signature; by default nothing. */
  visible?: VisibleSignature;
  /** The claimed signing time; by default now. */
  at?: Date;
  /** RSASSA-PSS instead of PKCS #1 v1.5, with an RSA key. */
  pss?: boolean;
}

const SIGN_OPTIONS: Members<SignOptions> = {
  ...LEVEL_SETTINGS,
  reason: true,
  location: true,
  name: true,
  contact: true,
  field: true,
  certify: true,
  lock: true,
  visible: true,
  at: true,
  pss: true,
  level: true,
  allowLowerLevel: true,
};

/** Returns the signed file. Rejects as `openPdf` does, and with NOT_PERMITTED, OPTION_INVALID or TOO_LARGE. */
export async function sign(
  source: string | Uint8Array,
  identity: Identity | Signer,
  options: SignOptions = {},
): Promise<Buffer> {
  return (await signToLevel(source, identity, options)).pdf;
}

export interface Signed {
  pdf: Buffer;
  /** Lower than the one asked for with `allowLowerLevel` only. */
  level: BaselineLevel;
  /** Why it is lower; null: it is not. */
  reason: string | null;
}

/** As sign(), and says which level was reached. */
export async function signToLevel(
  source: string | Uint8Array,
  identity: Identity | Signer,
  options: SignOptions = {},
): Promise<Signed> {
  requireKnownMembers(options, SIGN_OPTIONS, 'the options of sign()');
  const at = options.at ?? new Date();
  const signer = asSigner(identity);
  const scheme = schemeOf(signer.publicKey, options.pss);
  requireUsable(signer, at);
  const level = options.level ?? 'B';
  const client = timestampClient(level, options);
  const document = await openPdf(source, options);
  try {
    const file = readWhole(document);
    const before = await stateBefore(file, options);
    const signed = await appendSignature(file, document, { signer, scheme, client, options: { ...options, at } });
    await requireAppended(file, signed.pdf, document, options);
    const { pdf, failure } = signed.failure === null ? await raise(signed.pdf, level, client, options) : signed;
    const { signers } = await requirePreserved(before, pdf, options);
    return { pdf, ...reachedLevel(signers, before.signers.length, level, options, failure) };
  } finally {
    document.close();
  }
}

/** Names come from the certificate, which is verified, and not from the options. */
function textValues({ certificate: { subject, issuer } }: Signer, { reason, location }: SignOptions, at: Date) {
  return {
    name: subject.commonName ?? subject.text,
    issuer: issuer.commonName ?? issuer.organization ?? issuer.text,
    date: `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`,
    reason: reason ?? '',
    location: location ?? '',
  };
}

interface Signing {
  signer: Signer;
  scheme: SigningScheme;
  client: TimestampClient | null;
  options: SignOptions & { at: Date };
}

interface Appended {
  pdf: Buffer;
  /** Why a higher level was not reached. */
  failure: string | null;
}

/** Refuses what the document forbids before the key is used. */
async function appendSignature(
  file: Buffer,
  document: PdfDocument,
  { signer, scheme, client, options }: Signing,
): Promise<Appended> {
  const { certificate, others } = signer;
  const { signal, visible, field, at, allowLowerLevel = false } = options;
  const hasTimestamp = client !== null && !allowLowerLevel;
  const planned = { digest: scheme.digest, certificate, others, hasTimestamp };
  const values = textValues(signer, options, at);
  const appearance = visible ? await prepareAppearance(document.latest, visible, field, values) : null;
  let failure: string | null = null;
  const stamp: Stamp | null =
    client &&
    (value =>
      client.stamp(value).catch(error => {
        failure = tolerated(error, options);
        return null;
      }));
  const settings = { scheme, ...(stamp && { stamp }), ...(signal && { signal }) };
  // a token that is longer than expected shows how much room the second attempt needs
  const pdf = (await trySignature()) ?? (client && (await trySignature())) ?? tooLong();
  return { pdf, failure };

  async function trySignature(): Promise<Buffer | null> {
    const room = signatureBound(signer, scheme, client?.room);
    const placed = addPlaceholder(file, document.latest, { ...options, appearance, room, planned });
    return fillPlaceholder(placed, room, signed => signDetached(signed, signer, settings));
  }
}

/** Adds the revisions of the levels LT and LTA. */
async function raise(
  signed: Buffer,
  level: BaselineLevel,
  client: TimestampClient | null,
  options: SignOptions,
): Promise<Appended> {
  let pdf = signed;
  try {
    if (isAtLeast(level, 'LT')) pdf = await addLongTermData(pdf, options);
    if (level === 'LTA' && client) pdf = await addDocumentTimestamp(pdf, client, options);
    return { pdf, failure: null };
  } catch (error) {
    return { pdf, failure: tolerated(error, options) };
  }
}

/** The reason why only a lower level is reached, where that is allowed. */
function tolerated(error: unknown, { allowLowerLevel, signal }: SignOptions): string {
  if (!allowLowerLevel || signal?.aborted) throw error;
  return (error as Error).message;
}

/** By check(), not by what was done. */
function reachedLevel(
  signers: readonly Signature[],
  earlier: number,
  wanted: BaselineLevel,
  { allowLowerLevel }: SignOptions,
  failure: string | null,
): Omit<Signed, 'pdf'> {
  const own = signers[earlier];
  const level = own ? grantedLevel(own, signers) : null;
  if (!level) throw new DocconvError('NOT_PERMITTED.signature-not-valid', { reason: failureOf(own) });
  if (isAtLeast(level, wanted)) return { level, reason: null };
  requireNotRevoked(own!);
  const reason = failure ?? failureOf(own, signers);
  if (!allowLowerLevel)
    throw new DocconvError('NOT_PERMITTED.level-not-reached', { level: wanted, reached: level, reason });
  return { level, reason };
}

/**
 * A lower level is for services that do not answer. A signature of a revoked certificate is INDETERMINATE at every level, as no
 * proof of existence can be older than its revocation (EN 319 102-1, REVOKED_NO_POE).
 */
function requireNotRevoked({ findings }: Signature): void {
  const revoked = findings.find(({ rule, outcome }) => rule === 'not-revoked' && outcome === 'fail');
  if (revoked) throw new DocconvError('SIGNING_FAILED.certificate-revoked', { reason: revoked.message });
}

/** With an unsuitable certificate, the signature would never be valid. */
function requireUsable({ certificate: { notBefore, notAfter } }: Signer, at: Date): void {
  if (at > notAfter) throw new DocconvError('OPTION_INVALID.certificate-expired', { day: day(notAfter) });
  if (at < notBefore)
    throw new DocconvError('OPTION_INVALID.certificate-not-yet-valid', { time: notBefore.toISOString() });
}

/** The original bytes are unchanged, and a reader finds exactly one more revision. */
async function requireAppended(file: Buffer, signed: Buffer, before: PdfDocument, options: SignOptions): Promise<void> {
  const after = await openPdf(signed, options);
  const isWhole = signed.subarray(0, file.length).equals(file) && !after.recovered;
  if (!isWhole || after.revisions.length !== before.revisions.length + 1) {
    throw new DocconvError('CORRUPT_DOCUMENT.not-signable-appended');
  }
}
