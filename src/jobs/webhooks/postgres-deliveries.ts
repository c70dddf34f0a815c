/** Deliveries in the database that several machines share. */
import type { ErrorCode } from '../../errors.js';
import type { Postgres, Query } from '../../postgres/index.js';
import type { Job } from '../job.js';
import { pageOf } from '../page.js';
import { createSettledSum } from '../settled-sum.js';
import {
  type Deliveries,
  KEEP_DELIVERED_MS,
  KEEP_GIVEN_UP_MS,
  LEASE_MS,
  MAX_UNSETTLED,
  UNMADE_DOUBLINGS,
  UNMADE_MS,
} from './deliveries.js';
import {
  type Delivery,
  type DeliveryState,
  type DeliveryStatus,
  deliveryOf,
  reasonOf,
  UNDELIVERED,
  type UndeliveredLimits,
  webhooksAreFull,
} from './delivery.js';

/**
 * Part of the statement that ends a job: the parameters, of eventRow(), are a row for each row of `source`, unless the id is
 * null.
 */
export const insertEvent = (source: string, id: string, account: string, record: string): string =>
  `INSERT INTO docconv.webhooks (id, account, tries, due_at, record)
    SELECT ${id}, ${account}, 0, docconv.now_ms(), ${record}::jsonb FROM ${source} WHERE ${id}::text IS NOT NULL`;

/** @param job that has ended */
export function eventRow(job: Job): readonly [id: string | null, account: string | null, record: object | null] {
  const delivery = deliveryOf(job);
  if (!delivery) return [null, null, null];
  const { id, account, tries: _tries, sentAt: _sentAt, uncounted: _uncounted, ...record } = delivery;
  return [id, account, record];
}

export interface PostgresDeliveries extends Deliveries {
  /** Before a job with a webhook is saved. Rejects with QUEUE_FULL; the count of all accounts is at most a second old. */
  requireRoom(account: string, limits?: UndeliveredLimits): Promise<void>;
}

export function createPostgresDeliveries({ query }: Pick<Postgres, 'query'>): PostgresDeliveries {
  const pending = createSettledSum(() => countPending(query));
  const requireRoom = async (account: string, { perAccount, inAll } = UNDELIVERED): Promise<void> => {
    const settle = await pending.add(1, inAll);
    settle?.(false); // the event is added when the job ends
    if (!settle || (await hasPending(query, account, perAccount))) throw webhooksAreFull();
  };
  return {
    requireRoom,
    async claim(busy) {
      const [row] = await query<TriedRow>(CLAIM, [LEASE_MS, busy, MAX_UNSETTLED]);
      return row ? triedIn(row) : null;
    },
    async settle({ id, tries }, outcome, answer) {
      const values = [id, tries, answer.status, reasonOf(answer)];
      if (typeof outcome === 'object') await query(RETRY, [...values, outcome.retryInMs]);
      else await query(END, [...values, outcome === 'delivered']);
    },
    async release({ id, tries }) {
      const sql = `UPDATE docconv.webhooks SET due_at = docconv.now_ms(), tries = tries - 1, unsettled = 0 WHERE ${LATEST}`;
      await query(sql, [id, tries]);
    },
    async postpone({ id, tries }) {
      await query(POSTPONE, [id, tries, UNMADE_MS, UNMADE_DOUBLINGS]);
    },
    async list(account, { limit, after, status }) {
      const rows = await query<StateRow>(LIST, [account, limit + 1, after, status]);
      const found = rows.map(row => ({ entry: stateIn(row), position: Number(row.position) }));
      return pageOf(found, { limit, after });
    },
    async find(account, id) {
      const [row] = await query<StateRow>(FIND, [id, account]);
      return row ? stateIn(row) : null;
    },
    async ofJobs(ids) {
      const rows = await query<StateRow>(`${SELECT} WHERE record->>'job' = ANY ($1) ORDER BY position`, [ids]);
      return new Map(rows.map(row => [row.record.job, stateIn(row)])); // the latest of a job
    },
    async resend(account, id, limits) {
      const [known] = await query<StateRow>(FIND, [id, account]);
      if (known?.isOver) await requireRoom(account, limits);
      const [resent] = known ? await query<StateRow>(RESEND, [id]) : [];
      return resent ? stateIn(resent) : null;
    },
    async sweep() {
      const givenUp = await query<TriedRow>(GIVE_UP, [MAX_UNSETTLED]);
      await query('DELETE FROM docconv.webhooks WHERE given_up_at <= docconv.now_ms() - $1', [KEEP_GIVEN_UP_MS]);
      const sql = `DELETE FROM docconv.webhooks
        WHERE given_up_at <= docconv.now_ms() - $1 AND delivered_at IS NOT NULL`;
      await query(sql, [KEEP_DELIVERED_MS]);
      return givenUp.map(triedIn);
    },
  };
}

async function countPending(query: Query): Promise<number> {
  const sql = 'SELECT count(*) AS pending FROM docconv.webhooks WHERE given_up_at IS NULL';
  const [row] = await query<{ pending: string }>(sql);
  return Number(row!.pending);
}

