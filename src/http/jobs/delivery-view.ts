/** What a client sees of the delivery of a webhook. */
import { Type } from '@sinclair/typebox';
import { DELIVERY_STATUSES, type DeliveryState } from '../../jobs/index.js';
import { PROBLEM_OF_ERROR } from '../problem-table.js';
import { count, named, nullable, oneOf, phrase, text, time } from '../schemas.js';

const maybeTime = (description: string) => nullable(time(description));

export const DeliveryError = text(
  'Why there was no answer to the latest attempt, as the code of a problem',
  'fetch_timeout',
);
export const DeliveryAnswer = nullable(
  Type.Integer({ description: 'HTTP status of the answer to the latest attempt', examples: [204] }),
);

export const DeliveryView = named('WebhookDelivery', {
  id: phrase('The header webhook-id of all attempts', 'msg_pYzbR3gqTm6Yv0m1r2d3Zw'),
  job: phrase('Id of the job', 'pYzbR3gqTm6Yv0m1r2d3Zw'),
  type: phrase('Of the event', 'job.succeeded'),
  url: phrase('Where it is sent', 'https://example.org/docconv-events'),
  status: { ...oneOf(...DELIVERY_STATUSES), description: 'pending: more attempts follow; failed: they were given up' },
  attempts: count('Attempts begun', 1),
  createdAt: time('When the job ended'),
  lastAttemptAt: maybeTime('When the latest attempt began'),
  lastStatus: DeliveryAnswer,
  lastError: DeliveryError,
  nextAttemptAt: maybeTime('When it is sent again; while an attempt is made: when another server would repeat it'),
  deliveredAt: maybeTime('When the receiver accepted it'),
});

export function viewOfDelivery(delivery: DeliveryState) {
  const { id, job, state, url, status, tries, endedAt, triedAt, answered, error, nextTryAt, deliveredAt } = delivery;
  return {
    id,
    job,
    type: `job.${state}`,
    url,
    status,
    attempts: tries,
    createdAt: new Date(endedAt).toISOString(),
    lastAttemptAt: timeOf(triedAt),
    lastStatus: answered,
    lastError: error && (PROBLEM_OF_ERROR[error] ?? null),
    nextAttemptAt: timeOf(nextTryAt),
    deliveredAt: timeOf(deliveredAt),
  };
}

export function timeOf(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
