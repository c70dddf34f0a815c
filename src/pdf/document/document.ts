/** Opens a PDF: header (ISO 32000-2, 7.5.2), cross-reference chain, decryption. Everything else is read on demand. */
import { DocconvError } from '../../errors.js';
import { Budget } from '../budget.js';
import { ParserNotes } from '../notes.js';
import { openSource, type RandomAccess } from '../random-access.js';
import { latin1 } from '../syntax/chars.js';
import { ObjectReader } from '../syntax/object-reader.js';
import { type PdfObject, PdfRef, PdfString, sameRef } from '../syntax/objects.js';
import type { OpenOptions } from '../types.js';
import { type Chain, readChain } from '../xref/chain.js';
import { ObjectStore } from './object-store.js';
import { PdfDocument, type PdfRevision } from './revision.js';

/** At most a few seconds. Real files need a tenth of it at most; large ones get extra work in proportion to their size. */
const DEFAULT_WORK = 1_500_000;
const BYTES_PER_UNIT = 50;
const defaultWork = (size: number): number => DEFAULT_WORK + Math.floor(size / BYTES_PER_UNIT);

/**
 * Reads a PDF from a path, bytes or random access. Throws DocconvError: FILE_NOT_FOUND, FILE_UNREADABLE, EMPTY_FILE,
 * NOT_A_PDF, CORRUPT_DOCUMENT, LIMIT_EXCEEDED, PASSWORD_NEEDED, WRONG_PASSWORD, ENCRYPTION_UNSUPPORTED. Reading objects
 * later may throw LIMIT_EXCEEDED; a malformed object is read as null and noted.
 */
export async function openPdf(
  source: string | Uint8Array | RandomAccess,
  options: OpenOptions = {},
): Promise<PdfDocument> {
  const opened = openSource(source);
  const notes = new ParserNotes();
  try {
    const document = readDocument(opened, options, notes, readChain);
    return document.isUsable() ? document : await recover(opened, options, notes);
  } catch (thrown) {
    if (opened !== source) opened.close();
    throw thrown;
  }
}

/** Fallback for files without a usable cross-reference, see PdfDocument.recovered. Loaded only when needed: few files are. */
async function recover(source: RandomAccess, options: OpenOptions, notes: ParserNotes): Promise<PdfDocument> {
  const { scanObjects } = await import('./recovery.js');
  notes.add('recovered');
  const document = readDocument(source, options, notes, scanObjects);
  if (document.isUsable()) return document;
  throw new DocconvError('CORRUPT_DOCUMENT.pdf-cross-reference');
}

function readDocument(
  source: RandomAccess,
  options: OpenOptions,
  notes: ParserNotes,
  read: (reader: ObjectReader, base: number, notes: ParserNotes) => Chain | null,
): PdfDocument {
  const reader = new ObjectReader(source, new Budget(options.maxWork ?? defaultWork(source.size)));
  const header = readHeader(source, notes);
  const store = new ObjectStore(reader, notes);
  const document = new PdfDocument(source, header.version, read(reader, header.offset, notes), store);
  unlockDocument(document.revisions, store, options.password);
  // white space may follow the last '%%EOF'; anything else belongs to no revision
  if (document.revisions.length > 0 && document.latest.endOffset < source.size) notes.add('bytes-after-end');
  return document;
}

/** The header may start anywhere in the first 1024 bytes (Annex H.3, note 13). */
const HEADER_SEARCH_BYTES = 1024;

interface Header {
  /** '' when it cannot be read. */
  readonly version: string;
  readonly offset: number;
}

/** Throws EMPTY_FILE, NOT_A_PDF. */
function readHeader(source: RandomAccess, notes: ParserNotes): Header {
  if (source.size === 0) throw new DocconvError('EMPTY_FILE.file');
  const start = latin1(source.read(0, HEADER_SEARCH_BYTES));
  const offset = start.indexOf('%PDF-');
  if (offset < 0) throw new DocconvError('NOT_A_PDF.no-header');
  if (offset > 0) notes.add('junk-before-header');
  const version = /^%PDF-(\d\.\d)(?=[\s%]|$)/.exec(start.slice(offset))?.[1] ?? '';
  if (version === '') notes.add('header-malformed');
  return { version, offset };
}

/**
 * Finds the encryption dictionary and sets up decryption. Throws PASSWORD_NEEDED, WRONG_PASSWORD, ENCRYPTION_UNSUPPORTED,
 * CORRUPT_DOCUMENT.
 */
function unlockDocument(revisions: readonly PdfRevision[], store: ObjectStore, password: string | undefined): void {
  const source = revisions.findLast(revision => (revision.trailer.get('Encrypt') ?? null) !== null);
  if (!source) return;
  const value = source.trailer.get('Encrypt');
  if (revisions.some(revision => !isSameEntry(revision.trailer.get('Encrypt'), value))) {
    store.notes.add('encrypt-changed');
  }
  const dict = source.getDict(source.trailer, 'Encrypt');
  if (!dict) throw new DocconvError('CORRUPT_DOCUMENT.pdf-encryption-missing');
  const id = source.resolve(source.getArray(source.trailer, 'ID')?.items[0]);
  const documentId = id instanceof PdfString ? id.bytes : new Uint8Array(0);
  store.unlock(dict, documentId, password, value instanceof PdfRef ? value.num : null, item => source.resolve(item));
}

function isSameEntry(a: PdfObject | undefined, b: PdfObject | undefined): boolean {
  return sameRef(a, b) || (typeof a === typeof b && !(a instanceof PdfRef) && !(b instanceof PdfRef));
}
