/** Gets timestamp tokens from a time-stamping authority over HTTP (RFC 3161, 3.4), and verifies each before it is used. */
import { randomBytes } from 'node:crypto';
import { DocconvError, type ErrorCode } from '../errors.js';
import type { Fetcher } from '../fetch/index.js';
import { createDigest, encodeTimestampRequest, parseTimestampResponse } from '../pki/index.js';
import { type TimestampFault, timestampFault } from '../signatures/index.js';
import { parseUrl, percentDecoded } from '../system/url.js';

export interface TimestampAuthority {
  /** May have a user name and a password, for basic authentication. */
  url: string;
  /** The policy that tokens must have: an object identifier. */
  policy?: string;
  /** Reaches it; by default, what reaches the responders. */
  fetcher?: Fetcher;
}

const LIMITS = { maxBytes: 100_000, timeoutMs: 30_000 } as const;
const SHA256 = { oid: '2.16.840.1.101.3.4.2.1', parameters: null, der: new Uint8Array() };
/** Tokens have 4,000 to 7,700 bytes. */
const USUAL_BYTES = 8192;

export class TimestampClient {
  /** Of the largest token so far. */
  #largest = 0;
  readonly #host: string;
  readonly #hasPassword: boolean;

  /** Rejects a URL that is none. */
  constructor(
    private readonly authority: TimestampAuthority,
    private readonly fetcher: Fetcher,
    private readonly signal?: AbortSignal,
  ) {
    const { host, authorization } = target(authority.url);
    this.#host = host;
    this.#hasPassword = authorization !== null;
  }

  /** Room for the next token: a quarter more than the largest so far. */
  get room(): number {
    const expected = this.#largest || USUAL_BYTES;
    return expected + Math.max(2048, Math.ceil(expected / 4));
  }

  /** Rejects with the errors of the fetcher, and with FETCH_FAILED for an answer that cannot be used. */
  async stamp(content: Uint8Array): Promise<Uint8Array> {
    const host = this.#host;
    // positive and without a leading zero byte: some servers change other ones
    const nonce = randomBytes(8);
    nonce[0] = (nonce[0]! & 0x3f) | 0x40;
    const request = { nonce: nonce.toString('hex'), policy: this.authority.policy };
    const digest = createDigest(SHA256)!.update(content).digest();
    const body = encodeTimestampRequest({ ...request, digest });
    const answer = await askAuthority(this.authority.url, body, this.fetcher, this.signal).catch(thrown =>
      withFault(thrown, this.#hasPassword),
    );
    const token = tokenOf(answer, host);
    const fault = timestampFault(token, { ...request, content, now: new Date() });
    if (fault) throw new DocconvError(`FETCH_FAILED.timestamp-${fault}`, { host }, finalFault(fault));
    this.#largest = Math.max(this.#largest, token.length);
    return token;
  }
}

/** Resolves to the answer, which is not verified. Rejects with the errors of the fetcher. */
export async function askAuthority(
  authority: string,
  body: Uint8Array,
  fetcher: Fetcher,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const { url, authorization } = target(authority);
  const answer = await fetcher.fetch({
    url,
    method: 'POST',
    body,
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    ...(authorization && { ownHeaders: { authorization } }),
    ...(signal && { signal }),
    ...LIMITS,
  });
  return answer.body;
}

/** The URL without its name and password. */
export const publicUrl = (authority: string): string => target(authority).url;

/** Of faults in an answer. */
const finalFault = (fault: TimestampFault | 'refused') => ({
  detail: { retryable: false, fault: `timestamp-${fault}` },
});

/** By the errors of the fetcher. */
const UNANSWERED = {
  FETCH_FAILED: 'FETCH_FAILED.timestamp-unreachable',
  URL_FORBIDDEN: 'URL_FORBIDDEN.timestamp-forbidden',
  FETCH_TIMEOUT: 'FETCH_TIMEOUT.timestamp-timeout',
  TOO_LARGE: 'TOO_LARGE.timestamp-too-large',
} as const;

const isUnanswered = (code: ErrorCode): code is keyof typeof UNANSWERED => Object.hasOwn(UNANSWERED, code);

function withFault(thrown: unknown, hasPassword: boolean): never {
  if (!(thrown instanceof DocconvError) || !isUnanswered(thrown.code)) throw thrown;
  const unanswered = UNANSWERED[thrown.code];
  const id = DENIED.has(thrown.detail.remoteStatus) ? deniedId(hasPassword) : unanswered;
  const { message: problem, cause, detail } = thrown;
  throw new DocconvError(id, { problem }, { cause, detail: { ...detail, fault: unanswered.replace(/.*\./, '') } });
}

const deniedId = (hasPassword: boolean) =>
  hasPassword ? 'FETCH_FAILED.timestamp-credentials-refused' : 'FETCH_FAILED.timestamp-credentials-needed';

/** Statuses of HTTP: Unauthorized and Forbidden, also of a server to which the authority redirects. */
const DENIED = new Set<unknown>([401, 403]);

/** Removes the credentials from the URL. */
function target(text: string): { url: string; host: string; authorization: string | null } {
  const url = parseUrl(text);
  if (!url) throw new DocconvError('OPTION_INVALID.timestamp-url');
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const [name, secret] = [percentDecoded(username), percentDecoded(password)];
  if (name === null || secret === null) throw new DocconvError('OPTION_INVALID.timestamp-url');
  const pair = `${name}:${secret}`;
  const authorization = username ? `Basic ${Buffer.from(pair).toString('base64')}` : null;
  return { url: url.href, host: url.host, authorization };
}

function tokenOf(body: Uint8Array, host: string): Uint8Array {
  const { status, token } = responseOf(body, host);
  if (status > 1) throw new DocconvError('FETCH_FAILED.timestamp-refused', { host, status }, finalFault('refused'));
  if (!token) throw new DocconvError('FETCH_FAILED.timestamp-unreadable', { host }, finalFault('unreadable'));
  return token;
}

function responseOf(body: Uint8Array, host: string): ReturnType<typeof parseTimestampResponse> {
  try {
    return parseTimestampResponse(body);
  } catch (cause) {
    throw new DocconvError('FETCH_FAILED.timestamp-unreadable', { host }, { ...finalFault('unreadable'), cause });
  }
}
