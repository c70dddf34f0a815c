/**
 * Interface of a store for the documents of jobs: files of one machine (file-documents.ts), or the database that several
 * machines share (postgres-documents.ts), whose bytes may be in S3 (s3/objects.ts). A document is written once, and read in
 * blocks: it is never in memory as a whole.
 */
import { DocconvError } from '../../errors.js';
import type { JobDocument } from '../job.js';

/** Its bytes count from the moment when it begins to be saved. */
export interface NewDocument {
  readonly account: string;
  /** Bytes: exactly as many as are saved. */
  readonly size: number;
  readonly isResult: boolean;
}

/** A part of a document, with its last byte. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** The bytes of a document, from the start at each call: a store may read them twice. */
export type OpenBlocks = () => AsyncIterable<Uint8Array>;

/** Room for documents that are saved with their job. */
export interface Room {
  readonly bytesPerAccount: number;
  /** To be called when the job was saved, or not. */
  settle(isSaved: boolean): void;
}

export interface Documents {
  /**
   * Whether the store of jobs saves documents of so many bytes with their job, and removes them with its end: they are small,
   * and in that store.
   */
  joins(size: number): boolean;
  /** Room for documents of a new job that JobStore.add() saves. Null: put() saves them before. Rejects with OVERLOADED. */
  roomForJoined(size: number): Promise<Room | null>;
  /**
   * Saves a document; resolves to its id when it is complete. What remains when `open` or its blocks reject, or the writing
   * fails, is removed, now or by sweep(). Rejects with OVERLOADED when a document of a new job has no room; a result is always
   * saved.
   */
  put(open: OpenBlocks, document: NewDocument): Promise<string>;
  /** Before work that makes a result. Rejects with OVERLOADED. */
  requireQuotaForResult(): Promise<void>;
  /** Bytes of all documents and results. */
  bytes(): Promise<number>;
  /** Rejects with FILE_NOT_FOUND. @param range only these bytes are read */
  get(id: string, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** Documents that do not exist are no error; what cannot be removed now is left to sweep(). */
  remove(ids: readonly string[]): Promise<void>;
  /**
   * Removes what is left: documents that no job has and that are older than an hour, of processes that were killed, and those
   * that remove() could not remove. Rejects when that fails again.
   */
  sweep(): Promise<void>;
  /** Null: the documents are where the jobs are. Otherwise see BlobStore. */
  readonly check: (() => Promise<void>) | null;
}

/** Rejects with FILE_NOT_FOUND also when the document was removed while it was read. */
export async function* completeDocument(
  documents: Pick<Documents, 'get'>,
  { id, size }: Pick<JobDocument, 'id' | 'size'>,
  range?: ByteRange,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const block of documents.get(id, range)) {
    read += block.length;
    yield block;
  }
  if (read !== (range ? range.last - range.first + 1 : size))
    throw new DocconvError('FILE_NOT_FOUND.job-document-incomplete');
}
