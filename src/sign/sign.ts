/** Signs a PDF: appends a revision with a signature at level PAdES-BASELINE-B. */
import { DocconvError } from '../errors.js';
import { openPdf, type PdfDocument } from '../pdf/index.js';
import { type Members, requireChoice, requireKnownMembers } from '../system/known-members.js';
import { prepareAppearance, type VisibleSignature } from './appearance/index.js';
import { requireUsable } from './certificate-key.js';
import { type Stamp, signatureBound, signDetached } from './cms.js';
import { addPlaceholder, type SignatureText } from './field/placeholder.js';
import { requiredDigests } from './field/seed-values.js';
import { CERTIFICATIONS, type Certification, type FieldLock } from './field/transforms.js';
import { fillPlaceholder } from './fill.js';
import type { Identity } from './identity.js';
import {
  addDocumentTimestamp,
  addLongTermData,
  BASELINE_LEVELS,
  type BaselineLevel,
  CERTIFICATE_REVOKED,
  completed,
  type Extended,
  failureOf,
  faultOf,
  grantedLevel,
  isAtLeast,
  LEVEL_SETTINGS,
  type LevelSettings,
  levelNotReached,
  type Shortfall,
  type Signature,
  shortfallFor,
  stateBefore,
  timestampClient,
  tooLong,
} from './levels.js';
import { schemesOf } from './scheme.js';
import { signatureField } from './signature-field.js';
import { asSigner, type Signer } from './signer.js';
import { readWhole, requireSigningPermitted } from './source.js';
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
  /** Stable, where a time-stamping authority or a publisher of revocation data is the cause. */
  fault: string | null;
}

/** As sign(), and says which level was reached. */
export async function signToLevel(
  source: string | Uint8Array,
  identity: Identity | Signer,
  options: SignOptions = {},
): Promise<Signed> {
  requireKnownMembers(options, SIGN_OPTIONS, 'the options of sign()');
  requireChoice('level', options.level, BASELINE_LEVELS);
  requireChoice('certify', options.certify, CERTIFICATIONS);
  const at = options.at ?? new Date();
  if (!(at instanceof Date) || Number.isNaN(at.getTime())) throw new DocconvError('OPTION_INVALID.signing-time');
  const signer = asSigner(identity);
  requireUsable(signer, at);
  const schemes = schemesOf(signer.publicKey, options.pss);
  const level = options.level ?? 'B';
  const client = timestampClient(level, options);
  const document = await openPdf(source, options);
  try {
    const file = readWhole(document);
    requireSigningPermitted(document, options.field);
    const before = await stateBefore(file, options);
    const signed = await appendSignature(file, document, { signer, schemes, client, options: { ...options, at } });
    await requireAppended(file, signed.pdf, document, options);
    const raised = signed.shortfall ? signed : await raise(signed.pdf, level, client, options);
    const { pdf, shortfall, signers } = await completed(before, raised, level, options);
    return { pdf, ...reachedLevel(signers, before.signers.length, level, options, shortfall) };
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
  /** The usual one is first. */
  schemes: ReturnType<typeof schemesOf>;
  client: TimestampClient | null;
  options: SignOptions & { at: Date };
}

/** Refuses what the document forbids before the key is used. */
async function appendSignature(
  file: Buffer,
  document: PdfDocument,
  { signer, schemes, client, options }: Signing,
): Promise<Extended> {
  const { certificate, others } = signer;
  const { signal, visible, field, at, allowLowerLevel = false } = options;
  const hasTimestamp = client !== null && !allowLowerLevel;
  const digests = field === undefined ? null : requiredDigests(document.latest, signatureField(document.latest, field));
  const scheme = schemes.find(one => digests?.includes(one.digest)) ?? schemes[0]!;
  const planned = { digest: scheme.digest, certificate, others, hasTimestamp };
  const values = textValues(signer, options, at);
  const appearance = visible ? await prepareAppearance(document.latest, visible, field, values) : null;
  let shortfall: Shortfall | null = null;
  const stamp: Stamp | null =
    client &&
    (value =>
      client.stamp(value).catch(error => {
        shortfall = tolerated(error, options);
        return null;
      }));
  const settings = { scheme, ...(stamp && { stamp }), ...(signal && { signal }) };
  // a token that is longer than expected shows how much room the second attempt needs
  const pdf = (await trySignature()) ?? (client && (await trySignature())) ?? tooLong();
  return { pdf, shortfall };

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
): Promise<Extended> {
  let raised: Extended = { pdf: signed, shortfall: null };
  try {
    if (isAtLeast(level, 'LT')) raised = await addLongTermData(signed, options);
    if (level !== 'LTA' || !client) return raised;
    return { ...raised, pdf: await addDocumentTimestamp(raised.pdf, client, options) };
  } catch (error) {
    return { ...raised, shortfall: tolerated(error, options) };
  }
}

/** The reason why only a lower level is reached, where that is allowed. */
function tolerated(error: unknown, { allowLowerLevel, signal }: SignOptions): Shortfall {
  if (!allowLowerLevel || signal?.aborted) throw error;
  return { reason: (error as Error).message, fault: error instanceof DocconvError ? faultOf(error) : null };
}

/** By check(), not by what was done. */
function reachedLevel(
  signers: readonly Signature[],
  earlier: number,
  wanted: BaselineLevel,
  { allowLowerLevel }: SignOptions,
  shortfall: Shortfall | null,
): Omit<Signed, 'pdf'> {
  const own = signers[earlier];
  const level = own ? grantedLevel(own, signers) : null;
  if (!level) throw new DocconvError('NOT_PERMITTED.signature-not-valid', { reason: failureOf(own) });
  if (isAtLeast(level, wanted)) return { level, reason: null, fault: null };
  requireNotRevoked(own!);
  const { reason, fault } = shortfallFor(own, signers, shortfall);
  if (allowLowerLevel) return { level, reason, fault };
  throw levelNotReached(wanted, level, { reason, fault });
}

/**
 * A lower level is for services that do not answer. A signature of a revoked certificate is INDETERMINATE at every level, as no
 * proof of existence can be older than its revocation (EN 319 102-1, REVOKED_NO_POE).
 */
function requireNotRevoked({ findings }: Signature): void {
  const revoked = findings.find(({ rule, outcome }) => rule === 'not-revoked' && outcome === 'fail');
  if (revoked) throw new DocconvError('SIGNING_FAILED.certificate-revoked', { reason: revoked.message }, REVOKED);
}

const REVOKED = { detail: { fault: CERTIFICATE_REVOKED } };

/** The original bytes are unchanged, and a reader finds exactly one more revision. */
async function requireAppended(file: Buffer, signed: Buffer, before: PdfDocument, options: SignOptions): Promise<void> {
  const after = await openPdf(signed, options);
  const isWhole = signed.subarray(0, file.length).equals(file) && !after.recovered;
  if (!isWhole || after.revisions.length !== before.revisions.length + 1) {
    throw new DocconvError('CORRUPT_DOCUMENT.not-signable-appended');
  }
}
