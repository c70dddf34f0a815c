/** Sends one signed message to a receiver. */
import { type ErrorCode, toDocconvError } from '../../errors.js';
import type { Fetcher } from '../../fetch/index.js';
import { signedHeaders } from './signature.js';

export interface PostSettings {
  readonly fetcher: Pick<Fetcher, 'send'>;
  /** Of an account: the present one, then those that are still valid. See secretBytes(). */
  secretsOf(account: string): Promise<readonly Uint8Array[]>;
}

interface SignedMessage {
  readonly id: string;
  readonly account: string;
  readonly url: string;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

/** What became of a message. */
export interface PostAnswer {
  readonly isDelivered: boolean;
  /** Null: there was no answer, because of `error`. */
  readonly status: number | null;
  readonly error: ErrorCode | null;
  /** Seconds. */
  readonly retryAfter: number | null;
}

const TRY_MS = 15_000;

/** Rejects only when the secrets cannot be read. */
export async function post(
  { url, account, sentAt, ...message }: SignedMessage,
  { fetcher, secretsOf }: PostSettings,
  signal: AbortSignal,
): Promise<PostAnswer> {
  const headers = signedHeaders(message, await secretsOf(account), sentAt);
  try {
    const sent = await fetcher.send({ url, headers, body: Buffer.from(message.body), timeoutMs: TRY_MS, signal });
    return { ...sent, isDelivered: sent.status >= 200 && sent.status < 300, error: null };
  } catch (thrown) {
    return { isDelivered: false, status: null, error: toDocconvError(thrown).code, retryAfter: null };
  }
}
