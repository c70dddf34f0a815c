/** Jobs in the database that several machines share. Loaded only when the setting `store` is set. */
import type { Postgres } from '../postgres/index.js';
import type { OpenJobs } from './backend.js';
import { createPostgresCapacity } from './capacity.js';
import type { ExternalBlobStore } from './documents/blob-store.js';
import { createPostgresDocuments } from './documents/postgres-documents.js';
import { createPostgresDispatcher } from './queue/bullmq/dispatcher.js';
import { createEncryption } from './store/encryption.js';
import { PostgresJobStore } from './store/postgres-store.js';

interface PostgresJobsSettings {
  postgres: Postgres;
  /** 32 bytes for each secret of the store: the first for new data, then former ones. */
  keysFor(purpose: string): readonly Buffer[];
  keepMs: number;
  /** Bytes of all documents and results. */
  maxBytes: number;
  /** Where the bytes of new documents are saved; null: in the database. */
  blobs: ExternalBlobStore | null;
}

export function openPostgresJobs({ postgres, keysFor, keepMs, maxBytes, blobs }: PostgresJobsSettings): OpenJobs {
  return onError => ({
    store: new PostgresJobStore({ postgres, encryption: createEncryption(keysFor('jobs')), keepMs }),
    documents: createPostgresDocuments(postgres, maxBytes, blobs),
    dispatcher: createPostgresDispatcher({ postgres, onError }),
    capacity: createPostgresCapacity(postgres),
    secrets: keysFor('job ids'),
  });
}

export type { ExternalBlobStore } from './documents/blob-store.js';
export { createS3Objects } from './documents/s3/objects.js';
export { s3Place } from './documents/s3/place.js';
