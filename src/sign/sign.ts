/** Signs a PDF: a new revision at level PAdES-BASELINE-B behind the file, which stays as it is. */
import { SignPdf } from '@signpdf/signpdf';
import { Signer } from '@signpdf/utils';
import { DocconvError } from '../errors.js';
import { openPdf, type PdfDocument } from '../pdf/index.js';
import { schemeOf, signatureBound, signDetached } from './cms.js';
import type { Identity } from './identity.js';
import { addPlaceholder, type SignatureWords } from './placeholder.js';

export interface SignOptions extends SignatureWords {
  /** Of an encrypted PDF. */
  password?: string;
  /** An empty signature field to sign in; by default a new, invisible one. */
  field?: string;
  /** The time that the signature claims; by default now. */
  at?: Date;
}

/** The file is held in memory a few times over. */
const MAX_BYTES = 512 << 20;

/** The signed file. Rejects with what `openPdf` rejects with, and with NOT_PERMITTED, OPTION_INVALID, TOO_LARGE. */
export async function sign(
  source: string | Uint8Array,
  identity: Identity,
  options: SignOptions = {},
): Promise<Buffer> {
  const at = options.at ?? new Date();
  refuseUnfit(identity, at);
  const document = await openPdf(source, options.password === undefined ? {} : { password: options.password });
  try {
    const file = readWhole(document);
    const prepared = addPlaceholder(file, document.latest, { ...options, at, room: signatureBound(identity) });
    const signed = await new SignPdf().sign(prepared, new CadesSigner(identity));
    await proveAppended(file, signed, document, options);
    return signed;
  } finally {
    document.close();
  }
}

class CadesSigner extends Signer {
  constructor(private readonly identity: Identity) {
    super();
  }

  override async sign(content: Buffer): Promise<Buffer> {
    return Buffer.from(signDetached(content, this.identity));
  }
}

/** A signature that nobody could call valid is not made. */
function refuseUnfit({ key, certificate: { notBefore, notAfter } }: Identity, at: Date): void {
  schemeOf(key);
  if (at > notAfter) throw unfit(`expired on ${notAfter.toISOString().slice(0, 10)}`);
  if (at < notBefore) throw unfit(`is not valid before ${notBefore.toISOString()}`);
}

const unfit = (why: string) =>
  new DocconvError('OPTION_INVALID', `The certificate ${why}: its signatures are not valid.`);

function readWhole({ source, size, recovered }: PdfDocument): Buffer {
  if (size > MAX_BYTES) {
    const message = `This PDF is larger than ${MAX_BYTES >> 20} MB, the most that docconv signs.`;
    throw new DocconvError('TOO_LARGE', message, { detail: { limit: MAX_BYTES, actual: size } });
  }
  const file = Buffer.from(source.read(0, size));
  if (recovered) throw notSignable('its cross-reference is damaged');
  // @signpdf/signpdf fills the first placeholder it meets
  if (file.includes('/ByteRange [0 /**********'))
    throw notSignable('it holds a place for a signature that was never made');
  return file;
}

/** What was there is there unchanged, and a reader finds one revision more: otherwise nothing is handed out. */
async function proveAppended(
  file: Buffer,
  signed: Buffer,
  before: PdfDocument,
  { password }: SignOptions,
): Promise<void> {
  const after = await openPdf(signed, password === undefined ? {} : { password });
  const isWhole = signed.subarray(0, file.length).equals(file) && !after.recovered;
  if (!isWhole || after.revisions.length !== before.revisions.length + 1) {
    throw notSignable('nothing can be appended to it in a way that every reader understands');
  }
}

function notSignable(why: string): DocconvError {
  const message = `This PDF cannot be signed: ${why}. Save it anew with another program first.`;
  return new DocconvError('CORRUPT_DOCUMENT', message);
}
