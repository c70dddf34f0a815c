/** Opens a PDF: header, cross-reference chain, decryption. Everything else is read when it is asked for. */
import { DocconvError } from '../../errors.js';
import { Budget } from '../budget.js';
import { NoteBook } from '../notes.js';
import { openSource } from '../source.js';
import { PdfDict, type PdfRef } from '../syntax/objects.js';
import { ObjectReader } from '../syntax/reader.js';
import type { OpenOptions, PdfDocument, PdfNote, PdfRevision, RandomAccess } from '../types.js';
import { type Chain, type RevisionRecord, readChain } from '../xref/chain.js';
import { XrefHistory } from '../xref/history.js';
import { readHeader } from './header.js';
import { ObjectStore } from './object-store.js';
import { Revision } from './revision.js';
import { unlockDocument } from './unlock.js';

/** `check` promises an answer within 3 seconds, starting included; large files may take the time that reading them takes. */
const DEFAULT_BUDGET_MS = 2500;
const BYTES_PER_MS = 50_000;
const defaultBudget = (size: number): number => DEFAULT_BUDGET_MS + Math.floor(size / BYTES_PER_MS);

/**
 * Reads a PDF from a path, bytes or random access. Throws DocconvError: FILE_NOT_FOUND, FILE_UNREADABLE, EMPTY_FILE,
 * NOT_A_PDF, CORRUPT_DOCUMENT, LIMIT_EXCEEDED, PASSWORD_NEEDED, WRONG_PASSWORD, ENCRYPTION_UNSUPPORTED. Later reading
 * may throw LIMIT_EXCEEDED; what is malformed is null, with a note.
 */
export async function openPdf(
  source: string | Uint8Array | RandomAccess,
  options: OpenOptions = {},
): Promise<PdfDocument> {
  const opened = openSource(source);
  const notes = new NoteBook();
  try {
    const document = new OpenDocument(opened, options, notes);
    return document.isUsable() ? document : await recover(opened, options, notes);
  } catch (thrown) {
    if (opened !== source) opened.close();
    throw thrown;
  }
}

/** Second choice, by name only: see `recovered`. */
async function recover(source: RandomAccess, options: OpenOptions, notes: NoteBook): Promise<PdfDocument> {
  const { scanObjects } = await import('../xref/recovery.js');
  notes.add('recovered', 'The cross-reference is unusable; objects were found by searching the file for them.');
  const document = new OpenDocument(source, options, notes, scanObjects);
  if (document.isUsable()) return document;
  throw new DocconvError(
    'CORRUPT_DOCUMENT',
    'This PDF is damaged: its cross-reference cannot be read, and its pages cannot be found without it.',
  );
}

class OpenDocument implements PdfDocument {
  readonly size: number;
  readonly headerVersion: string;
  readonly notes: readonly PdfNote[];
  readonly revisions: readonly PdfRevision[];
  readonly encrypted: boolean;
  readonly recovered: boolean;
  readonly #store: ObjectStore;

  constructor(
    readonly source: RandomAccess,
    options: OpenOptions,
    book: NoteBook,
    scan?: (reader: ObjectReader) => RevisionRecord | null,
  ) {
    const reader = new ObjectReader(source, new Budget(options.budgetMs ?? defaultBudget(source.size)));
    const header = readHeader(source, book);
    const chain = scan ? scannedChain(scan(reader)) : readChain(reader, header.offset, book);
    const records = chain?.revisions ?? [];
    const history = new XrefHistory(records.map(record => record.entries));
    const store = new ObjectStore(reader, book);
    this.size = source.size;
    this.headerVersion = header.version;
    this.notes = book.list;
    this.recovered = chain?.broken ?? false;
    this.#store = store;
    this.revisions = records.map((record, i) => new Revision(this, i + 1, record, history, store));
    this.encrypted = this.revisions.length > 0 && unlockDocument(this.revisions, store, options.password);
    noteTail(reader, records.at(-1), book);
  }

  get latest(): PdfRevision {
    return this.revisions.at(-1)!;
  }

  encryptString(bytes: Uint8Array, owner: PdfRef): Uint8Array {
    return this.#store.encryptString(bytes, owner);
  }

  revisionWithin(offset: number): PdfRevision | null {
    return this.revisions.findLast(revision => revision.eofOffset <= offset) ?? null;
  }

  /** The cross-reference leads to a catalog with pages. */
  isUsable(): boolean {
    const root = this.revisions.at(-1)?.root;
    return root instanceof PdfDict && this.latest.getDict(root, 'Pages') !== null;
  }

  close(): void {
    this.source.close();
  }
}

const scannedChain = (record: RevisionRecord | null): Chain | null => record && { revisions: [record], broken: true };

/** White space may follow the last '%%EOF'; anything else is no part of any revision. */
function noteTail(reader: ObjectReader, last: RevisionRecord | undefined, notes: NoteBook): void {
  if (!last || last.endOffset >= reader.source.size) return;
  const count = reader.source.size - last.endOffset;
  notes.add('bytes-after-end', `${count} bytes that belong to no revision follow the last one.`);
}
