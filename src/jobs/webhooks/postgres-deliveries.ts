/** Deliveries in the database that several machines share. */
import type { Postgres, Query } from '../../postgres/index.js';
import type { Job } from '../job.js';
import { type Deliveries, KEEP_GIVEN_UP_MS, LEASE_MS } from './deliveries.js';
import { type Delivery, deliveryOf, requireRoomForEvent, type UndeliveredLimits } from './delivery.js';

/** In the transaction that ends the job. */
export async function insertDelivery(query: Query, job: Job): Promise<void> {
  const delivery = deliveryOf(job);
  if (!delivery) return;
  const { id, account, tries, sentAt: _sentAt, ...record } = delivery;
  const sql = `INSERT INTO docconv.webhooks (id, account, tries, due_at, record)
    VALUES ($1, $2, $3, docconv.now_ms(), $4)`;
  await query(sql, [id, account, tries, record]);
}

export async function requireRoomForEvents(query: Query, account: string, limits?: UndeliveredLimits): Promise<void> {
  const sql = `SELECT count(*) AS all, count(*) FILTER (WHERE account = $1) AS own
    FROM docconv.webhooks WHERE given_up_at IS NULL`;
  const [row] = await query<{ all: string; own: string }>(sql, [account]);
  requireRoomForEvent(Number(row!.own), Number(row!.all), limits);
}

export function createPostgresDeliveries({ query }: Postgres): Deliveries {
  return {
    async claim(busy) {
      const [row] = await query<DeliveryRow>(CLAIM, [LEASE_MS, busy]);
      if (!row) return null;
      const { id, account, tries, record, now } = row;
      return { id, account, tries, ...record, sentAt: Number(now) };
    },
    async settle({ id, tries }, outcome, reason) {
      if (outcome === 'delivered') {
        await query(`DELETE FROM docconv.webhooks WHERE ${LATEST}`, [id, tries]);
      } else if (outcome === 'given up') {
        const sql = `UPDATE docconv.webhooks SET given_up_at = docconv.now_ms(), failure = $3 WHERE ${LATEST}`;
        await query(sql, [id, tries, reason]);
      } else {
        const sql = `UPDATE docconv.webhooks SET due_at = docconv.now_ms() + $3, failure = $4 WHERE ${LATEST}`;
        await query(sql, [id, tries, outcome.retryInMs, reason]);
      }
    },
    async release({ id, tries }) {
      const sql = `UPDATE docconv.webhooks SET due_at = docconv.now_ms(), tries = tries - 1 WHERE ${LATEST}`;
      await query(sql, [id, tries]);
    },
    async sweep() {
      await query('DELETE FROM docconv.webhooks WHERE given_up_at <= docconv.now_ms() - $1', [KEEP_GIVEN_UP_MS]);
    },
  };
}

interface DeliveryRow extends Pick<Delivery, 'id' | 'account' | 'tries'> {
  record: Omit<Delivery, 'id' | 'account' | 'tries' | 'sentAt'>;
  now: string;
}

/** The number of the try fences, as that of an attempt of a job does. */
const LATEST = 'id = $1 AND tries = $2 AND given_up_at IS NULL';

const CLAIM = `
  UPDATE docconv.webhooks SET tries = tries + 1, due_at = docconv.now_ms() + $1
  WHERE id = (
    SELECT id FROM docconv.webhooks
    WHERE due_at <= docconv.now_ms() AND given_up_at IS NULL AND account <> ALL ($2)
    ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  RETURNING id, account, tries, record, docconv.now_ms() AS now`;
