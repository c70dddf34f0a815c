/**
 * Jobs in the database that several machines share. The number of the attempt fences: only the latest attempt
 * ends a job, so that a process that was stopped and comes back has no effect. All times are those of the database.
 */
import { DocconvError, toDocconvError } from '../../errors.js';
import type { Listener, Postgres, Query } from '../../postgres/index.js';
import { noSpaceOfAccount } from '../documents/quota.js';
import { hasEnded, type Job, jobErrorOf, LEFT_TO_OTHERS_MS, type NewJob, type Outcome } from '../job.js';
import { type Page, pageOf } from '../page.js';
import { createSettledSum } from '../settled-sum.js';
import {
  createPostgresDeliveries,
  eventRow,
  insertEvent,
  type PostgresDeliveries,
} from '../webhooks/postgres-deliveries.js';
import type { Encryption } from './encryption.js';
import { EndListener } from './end-listener.js';
import { type JobRow, jobOf, recordOf } from './job-row.js';
import type { JobLimits, JobQuery, JobStore, JoinedDocuments, JoinedEnd } from './store.js';
import { begun, EXPIRED, ended, jobsAreFull, queued, released } from './transitions.js';

interface PostgresSettings {
  postgres: Postgres;
  /** See JobStoreSettings. */
  keepMs: number;
  /** Encrypts the parameters of a job, which may contain passwords. */
  encryption: Encryption;
}

/** Channel of the notifications `end <id>` and `cancelled <id>`. */
const CHANNEL = 'docconv_jobs';
export class PostgresJobStore implements JobStore {
  readonly durable = true;
  readonly deliveries: PostgresDeliveries;
  readonly #postgres: Postgres;
  readonly #encryption: Encryption;
  readonly #keepMs: number;
  readonly #listener: Listener;
  readonly #ends: EndListener;
  /** Jobs that have not ended. */
  readonly #open = createSettledSum(() => this.#countOpen());

  constructor({ postgres, encryption, keepMs }: PostgresSettings) {
    this.#postgres = postgres;
    this.#encryption = encryption;
    this.#keepMs = keepMs;
    this.deliveries = createPostgresDeliveries(postgres);
    this.#listener = postgres.listen(CHANNEL);
    this.#ends = new EndListener(this.#listener, ids => this.#openOf(ids));
  }

  async add(given: NewJob, limits: JobLimits, joined?: JoinedDocuments) {
    const settle = await this.#open.add(1, limits.inAll);
    let isNew = false;
    try {
      if (!settle) throw jobsAreFull();
      if (given.webhook !== null) await this.deliveries.requireRoom(given.account, limits.undelivered);
      const added = await this.#add(given, limits.perAccount, joined);
      isNew = added.isNew;
      return added;
    } catch (thrown) {
      const known = thrown instanceof DocconvError && thrown.code === 'QUEUE_FULL' ? await this.find(given.id) : null;
      if (known && known.state !== 'expired') return { job: known, isNew };
      throw thrown;
    } finally {
      settle?.(isNew);
    }
  }

