/** The database that several docconvs share, as configured. */
import type { Config } from '../config/index.js';
import { DocconvError } from '../errors.js';
import { createOwnServer } from '../fetch/index.js';
import type { OpenJobs } from '../jobs/index.js';
import type { ExternalBlobStore } from '../jobs/postgres-backend.js';
import type { ClockSkew, Postgres, RequestCounts } from '../postgres/index.js';

export interface Store {
  readonly postgres: Postgres;
  readonly counts: RequestCounts;
  /** 32 bytes, the same on every machine of the store; another key for each purpose. */
  keyFor(purpose: string): Buffer;
  /** The same, with those of former secrets. */
  keysFor(purpose: string): readonly Buffer[];
  clockSkew(): Promise<ClockSkew>;
  close(): Promise<void>;
}

interface Opening {
  /** Aborts the attempt. */
  signal?: AbortSignal;
  /** What else must be in the database. */
  require?(postgres: Postgres): Promise<unknown>;
}

/** Null when the setting `store` is not set. Rejects with CONFIG_INVALID, STORE_OUTDATED or STORE_UNAVAILABLE. */
export async function openStore(config: Config, { signal, require }: Opening = {}): Promise<Store | null> {
  const postgres = await openDatabase(config);
  if (!postgres) return null;
  const { clockSkew, createRequestCounts, derivedKey, parseSecrets, requireSchema, requireSecrets } = await import(
    '../postgres/index.js'
  );
  const abort = () => postgres.answerWithin(0);
  signal?.addEventListener('abort', abort);
  try {
    const secrets = parseSecrets(config.storeSecret);
    await requireSchema(postgres);
    await requireSecrets(postgres, secrets);
    await require?.(postgres);
    const keysFor = (purpose: string) => secrets.map(secret => derivedKey(secret, purpose));
    const keyFor = (purpose: string) => keysFor(purpose)[0]!;
    const counts = createRequestCounts(postgres, keyFor('requests'));
    return { postgres, keyFor, keysFor, counts, clockSkew: () => clockSkew(postgres), close: () => postgres.close() };
  } catch (thrown) {
    await postgres.close();
    throw thrown;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** Null: jobs are those of each process. @param blobs see openBlobStore() */
export async function openSharedJobs(
  config: Config,
  store: Store | null,
  blobs: ExternalBlobStore | null,
): Promise<OpenJobs | null> {
  if (store === null) return null;
  const { openPostgresJobs } = await import('../jobs/postgres-backend.js');
  const { postgres, keysFor } = store;
  return openPostgresJobs({ postgres, keysFor, keepMs: config.jobKeep * 60_000, maxBytes: jobStorage(config), blobs });
}

/** Where the bytes of documents are, if not in the database. Nothing is connected yet. Rejects with CONFIG_INVALID. */
export async function openBlobStore(
  { jobDocuments, store }: Config,
  env: NodeJS.ProcessEnv,
): Promise<ExternalBlobStore | null> {
  if (jobDocuments === null) return null;
  if (store === null) throw new DocconvError('CONFIG_INVALID.job-documents-need-store');
  const { createS3Objects, s3Place } = await import('../jobs/postgres-backend.js');
  const place = s3Place(jobDocuments, env);
  return createS3Objects(place, createOwnServer({ origin: new URL(place.url).origin, proxies: env }));
}

/** Bytes that all documents and results of jobs may take. */
export function jobStorage({ jobStorage, maxUpload, store }: Config): number {
  const given = jobStorage ?? (store === null ? JOB_STORAGE.local : JOB_STORAGE.shared);
  return Math.max(given, 8 * maxUpload) * 1e6; // an account has a quarter: room for the largest document and its result
}

/** MB */
const JOB_STORAGE = { local: 500, shared: 10_000 };

/** The database, whatever it contains. Nothing is connected yet. */
export async function openDatabase({ store, storeDirect }: Config): Promise<Postgres | null> {
  if (store === null) return null;
  const { openPostgres, urlsOfHosts } = await import('../postgres/index.js');
  if (!urlsOfHosts(store)) throw new DocconvError('CONFIG_INVALID.store-url');
  if (storeDirect !== null && !urlsOfHosts(storeDirect)) throw new DocconvError('CONFIG_INVALID.store-direct-url');
  return openPostgres(store, { direct: storeDirect });
}
