/** The key store that several docconvs share: tables of a PostgreSQL database. Every method is one transaction. */
import type { Postgres, Query } from '../../postgres/index.js';
import type { AuditEvent } from '../audit.js';
import type { Invitation } from '../keys.js';
import {
  CLOCK_TOLERANCE_MS,
  CODE_LIFETIME_MS,
  type CodeMethods,
  type CodeRecord,
  type CodeRules,
  type EventLimit,
  type KeyRecord,
  type KeyStore,
  type LimitState,
  longestWait,
  type ReachedLimit,
  type WebhookRotation,
} from './store.js';

export function openPostgresStore(postgres: Postgres): KeyStore {
  return {
    ...codeMethods(postgres),
    ...keyMethods(postgres),
    ...invitationMethods(postgres),
    ...webhookMethods(postgres),
    async now() {
      const [row] = await postgres.query<{ now: string }>('SELECT docconv.now_ms() AS now');
      return Number(row!.now);
    },
    record: event => record(postgres.query, event),
    async events(limit) {
      const sql = 'SELECT event FROM docconv.audit ORDER BY position DESC LIMIT $1';
      const rows = await postgres.query<{ event: AuditEvent }>(sql, [limit]);
      return rows.map(({ event }) => event).reverse();
    },
    async ping() {
      await postgres.query('UPDATE docconv.keys SET id = id WHERE false'); // writes nothing; refused when it is read-only
    },
  };
}

/** Codes are counted one request after the other: a limit of the whole store needs the count of all. */
const CODES_LOCK = 0x636f6465;

function codeMethods({ query, transaction }: Postgres): CodeMethods {
  return {
    saveCode: (address, { digest, expiresAt }, rules, now, event) =>
      transaction(async query => {
        await query('SELECT pg_advisory_xact_lock($1)', [CODES_LOCK]);
        await removeExpired(query, now);
        const reached = await longestReached(query, rules, now);
        if (reached) return { saved: false as const, reached };
        for (const { bucket, windowMs } of rules.limits)
          await query('INSERT INTO docconv.code_counts VALUES ($1, $2)', [bucket, now + windowMs]);
        await query(
          `INSERT INTO docconv.codes VALUES ($1, $2, $3, 0) ON CONFLICT (address)
           DO UPDATE SET digest = excluded.digest, expires_at = excluded.expires_at, tries = 0`,
          [address, digest, expiresAt],
        );
        await record(query, event);
        return { saved: true as const, next: await longestReached(query, rules, now) };
      }),
    async findCode(address) {
      return codeOf(await query<CodeRow>(`${SELECT_CODE} WHERE address = $1`, [address]));
    },
    withdrawCode: (address, digest, { bucket, end }, event) =>
      transaction(async query => {
        await query('DELETE FROM docconv.codes WHERE address = $1 AND digest = $2', [address, digest]);
        await query(
          `DELETE FROM docconv.code_counts WHERE ctid =
           (SELECT ctid FROM docconv.code_counts WHERE bucket = $1 AND ends_at = $2 LIMIT 1)`,
          [bucket, end],
        );
        await record(query, event);
      }),
    redeemCode: (address, accept, { key, redeemed, refused }, now) =>
      transaction(async query => {
        const lock = 'WHERE address = $1 AND expires_at > $2 FOR UPDATE';
        const code = codeOf(await query<CodeRow>(`${SELECT_CODE} ${lock}`, [address, now]));
        if (code) code.tries += 1;
        const accepted = accept(code);
        await record(query, accepted ? redeemed : refused);
        if (!accepted) {
          await query('UPDATE docconv.codes SET tries = tries + 1 WHERE address = $1', [address]);
          return false;
        }
        await query('DELETE FROM docconv.codes WHERE address = $1', [address]);
        await insertKey(query, key);
        await query('DELETE FROM docconv.invitations WHERE email = $1', [key.email]);
        return true;
      }),
  };
}

type KeyMethods = Pick<KeyStore, 'createKey' | 'findKey' | 'listKeys' | 'changeKey'>;

function keyMethods({ query, prepared, transaction }: Postgres): KeyMethods {
  return {
    createKey: (key, event) =>
      transaction(async query => {
        await insertKey(query, key);
        await record(query, event);
      }),
    async findKey(hash) {
      const sql = 'SELECT record, docconv.now_ms() AS now FROM docconv.keys WHERE hash = $1 OR former_hash = $1';
      const [row] = await prepared<KeyRow & { now: string }>(sql, [hash]);
      return row ? { key: row.record, now: Number(row.now) } : null;
    },
    async listKeys() {
      const rows = await query<KeyRow>('SELECT record FROM docconv.keys ORDER BY position');
      return rows.map(({ record }) => record);
    },
    changeKey: (id, change) =>
      transaction(async query => {
        const [row] = await query<KeyRow>('SELECT record FROM docconv.keys WHERE id = $1 FOR UPDATE', [id]);
        const changed = row ? change(row.record) : null;
        if (!changed) return null;
        const { key, event } = changed;
        const sql = 'UPDATE docconv.keys SET hash = $2, former_hash = $3, record = $4 WHERE id = $1';
        await query(sql, [id, key.hash, key.former?.hash ?? null, key]);
        if (event) await record(query, event);
        return key;
      }),
  };
}

