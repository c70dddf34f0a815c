/** The parent side of a process that judges: starts it, gives it documents one by one, and ends it for certain. */
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { DocconvError } from '../../errors.js';
import { networkedCapabilities, sandboxCapabilities, sandboxed } from '../../isolation/index.js';
import { builtFile } from '../../system/package.js';
import { killGroup } from '../../system/process-group.js';
import type { Answer, Bench, Summons } from './verifier.worker.js';

export interface ProcessSettings {
  readonly anchors: Bench['anchors'];
  /** `caFile` is PEM with certificates that servers may have beside the public ones (NODE_EXTRA_CA_CERTS). */
  readonly online: { readonly allowPrivate: boolean; readonly caFile?: string | undefined } | null;
  /** Milliseconds for one document. */
  readonly timeoutMs: number;
  /** MiB of V8's heap; the reader has budgets of its own for what it unpacks. 8 million /Kids in 49 MB stay below 1024. */
  readonly memoryMb: number;
}

export interface VerifyInput extends Omit<Summons, 'size'> {
  readonly bytes: Uint8Array;
}

/** A process is replaced after so many documents, so that what they leave in it stays little. */
const MOST_DOCUMENTS = 2_000;
const START_TIMEOUT_MS = 30_000;
const STDERR_TAIL = 16_384;

export class JudgeProcess {
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  #waiting: { resolve(answer: Answer): void; reject(reason: unknown): void } | null = null;
  #isReady = false;
  #lost = false;
  #asked = 0;
  #stderr = '';

  constructor(private readonly settings: ProcessSettings) {
    this.#process = start(settings);
    this.#process.on('message', (answer: Answer) => this.#waiting?.resolve(answer));
    this.#process.on('error', cause => this.#lose(crashed(cause)));
    this.#process.stdin?.on('error', () => {}); // it has ended, which is told below
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('latin1')).slice(-STDERR_TAIL);
    });
    this.#ended = new Promise(resolve => {
      this.#process.once('close', (code, killer) => {
        this.#lose(this.#died(`the judge ended with ${killer ?? `code ${code}`}`));
        resolve();
      });
    });
  }

  get usable(): boolean {
    return !this.#lost && this.#asked < MOST_DOCUMENTS;
  }

  /** Resolves when it has ended, for whatever reason. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  /** Rejects with the signal's reason, LIMIT_EXCEEDED, or `check_crashed`; the process is gone then. */
  async ask({ bytes, ...options }: VerifyInput, signal: AbortSignal): Promise<Exclude<Answer, 'ready'>> {
    this.#asked++;
    try {
      if (!this.#isReady) await this.#greet(signal);
      const { timeoutMs } = this.settings;
      const answer = this.#answer(signal, timeoutMs, tooLong(timeoutMs));
      const summons: Summons = { ...options, size: bytes.byteLength };
      this.#process.send(summons, () => {});
      this.#process.stdin?.write(bytes);
      return (await answer) as Exclude<Answer, 'ready'>;
    } catch (thrown) {
      await this.end();
      throw thrown;
    }
  }

  end(): Promise<void> {
    this.#lost = true;
    killGroup(this.#process);
    return this.#ended;
  }

  async #greet(signal: AbortSignal): Promise<void> {
    const { anchors, online } = this.settings;
    const ready = this.#answer(signal, START_TIMEOUT_MS, crashed(new Error('the judge did not start')));
    const bench: Bench = { anchors, online: online && { allowPrivate: online.allowPrivate } };
    this.#process.send(bench, () => {});
    await ready;
    this.#isReady = true;
  }

  /** The next message. Rejects when the process ends first, the signal says so, or it takes too long. */
  async #answer(signal: AbortSignal, timeoutMs: number, late: Error): Promise<Answer> {
    signal.throwIfAborted();
    let leave = () => {};
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        if (this.#lost) reject(crashed(new Error('the judge had ended')));
        leave = () => reject(signal.reason);
        signal.addEventListener('abort', leave, { once: true });
        timer = setTimeout(() => reject(late), timeoutMs);
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
      this.#waiting = null;
    }
  }

  #lose(reason: Error): void {
    this.#lost = true;
    this.#waiting?.reject(reason);
  }

  /** V8 says so on stderr and aborts. */
  #died(how: string): Error {
    const cause = new Error(`${how}: ${this.#stderr.trim() || 'no message'}`);
    return /heap out of memory/i.test(this.#stderr) ? tooMuchMemory(this.settings.memoryMb, cause) : crashed(cause);
  }
}

/** Inside what the engines are in, with nothing to write to; a judge that fetches keeps the network and its files. */
function start({ memoryMb, online }: ProcessSettings): ChildProcess {
  const entry = builtFile('signatures/service/verifier.worker.js');
  const means = online ? networkedCapabilities() : sandboxCapabilities();
  const flags = [`--max-old-space-size=${memoryMb}`];
  const places = { writable: null, readable: [dirname(entry)] };
  const [command, args] = sandboxed(process.execPath, [...flags, entry], means, places);
  return spawn(command, args, {
    cwd: '/',
    env: online?.caFile ? { NODE_EXTRA_CA_CERTS: online.caFile } : {},
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    detached: true, // a process group of its own: Ctrl-C is the server's to hear
  });
}

function crashed(cause: Error): DocconvError {
  return new DocconvError('VERIFICATION_CRASHED', 'The verification process ended unexpectedly.', { cause });
}

function tooMuchMemory(max: number, cause: Error): DocconvError {
  const message = `Judging this document takes more than the ${max} MiB of memory that this service allows.`;
  return new DocconvError('LIMIT_EXCEEDED', message, { cause, detail: { limit: 'memory', max } });
}

function tooLong(max: number): DocconvError {
  const message = `Judging this document takes longer than the ${max / 1000} s that this service allows.`;
  return new DocconvError('LIMIT_EXCEEDED', message, { detail: { limit: 'milliseconds', max } });
}
