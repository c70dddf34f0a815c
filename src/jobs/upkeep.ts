/** What has to be done from time to time, by every process: it may be done twice. */

import type { Documents } from './documents/documents.js';
import type { Job } from './job.js';
import type { Announcement, Dispatcher } from './queue/dispatcher.js';
import type { JobStore } from './store/store.js';

interface UpkeepSettings {
  store: JobStore;
  documents: Documents;
  dispatcher: Dispatcher;
  everyMs?: number;
  /** While it is false, this is left to other processes. */
  mayWork?: () => boolean;
  onError(error: Error): void;
}

const EVERY_MS = 15_000;
/** A process that died between saving a job and announcing it left one of the oldest. */
const OLDEST = 100;

/**
 * Removes documents of jobs that have expired, and announces jobs whose announcement was lost: again when the last time has
 * ended, however long it takes. Returns a function that ends it.
 */
export function startUpkeep({
  store,
  documents,
  dispatcher,
  everyMs = EVERY_MS,
  mayWork = () => true,
  onError,
}: UpkeepSettings): () => void {
  const run = async () => {
    for (const job of await store.oldestQueued(OLDEST)) await dispatcher.announce(announcementOf(job));
    await dispatcher.sweep();
    while (mayWork()) {
      const expired = await store.sweep();
      if (expired.length === 0) break;
      await documents.remove(expired.flatMap(documentsOf));
    }
    await documents.sweep(); // last: it fails when documents are in S3, and S3 is away
  };
  let running = false;
  const tick = async () => {
    if (running || !mayWork()) return;
    running = true;
    try {
      await run();
    } catch (thrown) {
      onError(thrown as Error);
    } finally {
      running = false;
    }
  };
  const timer = setInterval(tick, everyMs).unref();
  return () => clearInterval(timer);
}

export function announcementOf({ id, account, documents }: Job): Announcement {
  return { id, account, bytes: documents.reduce((sum, { size }) => sum + size, 0) };
}

/** Ids of its documents and of its result. */
export function documentsOf({ documents, result }: Job): string[] {
  return [...documents, ...(result ? [result] : [])].map(({ id }) => id);
}
