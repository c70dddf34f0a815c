/**
 * The schema `docconv` of the database. A new version is one more entry of MIGRATIONS. Statements must leave the tables
 * usable by the version of docconv before, so that both run side by side during an upgrade; otherwise raise OLDEST.
 */
import { DocconvError } from '../errors.js';
import type { Postgres, Query } from './connect.js';

const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE docconv.keys (
    id text PRIMARY KEY,
    position bigint GENERATED ALWAYS AS IDENTITY,
    hash text NOT NULL UNIQUE,
    former_hash text UNIQUE,
    record jsonb NOT NULL
  );
  CREATE TABLE docconv.invitations (
    email text PRIMARY KEY,
    position bigint GENERATED ALWAYS AS IDENTITY,
    record jsonb NOT NULL
  );
  -- address, bucket: HMAC; times in milliseconds since 1970
  CREATE TABLE docconv.codes (
    address text PRIMARY KEY,
    digest text NOT NULL,
    expires_at bigint NOT NULL,
    tries integer NOT NULL
  );
  CREATE INDEX ON docconv.codes (expires_at);
  CREATE TABLE docconv.code_counts (
    bucket text NOT NULL,
    ends_at bigint NOT NULL
  );
  CREATE INDEX ON docconv.code_counts (bucket, ends_at);
  CREATE INDEX ON docconv.code_counts (ends_at);
  CREATE TABLE docconv.audit (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event jsonb NOT NULL
  );
  CREATE TABLE docconv.secrets (fingerprint text PRIMARY KEY);
  -- requests per minute: lost in a crash of the database, which costs nothing
  CREATE UNLOGGED TABLE docconv.request_counts (
    bucket text PRIMARY KEY,
    ends_at timestamptz NOT NULL,
    requests integer NOT NULL
  );
  CREATE INDEX ON docconv.request_counts (ends_at);
  `,
  `
  CREATE TABLE docconv.jobs (
    id text PRIMARY KEY,
    position bigint GENERATED ALWAYS AS IDENTITY,
    account text NOT NULL,
    state text NOT NULL,
    attempts integer NOT NULL,
    expires_at bigint, -- milliseconds since 1970; null: the job has not ended
    record jsonb NOT NULL,
    parameters bytea -- sealed
  );
  CREATE INDEX ON docconv.jobs (account, position);
  CREATE INDEX ON docconv.jobs (expires_at);
  CREATE INDEX ON docconv.jobs (state, position) WHERE expires_at IS NULL;
  CREATE TABLE docconv.turns (account text PRIMARY KEY, next integer NOT NULL);
  INSERT INTO docconv.turns VALUES ('', 1);
  CREATE TABLE docconv.documents (
    id text PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT now(),
    job text -- null: of no job yet
  );
  CREATE TABLE docconv.document_chunks (
    document text NOT NULL REFERENCES docconv.documents ON DELETE CASCADE,
    n integer NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (document, n)
  );
  ALTER TABLE docconv.document_chunks ALTER bytes SET STORAGE EXTERNAL; -- most documents are compressed already
  `,
  `
  -- events of ended jobs; times in milliseconds since 1970
  CREATE TABLE docconv.webhooks (
    id text PRIMARY KEY,
    account text NOT NULL,
    tries integer NOT NULL,
    due_at bigint NOT NULL, -- the next try; while one is made: when another process may repeat it
    given_up_at bigint, -- null: more tries follow
    failure text, -- of the latest try
    record jsonb NOT NULL
  );
  CREATE INDEX ON docconv.webhooks (due_at) WHERE given_up_at IS NULL;
  CREATE INDEX ON docconv.webhooks (account) WHERE given_up_at IS NULL;
  CREATE INDEX ON docconv.webhooks (given_up_at);
  `,
  `
  ALTER TABLE docconv.documents ADD account text NOT NULL DEFAULT '', ADD bytes bigint NOT NULL DEFAULT 0;
  CREATE TABLE docconv.document_bytes (account text PRIMARY KEY, bytes bigint NOT NULL);
  CREATE FUNCTION docconv.count_document_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO docconv.document_bytes AS known
      SELECT account, sum(CASE TG_OP WHEN 'INSERT' THEN bytes ELSE -bytes END) FROM changed
      GROUP BY account ORDER BY account -- the same order in every transaction: no deadlocks
      ON CONFLICT (account) DO UPDATE SET bytes = known.bytes + excluded.bytes;
    RETURN NULL;
  END $$;
  CREATE TRIGGER count_new AFTER INSERT ON docconv.documents REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION docconv.count_document_bytes();
  CREATE TRIGGER count_removed AFTER DELETE ON docconv.documents REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION docconv.count_document_bytes();
  `,
  `
  -- processes that take jobs; lost in a crash of the database, after which each reports again
  CREATE UNLOGGED TABLE docconv.workers (
    id text PRIMARY KEY,
    at_once integer NOT NULL,
    mean_seconds real NOT NULL,
    seen_at timestamptz NOT NULL
  );
  `,
  `
  ALTER TABLE docconv.documents ADD place text; -- of its bytes; null: document_chunks
  -- bytes outside of the database whose row was removed; each is removed at once or, after a failure, when it is due
  CREATE TABLE docconv.removed_contents (
    id text PRIMARY KEY,
    place text NOT NULL,
    due_at timestamptz NOT NULL DEFAULT now() + interval '10 minutes'
  );
  CREATE INDEX ON docconv.removed_contents (place, due_at);
  CREATE FUNCTION docconv.note_removed_contents() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO docconv.removed_contents (id, place) SELECT id, place FROM changed WHERE place IS NOT NULL;
    RETURN NULL;
  END $$;
  CREATE TRIGGER note_removed AFTER DELETE ON docconv.documents REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION docconv.note_removed_contents();
  `,
  `
  -- the time that decides: those of the machines of the store differ
  CREATE FUNCTION docconv.now_ms() RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT (extract(epoch FROM statement_timestamp()) * 1000)::bigint -- milliseconds since 1970
  $$;
  `,
  `
  -- deliveries can be seen after their end, and sent again
  ALTER TABLE docconv.webhooks
    ADD position bigint GENERATED ALWAYS AS IDENTITY,
    ADD tried_at bigint, -- when the latest try began
    ADD status integer, -- of the answer to the latest try
    ADD delivered_at bigint, -- given_up_at is set as well: no more tries follow
    ADD resent_after integer NOT NULL DEFAULT 0; -- tries that the pauses do not count, as those before it was sent again
  CREATE INDEX ON docconv.webhooks (account, position);
  CREATE INDEX ON docconv.webhooks ((record->>'job'));
  -- how often an account has replaced the secret of its webhooks
  CREATE TABLE docconv.webhook_rotations (
    email text PRIMARY KEY,
    count integer NOT NULL,
    rotated_at bigint NOT NULL -- the latest
  );
  `,
  `
  CREATE INDEX ON docconv.jobs (account) WHERE expires_at IS NULL;
  -- Both functions take the same lock, so that requests of one account that arrive together do not exceed its limits.
  CREATE FUNCTION docconv.has_space(new_account text, new_bytes bigint, at_most bigint) RETURNS boolean
  LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(1785684595, hashtext(new_account));
    RETURN new_bytes + coalesce((SELECT bytes FROM docconv.document_bytes WHERE account = new_account), 0) <= at_most;
  END $$;
  -- the row of a document, before its bytes are saved; false: its account has no space
  CREATE FUNCTION docconv.add_document(
    new_id text, new_account text, new_bytes bigint, new_place text, bytes_at_most bigint
  ) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT docconv.has_space(new_account, new_bytes, bytes_at_most) THEN RETURN false; END IF;
    INSERT INTO docconv.documents (id, account, bytes, place) VALUES (new_id, new_account, new_bytes, new_place);
    RETURN true;
  END $$;
  -- a job and, where contents is not null, its documents one after the other, which are saved already otherwise
  CREATE FUNCTION docconv.add_job(
    new_id text, new_account text, new_record jsonb, new_parameters bytea, open_at_most bigint, bytes_at_most bigint,
    new_documents text[], sizes integer[], contents bytea, OUT outcome text, OUT record jsonb
  ) LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(1785684595, hashtext(new_account));
    DELETE FROM docconv.jobs WHERE id = new_id AND state = 'expired';
    SELECT CASE WHEN job.expires_at <= docconv.now_ms() THEN 'over' ELSE 'known' END, job.record INTO outcome, record
      FROM docconv.jobs job WHERE job.id = new_id;
    IF FOUND THEN RETURN; END IF;
    outcome := 'full';
    PERFORM FROM docconv.jobs WHERE account = new_account AND expires_at IS NULL OFFSET open_at_most - 1 LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    IF contents IS NULL THEN
      UPDATE docconv.documents SET job = new_id WHERE id = ANY(new_documents);
    ELSE
      outcome := 'no space';
      IF NOT docconv.has_space(new_account, length(contents), bytes_at_most) THEN RETURN; END IF;
      INSERT INTO docconv.documents (id, account, bytes, job)
        SELECT id, new_account, size, new_id FROM unnest(new_documents, sizes) AS given(id, size);
      INSERT INTO docconv.document_chunks SELECT id, 0, substr(contents, end_ - size + 1, size) FROM (
        SELECT id, size, (sum(size) OVER (ORDER BY n))::integer AS end_
        FROM unnest(new_documents, sizes) WITH ORDINALITY AS given(id, size, n)) AS each_one WHERE size > 0;
    END IF;
    outcome := 'new';
    record := new_record || jsonb_build_object('createdAt', docconv.now_ms());
    INSERT INTO docconv.jobs (id, account, state, attempts, expires_at, record, parameters)
      VALUES (new_id, new_account, 'queued', 0, NULL, record, new_parameters);
  END $$;
  `,
  `
  ALTER TABLE docconv.webhooks ADD unsettled integer NOT NULL DEFAULT 0; -- tries begun since one was settled
  `,
];

/** The version of the schema that this docconv needs. */
const VERSION = MIGRATIONS.length;
/** The oldest version of docconv, by the schema that it needs, which may still use this schema. */
const OLDEST = 1;

/** Makes two migrations at once run one after the other. */
const LOCK = 0x646f6363;

export interface SchemaState {
  /** 0: the database has no schema of docconv. */
  version: number;
  /** The version that this docconv needs. */
  needed: number;
  /** An earlier version of docconv must not use it. */
  oldest: number;
}

/**
 * Brings the schema to the version of this docconv; a newer one stays. Returns the state before. Where nothing is to be done,
 * the role needs no right to create anything.
 */
export async function migrate(postgres: Postgres): Promise<SchemaState> {
  const present = await schemaState(postgres);
  if (present.version >= VERSION) return present;
  return postgres.transaction(async query => {
    await query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await query('CREATE SCHEMA IF NOT EXISTS docconv');
    await query('CREATE TABLE IF NOT EXISTS docconv.schema (version integer NOT NULL, oldest integer NOT NULL)');
    const before = await stateOf(query);
    if (before.version >= VERSION) return before;
    for (const statements of MIGRATIONS.slice(before.version)) await query(statements);
    await query('DELETE FROM docconv.schema');
    await query('INSERT INTO docconv.schema VALUES ($1, $2)', [VERSION, OLDEST]);
    return before;
  });
}

export async function schemaState({ query }: Postgres): Promise<SchemaState> {
  const [found] = await query<{ exists: boolean }>(`SELECT to_regclass('docconv.schema') IS NOT NULL AS exists`);
  return found?.exists ? stateOf(query) : { version: 0, needed: VERSION, oldest: 0 };
}

/** Rejects with STORE_OUTDATED when this docconv must not use the schema. */
export async function requireSchema(postgres: Postgres): Promise<void> {
  const { version, needed, oldest } = await schemaState(postgres);
  if (version < needed && version === 0) throw new DocconvError('STORE_OUTDATED.no-tables');
  if (version < needed) throw new DocconvError('STORE_OUTDATED.schema', { version, needed });
  if (needed < oldest) throw new DocconvError('STORE_OUTDATED.schema-of-later-version', { version, needed });
}

async function stateOf(query: Query): Promise<SchemaState> {
  const [row] = await query<{ version: number; oldest: number }>('SELECT version, oldest FROM docconv.schema');
  return { version: row?.version ?? 0, needed: VERSION, oldest: row?.oldest ?? 0 };
}
