/** Signs a PDF: appends a revision with a signature at level PAdES-BASELINE-B. */
import { DocconvError } from '../errors.js';
import { openPdf, type PdfDocument } from '../pdf/index.js';
import { day } from '../system/day.js';
import { type Members, requireKnownMembers } from '../system/known-members.js';
import { prepareAppearance, type VisibleSignature } from './appearance/index.js';
import { signatureBound, signDetached } from './cms.js';
import type { Identity } from './identity.js';
import { addPlaceholder, type SignatureText } from './placeholder.js';
import { prepare } from './prepared.js';
import { schemeOf } from './scheme.js';
import { asSigner, type Signer } from './signer.js';
import type { Certification, FieldLock } from './transforms.js';

/** Options of sign(): entries of the signature, the field, the password of the document. */
export interface SignOptions extends SignatureText {
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
};

/** Several copies of the file are held in memory. */
const MAX_BYTES = 512 << 20;

/** Returns the signed file. Rejects as `openPdf` does, and with NOT_PERMITTED, OPTION_INVALID or TOO_LARGE. */
export async function sign(
  source: string | Uint8Array,
  identity: Identity | Signer,
  options: SignOptions = {},
): Promise<Buffer> {
  requireKnownMembers(options, SIGN_OPTIONS, 'the options of sign()');
  const at = options.at ?? new Date();
  const signer = asSigner(identity);
  const scheme = schemeOf(signer.publicKey, options.pss);
  requireUsable(signer, at);
  const document = await openPdf(source, options);
  try {
    const file = readWhole(document);
    const { certificate, others } = signer;
    const planned = { digest: scheme.digest, certificate, others, hasTimestamp: false };
    const room = signatureBound(signer, scheme);
    const appearance = options.visible
      ? await prepareAppearance(document.latest, options.visible, options.field, textValues(signer, options, at))
      : null;
    const settings = { ...options, appearance, at, room, planned };
    const prepared = prepare(addPlaceholder(file, document.latest, settings), file.length);
    const signed = prepared.fill(await signDetached(prepared.signed, signer, { scheme }));
    if (!signed) throw new DocconvError('INTERNAL.signature-too-long');
    await requireAppended(file, signed, document, options);
    return signed;
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

/** With an unsuitable certificate, the signature would never be valid. */
function requireUsable({ certificate: { notBefore, notAfter } }: Signer, at: Date): void {
  if (at > notAfter) throw new DocconvError('OPTION_INVALID.certificate-expired', { day: day(notAfter) });
  if (at < notBefore)
    throw new DocconvError('OPTION_INVALID.certificate-not-yet-valid', { time: notBefore.toISOString() });
}

function readWhole({ source, size, recovered }: PdfDocument): Buffer {
  if (size > MAX_BYTES)
    throw new DocconvError(
      'TOO_LARGE.pdf-to-sign',
      { limit: MAX_BYTES >> 20 },
      { detail: { limit: MAX_BYTES, actual: size } },
    );
  const file = Buffer.from(source.read(0, size));
  if (recovered) throw new DocconvError('CORRUPT_DOCUMENT.not-signable-cross-reference');
  // prepare() finds the placeholder by its text, which an object of the file may have that the update repeats
  if (file.includes('/ByteRange [0 /**********')) throw new DocconvError('CORRUPT_DOCUMENT.not-signable-placeholder');
  return file;
}

/** The original bytes are unchanged, and a reader finds exactly one more revision. */
async function requireAppended(file: Buffer, signed: Buffer, before: PdfDocument, options: SignOptions): Promise<void> {
  const after = await openPdf(signed, options);
  const isWhole = signed.subarray(0, file.length).equals(file) && !after.recovered;
  if (!isWhole || after.revisions.length !== before.revisions.length + 1) {
    throw new DocconvError('CORRUPT_DOCUMENT.not-signable-appended');
  }
}
