/** Requests to S3: signed (SigV4), limited in time, in the time of S3, and repeated while it is overloaded or cannot be reached. */
import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { DocconvError, type ErrorCode, toDocconvError } from '../../../errors.js';
import type { OwnServer } from '../../../fetch/index.js';
import { pause } from '../../../system/deferred.js';
import type { ByteRange, OpenBlocks } from '../documents.js';
import type { S3Place } from './place.js';

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly key: string;
  /** Bytes of the object that are read. */
  readonly range?: ByteRange;
  readonly body?: { readonly open: OpenBlocks; readonly size: number };
}

/** Resolves to the body of an answer, null if there is no such object. Rejects with STORE_UNAVAILABLE, or the error of the blocks. */
export type S3Requests = (request: S3Request, tries?: number) => Promise<Buffer | null>;

const TRIES = 4;
/** Of the first wait; each further one is twice as long. */
const WAIT_MS = 250;
/** After this time, no further try is made. */
const TRYING_MS = 20_000;
/** For each try: for an answer, and for the bytes of an object. */
const ANSWER_MS = 10_000;
const BYTES_PER_MS = 500;
/** Bytes of an answer that is not an object. */
const SMALL = 65_536;
const UNANSWERED: ReadonlySet<ErrorCode> = new Set(['FETCH_FAILED', 'FETCH_TIMEOUT', 'CANCELLED']);
const TEMPORARY = new Set([408, 429, 500, 502, 503, 504]);
const EMPTY_HASH = createHash('sha256').digest('hex');

type Answer = Awaited<ReturnType<OwnServer>>;

/** @param ending when it is aborted, requests under way reject */
export function createS3Requests(
  { name, url, region, credentials }: S3Place,
  server: OwnServer,
  ending: AbortSignal,
): S3Requests {
  const signingKeys = new Map<string, ArrayBuffer>(); // of one day each
  let aheadMs = 0; // the clock of S3

  /** S3 refuses a signature of another time than its own. The clock of this machine may be wrong, and documents are safe. */
  const send = async (request: S3Request, hash: string): Promise<Answer> => {
    const answer = await sendSigned(request, hash);
    if (codeOf(answer.body) !== 'RequestTimeTooSkewed' || Number.isNaN(answer.date)) return answer;
    aheadMs = answer.date - Date.now();
    return sendSigned(request, hash);
  };
  const sendSigned = async ({ method, key, range, body }: S3Request, hash: string): Promise<Answer> => {
    const size = body?.size ?? (range ? range.last - range.first + 1 : 0);
    const signer = new AwsV4Signer({
      ...{ method, url: url + key, service: 's3', region, cache: signingKeys, ...credentials },
      headers: { 'x-amz-content-sha256': hash },
      datetime: new Date(Date.now() + aheadMs).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    });
    if (signingKeys.size > 1) signingKeys.clear();
    const signed = await signer.sign();
    return server({
      method,
      url: signed.url.href,
      headers: {
        ...Object.fromEntries(signed.headers),
        'user-agent': 'docconv',
        'accept-encoding': 'identity',
        ...(range && { range: `bytes=${range.first}-${range.last}` }),
      },
      ...(body && { body: { blocks: body.open(), size } }),
      maxBytes: Math.max(SMALL, range ? size : 0),
      timeoutMs: ANSWER_MS + Math.ceil(size / BYTES_PER_MS),
      signal: ending,
    });
  };

  return async (request, tries = TRIES) => {
    // a hash, not UNSIGNED-PAYLOAD: S3 then refuses bytes that were changed on the way, also without TLS
    const hash = request.body ? await hashOf(request.body) : EMPTY_HASH;
    const started = performance.now();
    for (let tried = 1; ; tried++) {
      const answer = await send(request, hash).catch(toFailure);
      const isLast = tried >= tries || performance.now() - started > TRYING_MS || ending.aborted;
      if (answer instanceof DocconvError) {
        if (isLast) throw new DocconvError('STORE_UNAVAILABLE.s3', { name, reason: answer.message }, { cause: answer });
      } else {
        const { status, body } = answer;
        if (status >= 200 && status < 300) return body;
        if (isMissing(request, answer)) return null;
        if (isLast || !isTemporary(answer))
          throw new DocconvError('STORE_UNAVAILABLE.s3-status', { name, status, code: codeOf(body) });
      }
      const wait = WAIT_MS * 2 ** (tried - 1) * (0.5 + Math.random());
      await pause(wait, ending);
    }
  };
}

/** Rejects with the errors of the blocks of a request. */
function toFailure(thrown: unknown): DocconvError {
  const error = toDocconvError(thrown);
  if (!UNANSWERED.has(error.code)) throw thrown;
  return error;
}

function isMissing({ method }: S3Request, { status, body }: Answer): boolean {
  return status === 404 && method !== 'PUT' && codeOf(body) !== 'NoSuchBucket';
}

/** S3 closes connections that were idle for too long with status 400. */
function isTemporary({ status, body }: Answer): boolean {
  return TEMPORARY.has(status) || codeOf(body) === 'RequestTimeout';
}

/** Such as SlowDown. The rest of the answer may contain what was signed. */
function codeOf(body: Buffer): string {
  return /<Code>(\w{1,64})<\/Code>/.exec(body.toString('latin1'))?.[1] ?? '';
}

async function hashOf({ open, size }: NonNullable<S3Request['body']>): Promise<string> {
  const hash = createHash('sha256');
  let read = 0;
  for await (const block of open()) {
    hash.update(block);
    read += block.length;
  }
  if (read !== size) throw new Error(`a document of ${size} bytes has ${read}`);
  return hash.digest('hex');
}
