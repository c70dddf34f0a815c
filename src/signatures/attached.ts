/** The embedded files of a document, and whether it says that it is an electronic invoice. */
import { createHash } from 'node:crypto';
import { type AttachedFile, attachedFiles, type PdfDocument, type PdfRevision, readXmp } from '../pdf/index.js';
import type { Attachment, DocumentInfo, InvoiceInfo } from './result.js';

type Attached = Pick<DocumentInfo, 'attachments' | 'attachmentCount' | 'invoice'>;

/** Of a result. */
const MAX_FILES = 100;
/** Characters of a text that the document states. */
const MAX_TEXT = 1000;
/** Bytes of all files, unpacked. */
const MAX_BYTES = 64 << 20;
/** Of reading the list, and of unpacking one file, in units of the budget. */
const MAX_WORK = 1_000_000;

/** Nothing more is read where nothing is embedded. */
export async function describeAttached({ latest }: PdfDocument): Promise<Attached> {
  const found = latest.budget.within(MAX_WORK, () => attachedFiles(latest, MAX_FILES));
  if (!found || found.count === 0) return { attachments: [], attachmentCount: found && 0, invoice: null };
  const { files, count } = found;
  const invoice = files.some(({ name }) => /\.xml$/i.test(name)) ? await statedInvoice(latest) : null;
  return { attachments: describeFiles(latest, files), attachmentCount: count, invoice };
}

function describeFiles(revision: PdfRevision, files: readonly AttachedFile[]): Attachment[] {
  let left = MAX_BYTES;
  return files.map(file => {
    const content = left > 0 ? contentOf(revision, file, left) : null;
    left = content === 'too-large' ? 0 : left - (content?.length ?? 0);
    const bytes = content === 'too-large' ? null : content;
    return {
      name: file.name.slice(0, MAX_TEXT),
      relationship: cut(file.relationship),
      mediaType: cut(file.mediaType),
      description: cut(file.description),
      size: bytes === null ? null : bytes.length,
      sha256: bytes === null ? null : createHash('sha256').update(bytes).digest('hex'),
    };
  });
}

/** Null: it is missing, damaged, or packed in an unknown way. */
function contentOf(revision: PdfRevision, { stream }: AttachedFile, max: number): Uint8Array | 'too-large' | null {
  if (!stream) return null;
  if (stream.data.end - stream.data.start > max) return 'too-large';
  const decoded = revision.budget.within(MAX_WORK, () => revision.decode(stream));
  if (!decoded || decoded.bytes.length > max) return 'too-large';
  return decoded.damaged || decoded.pending !== null ? null : decoded.bytes;
}

/** Of Factur-X and ZUGFeRD 2.1, Order-X, ZUGFeRD 2.0 and 1.0. */
const NAMESPACES = [
  'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  'urn:factur-x:pdfa:CrossIndustryDocument:1p0#',
  'urn:zugferd:pdfa:CrossIndustryDocument:invoice:2p0#',
  'urn:ferd:pdfa:CrossIndustryDocument:invoice:1p0#',
];

async function statedInvoice(revision: PdfRevision): Promise<InvoiceInfo | null> {
  for (const namespace of NAMESPACES) {
    const properties = {
      DocumentFileName: namespace,
      DocumentType: namespace,
      ConformanceLevel: namespace,
      Version: namespace,
    };
    const stated = await readXmp(revision, properties);
    if (stated === null) return null;
    const { DocumentFileName: fileName, ConformanceLevel: level, DocumentType: type, Version: version } = stated;
    if (fileName !== undefined && level !== undefined)
      return { fileName: cut(fileName), type: cut(type), level: cut(level), version: cut(version) };
  }
  return null;
}

function cut(text: string): string;
function cut(text: string | null | undefined): string | null;
function cut(text: string | null | undefined): string | null {
  return text?.trim().slice(0, MAX_TEXT) ?? null;
}
