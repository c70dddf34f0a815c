/**
 * Removes bytes outside of the database whose rows were removed. A trigger notes them, whichever version of docconv removed
 * the row: so a failure, or the end of a process, only delays their removal.
 */
import type { Query } from '../../postgres/index.js';
import type { ExternalBlobStore } from './blob-store.js';

const SWEPT_AT_ONCE = 1000;

/** Until the next try, other processes leave these alone. */
const TAKE_DUE = `
  UPDATE docconv.removed_contents SET due_at = now() + interval '10 minutes' WHERE id IN (
    SELECT id FROM docconv.removed_contents WHERE place = $1 AND due_at <= now()
    ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
  ) RETURNING id`;

export function createDeferredDeletion(query: Query, blobs: ExternalBlobStore) {
  const removeNow = async (ids: readonly string[]) => {
    if (ids.length === 0) return;
    await blobs.remove(ids);
    await query('DELETE FROM docconv.removed_contents WHERE id = ANY($1)', [ids]);
  };
  return {
    /** After their rows. */
    remove: (ids: readonly string[]): Promise<void> => removeNow(ids).catch(() => {}), // the sweep removes them
    /** Those that are due. Rejects with STORE_UNAVAILABLE. */
    async sweep(): Promise<void> {
      const due = await query<{ id: string }>(TAKE_DUE, [blobs.place, SWEPT_AT_ONCE]);
      await removeNow(due.map(({ id }) => id));
    },
  };
}
