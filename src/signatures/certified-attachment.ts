/** A file embedded in a certified PDF, e.g. a list of certificates: read only if nothing but the certified content is there. */
import { DocconvError } from '../errors.js';
import { attachedFiles, openPdf, type PdfDocument, type PdfRevision } from '../pdf/index.js';
import type { Certificate } from '../pki/index.js';
import { trustStoreOf } from '../trust/index.js';
import type { CheckOptions } from './options.js';
import { readSecurityStore } from './path/dss.js';
import { collectValidationData } from './path/validation-data.js';
import type { Signer, VerificationResult } from './result.js';
import { check } from './validate.js';
import { verifySignatures } from './verify/signatures.js';

export interface AttachmentRequest {
  /** File name of the attachment. */
  readonly name: string;
  /** The signer's certificate must lead to one of these; a SHA-256 stands for the certificate with it in the PDF. */
  readonly anchors: readonly (Certificate | string)[];
  readonly maxBytes: number;
  readonly fetcher?: CheckOptions['fetcher'];
  readonly signal?: AbortSignal;
}

export interface CertifiedAttachment {
  readonly bytes: Uint8Array;
  readonly signed: Date;
  /** Null: the certificate has no name. */
  readonly signerName: string | null;
}

/**
 * Rejects as check() does, and with LIST_INVALID for a PDF that is not certified by such a signer, or has anything beside what
 * was certified, or does not contain exactly one such attachment.
 */
export async function readCertifiedAttachment(
  source: Uint8Array,
  request: AttachmentRequest,
): Promise<CertifiedAttachment> {
  const document = await openPdf(source, {});
  const trust = trustStoreOf(await anchorsIn(document, request.anchors));
  const { fetcher, signal } = request;
  const settings = { trust, requireTrust: true, ...(fetcher && { fetcher }), ...(signal && { signal }) };
  const signer = requireCertifier(await check(source, settings));
  if (signer.signedAt === null) throw new DocconvError('LIST_INVALID.pdf-no-time');
  const signed = new Date(signer.signedAt);
  if (signer.indication !== 'TOTAL_PASSED') requireGoodWhenSigned(await check(source, { ...settings, at: signed }));
  return { bytes: attachmentOf(document.latest, request), signed, signerName: signer.name };
}

async function anchorsIn(document: PdfDocument, wanted: AttachmentRequest['anchors']): Promise<Certificate[]> {
  const store = readSecurityStore(document);
  const { signatures } = await verifySignatures(
    document,
    store.certificates.map(({ value }) => value),
  );
  const embedded = collectValidationData(store, signatures).certificates.map(({ value }) => value);
  return wanted.flatMap(one => (typeof one === 'string' ? embedded.filter(({ sha256 }) => sha256 === one) : [one]));
}

function requireCertifier({ signers, reason }: VerificationResult): Signer {
  const [signer, ...others] = signers;
  if (!signer || others.length > 0 || signer.kind !== 'certification')
    throw new DocconvError('LIST_INVALID.pdf-not-certified');
  if (!signer.intact || signer.indication === 'TOTAL_FAILED') throw new DocconvError('LIST_INVALID.pdf', { reason });
  if (signer.coverage !== 'file') throw new DocconvError('LIST_INVALID.pdf-coverage');
  const isUsable = signer.trusted && signer.revocation.status !== 'revoked';
  if (!isUsable || (signer.indication !== 'TOTAL_PASSED' && signer.subIndication !== 'TRY_LATER'))
    throw new DocconvError('LIST_INVALID.pdf', { reason });
  return signer;
}

/** Without newer revocation data, that in the file has to show that the certificates were good when it was signed. */
function requireGoodWhenSigned({ signer, reason }: VerificationResult): void {
  if (signer?.indication !== 'TOTAL_PASSED') throw new DocconvError('LIST_INVALID.pdf', { reason });
}

function attachmentOf(revision: PdfRevision, { name, maxBytes }: AttachmentRequest): Uint8Array {
  const found = attachedFiles(revision).files.filter(file => file.name === name);
  const [stream, ...others] = found.map(file => file.stream);
  if (!stream || others.length > 0) throw new DocconvError('LIST_INVALID.pdf-no-attachment', { name });
  const { bytes, pending, damaged } = revision.decode(stream);
  if (pending !== null || damaged) throw new DocconvError('LIST_INVALID.pdf-attachment-damaged', { name });
  if (bytes.length > maxBytes) throw new DocconvError('LIST_INVALID.pdf-attachment-size', { name, maxBytes });
  return bytes;
}
