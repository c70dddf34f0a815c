/** Checks in processes of their own: a document costs its own request at most, whatever it does to the one that reads it. */
import { availableParallelism } from 'node:os';
import { DocconvError } from '../../errors.js';
import { FairQueue } from '../../isolation/index.js';
import type { Failure } from './verifier.worker.js';
import { JudgeProcess, type ProcessSettings, type VerifyInput } from './verifier-process.js';

export interface Verifier {
  /**
   * Rejects as check() does, with LIMIT_EXCEEDED for too much time or memory, with `overloaded` when too many wait, with
   * `check_crashed` when the process ends for no such reason, and with the signal's reason. @param who asks, see FairQueue
   */
  verify(question: VerifyInput, signal: AbortSignal, who: string): Promise<Judged>;
  close(): Promise<void>;
}

export interface Judged {
  readonly valid: boolean;
  /** The VerificationResult, in UTF-8. */
  readonly json: Uint8Array;
}

export interface VerifierSettings extends ProcessSettings {
  /** A process with nothing to do for so long is ended. */
  readonly idleMs?: number;
}

/** At least two, so that one bad document does not stop the good ones. */
const PROCESSES = Math.min(4, Math.max(2, availableParallelism()));
/** Documents that wait for a process. */
const QUEUE = 16 * PROCESSES;
const IDLE_MS = 30_000;

/** Starts no process before the first question. */
export function createVerifier(settings: VerifierSettings): Verifier {
  return new Processes(settings);
}

interface Idle {
  readonly one: JudgeProcess;
  readonly timer: NodeJS.Timeout;
}

class Processes implements Verifier {
  readonly #all = new Set<JudgeProcess>();
  /** The one used last is used next, so that those which are not needed come to an end. */
  readonly #idle: Idle[] = [];
  readonly #turns = new FairQueue(PROCESSES, QUEUE);
  #closed = false;

  constructor(private readonly settings: VerifierSettings) {}

  async verify(question: VerifyInput, signal: AbortSignal, who: string): Promise<Judged> {
    const end = await this.#turns.take(who, signal);
    if (!end) throw overloaded();
    try {
      const answer = await this.#ask(question, signal);
      if ('failure' in answer) throw errorOf(answer.failure);
      return answer;
    } finally {
      end();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    await Promise.all([...this.#all].map(one => one.end()));
  }

  async #ask(question: VerifyInput, signal: AbortSignal) {
    if (this.#closed) throw stopping();
    const one = this.#take() ?? this.#start();
    try {
      return await one.ask(question, signal);
    } catch (thrown) {
      throw this.#closed ? stopping() : thrown;
    } finally {
      if (one.usable && !this.#closed) this.#rest(one);
      else void one.end();
    }
  }

  #start(): JudgeProcess {
    const one = new JudgeProcess(this.settings);
    this.#all.add(one);
    void one.ended.then(() => this.#all.delete(one));
    return one;
  }

  #rest(one: JudgeProcess): void {
    const idle: Idle = { one, timer: setTimeout(() => this.#retire(idle), this.settings.idleMs ?? IDLE_MS).unref() };
    this.#idle.push(idle);
  }

  #retire(idle: Idle): void {
    this.#idle.splice(this.#idle.indexOf(idle), 1);
    void idle.one.end();
  }

  /** One that ended while it had nothing to do is not missed. */
  #take(): JudgeProcess | null {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (idle.one.usable) return idle.one;
    }
    return null;
  }
}

function errorOf({ code, message, detail, cause }: Failure): DocconvError {
  return new DocconvError(code, message, { detail, ...(cause !== null && { cause: new Error(cause) }) });
}

const stopping = () => new DocconvError('CLOSED', 'The service is about to stop.');

const overloaded = () =>
  new DocconvError('OVERLOADED', 'Too many documents are waiting for verification. Try again in a few seconds.');
