/** Signs a PDF: appends a revision with a signature at level PAdES-BASELINE-B. */
import { DocconvError } from '../errors.js';
import { openPdf, type PdfDocument } from '../pdf/index.js';
import type { VerificationResult } from '../signatures/index.js';
import { day } from '../system/day.js';
import { type Members, requireKnownMembers } from '../system/known-members.js';
import { prepareAppearance, type VisibleSignature } from './appearance/index.js';
import { type Stamp, signatureBound, signDetached } from './cms.js';
import { failureOf } from './extend.js';
import { fillPlaceholder } from './fill.js';
import type { Identity } from './identity.js';
import {
  addDocumentTimestamp,
  addLongTermData,
  type BaselineLevel,
  baselineLevel,
  isAtLeast,
  type LevelSettings,
  requirePreserved,
  stateBefore,
  timestampClient,
  tooLong,
} from './levels.js';
import { addPlaceholder, type SignatureText } from './placeholder.js';
import { type SigningScheme, schemeOf } from './scheme.js';
import { asSigner, type Signer } from './signer.js';
import { readWhole } from './source.js';
import type { TimestampClient } from './timestamp-authority.js';
import type { Certification, FieldLock } from './transforms.js';

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
  reason: true,
  location: true,
  name: true,
  contact: true,
  password: true,
  field: true,
  certify: true,
  lock: true,
  visible: true,
  at: true,
  pss: true,
  level: true,
  allowLowerLevel: true,
  tsa: true,
  fetcher: true,
  trust: true,
  signal: true,
};

/** Returns the signed file. Rejects as `openPdf` does, and with NOT_PERMITTED, OPTION_INVALID or TOO_LARGE. */
export async function sign(
  source: string | Uint8Array,
  identity: Identity | Signer,
  options: SignOptions = {},
): Promise<Buffer> {
  return (await signToLevel(source, identity, options)).pdf;
}

/** The signed file and its level, which may be lower than the one asked for with `allowLowerLevel` only. */
export async function signToLevel(
  source: string | Uint8Array,
  identity: Identity | Signer,
  options: SignOptions = {},
): Promise<{ pdf: Buffer; level: BaselineLevel }> {
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
    await requireAppended(file, signed, document, options);
    const raised = await raise(signed, level, client, options);
    const result = await requirePreserved(before, raised.pdf, options);
    return { pdf: raised.pdf, level: reachedLevel(result, before.signers.length, level, options, raised.failure) };
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

/** Refuses what the document forbids before the key is used. */
async function appendSignature(
  file: Buffer,
  document: PdfDocument,
  { signer, scheme, client, options }: Signing,
): Promise<Buffer> {
  const { certificate, others } = signer;
  const { signal, visible, field, at, allowLowerLevel = false } = options;
  const hasTimestamp = client !== null && !allowLowerLevel;
  const planned = { digest: scheme.digest, certificate, others, hasTimestamp };
  const values = textValues(signer, options, at);
  const appearance = visible ? await prepareAppearance(document.latest, visible, field, values) : null;
  const stamp: Stamp | null = client && (value => client.stamp(value));
  const settings = { scheme, ...(stamp && { stamp, isStampOptional: allowLowerLevel }), ...(signal && { signal }) };
  // a token that is longer than expected shows how much room the second attempt needs
  return (await trySignature()) ?? (client && (await trySignature())) ?? tooLong();

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
): Promise<{ pdf: Buffer; failure: string | null }> {
  let pdf = signed;
  try {
    if (isAtLeast(level, 'LT')) pdf = await addLongTermData(pdf, options);
    if (level === 'LTA' && client) pdf = await addDocumentTimestamp(pdf, client, options);
    return { pdf, failure: null };
  } catch (error) {
    if (!options.allowLowerLevel || options.signal?.aborted) throw error;
    return { pdf, failure: (error as Error).message };
  }
}

/** With trust anchors, what should last for decades has to be valid today. */
function isValid({ indication, timestamps }: Signature, level: BaselineLevel, trust: unknown): boolean {
  if (!trust || !isAtLeast(level, 'LT')) return indication !== 'TOTAL_FAILED';
  return indication === 'TOTAL_PASSED' && timestamps.every(({ trusted }) => trusted);
}

type Signature = VerificationResult['signers'][number];

/** By check(), not by what was done. */
function reachedLevel(
  { signers }: VerificationResult,
  earlier: number,
  level: BaselineLevel,
  { allowLowerLevel, trust }: SignOptions,
  failure: string | null,
): BaselineLevel {
  const own = signers[earlier];
  const reached = own && baselineLevel(own);
  if (!own?.intact || !own.changesAllowed || !reached || !isValid(own, reached, trust))
    throw new DocconvError('NOT_PERMITTED.signature-not-valid', { reason: failureOf(own) });
  if (!isAtLeast(reached, level) && !allowLowerLevel)
    throw new DocconvError('NOT_PERMITTED.level-not-reached', { level, reached, reason: failure ?? failureOf(own) });
  return reached;
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
