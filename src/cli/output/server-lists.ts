/** Lists of a server: its jobs, and the deliveries of its webhooks. */
import type { RemoteDelivery } from '../../remote/index.js';
import { singleLine } from '../../text.js';
import type { Terminal } from '../context.js';

/** "failed after 10 attempts (500)". */
export function deliveryState({ status, attempts, ...rest }: RemoteDelivery): string {
  const { lastStatus, lastError, nextAttemptAt, deliveredAt } = rest;
  const count = Number(attempts);
  const answer = lastStatus ?? lastError;
  return [
    singleLine(status),
    deliveredAt ? `at ${secondOf(deliveredAt)}` : '',
    count > 0 ? `after ${count} attempt${count === 1 ? '' : 's'}` : '',
    answer === null ? '' : `(${singleLine(String(answer))})`,
    nextAttemptAt ? `, next at ${secondOf(nextAttemptAt)}` : '',
  ]
    .filter(Boolean)
    .join(' ')
    .replace(' ,', ',');
}

/** "2026-05-01 12:00:00 UTC". @param time ISO 8601, UTC */
export function secondOf(time: string): string {
  return `${singleLine(time).slice(0, 19).replace('T', ' ')} UTC`;
}

interface ListText<Entry> {
  json: boolean | undefined;
  rowOf(entry: Entry): string;
  /** What is said about a list without entries. */
  empty: string;
}

/** Prints each entry when it arrives: a row, or a line of JSON. */
export async function printList<Entry>(
  entries: AsyncIterable<Entry>,
  { json, rowOf, empty }: ListText<Entry>,
  { out, err }: Terminal,
): Promise<void> {
  let count = 0;
  for await (const entry of entries) {
    out.write(`${json ? JSON.stringify(entry) : rowOf(entry)}\n`);
    count++;
  }
  if (count === 0) err.write(`${empty}\n`);
}