  async #add(given: NewJob, perAccount: number, joined?: JoinedDocuments) {
    const { parameters, ...record } = queued(given, 0); // the database replaces the time of its creation
    const encrypted = this.#encryption.encrypt(JSON.stringify(parameters));
    const documents = [given.documents.map(({ id }) => id), given.documents.map(({ size }) => size)];
    const contents = joined && Buffer.concat(joined.contents);
    const limits = [perAccount, joined?.bytesPerAccount];
    const values = [given.id, given.account, record, encrypted, ...limits, ...documents, contents];
    const [row] = await this.#postgres.prepared<AddedRow>(ADD, values);
    if (row!.outcome === 'full') throw jobsAreFull();
    if (row!.outcome === 'no space') throw noSpaceOfAccount();
    const job = jobOf(row!);
    return { job: row!.outcome === 'over' ? { ...job, ...EXPIRED } : job, isNew: row!.outcome === 'new' };
  }

  find(id: string) {
    return this.#find(id);
  }

  list(account: string, asked: JobQuery) {
    return listJobs(this.#postgres.query, account, asked);
  }

  async begin(id: string, isAlone = false, mayBegin: (job: Job) => boolean = () => true) {
    let parameters: Job['parameters'] = {};
    const saved = await this.#change(id, (job, now, encrypted) => {
      if (!mayBegin(job)) return null;
      const next = begun(job, isAlone, now, this.#keepMs);
      if (hasEnded(next)) return next;
      try {
        parameters = JSON.parse(this.#encryption.decrypt(encrypted));
      } catch (thrown) {
        if (now - job.createdAt < LEFT_TO_OTHERS_MS) throw thrown;
        return ended(job, { error: jobErrorOf(toDocconvError(thrown)) }, now, this.#keepMs);
      }
      return next;
    });
    return saved && !hasEnded(saved) ? { ...saved, parameters } : null;
  }

  async end(id: string, attempt: number, outcome: Outcome, joined?: JoinedEnd) {
    const end = (job: Job, now: number) => (isLatest(job, attempt) ? ended(job, outcome, now, this.#keepMs) : null);
    return (await this.#change(id, end, joined)) !== null;
  }

  async release(id: string, attempt: number, counts: boolean) {
    await this.#change(id, job => (isLatest(job, attempt) ? released(job, counts) : null));
  }

  async cancel(id: string) {
    const cancelled = await this.#change(id, (job, now) => ended(job, 'cancelled', now, this.#keepMs));
    if (cancelled?.startedAt) await this.#postgres.query('SELECT pg_notify($1, $2)', [CHANNEL, `cancelled ${id}`]);
    return cancelled ?? this.find(id);
  }

  async wait(id: string, milliseconds: number, signal: AbortSignal) {
    const end = this.#ends.expect(id, milliseconds, signal);
    try {
      const job = await this.find(id);
      if (!job || hasEnded(job) || signal.aborted) return job;
      await end.happened;
      return await this.find(id);
    } finally {
      end.cancel();
    }
  }

  async #openOf(ids: readonly string[]): Promise<string[]> {
    const sql = 'SELECT id FROM docconv.jobs WHERE id = ANY($1) AND expires_at IS NULL';
    const rows = await this.#postgres.query<{ id: string }>(sql, [ids]);
    return rows.map(({ id }) => id);
  }

  onCancelled(listener: (id: string) => void) {
    return this.#listener.on(text => {
      const [event, id] = text.split(' ');
      if (event === 'cancelled' && id) listener(id);
    });
  }

  async position(id: string) {
    const sql = `SELECT count(*) AS before FROM docconv.jobs
      WHERE state = 'queued' AND expires_at IS NULL
        AND position < (SELECT position FROM docconv.jobs WHERE id = $1 AND state = 'queued')`;
    const [row] = await this.#postgres.query<{ before: string }>(sql, [id]);
    return Number(row?.before ?? 0);
  }

  async oldestQueued(limit: number) {
    const sql = `${SELECT} WHERE state = 'queued' AND expires_at IS NULL ORDER BY position LIMIT $1`;
    const rows = await this.#postgres.query<JobRow>(sql, [limit]);
    return rows.map(jobOf);
  }

  async #countOpen(): Promise<number> {
    const sql = 'SELECT count(*) AS open FROM docconv.jobs WHERE expires_at IS NULL';
    const [row] = await this.#postgres.query<{ open: string }>(sql);
    return Number(row!.open);
  }

  async counts() {
    const sql = `SELECT count(*) FILTER (WHERE state = 'queued') AS queued,
      count(*) FILTER (WHERE state = 'running') AS running FROM docconv.jobs WHERE expires_at IS NULL`;
    const [row] = await this.#postgres.query<{ queued: string; running: string }>(sql);
    return { queued: Number(row?.queued ?? 0), running: Number(row?.running ?? 0) };
  }

  async remove(id: string) {
    await this.#postgres.query('DELETE FROM docconv.jobs WHERE id = $1 AND expires_at IS NOT NULL', [id]);
  }

  async sweep() {
    await this.#postgres.query(`DELETE FROM docconv.jobs WHERE expires_at <= docconv.now_ms() AND state = 'expired'`);
    const rows = await this.#postgres.query<JobRow>(EXPIRE, [this.#keepMs, EXPIRED.state, EXPIRED, EXPIRED_AT_ONCE]);
    return rows.map(jobOf);
  }

  async close() {}

  /**
   * Saves what `change` returns for a job that has not ended, and returns it; null when nothing was changed. Two statements
   * without a transaction: the second has no effect when something else has changed the row since the first, and both are
   * repeated.
   */
  async #change(
    id: string,
    change: (job: Job, now: number, encrypted: Buffer) => Job | null,
    joined?: JoinedEnd,
  ): Promise<Job | null> {
    for (;;) {
      const [row] = await this.#postgres.prepared<OpenRow>(READ, [id]);
      const changed = row ? change(jobOf(row), Number(row.now), row.parameters) : null;
      if (!changed || (await this.#save(changed, row!.version, joined))) return changed;
    }
  }

  /** False: the row has another version. */
  async #save(job: Job, version: string, { content, removed }: JoinedEnd = NOTHING_JOINED): Promise<boolean> {
    const { id, state, attempts, expiresAt, result } = job;
    const values = [id, state, attempts, expiresAt, recordOf(job), version];
    const documents = [result?.id ?? null, content, removed];
    const saved = hasEnded(job)
      ? await this.#postgres.prepared(END, [...values, ...documents, `end ${id}`, ...eventRow(job)])
      : await this.#postgres.prepared(CHANGE, values);
    return saved.length > 0;
  }

  async #find(id: string): Promise<Job | null> {
    const [row] = await this.#postgres.prepared<JobRow & { isOver: boolean | null }>(FIND, [id]);
    if (!row) return null;
    return row.isOver ? { ...jobOf(row), ...EXPIRED } : jobOf(row);
  }
}

