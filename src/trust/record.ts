/**
 * What was loaded into the trust store, kept apart from it: with a store that was lost, check() must not accept signers whom
 * it refused before. One empty file for each source or certificate, so that concurrent writers never conflict.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocconvError } from '../errors.js';
import { isMissing, reasonOf, writeError } from '../system/files/file-errors.js';
import { makePrivateFolder } from '../system/files/files.js';

/** A source of trust with one store, or the SHA-256 of a certificate that `docconv trust add` saved. */
export type RecordEntry = 'eu' | 'aatl' | (string & {});

/** `folder` is created by the first `add`. */
export class TrustRecord {
  constructor(private readonly folder: string) {}

  /** Throws TRUST_UNAVAILABLE where it cannot be read. */
  entries(): readonly RecordEntry[] {
    try {
      return readdirSync(this.folder);
    } catch (cause) {
      if (isMissing(cause)) return [];
      throw new DocconvError(
        'TRUST_UNAVAILABLE.record-unreadable',
        { folder: this.folder, reason: reasonOf(cause) },
        { cause },
      );
    }
  }

  /**
   * After the store was written: a crash in between leaves nothing in the record that is not in the store. Throws
   * OUTPUT_UNWRITABLE.
   */
  add(entries: readonly RecordEntry[]): void {
    try {
      makePrivateFolder(this.folder);
      for (const entry of entries) writeFileSync(join(this.folder, entry), '');
    } catch (cause) {
      throw writeError(cause, this.folder);
    }
  }

  /** Before the store is changed. */
  remove(entry: RecordEntry): void {
    rmSync(join(this.folder, entry), { force: true });
  }
}
