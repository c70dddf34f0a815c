/** Verifies documents in worker processes: a document that crashes or blocks the PDF reader fails only its own request. */
import { isUtf8 } from 'node:buffer';
import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { DocconvError } from '../../errors.js';
import {
  type Accept,
  asPoolWorker,
  collect,
  compromised,
  FairQueue,
  type PoolWorker,
  ProtocolError,
  readCount,
  readName,
  readObject,
  reasonOf,
  WorkerError,
  WorkerPool,
  WorkerProcess,
  Workspace,
} from '../../isolation/index.js';
import { builtFile } from '../../system/package.js';
import { hasUnsafe } from '../../text.js';
import { foldersOf, NOTHING_TRUSTED, type PortableTrust } from '../../trust/index.js';
import type { TrustRules } from '../options.js';
import type { Verdict } from '../result.js';
import { PDF_FAILURES, pdfLimits } from './pdf-process.js';
import type { VerifyRequest, WorkerConfig } from './verifier.worker.js';

export interface Verifier {
  /**
   * Rejects as check() does, with LIMIT_EXCEEDED for too much time or memory, OVERLOADED when too many documents wait,
   * VERIFICATION_CRASHED, CLOSED, or the signal's reason. @param caller for the fair distribution of the processes, see FairQueue
   */
  verify(input: VerifyInput, signal: AbortSignal, caller: string): Promise<Verification>;
  close(): Promise<void>;
}

export interface VerifyInput extends Omit<VerifyRequest, 'at'> {
  /** The document; a function reads it when a process is free. */
  readonly bytes: Uint8Array | (() => Promise<Uint8Array>);
  readonly at?: Date;
}

export interface Verification {
  readonly verdict: Verdict;
  /** The VerificationResult as JSON in UTF-8. Serializing 20,000 signatures would block the server. */
  readonly json: Uint8Array;
}

export interface OnlineSettings {
  readonly allowPrivate: boolean;
  /** PEM with certificates that are accepted for servers beside the public ones (NODE_EXTRA_CA_CERTS). */
  readonly caFile?: string | undefined;
}

export interface VerifierSettings {
  /** What is trusted; asked when a process starts. Null: nothing. */
  readonly trust: (() => PortableTrust) | null;
  readonly rules?: TrustRules;
  readonly online: OnlineSettings | null;
  /** Milliseconds for one document. */
  readonly timeoutMs: number;
  /** MiB of V8's heap; the PDF reader limits what it unpacks. 8 million /Kids in 49 MB need less than 1024. */
  readonly memoryMb: number;
  /** A process verifies one document only, so that none can read or falsify the verification of another. */
  readonly processPerDocument?: boolean;
  /** Processes that start before their document arrives; by default one with `processPerDocument`. */
  readonly spares?: number;
  /** Milliseconds after which an idle process is stopped. */
  readonly idleMs?: number;
}

/** At least two, so that one bad document does not block the good ones. */
const processCount = () => Math.min(4, Math.max(2, availableParallelism()));
const QUEUE_PER_PROCESS = 16;
const IDLE_MS = 30_000;
/** Documents after which a process is replaced, which bounds memory leaks. */
const MAX_DOCUMENTS = 2_000;

/** Starts its processes when they are first needed. */
export function createVerifier(settings: VerifierSettings): Verifier {
  const size = processCount();
  const queue = new FairQueue(size, size * QUEUE_PER_PROCESS);
  const workspace = new Workspace();
  const pool = new WorkerPool<VerifyInput, Verification>({
    start: signal => startVerifierWorker(settings, workspace, signal),
    errors: POOL_ERRORS,
    size,
    queueLimit: size,
    maxJobs: settings.processPerDocument ? 1 : MAX_DOCUMENTS,
    spares: settings.spares ?? (settings.processPerDocument ? 1 : 0),
    idleMs: settings.idleMs ?? IDLE_MS,
    retryCrashes: false,
  });
  return {
    async verify(input, signal, caller) {
      const release = await queue.acquire(caller, signal);
      if (!release) throw overloaded();
      try {
        return (await pool.run(input, settings.timeoutMs, signal)).result;
      } finally {
        release();
      }
    },
    close: () => pool.close(),
  };
}