/** Whether an account has at least `count` deliveries that are not over. */
async function hasPending(query: Query, account: string, count: number): Promise<boolean> {
  const sql = 'SELECT FROM docconv.webhooks WHERE account = $1 AND given_up_at IS NULL OFFSET $2 LIMIT 1';
  return (await query(sql, [account, count - 1])).length > 0;
}

interface DeliveryRow extends Pick<Delivery, 'id' | 'account' | 'tries' | 'uncounted'> {
  record: Omit<Delivery, 'id' | 'account' | 'tries' | 'sentAt' | 'uncounted'>;
}

interface TriedRow extends DeliveryRow {
  sentAt: string;
}

interface StateRow extends DeliveryRow {
  position: string;
  isOver: boolean;
  status: DeliveryStatus;
  dueAt: string;
  triedAt: string | null;
  answered: number | null;
  failure: string | null;
  deliveredAt: string | null;
}

function deliveryIn({ id, account, tries, uncounted, record }: DeliveryRow): Omit<Delivery, 'sentAt'> {
  return { ...record, id, account, tries, uncounted };
}

function triedIn(row: TriedRow): Delivery {
  return { ...deliveryIn(row), sentAt: Number(row.sentAt) };
}

function stateIn(row: StateRow): DeliveryState {
  const { status, isOver, dueAt, triedAt, answered, failure, deliveredAt } = row;
  return {
    ...deliveryIn(row),
    status,
    triedAt: timeIn(triedAt),
    answered,
    error: answered === null ? (failure as ErrorCode | null) : null,
    nextTryAt: isOver ? null : Number(dueAt),
    deliveredAt: timeIn(deliveredAt),
  };
}

function timeIn(milliseconds: string | null): number | null {
  return milliseconds === null ? null : Number(milliseconds);
}

/** The number of the try fences, as that of an attempt of a job does. */
const LATEST = 'id = $1 AND tries = $2 AND given_up_at IS NULL';

/** The column has the name of its first use; versions of docconv before, which may use the table as well, know it by that. */
const OWN = 'id, account, tries, resent_after AS uncounted, record';

const TRIED = `${OWN}, tried_at AS "sentAt"`;

const STATUS = `CASE WHEN given_up_at IS NULL THEN 'pending' WHEN delivered_at IS NULL THEN 'failed' ELSE 'delivered' END`;

const STATE = `${OWN}, position, given_up_at IS NOT NULL AS "isOver", ${STATUS} AS status, due_at AS "dueAt",
  tried_at AS "triedAt", status AS answered, failure, delivered_at AS "deliveredAt"`;

const SELECT = `SELECT ${STATE} FROM docconv.webhooks`;

const IS_SHOWN = `record->>'receiver' IS NULL`;

const FIND = `${SELECT} WHERE id = $1 AND account = $2 AND ${IS_SHOWN}`;

const LIST = `${SELECT}
  WHERE account = $1 AND ${IS_SHOWN} AND ($3::bigint IS NULL OR position < $3) AND ($4::text IS NULL OR ${STATUS} = $4)
  ORDER BY position DESC LIMIT $2`;

const CLAIM = `
  UPDATE docconv.webhooks SET tries = tries + 1, due_at = docconv.now_ms() + $1, tried_at = docconv.now_ms(),
    unsettled = unsettled + 1, resent_after = resent_after + CASE WHEN unsettled > 0 THEN 1 ELSE 0 END
  WHERE id = (
    SELECT id FROM docconv.webhooks
    WHERE due_at <= docconv.now_ms() AND given_up_at IS NULL AND account <> ALL ($2) AND unsettled < $3
    ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  RETURNING ${TRIED}`;

const POSTPONE = `
  UPDATE docconv.webhooks
  SET due_at = docconv.now_ms() + ($3::bigint << least(greatest(unsettled - 1, 0), $4::integer)) WHERE ${LATEST}`;

const RETRY = `
  UPDATE docconv.webhooks SET status = $3, failure = $4, unsettled = 0, due_at = docconv.now_ms() + $5 WHERE ${LATEST}`;

const END = `
  UPDATE docconv.webhooks SET status = $3, failure = $4, unsettled = 0, given_up_at = docconv.now_ms(),
    delivered_at = CASE WHEN $5 THEN docconv.now_ms() END
  WHERE ${LATEST}`;

const GIVE_UP = `
  UPDATE docconv.webhooks SET given_up_at = docconv.now_ms()
  WHERE given_up_at IS NULL AND unsettled >= $1 AND due_at <= docconv.now_ms()
  RETURNING ${TRIED}`;

const RESEND = `
  UPDATE docconv.webhooks SET due_at = docconv.now_ms(), given_up_at = NULL, delivered_at = NULL, unsettled = 0,
    resent_after = CASE WHEN given_up_at IS NULL THEN resent_after ELSE tries END
  WHERE id = $1 RETURNING ${STATE}`;
