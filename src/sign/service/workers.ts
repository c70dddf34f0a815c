/** Signing processes: each parses one PDF in the sandbox, and asks for signature values and for what has to be fetched. */
import { dirname } from 'node:path';
import { DocconvError, type ErrorCode, toDocconvError } from '../../errors.js';
import {
  asPoolWorker,
  compromised,
  type PoolErrors,
  type PoolWorker,
  reasonOf,
  WorkerError,
  WorkerProcess,
  type Workspace,
} from '../../isolation/index.js';
import { PDF_FAILURES, pdfLimits } from '../../signatures/index.js';
import { untilAborted } from '../../system/deferred.js';
import { builtFile } from '../../system/package.js';
import { foldersOf, NOTHING_TRUSTED, type PortableTrust } from '../../trust/index.js';
import type { Signer } from '../signer.js';
import {
  acceptEvent,
  type FetchQuestion,
  type LayoutQuestion,
  type Outcome,
  type ReceivedEvent,
  type ServedSignOptions,
  type SigningStep,
  type WorkerConfig,
} from './events.js';

export interface SigningJob {
  /** Reads the document when a process is free. */
  readonly bytes: () => Promise<Uint8Array>;
  readonly options: ServedSignOptions;
  /** Of the visible signature; null: it has none. */
  readonly image: (() => Promise<Uint8Array>) | null;
  readonly signer: Pick<Signer, 'certificate' | 'others'>;
  readonly authority: Extract<SigningStep, { step: 'begin' }>['authority'];
  /** What the process asks for; a rejection is the end of the signing, or of the levels above. */
  sign(data: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  timestamp(request: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  fetch(question: FetchQuestion, body: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  layOut(question: LayoutQuestion, signal: AbortSignal): Promise<Uint8Array>;
}

export interface SignedDocument extends Outcome {
  readonly pdf: Uint8Array;
}

export interface SigningWorkerSettings {
  /** Asked when a process starts; null: nothing is trusted. */
  readonly trust: (() => PortableTrust) | null;
  /** MiB of V8's heap. */
  readonly memoryMb: number;
}

/** The errors of sign(), and those that docconv has answered. */
const FAILURES: ReadonlySet<ErrorCode> = new Set([
  ...PDF_FAILURES,
  'OPTION_UNSUPPORTED',
  'NOT_PERMITTED',
  'SIGNING_FAILED',
  'FETCH_FAILED',
]);

/** Questions of one document: a path with its responders has a few. */
const MAX_QUESTIONS = 500;

/** Without a writable folder, and without the network. */
export async function startSigningWorker(
  { trust, memoryMb }: SigningWorkerSettings,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<PoolWorker<SigningJob, SignedDocument>> {
  const { certificates: blobs, ...places } = trust?.() ?? NOTHING_TRUSTED;
  const entry = builtFile('sign/service/signing.worker.js');
  const limits = pdfLimits(memoryMb);
  const settings = {
    entry,
    heapLimit: memoryMb,
    sandbox: { scratch: null, memory: limits.memory, readable: [dirname(entry), ...foldersOf(places)], network: false },
    environment: {},
    config: { places },
    blobs,
    failures: FAILURES,
    workspace,
  };
  const process = await WorkerProcess.start<WorkerConfig, SigningStep>(settings, signal).catch(error => {
    throw error instanceof WorkerError && error.isOfStart
      ? new DocconvError('VERIFICATION_CRASHED.signing-did-not-start', { reason: reasonOf(error) }, { cause: error })
      : describe(error, memoryMb);
  });
  const ask = (body: SigningStep, blobs: readonly Uint8Array[], signal: AbortSignal) =>
    process.request<ReceivedEvent>({ body, blobs, accept: acceptEvent, signal, limits });
  return asPoolWorker(process, {
    batch: 1,
    ready: process.ready,
    run: async ([job], runSignal) => {
      try {
        return [await converse(job!, ask, runSignal)];
      } catch (error) {
        throw describe(error, memoryMb);
      }
    },
  });
}

type Ask = (body: SigningStep, blobs: readonly Uint8Array[], signal: AbortSignal) => Promise<ReceivedEvent>;

/** Answers questions until the document is signed. What docconv itself could not do is reported as it was. */
async function converse(job: SigningJob, ask: Ask, signal: AbortSignal): Promise<SignedDocument> {
  const refusals: DocconvError[] = [];
  try {
    return await answerQuestions(job, ask, refusals, signal);
  } catch (thrown) {
    const [refused] = refusals.slice(-1);
    throw refused && isOfRefusal(thrown) ? refused : thrown;
  }
}

/** A signing that was refused something ends with that, or below the level that the request asks for. */
const isOfRefusal = (thrown: unknown): boolean =>
  thrown instanceof DocconvError && (thrown.message === OF_CLIENTS.message || thrown.code === 'NOT_PERMITTED');

async function answerQuestions(
  job: SigningJob,
  ask: Ask,
  refusals: DocconvError[],
  signal: AbortSignal,
): Promise<SignedDocument> {
  const { options, image, authority, signer } = job;
  const ders = [signer.certificate, ...signer.others].map(({ der }) => der);
  const blobs = [await job.bytes(), ...(image ? [await image()] : []), ...ders];
  let event = await ask({ step: 'begin', options, hasImage: image !== null, authority }, blobs, signal);
  for (let questions = 0; event.event !== 'done'; questions++) {
    if (questions === MAX_QUESTIONS) throw new WorkerError('malformed', 'too many questions');
    const answer = await untilAborted(answerTo(event, job, signal), signal).catch(thrown => {
      if (signal.aborted) throw thrown;
      return toDocconvError(thrown);
    });
    if (answer instanceof DocconvError) {
      refusals.push(answer);
      event = await ask({ step: 'refusal', ...OF_CLIENTS }, [], signal);
    } else event = await ask({ step: 'answer' }, [answer], signal);
  }
  const { level, reason, blob } = event;
  return { level, reason, pdf: blob };
}

/** The words of a refusal may name servers of the operator, and become the reason for a lower level. */
const OF_CLIENTS = (({ code, message }) => ({ code, message }))(new DocconvError('SIGNING_FAILED.authority-fails'));

function answerTo(event: ReceivedEvent, job: SigningJob, signal: AbortSignal): Promise<Uint8Array> {
  if (event.event === 'sign') return job.sign(event.blob, signal);
  if (event.event === 'timestamp') return job.timestamp(event.blob, signal);
  if (event.event === 'fetch') return job.fetch(event, event.blob, signal);
  if (event.event === 'layout') return job.layOut(event, signal);
  throw new WorkerError('malformed', 'a result in place of a question');
}

function describe(cause: unknown, memoryMb: number): unknown {
  if (!(cause instanceof WorkerError)) return cause;
  const { reason, message, usage } = cause;
  if (['memory', 'processes', 'disk'].includes(reason) || /heap out of memory/i.test(message))
    return new DocconvError(
      'LIMIT_EXCEEDED.signing-memory',
      { limit: memoryMb, reason: message },
      { cause, detail: { limit: reason, ...usage } },
    );
  return cause.isCompromised ? compromised(cause) : new DocconvError('VERIFICATION_CRASHED.signing', {}, { cause });
}

export const overloaded = () => new DocconvError('OVERLOADED.signings');

export const POOL_ERRORS: PoolErrors = {
  closed: () => new DocconvError('CLOSED.signing'),
  queueFull: overloaded,
  timedOut: milliseconds =>
    new DocconvError(
      'LIMIT_EXCEEDED.signing-time',
      { seconds: milliseconds / 1000 },
      { detail: { limit: 'milliseconds', max: milliseconds } },
    ),
};
