/** A process that judges one PDF after the other. What a document does to it, it does to nobody else. */

import { type ErrorCode, type ErrorDetail, toDocconvError } from '../../errors.js';
import { createFetcher, type FetcherSettings } from '../../fetch/index.js';
import { decodeBase64, invalidBase64 } from '../../system/base64.js';
import { check } from '../validate.js';

/** The first message: plain data, for neither a store nor a fetcher can be handed over. */
export interface Bench {
  /** Certificates as DER. */
  readonly anchors: readonly Uint8Array[];
  /** Missing certificates and revocation data are fetched so; null: nothing is. */
  readonly online: Pick<FetcherSettings, 'allowPrivate'> | null;
}

/** Every further message. The bytes themselves come by standard input: a message would be copied twice. */
export interface Summons {
  readonly size: number;
  /** The bytes are a string of base64 as JSON writes it, of a document of so many bytes at most. */
  readonly literalOf?: number;
  readonly password?: string;
  readonly at?: Date;
}

/** The answer to a Bench is 'ready'. The result is written as JSON here: that of 20,000 signatures would block whoever does it. */
export type Answer = 'ready' | { valid: boolean; json: Uint8Array } | { failure: Failure };

export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly detail: ErrorDetail;
  /** For the log. */
  readonly cause: string | null;
}

type Settings = Parameters<typeof check>[1];

let settings: Settings;

process.once('message', ({ anchors, online }: Bench) => {
  settings = { trust: { anchors: () => anchors }, ...(online && { fetcher: createFetcher(online) }) };
  process.on('message', async (summons: Summons) => send(await judge(summons)));
  send('ready');
});
process.once('disconnect', () => process.exit());

async function judge({ size, literalOf, ...options }: Summons): Promise<Answer> {
  const bytes = await take(size);
  try {
    const document = literalOf === undefined ? bytes : decodeBase64(textOf(bytes), literalOf);
    const result = await check(document, { ...settings, ...options });
    return { valid: result.valid, json: new TextEncoder().encode(JSON.stringify(result)) };
  } catch (thrown) {
    const { code, message, detail, cause } = toDocconvError(thrown);
    return {
      failure: { code, message, detail, cause: cause instanceof Error ? (cause.stack ?? cause.message) : null },
    };
  }
}

/** What is no string at all is no base64 either. */
function textOf(literal: Buffer): string {
  try {
    return JSON.parse(literal.toString());
  } catch {
    throw invalidBase64();
  }
}

/** The next `size` bytes of standard input, where nothing comes that was not announced. */
async function take(size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let taken = 0;
  while (taken < size) {
    const piece: Buffer | null = process.stdin.read();
    if (piece) taken += piece.copy(bytes, taken);
    else await new Promise(resolve => process.stdin.once('readable', resolve));
  }
  return bytes;
}

function send(answer: Answer): void {
  process.send?.(answer);
}
