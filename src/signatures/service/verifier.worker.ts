/** The worker process of the verification service: verifies one PDF at a time. */
import { toDocconvError } from '../../errors.js';
import { createFetcher, type FetcherSettings } from '../../fetch/index.js';
import { runWorker } from '../../isolation/index.js';
import { decodeBase64, invalidBase64 } from '../../system/base64.js';
import type { Verdict } from '../result.js';
import { check } from '../validate.js';

/** Plain data: neither a trust store nor a fetcher can be sent to another process. */
export interface WorkerConfig {
  /** Trusted certificates as DER. */
  readonly anchors: readonly Uint8Array[];
  /** How missing certificates and revocation data are fetched; null: not at all. */
  readonly online: Pick<FetcherSettings, 'allowPrivate'> | null;
}

/** The document is sent on standard input: in a message it would be copied twice. */
export interface VerifyRequest {
  /** Bytes on standard input. */
  readonly size: number;
  /** The input is a JSON string literal with the document in base64; the maximum size of the document. Absent: the document. */
  readonly literalOf?: number;
  readonly password?: string;
  readonly at?: Date;
}

export interface Verification {
  readonly verdict: Verdict;
  /** The VerificationResult as JSON in UTF-8. Serializing 20,000 signatures would block the server. */
  readonly json: Uint8Array;
}

runWorker(async ({ anchors, online }: WorkerConfig) => {
  const settings = { trust: { anchors: () => anchors }, ...(online && { fetcher: createFetcher(online) }) };
  return async ({ size, literalOf, ...options }: VerifyRequest): Promise<Verification> => {
    const bytes = await readInput(size);
    try {
      const document = literalOf === undefined ? bytes : decodeBase64(parseString(bytes), literalOf);
      const result = await check(document, { ...settings, ...options });
      return { verdict: result.verdict, json: new TextEncoder().encode(JSON.stringify(result)) };
    } catch (thrown) {
      throw toDocconvError(thrown); // an error of check() is a result, too: the process stays usable
    }
  };
});

function parseString(literal: Buffer): string {
  try {
    return JSON.parse(literal.toString());
  } catch {
    throw invalidBase64();
  }
}

/** The next `size` bytes of standard input, which contains only the documents of requests. */
async function readInput(size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let length = 0;
  while (length < size) {
    const chunk: Buffer | null = process.stdin.read();
    if (chunk) length += chunk.copy(bytes, length);
    else await new Promise(resolve => process.stdin.once('readable', resolve));
  }
  return bytes;
}
