/** Stores of jobs and of documents, of each kind, with a clock that the test advances. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import type { ExternalBlobStore } from '../../src/jobs/documents/blob-store.js';
import type { Documents } from '../../src/jobs/documents/documents.js';
import { createFileDocuments } from '../../src/jobs/documents/file-documents.js';
import { createPostgresDocuments } from '../../src/jobs/documents/postgres-documents.js';
import type { NewJob } from '../../src/jobs/job.js';
import { createEncryption } from '../../src/jobs/store/encryption.js';
import { MemoryJobStore } from '../../src/jobs/store/memory-store.js';
import { PostgresJobStore } from '../../src/jobs/store/postgres-store.js';
import type { JobStore } from '../../src/jobs/store/store.js';
import type { Postgres } from '../../src/postgres/index.js';
import { testClock } from '../helpers/clock.js';
import { describeWith } from '../helpers/requires.js';
import { IS_FOR_POSTGRES, openTestDatabaseWithClock, postgresql } from '../helpers/servers/postgres.js';
import { openTestS3 } from '../helpers/servers/s3-place.js';

export const KEEP_MS = 3_600_000;
export const MAX_BYTES = 40_000_000;

export interface TestStore {
  store: JobStore;
  /** The same store, as another process opens it; the same object in memory. */
  other: JobStore;
  documents: Documents;
  /** The same documents, as another process opens them; the same object in memory. */
  otherDocuments: Documents;
  /** Advances the clock of the store. */
  pass(ms: number): Promise<void>;
}

export type OpenTestStore = () => Promise<TestStore>;

/** Runs the suite on the kind of store that this run is for. */
export function describeJobStore(suite: (openTestStore: OpenTestStore) => void): void {
  if (IS_FOR_POSTGRES) describeWith('in PostgreSQL', [postgresql], () => suite(() => openDatabase(null)));
  else describe('in memory', () => suite(openMemory));
}

export async function openMemory(): Promise<TestStore> {
  const { now, pass } = testClock();
  const folder = mkdtempSync(join(tmpdir(), 'docconv-jobs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = new MemoryJobStore({ keepMs: KEEP_MS, now });
  const documents = createFileDocuments(folder, MAX_BYTES);
  return { store, other: store, documents, otherDocuments: documents, pass: async ms => pass(ms) };
}

/** The bytes of documents are in S3. */
export async function openWithS3(): Promise<TestStore> {
  const { blobs, keys } = await openTestS3();
  const opened = await openDatabase(blobs);
  onTestFinished(async () => {
    const idsOf = async (table: string) =>
      (await opened.postgres.query<{ id: string }>(`SELECT id FROM docconv.${table}`)).map(({ id }) => id);
    const [saved, known] = [keys(), await idsOf('documents')];
    expect(saved).toEqual(expect.arrayContaining(known));
    expect([...known, ...(await idsOf('removed_contents'))]).toEqual(expect.arrayContaining(saved));
    expect(await opened.postgres.query('SELECT 1 FROM docconv.document_chunks')).toEqual([]);
  });
  return opened;
}

async function openDatabase(blobs: ExternalBlobStore | null): Promise<TestStore & { postgres: Postgres }> {
  const { postgres, pass } = await openTestDatabaseWithClock();
  const open = () => {
    const store = new PostgresJobStore({
      postgres,
      encryption: createEncryption([Buffer.alloc(32, 1)]),
      keepMs: KEEP_MS,
    });
    onTestFinished(() => store.close());
    return store;
  };
  const [documents, otherDocuments] = [0, 1].map(() => createPostgresDocuments(postgres, MAX_BYTES, blobs)) as [
    Documents,
    Documents,
  ];
  return { store: open(), other: open(), documents, otherDocuments, pass, postgres };
}

/** A document of a new job. */
export const newDocument = (size: number, account = 'ann@example.org') => ({ account, size, isResult: false });

/** Asks for all jobs of an account. */
export const ALL = { limit: 10, after: null, state: null, createdFrom: null, createdBefore: null };

export const LIMITS = { perAccount: 100, inAll: 1000 };

export function newJob(id: string, given: Partial<NewJob> = {}): NewJob {
  return {
    id,
    kind: 'convert',
    account: 'ann@example.org',
    fingerprint: `fingerprint of ${id}`,
    documents: [],
    parameters: { password: 'geheim' },
    webhook: null,
    ...given,
  };
}
