/** Jobs in the database that several machines share. Loaded only when the setting `store` is set. */
import type { Postgres } from '../postgres/index.js';
import { createPostgresDispatcher } from './bullmq-postgres.js';
import { createPostgresCapacity } from './capacity.js';
import type { OutsideContents } from './contents.js';
import type { OpenJobs } from './parts.js';
import { createPostgresDocuments } from './postgres-documents.js';
import { PostgresJobStore } from './postgres-store.js';
import { createSealer } from './seal.js';

interface SharedSettings {
  postgres: Postgres;
  /** 32 bytes for each secret of the store: the first for new data, then former ones. */
  keysFor(purpose: string): readonly Buffer[];
  keepMs: number;
  /** Bytes of all documents and results. */
  maxBytes: number;
  /** Where the bytes of new documents are saved; null: in the database. */
  contents: OutsideContents | null;
}

export function sharedJobs({ postgres, keysFor, keepMs, maxBytes, contents }: SharedSettings): OpenJobs {
  return onError => ({
    store: new PostgresJobStore({ postgres, sealer: createSealer(keysFor('jobs')), keepMs }),
    documents: createPostgresDocuments(postgres, maxBytes, contents),
    dispatcher: createPostgresDispatcher({ postgres, onError }),
    capacity: createPostgresCapacity(postgres),
    secret: keysFor('job ids')[0]!,
  });
}

export type { OutsideContents } from './contents.js';
export { createS3Objects } from './s3/objects.js';
export { s3Place } from './s3/place.js';