const SELECT = 'SELECT record FROM docconv.jobs';
const FIND = 'SELECT record, expires_at <= docconv.now_ms() AS "isOver" FROM docconv.jobs WHERE id = $1';

interface OpenRow extends JobRow {
  parameters: Buffer;
  now: string;
  /** Another one after each change. */
  version: string;
}

const READ = `SELECT record, parameters, docconv.now_ms() AS now, xmin::text AS version FROM docconv.jobs
  WHERE id = $1 AND expires_at IS NULL`;

const CHANGE = `UPDATE docconv.jobs SET state = $2, attempts = $3, expires_at = $4, record = $5,
  parameters = CASE WHEN $4::bigint IS NULL THEN parameters END
  WHERE id = $1 AND expires_at IS NULL AND xmin = $6::xid RETURNING id`;

const NOTHING_JOINED: JoinedEnd = { content: null, removed: [] };

/** The result, if there is one, belongs to the job from now on. */
const END = `WITH changed AS (${CHANGE}, account),
  saved_before AS (UPDATE docconv.documents SET job = $1 FROM changed WHERE documents.id = $7),
  saved AS (INSERT INTO docconv.documents (id, account, bytes, job)
    SELECT $7, account, length($8::bytea), $1 FROM changed WHERE $8 IS NOT NULL),
  chunk AS (INSERT INTO docconv.document_chunks SELECT $7, 0, $8 FROM changed WHERE length($8) > 0),
  removed AS (DELETE FROM docconv.documents USING changed WHERE documents.id = ANY($9)),
  event AS (${insertEvent('changed', '$11', '$12', '$13')})
  SELECT pg_notify('${CHANNEL}', $10) FROM changed`;

interface AddedRow extends JobRow {
  outcome: 'new' | 'known' | 'over' | 'full' | 'no space';
}

const ADD = 'SELECT outcome, record FROM docconv.add_job($1, $2, $3, $4, $5, $6, $7, $8, $9)';

const EXPIRED_AT_ONCE = 100;

/** Returns the jobs as they were before. */
const EXPIRE = `
  WITH due AS (
    SELECT id, record FROM docconv.jobs
    WHERE expires_at <= docconv.now_ms() AND state <> 'expired' ORDER BY expires_at LIMIT $4 FOR UPDATE SKIP LOCKED
  )
  UPDATE docconv.jobs job SET state = $2, expires_at = job.expires_at + $1, record = job.record || $3::jsonb
  FROM due WHERE job.id = due.id RETURNING due.record`;

const isLatest = (job: Job, attempt: number): boolean => job.state === 'running' && job.attempts === attempt;

async function listJobs(query: Query, account: string, asked: JobQuery): Promise<Page<Job>> {
  const { limit, after, state, createdFrom, createdBefore } = asked;
  const values = [account, limit + 1, after, state, createdFrom, createdBefore];
  const rows = await query<JobRow & { position: string }>(LIST, values);
  const found = rows.map(row => ({ entry: jobOf(row), position: Number(row.position) }));
  return pageOf(found, asked);
}

const LIST = `
  SELECT record, position FROM docconv.jobs
  WHERE account = $1 AND record->>'receiver' IS NULL AND state <> 'expired' AND (expires_at IS NULL OR expires_at > docconv.now_ms())
    AND ($3::bigint IS NULL OR position < $3)
    AND ($4::text IS NULL OR state = $4)
    AND ($5::bigint IS NULL OR (record->>'createdAt')::bigint >= $5)
    AND ($6::bigint IS NULL OR (record->>'createdAt')::bigint < $6)
  ORDER BY position DESC LIMIT $2`;
