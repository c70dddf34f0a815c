/** The delivery of a webhook, for people. */
import type { RemoteDelivery } from '../../remote/index.js';
import { singleLine } from '../../system/text.js';
import { secondOf } from './time.js';

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
