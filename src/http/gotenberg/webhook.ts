/** The webhook of a request, as its headers name it. */
import type { IncomingHttpHeaders } from 'node:http';
import { DocconvError } from '../../errors.js';
import type { GuardedFetcher } from '../../fetch/index.js';
import type { WebhookCheck } from '../jobs/webhook-check.js';
import { headersOf, requireUrl } from './downloads.js';
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
  const url = urlOf(headers, 'Url');
  if (url === null) return null;
  const [errorUrl, eventsUrl] = [urlOf(headers, 'Error-Url'), urlOf(headers, 'Events-Url')];
  if (errorUrl === null && eventsUrl === null)
    throw badRequest(
      "At least one of 'Gotenberg-Webhook-Error-Url' or 'Gotenberg-Webhook-Events-Url' headers must be provided",
    );
  const traceparent = headers.traceparent;
  return {
    url,
    method: methodOf(headers, 'Gotenberg-Webhook-Method'),
    errorUrl,
    errorMethod: errorUrl === null ? 'POST' : methodOf(headers, 'Gotenberg-Webhook-Error-Method'),
    eventsUrl,
    headers: extraHeaders(textOf(headers, 'extra-http-headers')),
    trace,
    traceparent:
      typeof traceparent === 'string' && /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(traceparent)
        ? traceparent
        : null,
  };
}

function urlOf(headers: IncomingHttpHeaders, name: string): string | null {
  const url = textOf(headers, name.toLowerCase());
  if (url !== null) requireUrl(url, `'Gotenberg-Webhook-${name}' header value`);
  return url;
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
