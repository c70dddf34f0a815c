/** The webhooks of ended jobs: sends them, tells what became of them in log and metrics, and answers about them. */
import type { FastifyRequest } from 'fastify';
import { DocconvError } from '../../errors.js';
import { FairQueue } from '../../isolation/index.js';
import {
  type DeliveryQuery,
  type DeliveryState,
  type JobBackend,
  newDeliveryId,
  post,
  type SenderSettings,
  startWebhookSender,
  type Tried,
  testBody,
} from '../../jobs/index.js';
import { Stopwatch } from '../../system/stopwatch.js';
import type { App } from '../app.js';
import { requestSignal } from '../limits/deadline.js';
import { clientIdOf } from '../limits/rate-limit.js';
import type { Metrics } from '../metrics/metrics.js';
import { apiKeyOf } from '../plugins/auth.js';
import { HttpProblem } from '../problem.js';
import { PROBLEM_OF_ERROR, type ProblemCode } from '../problem-table.js';
import type { ServerServices } from '../services.js';
import { createCursors } from './cursor.js';
import { createWebhookCheck } from './webhook-check.js';
import { webhookSigning } from './webhook-signing.js';

/** Returns a function that ends it; null when this server makes no requests (fetchUrls). */
export function startWebhooks(
  app: App,
  services: ServerServices,
  { store: { deliveries }, mayWork }: JobBackend & Required<Pick<SenderSettings, 'mayWork'>>,
  metrics: Metrics,
  results: Pick<SenderSettings, 'postResult' | 'removeResult'>,
): ((graceMs: number) => Promise<void>) | null {
  const { fetcher, settings } = services;
  if (!fetcher) return null;
  const onTry = ({ delivery, outcome, reason }: Tried) => {
    metrics.webhook(outcome);
    const { id, job, url, tries } = delivery;
    const { origin } = new URL(url); // the rest may contain a secret of the receiver
    app.log.info({ webhook: id, job, origin, tries, outcome, reason }, 'webhook');
  };
  const onError = (err: Error) => app.log.warn({ err }, 'webhook');
  const secretsOf = webhookSigning(services);
  const { publicUrl } = settings;
  const sender = startWebhookSender({
    deliveries,
    fetcher,
    secretsOf,
    publicUrl,
    ...results,
    mayWork,
    onTry,
    onError,
  });
  return graceMs => sender.close(graceMs);
}

/** Null: any. */
interface DeliveryFilter extends Omit<DeliveryQuery, 'after'> {
  readonly cursor: string | undefined;
}

interface TestOutcome {
  readonly id: string;
  readonly delivered: boolean;
  readonly status: number | null;
  readonly error: ProblemCode | null;
  readonly milliseconds: number;
}

/** Answers about the deliveries of the client. */
export interface WebhookAnswers {
  /** The newest first. `next`: the cursor of the next page. Throws invalid_parameter. */
  list(
    filter: DeliveryFilter,
    request: FastifyRequest,
  ): Promise<{ deliveries: readonly DeliveryState[]; next: string | null }>;
  /** Throws not_found. */
  find(id: string, request: FastifyRequest): Promise<DeliveryState>;
  /** Throws not_found. Rejects with QUEUE_FULL. */
  resend(id: string, request: FastifyRequest): Promise<DeliveryState>;
  /** Sends an event once, now. Throws webhook_undeliverable. Rejects with URL_FORBIDDEN and OVERLOADED. */
  test(url: string, request: FastifyRequest): Promise<TestOutcome>;
}

/** Tests that may wait, for each that may run. */
const WAITING_PER_TEST = 16;

export function createWebhookAnswers(services: ServerServices, { store, secrets }: JobBackend): WebhookAnswers {
  const { deliveries } = store;
  const { fetcher, settings } = services;
  const cursors = createCursors('deliveries', secrets);
  const checkUrl = createWebhookCheck(fetcher);
  const secretsOf = webhookSigning(services);
  const { atOnce, perClient } = settings.fetches;
  const queue = new FairQueue(atOnce, atOnce * WAITING_PER_TEST, perClient);
  const accountOf = (request: FastifyRequest) => apiKeyOf(request).email;
  return {
    async list({ cursor, ...filter }, request) {
      const query = { ...filter, after: cursors.read(cursor) };
      const { entries, next } = await deliveries.list(accountOf(request), query);
      return { deliveries: entries, next: cursors.write(next) };
    },
    async find(id, request) {
      return (await deliveries.find(accountOf(request), id)) ?? noSuchDelivery();
    },
    async resend(id, request) {
      return (await deliveries.resend(accountOf(request), id)) ?? noSuchDelivery();
    },
    async test(url, request) {
      if (!fetcher) throw new DocconvError('URL_FORBIDDEN.fetching-disabled');
      await checkUrl(url, { pointer: '/url' });
      const signal = requestSignal(request, settings.deadlineMs);
      const release = await queue.acquire(clientIdOf(request), signal);
      if (!release) throw new DocconvError('OVERLOADED.webhook-tests');
      const time = new Stopwatch();
      const [id, sentAt] = [newDeliveryId(), Date.now()];
      const message = { id, account: accountOf(request), url, sentAt, body: testBody(sentAt) };
      const sent = await post(message, { fetcher, secretsOf }, signal).finally(release);
      const { isDelivered: delivered, status, error } = sent;
      return { id, delivered, status, error: error && PROBLEM_OF_ERROR[error], milliseconds: Math.round(time.clock()) };
    },
  };
}

function noSuchDelivery(): never {
  throw new HttpProblem(
    'not_found',
    'You have no delivery with this id. GET /v1/webhooks/deliveries lists those of the last days.',
  );
}
