/**
 * Interface of a store for the documents of jobs: files of one machine (file-documents.ts), or the database that several
 * machines share (postgres-documents.ts). A document is written once, and read in blocks: it is never in memory as a whole.
 */
import { DocconvError } from '../errors.js';
import type { JobDocument } from './job.js';

/** Its bytes count from the moment when it begins to be saved. */
export interface NewDocument {
  readonly account: string;
  /** Bytes. */
  readonly size: number;
  readonly isResult: boolean;
}

export interface Documents {
  /**
   * Saves a document; resolves to its id when it is complete. Nothing remains when `blocks` rejects. Rejects with
   * OVERLOADED when a document of a new job has no room; a result is always saved.
   */
  put(blocks: AsyncIterable<Uint8Array>, document: NewDocument): Promise<string>;
  /** Before work that makes a result. Rejects with OVERLOADED. */
  requireRoomForResult(): Promise<void>;
  /** Bytes of all documents and results. */
  bytes(): Promise<number>;
  /** Rejects with FILE_NOT_FOUND. */
  get(id: string): AsyncIterable<Uint8Array>;
  /** Documents that do not exist are no error. */
  remove(ids: readonly string[]): Promise<void>;
  /** Removes documents that no job has and that are older than an hour: of processes that were killed. */
  sweep(): Promise<void>;
}

/** Rejects with FILE_NOT_FOUND also when the document was removed while it was read. */
export async function* completeDocument(
  documents: Documents,
  { id, size }: Pick<JobDocument, 'id' | 'size'>,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const block of documents.get(id)) {
    read += block.length;
    yield block;
  }
  if (read !== size) throw new DocconvError('FILE_NOT_FOUND', 'The document of the job is not complete.');
}
