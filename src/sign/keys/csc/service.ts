/**
 * Requests to a signing service of the Cloud Signature Consortium (CSC API 1.0.4 and 2): JSON by POST, with an access token that
 * is renewed once when the service refuses it. Sent to the origins of the operator's URLs only.
 */
import { DocconvError } from '../../../errors.js';
import { createOwnServer } from '../../../fetch/index.js';
import { isObject } from '../../../system/formats/json.js';
import { parseUrl } from '../../../system/url.js';
import { isText, parseAnswer } from '../json-answer.js';

export interface ServiceSettings {
  /** Such as https://sign.example.org/csc/v2. */
  url: string;
  /** An access token that was given by other means. */
  token?: string | undefined;
  /** OAuth 2.0 client credentials. */
  client?: { id: string; secret: string } | undefined;
  /** Base URL of the authorisation server; by default what the service states, if it is at the service's own origin. */
  oauthUrl?: string | undefined;
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
    readonly method: string,
    description: string,
  ) {
    super('SIGNING_FAILED.service-refused', { method, status, reason: description || error || '-' });
  }
}

/** Whether the PIN or one-time password may be what was refused: sent again and again, it would lock the credential. */
export const isRefusedAuthorisation = (error: unknown): boolean =>
  error instanceof Refusal && error.method === AUTHORIZE && [400, 403].includes(error.status);

const REQUEST_MS = 30_000;
/** Bytes; certificates with their chains are the longest. */
const MAX_ANSWER = 2 << 20;
/** Characters of a description. */
const MAX_REASON = 300;

/** Where an authorisation server does not say how long a token lasts (CSC API, oauth2/token). */
const TOKEN_SECONDS = 3600;

export const SOURCE = 'The signing service';

/** Takes a PIN or a one-time password: sent once, as a second failure may lock the credential. */
export const AUTHORIZE = 'credentials/authorize';

interface AccessToken {
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export async function openService(settings: ServiceSettings, signal?: AbortSignal): Promise<Service> {
  const base = baseOf(settings.url);
  const { env, timeoutMs = REQUEST_MS } = settings;
  const info = await post(new URL('info', base), json({}), {}, signal);
  const version = isText(info.specs) ? Number.parseInt(info.specs, 10) : 1;
  let token =
    settings.token === undefined ? await newToken(signal) : { value: settings.token, until: Number.POSITIVE_INFINITY };
  return { version, ask };

  async function ask(method: string, body: Answer, signal?: AbortSignal): Promise<Answer> {
    const isOnce = method === AUTHORIZE;
    const send = () => post(new URL(method, base), json(body), { authorization: `Bearer ${token.value}` }, signal);
    if (isOnce && token.until < Date.now() + timeoutMs) token = await newToken(signal);
    try {
      return await send();
    } catch (thrown) {
      const isRefused = thrown instanceof Refusal && thrown.error === 'invalid_token';
      if (!isRefused) throw thrown;
      if (!settings.client) throw new DocconvError('SIGNING_FAILED.access-token', {}, { cause: thrown });
      if (isOnce) throw thrown;
      token = await newToken(signal);
      return send();
    }
  }

  /** RFC 6749, 4.4. */
  async function newToken(signal?: AbortSignal): Promise<AccessToken> {
    const { client } = settings;
    if (!client) throw new DocconvError('OPTION_INVALID.csc-authorisation');
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'service',
      client_id: client.id,
      client_secret: client.secret,
    });
    const asked = Date.now();
    const answer = await post(tokenUrl(base, info, settings.oauthUrl), formBody(form), {}, signal);
    if (!isText(answer.access_token) || !/^[\x21-\x7e]+$/.test(answer.access_token))
      throw new DocconvError('SIGNING_FAILED.no-access-token');
    return { value: answer.access_token, until: asked + 1000 * (Number(answer.expires_in) || TOKEN_SECONDS) };
  }

  async function post(url: URL, { type, bytes }: Body, headers: Record<string, string>, signal?: AbortSignal) {
    // a proxy would read what is sent without TLS to this machine
    const server = createOwnServer({ origin: url.origin, proxies: url.protocol === 'https:' ? env : {} });
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
  if (!url || !isPlain(url) || !isConfidential(url)) throw new DocconvError('OPTION_INVALID.csc-url');
  return directoryOf(url);
}

const isPlain = ({ username, password, search, hash }: URL): boolean => !username && !password && !search && !hash;

const directoryOf = ({ href }: URL): URL => new URL(`${href.replace(/\/+$/, '')}/`);

function isConfidential({ protocol, hostname }: URL): boolean {
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}

/**
 * It gets the secret of the client. The service states where it is (`oauth2` of `info`), without having proved that it may know
 * the secret: another origin has to be named by the operator.
 */
function tokenUrl(base: URL, { oauth2 }: Answer, named: string | undefined): URL {
  if (named !== undefined) return new URL('oauth2/token', baseOf(named));
  const stated = isText(oauth2) ? parseUrl(oauth2) : base;
  if (!stated || !isPlain(stated) || stated.origin !== base.origin)
    throw new DocconvError('SIGNING_FAILED.authorisation-server', { url: stated?.origin ?? '-' });
  return new URL('oauth2/token', directoryOf(stated));
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
