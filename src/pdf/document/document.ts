/** Opens a PDF: header (ISO 32000-2, 7.5.2), cross-reference chain, decryption. Everything else is read on demand. */
import { DocconvError } from '../../errors.js';
import { Budget } from '../budget.js';
import { ParserNotes, type PdfNote } from '../notes.js';
import type { RandomAccess } from '../random-access.js';
import { openSource } from '../random-access.js';
import { latin1 } from '../syntax/chars.js';
import { ObjectReader } from '../syntax/object-reader.js';
import { PdfDict, type PdfObject, PdfRef, PdfString, sameRef } from '../syntax/objects.js';
import type { OpenOptions } from '../types.js';
import { type Chain, type RevisionRecord, readChain, startxrefBefore } from '../xref/chain.js';
import { XrefHistory } from '../xref/history.js';
import { OFFSET_TOLERANCE } from '../xref/section.js';
import { ObjectStore } from './object-store.js';
import { PdfRevision } from './revision.js';
import { type Matters, noteUnlisted } from './unlisted.js';

/** `check` answers within 3 seconds including startup; large files get extra time in proportion to their size. */
const DEFAULT_BUDGET_MS = 2300;
const BYTES_PER_MS = 50_000;
const defaultBudget = (size: number): number => DEFAULT_BUDGET_MS + Math.floor(size / BYTES_PER_MS);

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
    const document = new PdfDocument(opened, options, notes);
    return document.isUsable() ? document : await recover(opened, options, notes);
  } catch (thrown) {
    if (opened !== source) opened.close();
    throw thrown;
  }
}

/** Fallback for files without a usable cross-reference, see PdfDocument.recovered. Loaded only when needed: few files are. */
async function recover(source: RandomAccess, options: OpenOptions, notes: ParserNotes): Promise<PdfDocument> {
  const { scanObjects } = await import('../xref/recovery.js');
  notes.add('recovered');
  const document = new PdfDocument(source, options, notes, scanObjects);
  if (document.isUsable()) return document;
  throw new DocconvError(
    'CORRUPT_DOCUMENT',
    'This PDF is damaged: its cross-reference cannot be read, and scanning the file found no pages.',
  );
}

export class PdfDocument {
  readonly size: number;
  /** Of the header, e.g. '1.7'; '' when it states none. The catalog may override it, see DocumentMetadata.pdfVersion. */
  readonly headerVersion: string;
  /** Grows while objects are read. */
  readonly notes: readonly PdfNote[];
  /** First to last; never empty. */
  readonly revisions: readonly PdfRevision[];
  readonly encrypted: boolean;
  /** The cross-reference was unusable and objects were found by scanning: no result is better than INDETERMINATE. */
  readonly recovered: boolean;
  readonly #store: ObjectStore;

  constructor(
    readonly source: RandomAccess,
    options: OpenOptions,
    notes: ParserNotes,
    scan?: (reader: ObjectReader) => RevisionRecord | null,
  ) {
    const reader = new ObjectReader(source, new Budget(options.budgetMs ?? defaultBudget(source.size)));
    const header = readHeader(source, notes);
    const chain = scan ? scannedChain(scan(reader)) : readChain(reader, header.offset, notes);
    const records = chain?.revisions ?? [];
    const history = new XrefHistory(records.map(record => record.entries));
    const store = new ObjectStore(reader, notes);
    this.size = source.size;
    this.headerVersion = header.version;
    this.notes = notes.list;
    this.recovered = chain?.broken ?? false;
    this.#store = store;
    this.revisions = records.map((record, i) => new PdfRevision(this, i + 1, record, history, store));
    this.encrypted = this.revisions.length > 0 && unlockDocument(this.revisions, store, options.password);
    // white space may follow the last '%%EOF'; anything else belongs to no revision
    if (this.revisions.length > 0 && this.latest.endOffset < source.size) notes.add('bytes-after-end');
  }

  get latest(): PdfRevision {
    return this.revisions.at(-1)!;
  }

  /** The limits on reading this document. */
  get budget(): Budget {
    return this.#store.reader.budget;
  }

