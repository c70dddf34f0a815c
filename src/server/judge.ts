/** Checks in threads of their own: a document that keeps one busy delays no other request, and can be ended at any time. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DocconvError } from '../errors.js';
import { packageRoot } from '../package.js';
import type { Answer, Bench, Failure, Question } from './judge.thread.js';
import { HttpProblem } from './problem.js';

export interface Judge {
  /**
   * Takes the bytes away. Rejects as check() does, with LIMIT_EXCEEDED for too much time or memory, with `overloaded`
   * when too many wait, and with the signal's reason.
   */
  judge(question: Question, signal: AbortSignal): Promise<Judged>;
  close(): Promise<void>;
}

export interface Judged {
  readonly valid: boolean;
  /** The VerificationResult, in UTF-8. */
  readonly json: Uint8Array;
}

export interface JudgeSettings extends Bench {
  /** Milliseconds for one document, once its turn has come. */
  readonly timeoutMs: number;
}

/** At least two, so that one bad document does not stop the good ones. */
const THREADS = Math.min(4, Math.max(2, availableParallelism()));
/** Documents that wait for a thread. */
const QUEUE = 16 * THREADS;
const IDLE_MS = 30_000;
/**
 * Of V8's heap; the reader has budgets of its own for what it unpacks. Generous, because V8 may end the whole process
 * where one large allocation goes beyond it: 8 million /Kids in 49 MB stay below 1024.
 */
const MEMORY_MB = 2048;

/** Starts no thread before the first question. */
export function createJudge(settings: JudgeSettings): Judge {
  return new Threads(settings);
}

class Threads implements Judge {
  readonly #all = new Set<Worker>();
  readonly #idle: Worker[] = [];
  readonly #waiting: (() => void)[] = [];
  #busy = 0;
  #closed = false;
  #rest: NodeJS.Timeout | undefined;

  constructor(private readonly settings: JudgeSettings) {}

  async judge(question: Question, signal: AbortSignal): Promise<Judged> {
    await this.#turn(signal);
    try {
      const answer = await this.#ask(question, signal);
      if ('failure' in answer) throw errorOf(answer.failure);
      return answer;
    } finally {
      this.#next();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#rest);
    await Promise.all([...this.#all].map(thread => thread.terminate()));
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#busy < THREADS) return void this.#busy++;
    if (this.#waiting.length >= QUEUE) throw overloaded();
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(signal.reason);
      };
      const go = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(go);
    });
  }

  /** Hands the turn on. */
  #next(): void {
    const go = this.#waiting.shift();
    if (go) {
      go();
      return;
    }
    this.#busy--;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#idle.splice(0).map(thread => thread.terminate()), IDLE_MS).unref();
  }

  /** A thread that was ended in the middle of a document is never asked again. */
  async #ask(question: Question, signal: AbortSignal): Promise<Answer> {
    if (this.#closed) throw stopping();
    const thread = this.#idle.pop() ?? this.#start();
    const deadline = AbortSignal.timeout(this.settings.timeoutMs);
    try {
      const answer = await answerOf(thread, question, AbortSignal.any([signal, deadline]));
      this.#idle.push(thread);
      return answer;
    } catch (thrown) {
      await thread.terminate();
      if (signal.aborted) throw signal.reason;
      if (this.#closed) throw stopping();
      throw deadline.aborted ? tooLong(this.settings.timeoutMs) : described(thrown as Error);
    }
  }

  #start(): Worker {
    const { anchors, online } = this.settings;
    const bench: Bench = { anchors, online };
    const thread = new Worker(join(packageRoot(), 'dist', 'server', 'judge.thread.js'), {
      workerData: bench,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    this.#all.add(thread);
    thread.on('error', () => {}); // whoever waits is told by answerOf(); an idle one is not missed
    thread.once('exit', () => {
      this.#all.delete(thread);
      const place = this.#idle.indexOf(thread);
      if (place >= 0) this.#idle.splice(place, 1);
    });
    return thread;
  }
}

/** Rejects when the thread ends first, and when the signal says so. */
async function answerOf(thread: Worker, question: Question, signal: AbortSignal): Promise<Answer> {
  const over = new AbortController();
  const either = { signal: AbortSignal.any([signal, over.signal]) };
  const exit = once(thread, 'exit', either).then(() => {
    throw new Error('the thread ended without an answer');
  });
  const message = once(thread, 'message', either).then(([answer]) => answer as Answer);
  try {
    const bytes = ownBytes(question.bytes);
    thread.postMessage({ ...question, bytes }, [bytes.buffer as ArrayBuffer]);
    return await Promise.race([message, exit]);
  } finally {
    over.abort();
    exit.catch(() => {});
    message.catch(() => {});
  }
}

/** A small Buffer lies in memory that it shares with others, which cannot be given away. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

function errorOf({ code, message, detail, cause }: Failure): DocconvError {
  return new DocconvError(code, message, { detail, ...(cause !== null && { cause: new Error(cause) }) });
}

function described(cause: NodeJS.ErrnoException): DocconvError {
  if (cause.code !== 'ERR_WORKER_OUT_OF_MEMORY') {
    return new DocconvError('INTERNAL', 'The check of this document broke off.', { cause });
  }
  const message = `Judging this document takes more than the ${MEMORY_MB} MB of memory that this service allows.`;
  return new DocconvError('LIMIT_EXCEEDED', message, { cause, detail: { limit: 'memory', max: MEMORY_MB } });
}

function tooLong(max: number): DocconvError {
  const message = `Judging this document takes longer than the ${max / 1000} s that this service allows.`;
  return new DocconvError('LIMIT_EXCEEDED', message, { detail: { limit: 'milliseconds', max } });
}

const stopping = () => new DocconvError('CLOSED', 'The service is about to stop.');

function overloaded(): HttpProblem {
  const sentence = 'Too many documents wait to be judged. Try again in a little while.';
  return new HttpProblem('overloaded', sentence, { headers: { 'retry-after': '2' } });
}