/** In the same sandbox as the engines, without a writable folder; with network access where revocation is fetched. */
async function startVerifierWorker(
  given: VerifierSettings,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<PoolWorker<VerifyInput, Verification>> {
  const { rules = {}, online, memoryMb } = given;
  const { certificates: blobs, ...places } = given.trust?.() ?? NOTHING_TRUSTED;
  const entry = builtFile('signatures/service/verifier.worker.js');
  const authorities = online?.caFile ? [resolve(online.caFile)] : [];
  const describe = (error: unknown) => (error instanceof WorkerError ? errorOf(error, memoryMb) : error);
  const settings = {
    entry,
    heapLimit: memoryMb,
    sandbox: {
      scratch: null,
      memory: pdfLimits(memoryMb).memory,
      readable: [dirname(entry), ...authorities, ...foldersOf(places)],
      network: online !== null,
    },
    environment: online?.caFile ? { NODE_EXTRA_CA_CERTS: online.caFile } : {},
    config: { online: online && { allowPrivate: online.allowPrivate }, places, rules },
    blobs,
    failures: PDF_FAILURES,
    workspace,
  };
  const process = await WorkerProcess.start<WorkerConfig, VerifyRequest>(settings, signal).catch(error => {
    throw error instanceof WorkerError && error.isOfStart
      ? new DocconvError('VERIFICATION_CRASHED.did-not-start', { reason: reasonOf(error) }, { cause: error })
      : describe(error);
  });
  return asPoolWorker(process, {
    batch: 1,
    ready: process.ready,
    run: async ([job], runSignal) => {
      const { bytes, at, ...options } = job!;
      const body = { ...options, ...(at && { at: at.getTime() }) };
      try {
        const blobs = [typeof bytes === 'function' ? await bytes() : bytes];
        const [accept, signal] = [acceptVerification, runSignal];
        const verification = await process.request({ body, blobs, accept, signal, limits: pdfLimits(memoryMb) });
        if (isJsonObject(verification.json)) return [verification];
        await process.stop();
        throw new WorkerError('malformed', 'a result that is not JSON');
      } catch (error) {
        throw describe(error);
      }
    },
  });
}

const VERDICTS: ReadonlySet<Verdict> = new Set(['valid', 'intact', 'indeterminate', 'invalid', 'unsigned']);
/** Bytes of a result, and up to which it is parsed: that takes 10 ms at most. */
const [MAX_JSON, MAX_PARSED] = [64 * 1024 ** 2, 1024 ** 2];

const acceptVerification: Accept<Verification> = (value, [size, ...others]) => {
  const { verdict } = readObject(value, ['verdict']);
  if (size === undefined || others.length > 0) throw new ProtocolError('not one blob');
  const { bytes, sink } = collect(readCount(size, MAX_JSON));
  return { message: { verdict: readName(verdict, VERDICTS), json: bytes }, sinks: [sink] };
};

/** The worker escapes what controls a terminal. Of a large result only the encoding and both ends are checked: parsing it would block the server. */
function isJsonObject(json: Uint8Array): boolean {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  if (!isUtf8(bytes) || bytes[0] !== 0x7b || bytes.at(-1) !== 0x7d) return false;
  if (bytes.length > MAX_PARSED) return true;
  try {
    const text = bytes.toString();
    JSON.parse(text);
    return !hasUnsafe(text);
  } catch {
    return false;
  }
}

function errorOf(cause: WorkerError, memoryMb: number): DocconvError {
  const { reason, usage } = cause;
  if (reason === 'memory' || reason === 'processes' || reason === 'disk')
    return new DocconvError(
      'LIMIT_EXCEEDED.verification-usage',
      { reason: cause.message },
      { cause, detail: { limit: reason, ...usage } },
    );
  // V8 writes this to stderr before it aborts
  if (/heap out of memory/i.test(cause.message))
    return new DocconvError(
      'LIMIT_EXCEEDED.verification-memory',
      { limit: memoryMb },
      { cause, detail: { limit: 'memory', max: memoryMb } },
    );
  if (cause.isCompromised) return compromised(cause);
  return new DocconvError('VERIFICATION_CRASHED.process', {}, { cause });
}

const overloaded = () => new DocconvError('OVERLOADED.verifications');

const POOL_ERRORS = {
  closed: () => new DocconvError('CLOSED.verifier'),
  queueFull: overloaded,
  timedOut: (milliseconds: number) => {
    return new DocconvError(
      'LIMIT_EXCEEDED.verification-time',
      { seconds: milliseconds / 1000 },
      { detail: { limit: 'milliseconds', max: milliseconds } },
    );
  },
};