  /** Encrypts a string that an incremental update writes into object `owner` (7.6.2); unchanged in a plain document. */
  encryptString(bytes: Uint8Array, owner: PdfRef): Uint8Array {
    return this.#store.encryptString(bytes, owner);
  }

  /** Adds notes on parts of the revisions after `first` that no cross-reference lists. Throws LIMIT_EXCEEDED. */
  noteUnlistedAfter(first: PdfRevision, matters: Matters): void {
    noteUnlisted(this, first, matters, this.#store.notes);
  }

  /**
   * The newest revision that ends at or before `offset` (white space after its %%EOF counts as its own), or null. A later
   * update can refer to a cross-reference section that was part of the data of an older revision: then it is a revision that
   * was never the document. The document up to `offset` is the one that its last 'startxref' leads to.
   */
  revisionWithin(offset: number): PdfRevision | null {
    const found = this.revisions.findLast(revision => revision.eofOffset <= offset);
    const stated = found ? startxrefBefore(this.source, offset) : null;
    const isFound = found && stated !== null && Math.abs(stated + found.base - found.xrefOffset) <= OFFSET_TOLERANCE;
    return isFound ? found : null;
  }

  /** True when the cross-reference leads to a catalog with pages. */
  isUsable(): boolean {
    const root = this.revisions.at(-1)?.root;
    return root instanceof PdfDict && this.latest.getDict(root, 'Pages') !== null;
  }

  close(): void {
    this.source.close();
  }
}

const scannedChain = (record: RevisionRecord | null): Chain | null => record && { revisions: [record], broken: true };

/** The header may start anywhere in the first 1024 bytes (Annex H.3, note 13). */
const HEADER_SEARCH_BYTES = 1024;

interface Header {
  /** '' when it cannot be read. */
  readonly version: string;
  readonly offset: number;
}

/** Throws EMPTY_FILE, NOT_A_PDF. */
function readHeader(source: RandomAccess, notes: ParserNotes): Header {
  if (source.size === 0) throw new DocconvError('EMPTY_FILE', 'The file is empty.');
  const start = latin1(source.read(0, HEADER_SEARCH_BYTES));
  const offset = start.indexOf('%PDF-');
  if (offset < 0) throw new DocconvError('NOT_A_PDF', 'This is not a PDF: it does not start with %PDF.');
  if (offset > 0) notes.add('junk-before-header');
  const version = /^%PDF-(\d\.\d)(?=[\s%]|$)/.exec(start.slice(offset))?.[1] ?? '';
  if (version === '') notes.add('header-malformed');
  return { version, offset };
}

/**
 * Finds the encryption dictionary and sets up decryption. True when the document is encrypted. Throws PASSWORD_NEEDED,
 * WRONG_PASSWORD, ENCRYPTION_UNSUPPORTED, CORRUPT_DOCUMENT.
 */
function unlockDocument(revisions: readonly PdfRevision[], store: ObjectStore, password: string | undefined): boolean {
  const source = revisions.findLast(revision => (revision.trailer.get('Encrypt') ?? null) !== null);
  if (!source) return false;
  const value = source.trailer.get('Encrypt');
  if (revisions.some(revision => !isSameEntry(revision.trailer.get('Encrypt'), value))) {
    store.notes.add('encrypt-changed');
  }
  const dict = source.getDict(source.trailer, 'Encrypt');
  if (!dict)
    throw new DocconvError(
      'CORRUPT_DOCUMENT',
      'This PDF is damaged: it is encrypted, but its encryption dictionary is missing.',
    );
  const id = source.resolve(source.getArray(source.trailer, 'ID')?.items[0]);
  const documentId = id instanceof PdfString ? id.bytes : new Uint8Array(0);
  store.unlock(dict, documentId, password, value instanceof PdfRef ? value.num : null, item => source.resolve(item));
  return true;
}

function isSameEntry(a: PdfObject | undefined, b: PdfObject | undefined): boolean {
  return sameRef(a, b) || (typeof a === typeof b && !(a instanceof PdfRef) && !(b instanceof PdfRef));
}
