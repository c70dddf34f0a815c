/**
 * Interface of a store for the documents of jobs: files of one machine (file-documents.ts), or the database that several
 * machines share (postgres-documents.ts). A document is written once, and read in blocks: it is never in memory as a whole.
 */
import { DocconvError } from '../errors.js';
import type { JobDocument } from './job.js';

export interface Documents {
  /** Saves a document; resolves to its id when it is complete. Nothing remains when `blocks` rejects. */
  put(blocks: AsyncIterable<Uint8Array>): Promise<string>;
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
