/** Sends the result of a job to its webhook, or what went wrong to the URL for errors, and an event to that for events. */
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { DocconvError, toDocconvError } from '../../errors.js';
import type { JobResult, ResultAnswer } from '../../jobs/index.js';
import type { ResultToSend, SendResult } from '../jobs/result-deliveries.js';
import { HttpProblem } from '../problem.js';
import type { Answer } from '../work/work.js';
import { type Fault, faultOf } from './answers.js';
import type { WebhookRequest } from './webhook.js';

type Sender = Parameters<SendResult>[3];
type Method = WebhookRequest['method'];

/** Pauses in milliseconds before the tries that follow the first one. */
const PAUSES = [1_000, 2_000, 4_000, 8_000];
/** Of the result, and of what is told about it: with its opening, all fits into the time in which no other server tries. */
const RESULT_MS = 25_000;
const NOTE_MS = 3_000;

/** A job ends with its fault as its result: it is not done again. */
const FAULT = 'gotenberg-fault';

export function faultAnswer(thrown: unknown): Answer {
  const body = Buffer.from(JSON.stringify(faultOf(thrown)));
  return {
    body,
    size: body.length,
    name: 'fault.json',
    headers: { 'content-type': 'application/json', [FAULT]: 'true' },
  };
}

export const sendResult: SendResult = async (description, result, tries, sender) => {
  const webhook = JSON.parse(description) as WebhookRequest;
  const body = await resultOrFault(result);
  if (!(body instanceof Readable)) return tellError(webhook, body, tries, sender);
  const answer = await postResult(webhook, result.job.result!, body, sender);
  if (answer.isDelivered) {
    await note(() => sendEvent(webhook, { event: 'webhook.success' }, sender), sender);
    return { ...answer, pause: null };
  }
  const pause = pauseAfter(answer, tries);
  if (pause === null && !sender.signal.aborted) await tellRefusal(webhook, answer, sender);
  return { ...answer, pause };
};

/** Rejects when the result cannot be read now, which is no fault of the job. */
async function resultOrFault({ job, open }: ResultToSend): Promise<Readable | Fault> {
  const body = await open().catch(thrown => {
    if (job.error || thrown instanceof HttpProblem) return faultOf(thrown);
    throw thrown;
  });
  const isFault = body instanceof Readable && job.result!.headers[FAULT] !== undefined;
  return isFault ? ((await json(body)) as Fault) : body;
}

/** Once the error or, without a URL for it, the event has arrived, nothing is sent again. */
async function tellError(webhook: WebhookRequest, fault: Fault, tries: number, sender: Sender): Promise<ResultAnswer> {
  const { errorUrl } = webhook;
  const event = () => sendEvent(webhook, { event: 'webhook.error', error: fault }, sender);
  const answer = await (errorUrl === null ? event() : sendErrorTo(errorUrl, webhook, fault, sender));
  const pause = pauseAfter(answer, tries);
  if (errorUrl !== null && (answer.isDelivered || pause === null)) await note(event, sender);
  return { ...answer, pause };
}

async function tellRefusal(webhook: WebhookRequest, answer: Sent, sender: Sender): Promise<void> {
  const { url, errorUrl } = webhook;
  const host = new URL(url).host;
  const fault = faultOf(answer.thrown ?? new DocconvError('FETCH_FAILED.status', { host, status: answer.status ?? 0 }));
  if (errorUrl !== null) await note(() => sendErrorTo(errorUrl, webhook, fault, sender), sender);
  await note(() => sendEvent(webhook, { event: 'webhook.error', error: fault }, sender), sender);
}

interface Sent extends Omit<ResultAnswer, 'pause'> {
  readonly thrown?: unknown;
}

function pauseAfter({ isDelivered, status }: Sent, tries: number): number | null {
  const isFinal = status !== null && (status < 500 ? status !== 429 : status === 501);
  return isDelivered || isFinal ? null : (PAUSES[tries - 1] ?? null);
}

/** What is told beside the result is tried a few times now: sending the result again for it would double that. */
async function note(send: () => Promise<Sent>, { signal }: Sender): Promise<void> {
  for (const pause of [...PAUSES.slice(0, 2), null]) {
    const { isDelivered } = await send();
    if (isDelivered || pause === null || signal.aborted) return;
    await sleep(pause, undefined, { signal }).catch(() => {}); // the next try ends at once
  }
}

async function postResult(
  webhook: WebhookRequest,
  { size, headers }: JobResult,
  body: Readable,
  sender: Sender,
): Promise<Sent> {
  const { url, method } = webhook;
  const ownHeaders = {
    'content-disposition': String(headers['content-disposition']),
    ...lowerCase(webhook.headers),
    ...traced(webhook),
    'content-type': String(headers['content-type']),
    'content-length': String(size),
  };
  try {
    return await post({ url, method, ownHeaders, body, timeoutMs: RESULT_MS }, sender);
  } finally {
    body.destroy();
  }
}

function sendErrorTo(url: string, webhook: WebhookRequest, fault: Fault, sender: Sender): Promise<Sent> {
  return sendJson(webhook, { url, method: webhook.errorMethod, value: fault }, sender);
}

async function sendEvent(webhook: WebhookRequest, event: object, sender: Sender): Promise<Sent> {
  const { eventsUrl: url, trace: correlationId } = webhook;
  if (url === null) return { isDelivered: true, status: null, error: null, retryAfter: null };
  const value = { ...event, correlationId, timestamp: new Date().toISOString() };
  return sendJson(webhook, { url, method: 'POST', value }, sender);
}

interface JsonMessage {
  readonly url: string;
  readonly method: Method;
  readonly value: object;
}

function sendJson(webhook: WebhookRequest, { url, method, value }: JsonMessage, sender: Sender): Promise<Sent> {
  const ownHeaders = { ...lowerCase(webhook.headers), ...traced(webhook), 'content-type': 'application/json' };
  return post({ url, method, ownHeaders, body: Buffer.from(JSON.stringify(value)), timeoutMs: NOTE_MS }, sender);
}

const traced = ({ trace, traceparent }: WebhookRequest): Record<string, string> => ({
  'gotenberg-trace': trace,
  ...(traceparent !== null && { traceparent }),
});

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

interface Message {
  readonly url: string;
  readonly method: Method;
  readonly ownHeaders: Record<string, string>;
  readonly body: Readable | Buffer;
  readonly timeoutMs: number;
}

async function post(message: Message, { fetcher, signal }: Sender): Promise<Sent> {
  try {
    const { status, retryAfter } = await fetcher.send({ ...message, signal });
    return { isDelivered: status >= 200 && status < 300, status, error: null, retryAfter };
  } catch (thrown) {
    return { isDelivered: false, status: null, error: toDocconvError(thrown).code, retryAfter: null, thrown };
  }
}