type WebhookMethods = Pick<KeyStore, 'webhookRotation' | 'addWebhookRotation'>;

function webhookMethods({ query, transaction }: Postgres): WebhookMethods {
  return {
    async webhookRotation(email) {
      const sql = `SELECT docconv.now_ms() AS now, email, count, rotated_at FROM (VALUES ($1::text)) asked (account)
        LEFT JOIN docconv.webhook_rotations ON email = account`;
      const [row] = await query<RotationRow & { now: string }>(sql, [email]);
      return { rotation: row!.email === null ? null : rotationOf(row!), now: Number(row!.now) };
    },
    addWebhookRotation: (email, rotatedAt, event) =>
      transaction(async query => {
        const sql = `INSERT INTO docconv.webhook_rotations AS known VALUES ($1, 1, $2)
          ON CONFLICT (email) DO UPDATE SET count = known.count + 1, rotated_at = excluded.rotated_at
          RETURNING email, count, rotated_at`;
        const [row] = await query<RotationRow>(sql, [email, Date.parse(rotatedAt)]);
        await record(query, event);
        return rotationOf(row!);
      }),
  };
}

interface RotationRow {
  email: string;
  count: number;
  rotated_at: string;
}

function rotationOf({ email, count, rotated_at }: RotationRow): WebhookRotation {
  return { email, count, rotatedAt: new Date(Number(rotated_at)).toISOString() };
}

type InvitationMethods = Pick<KeyStore, 'setInvitation' | 'listInvitations'>;

function invitationMethods({ query, transaction }: Postgres): InvitationMethods {
  return {
    setInvitation: (email, invitation, event) =>
      transaction(async query => {
        const rows = invitation
          ? await query(
              `INSERT INTO docconv.invitations (email, record) VALUES ($1, $2)
               ON CONFLICT (email) DO UPDATE SET record = excluded.record RETURNING email`,
              [email, invitation],
            )
          : await query('DELETE FROM docconv.invitations WHERE email = $1 RETURNING email', [email]);
        if (rows.length === 0) return false;
        await record(query, event);
        return true;
      }),
    async listInvitations(email) {
      const sql = 'SELECT record FROM docconv.invitations WHERE $1::text IS NULL OR email = $1 ORDER BY position';
      const rows = await query<{ record: Invitation }>(sql, [email ?? null]);
      return rows.map(({ record }) => record);
    },
  };
}

interface KeyRow {
  record: KeyRecord;
}

async function insertKey(query: Query, key: KeyRecord): Promise<void> {
  const sql = 'INSERT INTO docconv.keys (id, hash, former_hash, record) VALUES ($1, $2, $3, $4)';
  await query(sql, [key.id, key.hash, key.former?.hash ?? null, key]);
}

async function record(query: Query, event: AuditEvent): Promise<void> {
  await query('INSERT INTO docconv.audit (event) VALUES ($1)', [event]);
}

/** bigint arrives as text. */
interface CodeRow {
  digest: string;
  expires_at: string;
  tries: number;
}

const SELECT_CODE = 'SELECT digest, expires_at, tries FROM docconv.codes';

function codeOf([row]: CodeRow[]): CodeRecord | null {
  return row ? { digest: row.digest, expiresAt: Number(row.expires_at), tries: row.tries } : null;
}

async function removeExpired(query: Query, now: number): Promise<void> {
  const isToCome = 'expires_at > $1 AND expires_at <= $1::bigint + $2';
  await query(`DELETE FROM docconv.codes WHERE NOT (${isToCome})`, [now, CODE_LIFETIME_MS + CLOCK_TOLERANCE_MS]);
  await query('DELETE FROM docconv.code_counts WHERE ends_at <= $1', [now]);
}

async function longestReached(
  query: Query,
  { limits, maxPending }: CodeRules,
  now: number,
): Promise<ReachedLimit | null> {
  const states: LimitState[] = [];
  for (const limit of limits) states.push({ ...limit, end: await freeAt(query, limit, now) });
  return longestWait([...states, await pendingState(query, maxPending)], now);
}

/** When a bucket that is full has room again; 0 when it has room now. */
async function freeAt(query: Query, { bucket, max, windowMs }: EventLimit, now: number): Promise<number> {
  const sql = `SELECT ends_at FROM docconv.code_counts WHERE bucket = $1 AND ends_at <= $3
    ORDER BY ends_at DESC OFFSET $2 LIMIT 1`; // later ones are from a clock that was ahead
  const [row] = await query<{ ends_at: string }>(sql, [bucket, max - 1, now + windowMs + CLOCK_TOLERANCE_MS]);
  return Number(row?.ends_at ?? 0);
}

async function pendingState(query: Query, max: number): Promise<LimitState> {
  const sql = 'SELECT count(*) AS pending, min(expires_at) AS oldest FROM docconv.codes';
  const [row] = await query<{ pending: string; oldest: string | null }>(sql);
  const isFull = Number(row?.pending ?? 0) >= max;
  return { max, windowMs: CODE_LIFETIME_MS, end: isFull ? Number(row?.oldest ?? 0) : 0 };
}
