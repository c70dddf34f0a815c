/** Interface of a store for the bytes of documents whose rows are in the database: there (postgres-blobs.ts), or in S3 (s3/objects.ts). */
import type { ByteRange, OpenBlocks } from './documents.js';

export interface BlobStore {
  /** Kept in the row of each document; null: the database. */
  readonly place: string | null;
  /** Resolves when all `size` bytes are saved. Rejects with STORE_UNAVAILABLE, or the error of the blocks. */
  write(id: string, open: OpenBlocks, size: number): Promise<void>;
  /**
   * Rejects with FILE_NOT_FOUND and STORE_UNAVAILABLE.
   * @param beginning of a range from the first byte on, as far as the database had it with the row of the document
   */
  read(id: string, range: ByteRange, beginning?: Buffer | null): AsyncIterable<Uint8Array>;
}

/** A place outside of the database, which does not know when a row is removed. */
export interface ExternalBlobStore extends BlobStore {
  readonly place: string;
  /** Those that do not exist are no error. Rejects with STORE_UNAVAILABLE: some may be removed then. */
  remove(ids: readonly string[]): Promise<void>;
  /** Writes, reads and removes a test document. Rejects with STORE_UNAVAILABLE. */
  check(): Promise<void>;
  /** After so many milliseconds everything rejects that has no answer: for the end of a process. */
  answerWithin(milliseconds: number): void;
}
