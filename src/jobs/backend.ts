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
  /** For ids and fingerprints; the same on all machines of the store. */
  readonly secret: Buffer;
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
  return { store, documents, dispatcher, capacity, secret: randomBytes(32) };
}
