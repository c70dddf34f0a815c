/** The stores and the dispatcher of jobs, in memory or in the database that several machines share. */
import { randomBytes } from 'node:crypto';
import { type Capacity, createLocalCapacity } from './capacity.js';
import type { Documents } from './documents/documents.js';
import { createFileDocuments } from './documents/file-documents.js';
import type { Dispatcher } from './queue/dispatcher.js';
import { createMemoryDispatcher } from './queue/memory-dispatcher.js';
import { MemoryJobStore } from './store/memory-store.js';
import type { JobStore } from './store/store.js';

export interface JobBackend {
  readonly store: JobStore;
  readonly documents: Documents;
  readonly dispatcher: Dispatcher;
  readonly capacity: Capacity;
  /**
   * For ids, fingerprints and cursors: the first for new ones; all machines of the store have the same, perhaps in another order.
   */
  readonly secrets: readonly Buffer[];
}

export type OpenJobs = (onError: (error: Error) => void) => JobBackend;

interface LocalSettings {
  /** See createFileDocuments(). */
  folder: string;
  keepMs: number;
  /** Bytes of all documents and results. */
  maxBytes: number;
}

/** Jobs of one process, which its end loses. */
export function openLocalJobs({ folder, keepMs, maxBytes }: LocalSettings): JobBackend {
  const documents = createFileDocuments(folder, maxBytes);
  const store = new MemoryJobStore({ keepMs });
  const [dispatcher, capacity] = [createMemoryDispatcher(), createLocalCapacity()];
  return { store, documents, dispatcher, capacity, secrets: [randomBytes(32)] };
}
