/**
 * Signs documents of strangers with the key of a server. This process has the key: it computes signature values and parses no
 * PDF. A sandboxed process for each document does that, and verifies the result.
 */
import { availableParallelism } from 'node:os';
import { DocconvError } from '../../errors.js';
import type { Fetcher } from '../../fetch/index.js';
import { FairQueue, WorkerPool, Workspace } from '../../isolation/index.js';
import { untilAborted } from '../../system/deferred.js';
import { foldersOf, NOTHING_TRUSTED } from '../../trust/index.js';
import { documentDigest } from '../cms.js';
import { BASELINE_LEVELS, type BaselineLevel, isAtLeast } from '../levels.js';
import { schemesOf } from '../scheme.js';
import type { Signer } from '../signer.js';
import { askAuthority, publicUrl, type TimestampAuthority } from '../timestamp-authority.js';
import type { LayoutQuestion, ServedSignOptions } from './events.js';
import { HeldKey } from './held-key.js';
import {
  overloaded,
  POOL_ERRORS,
  type SignedDocument,
  type SigningJob,
  type SigningWorkerSettings,
  startSigningWorker,
} from './workers.js';

export type { LayoutQuestion, ServedSignOptions } from './events.js';
export type { SignedDocument } from './workers.js';

export interface SigningSettings extends SigningWorkerSettings {
  /** Opens the key. */
  readonly open: () => Promise<Signer>;
  /** Null: only the level B is available. Its fetcher reaches it. */
  readonly tsa: (Required<Pick<TimestampAuthority, 'url' | 'fetcher'>> & TimestampAuthority) | null;
  /** Fetches certificates and revocation data; null: LT and LTA are not available. */
  readonly fetcher: Fetcher | null;
  /** Milliseconds for one document. */
  readonly timeoutMs: number;
}

export interface SigningOrder {
  readonly bytes: () => Promise<Uint8Array>;
  readonly options: ServedSignOptions;
  /** Of the visible signature; null: it has none. */
  readonly image: (() => Promise<Uint8Array>) | null;
  /**
   * Called before each use of the key.
   * @param certificate SHA-256 of the certificate, hexadecimal @param digest of the document with its signature field
   */
  onKeyUse(certificate: string, digest: string): Promise<void>;
  /** The PDF of the sheet with the text of a visible signature. */
  layOut(question: LayoutQuestion, signal: AbortSignal): Promise<Uint8Array>;
}

export interface SigningService {
  /** The levels that its settings permit. */
  readonly levels: readonly BaselineLevel[];
  /** Whether the key could not be used the last time. */
  readonly isFailing: boolean;
  /** Opens the key. Rejects with SIGNING_FAILED. */
  start(): Promise<void>;
  /**
   * Rejects as sign() does, with SIGNING_FAILED for every fault of the key, the authority or a responder, and with
   * LIMIT_EXCEEDED, OVERLOADED, VERIFICATION_CRASHED, CLOSED or the reason of the signal.
   */
  sign(order: SigningOrder, signal: AbortSignal, caller: string): Promise<SignedDocument>;
  close(): Promise<void>;
}

const QUEUE_PER_PROCESS = 16;
/** A second one where the token is longer than expected. */
const MAX_KEY_USES = 2;

export function createSigningService(settings: SigningSettings): SigningService {
  const size = Math.min(4, Math.max(2, availableParallelism()));
  const queue = new FairQueue(size, size * QUEUE_PER_PROCESS);
  const workspace = new Workspace();
  const key = new HeldKey(settings.open);
  const pool = new WorkerPool<SigningJob, SignedDocument>({
    start: signal => startSigningWorker(settings, workspace, signal),
    errors: POOL_ERRORS,
    size,
    queueLimit: size,
    maxJobs: 1, // none can influence the signature of another document
    spares: 0,
    idleMs: 30_000,
    retryCrashes: false, // the key may have been used
  });
  return {
    levels: BASELINE_LEVELS.filter(level => isAvailable(level, settings)),
    get isFailing() {
      return key.isFailing;
    },
    async start() {
      await key.signer();
    },
    async sign(order, signal, caller) {
      const signer = await untilAborted(key.signer(), signal);
      requireValid(signer);
      const release = await queue.acquire(caller, signal);
      if (!release) throw overloaded();
      try {
        return (await pool.run(jobOf(order, signer, key, settings), settings.timeoutMs, signal)).result;
      } catch (thrown) {
        throw isOfOthers(thrown) ? failedBy(thrown) : thrown;
      } finally {
        release();
      }
    },
    async close() {
      await pool.close();
      await key.close();
    },
  };
}

/** LT needs paths to trusted certificates, and what they refer to. */
function isAvailable(level: BaselineLevel, { tsa, fetcher, trust }: SigningSettings): boolean {
  return level === 'B' || (tsa !== null && (!isAtLeast(level, 'LT') || (fetcher !== null && trustsAnybody(trust))));
}

function trustsAnybody(trust: SigningSettings['trust']): boolean {
  const trusted = trust?.() ?? NOTHING_TRUSTED;
  return trusted.certificates.length > 0 || foldersOf(trusted).length > 0;
}

function requireValid({ certificate: { notBefore, notAfter } }: Signer): void {
  const now = new Date();
  if (now < notBefore || now > notAfter)
    throw new DocconvError('SIGNING_FAILED.expired', { from: notBefore.toISOString(), to: notAfter.toISOString() });
}

function jobOf(
  { bytes, options, image, onKeyUse, layOut }: SigningOrder,
  signer: Signer,
  key: HeldKey,
  { tsa, fetcher }: SigningSettings,
): SigningJob {
  const { certificate } = signer;
  const schemes = schemesOf(signer.publicKey);
  let uses = 0;
  return {
    bytes,
    options,
    image,
    signer,
    authority: tsa && { url: publicUrl(tsa.url), ...(tsa.policy !== undefined && { policy: tsa.policy }) },
    async sign(data, signal) {
      const scheme = schemes.find(one => documentDigest(data, certificate, one.digest));
      const digest = scheme && documentDigest(data, certificate, scheme.digest);
      if (!digest || ++uses > MAX_KEY_USES) throw new DocconvError('SIGNING_FAILED.other-data');
      signal.throwIfAborted();
      await onKeyUse(certificate.sha256, Buffer.from(digest).toString('hex'));
      signal.throwIfAborted(); // nobody waits for the signature any more
      return key.sign(data, scheme, certificate);
    },
    layOut,
    async timestamp(request, signal) {
      if (!tsa) throw new DocconvError('SIGNING_FAILED.not-available');
      return ofOthers(askAuthority(tsa.url, request, tsa.fetcher, signal));
    },
    async fetch({ url, method, headers, maxBytes, timeoutMs }, body, signal) {
      if (!fetcher) throw new DocconvError('SIGNING_FAILED.not-available');
      const content = method === 'POST' && { body };
      const answer = fetcher.fetch({ url, method, headers, maxBytes, timeoutMs, ...content, signal });
      return (await ofOthers(answer)).body;
    },
  };
}

/** The client has chosen no server: a fault of one is no fault of the request. */
const failedBy = (cause: DocconvError): DocconvError =>
  new DocconvError('SIGNING_FAILED.authority', { reason: cause.message }, { cause });

/** An answer that the signing process has found to be wrong. */
const isOfOthers = (thrown: unknown): thrown is DocconvError =>
  thrown instanceof DocconvError && thrown.code === 'FETCH_FAILED';

function ofOthers<T>(answer: Promise<T>): Promise<T> {
  return answer.catch(thrown => {
    throw thrown instanceof DocconvError ? failedBy(thrown) : thrown;
  });
}
