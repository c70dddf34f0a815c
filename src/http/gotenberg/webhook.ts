/** The webhook of a request: its headers, and sending the result or the error there. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { DocconvError } from '../../errors.js';
import type { GuardedFetcher } from '../../fetch/index.js';
import type { WebhookCheck } from '../jobs/webhook-check.js';
import { faultOf } from './answers.js';
import { headersOf } from './downloads.js';
import { badRequest } from './form/form-reader.js';
import { parseJson } from './form/reasons.js';

type Method = 'POST' | 'PUT' | 'PATCH';

export interface WebhookRequest {
  readonly url: string;
  readonly method: Method;
  /** What receives errors; null: nothing. */
  readonly errorUrl: string | null;
  readonly errorMethod: Method;
  /** What receives an event at the end; null: nothing. */
  readonly eventsUrl: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Names the request in what is sent. */
  readonly trace: string;
  /** Of W3C Trace Context; null: the request has none. */
  readonly traceparent: string | null;
}

export const hasWebhook = (headers: IncomingHttpHeaders): boolean => textOf(headers, 'url') !== null;

/** Null: the request has none. Throws invalid_parameter. */
export function webhookOf(headers: IncomingHttpHeaders, trace: string): WebhookRequest | null {
  const url = textOf(headers, 'url');
  if (url === null) return null;
  const [errorUrl, eventsUrl] = [textOf(headers, 'error-url'), textOf(headers, 'events-url')];
  if (errorUrl === null && eventsUrl === null)
    throw badRequest("Invalid 'Gotenberg-Webhook-Error-Url' header: empty value or header not provided");
  const traceparent = headers.traceparent;
  return {
    url,
    method: methodOf(headers, 'Gotenberg-Webhook-Method'),
    errorUrl,
    errorMethod: methodOf(headers, 'Gotenberg-Webhook-Error-Method'),
    eventsUrl,
    headers: extraHeaders(textOf(headers, 'extra-http-headers')),
    trace,
    traceparent:
      typeof traceparent === 'string' && /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(traceparent)
        ? traceparent
        : null,
  };
}

function textOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[`gotenberg-webhook-${name}`];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function methodOf(headers: IncomingHttpHeaders, name: string): Method {
  const value = headers[name.toLowerCase()];
  const method = (typeof value === 'string' && value.trim().toUpperCase()) || 'POST';
  if (method === 'POST' || method === 'PUT' || method === 'PATCH') return method;
  throw badRequest(`Invalid '${name}' header value: expected 'POST', 'PATCH' or 'PUT', but got '${method}'`);
}

function extraHeaders(text: string | null): Readonly<Record<string, string>> {
  const refuse = (fault: string) => badRequest(`Invalid 'Gotenberg-Webhook-Extra-Http-Headers' header value: ${fault}`);
  if (text === null) return {};
  const parsed = parseJson(text);
  if ('fault' in parsed) throw refuse(parsed.fault);
  return headersOf(parsed.value, refuse);
}

/** Before the request is accepted. Throws url_forbidden and webhook_undeliverable. */
export async function checkUrls(
  { url, errorUrl, eventsUrl }: WebhookRequest,
  fetcher: GuardedFetcher | null,
  check: WebhookCheck,
): Promise<void> {
  if (!fetcher) throw new DocconvError('URL_FORBIDDEN.fetching-disabled');
  for (const one of new Set([url, errorUrl, eventsUrl])) if (one !== null) await check(one, { parameter: 'webhook' });
}

export interface Result {
  /** A new stream of it, for each try. */
  open(): Readable | Buffer;
  readonly size: number;
  readonly contentType: string;
  readonly disposition: string;
}

interface Sender {
  readonly fetcher: GuardedFetcher;
  readonly signal: AbortSignal;
}

/** Pauses in milliseconds before the tries that follow the first one. */
const PAUSES = [1_000, 2_000, 4_000, 8_000];
const TRY_MS = 30_000;

/** Rejects when no try succeeds. */
export async function sendResult(webhook: WebhookRequest, result: Result, sender: Sender): Promise<void> {
  const { url, method } = webhook;
  const headers = {
    'content-disposition': result.disposition,
    ...lowerCase(webhook.headers),
    ...traced(webhook),
    'content-type': result.contentType,
    'content-length': String(result.size),
  };
  await send({ url, method, headers, open: () => result.open() }, sender);
  await sendEvent(webhook, { event: 'webhook.success' }, sender).catch(() => {}); // the result has arrived
}

export async function sendError(webhook: WebhookRequest, thrown: unknown, sender: Sender): Promise<void> {
  const fault = faultOf(thrown);
  const { errorUrl, errorMethod } = webhook;
  if (errorUrl !== null) await sendJson(webhook, errorUrl, errorMethod, fault, sender);
  await sendEvent(webhook, { event: 'webhook.error', error: fault }, sender);
}

async function sendEvent(webhook: WebhookRequest, event: object, sender: Sender): Promise<void> {
  const { eventsUrl, trace: correlationId } = webhook;
  const body = { ...event, correlationId, timestamp: new Date().toISOString() };
  if (eventsUrl !== null) await sendJson(webhook, eventsUrl, 'POST', body, sender);
}

async function sendJson(
  webhook: WebhookRequest,
  url: string,
  method: Method,
  value: object,
  sender: Sender,
): Promise<void> {
  const body = Buffer.from(JSON.stringify(value));
  const headers = { ...lowerCase(webhook.headers), ...traced(webhook), 'content-type': 'application/json' };
  await send({ url, method, headers, open: () => body }, sender);
}

const traced = ({ trace, traceparent }: WebhookRequest): Record<string, string> => ({
  'gotenberg-trace': trace,
  ...(traceparent !== null && { traceparent }),
});

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

interface Sent {
  readonly url: string;
  readonly method: Method;
  readonly headers: Record<string, string>;
  open(): Readable | Buffer;
}

async function send({ open, headers: ownHeaders, ...message }: Sent, { fetcher, signal }: Sender): Promise<void> {
  for (const pause of [...PAUSES, null]) {
    const body = open();
    const sent = await fetcher
      .send({ ...message, body, ownHeaders, timeoutMs: TRY_MS, signal })
      .catch((thrown: unknown) => ({ thrown }));
    if (!Buffer.isBuffer(body)) body.destroy();
    signal.throwIfAborted();
    if ('status' in sent && sent.status >= 200 && sent.status < 300) return;
    const isFinal = 'status' in sent && sent.status < 500 && sent.status !== 429;
    if (pause === null || isFinal) throw 'status' in sent ? refused(message.url, sent.status) : sent.thrown;
    await sleep(pause, undefined, { signal });
  }
}

function refused(url: string, status: number): DocconvError {
  return new DocconvError('FETCH_FAILED.status', { host: new URL(url).host, status });
}
