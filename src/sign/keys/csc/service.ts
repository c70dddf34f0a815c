/**
 * Requests to a signing service of the Cloud Signature Consortium (CSC API 1.0.4 and 2): JSON by POST, with an access token that
 * is renewed once when the service refuses it. Sent to the origin of the operator's URL only.
 */
import { DocconvError } from '../../../errors.js';
import { createOwnServer } from '../../../fetch/index.js';
import { parseUrl } from '../../../system/url.js';
import { isObject, isText, parseAnswer } from '../json-answer.js';

export interface ServiceSettings {
  /** Such as https://sign.example.org/csc/v2. */
  url: string;
  /** An access token that was given by other means. */
  token?: string | undefined;
  /** OAuth 2.0 client credentials. */
  client?: { id: string; secret: string } | undefined;
  /** Whose HTTPS_PROXY, HTTP_PROXY and NO_PROXY apply. */
  env: Readonly<Record<string, string | undefined>>;
  timeoutMs?: number;
}

export type Answer = Readonly<Record<string, unknown>>;

/** Rejects with SIGNING_FAILED, and as Fetcher. */
export interface Service {
  /** Of the specification, such as 2. */
  readonly version: number;
  ask(method: string, body: Answer, signal?: AbortSignal): Promise<Answer>;
}

/** The answer of a service that refuses: its OAuth 2.0 error code. */
export class Refusal extends DocconvError {
  constructor(
    readonly status: number,
    readonly error: string,
    method: string,
    description: string,
  ) {
    super('SIGNING_FAILED.service-refused', { method, status, reason: description || error || '-' });
  }
}

const REQUEST_MS = 30_000;
/** Bytes; certificates with their chains are the longest. */
const MAX_ANSWER = 2 << 20;
/** Characters of a description. */
const MAX_REASON = 300;

export const SOURCE = 'The signing service';

export async function openService(settings: ServiceSettings, signal?: AbortSignal): Promise<Service> {
  const base = baseOf(settings.url);
  const { env, timeoutMs = REQUEST_MS } = settings;
  const info = await post(new URL('info', base), json({}), {}, signal);
  const version = isText(info.specs) ? Number.parseInt(info.specs, 10) : 1;
  let token = settings.token ?? (await newToken());
  return { version, ask };

  async function ask(method: string, body: Answer, signal?: AbortSignal): Promise<Answer> {
    const send = () => post(new URL(method, base), json(body), { authorization: `Bearer ${token}` }, signal);
    try {
      return await send();
    } catch (thrown) {
      const hasExpired = thrown instanceof Refusal && (thrown.status === 401 || thrown.error === 'invalid_token');
      if (!hasExpired) throw thrown;
      if (!settings.client) throw new DocconvError('SIGNING_FAILED.access-token', {}, { cause: thrown });
      token = await newToken(signal);
      return send();
    }
  }

  /** RFC 6749, 4.4. */
  async function newToken(signal?: AbortSignal): Promise<string> {
    const { client } = settings;
    if (!client) throw new DocconvError('OPTION_INVALID.csc-authorisation');
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'service',
      client_id: client.id,
      client_secret: client.secret,
    });
    const answer = await post(tokenUrl(base, info), formBody(form), {}, signal);
    if (isText(answer.access_token) && /^[\x21-\x7e]+$/.test(answer.access_token)) return answer.access_token;
    throw new DocconvError('SIGNING_FAILED.no-access-token');
  }

  async function post(url: URL, { type, bytes }: Body, headers: Record<string, string>, signal?: AbortSignal) {
    const server = createOwnServer({ origin: url.origin, proxies: env });
    const answer = await server({
      method: 'POST',
      url: url.href,
      headers: { ...headers, accept: 'application/json', 'content-type': type },
      body: { blocks: blocksOf(bytes), size: bytes.length },
      maxBytes: MAX_ANSWER,
      timeoutMs,
      ...(signal && { signal }),
    });
    const method = url.pathname.split('/').slice(-2).join('/');
    if (answer.status < 200 || answer.status > 299) throw refusalOf(method, answer.status, answer.body);
    return parseAnswer(answer.body.toString('utf8'), SOURCE);
  }
}

interface Body {
  readonly type: string;
  readonly bytes: Uint8Array;
}

const json = (value: Answer): Body => ({ type: 'application/json', bytes: Buffer.from(JSON.stringify(value)) });
const formBody = (form: URLSearchParams): Body => ({
  type: 'application/x-www-form-urlencoded',
  bytes: Buffer.from(form.toString()),
});

async function* blocksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** PINs and tokens are sent to it: only HTTPS, except to this machine. */
function baseOf(text: string): URL {
  const url = parseUrl(text);
  if (!url || url.username || url.password || url.search || url.hash || !isConfidential(url))
    throw new DocconvError('OPTION_INVALID.csc-url');
  return new URL(`${url.href.replace(/\/+$/, '')}/`);
}

function isConfidential({ protocol, hostname }: URL): boolean {
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}

/** The service states where its authorisation server is (`oauth2` of `info`), which gets the secret of the client. */
function tokenUrl(base: URL, { oauth2 }: Answer): URL {
  const stated = isText(oauth2) ? parseUrl(oauth2) : base;
  if (!stated || !isConfidential(stated)) throw new DocconvError('SIGNING_FAILED.authorisation-server');
  return new URL(`${stated.href.replace(/\/+$/, '')}/oauth2/token`);
}

function refusalOf(method: string, status: number, body: Buffer): Refusal {
  let answer: unknown = null;
  try {
    answer = JSON.parse(body.toString('utf8'));
  } catch {
    // a proxy, or a server that is no signing service
  }
  const member = (name: string) => {
    const value = isObject(answer) ? answer[name] : '';
    return isText(value) ? value.slice(0, MAX_REASON) : '';
  };
  return new Refusal(status, member('error'), method, member('error_description'));
}
