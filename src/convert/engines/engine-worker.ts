/** The parent side of a forked worker: starts it in its sandbox, talks to it, watches its memory, ends it for certain. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DocconvError } from '../../errors.js';
import {
  type Confinement,
  confinement,
  type FromWorker,
  type Hello,
  PROTOCOL_VERSION,
  type SandboxPaths,
  sandboxCapabilities,
  sandboxed,
  type ToWorker,
  type Usage,
  usageOf,
  type Workspace,
  workerEnvironment,
} from '../../isolation/index.js';
import { type Deferred, defer } from '../../system/deferred.js';
import { builtFile } from '../../system/package.js';
import { killGroup } from '../../system/process-group.js';
import type { ConvertRequest, Job, Worker } from '../engine.js';
import { keepWarm, writeProfile } from './profile.js';

export interface ChildSettings {
  /** Absolute path of the file that the forked Node runs, see workerEntry(). */
  entry: string;
  /** Flags for the worker's own Node. */
  nodeFlags?: readonly string[];
  /** See protocol.ts, Hello. */
  location: string;
  /** Folders that the engine lies in. */
  readable: readonly string[];
  /** See SandboxPaths. */
  sockets?: readonly string[];
  /** Where a profile that has been started once is kept; null where the engine has no use for one. */
  warmProfile: string | null;
  /** See Worker. */
  batch: number;
  /** Bytes of resident memory at which a busy worker is ended. */
  memoryLimit: number;
  /** Seconds of processor time for each document. */
  cpuLimit: number;
  /** Milliseconds without work after which an engine that asks questions is taken to wait for an answer. */
  stallMs?: number;
}

const START_TIMEOUT_MS = 60_000;
const USAGE_CHECK_MS = 500;
/** Of one processor: what an event loop that only waits stays below. */
const IDLE_SHARE = 0.1;
/** How much of what a worker says on stderr is kept for the error's cause. */
const STDERR_TAIL = 4096;

/** The built file of an engine's child process; the same whether this code runs from source or from the bundle. */
export function workerEntry(engine: 'native' | 'wasm' | 'soffice'): string {
  return builtFile(`convert/engines/${engine}.worker.js`);
}

/** Starts a worker process and waits until its engine is up. Rejects with NO_ENGINE. */
export async function startChild(settings: ChildSettings, workspace: Workspace, signal: AbortSignal): Promise<Worker> {
  const folder = await workspace.folder('worker');
  const profile = await writeProfile(folder, settings.warmProfile);
  const child = new ChildWorker(settings, workspace, folder);
  try {
    await child.greet(helloOf(settings, profile, confinement(child.places, sandboxCapabilities())), signal);
    if (settings.warmProfile) await keepWarm(profile, settings.warmProfile).catch(() => {});
    return child;
  } catch (error) {
    await child.stop();
    throw error;
  }
}

function helloOf({ location, memoryLimit }: ChildSettings, profile: string, confined: Confinement | null): Hello {
  return { type: 'hello', version: PROTOCOL_VERSION, location, profile, memoryLimit, confinement: confined };
}

class ChildWorker implements Worker {
  readonly batch: number;
  readonly #process: ChildProcess;
  readonly #exited: Promise<void>;
  #answer: Deferred<FromWorker> | null = null;
  #stderr = '';
  #lost: DocconvError | null = null;
  #jobs = 0;
  /** As last looked at, and how often in a row it had hardly grown. */
  #cpu = 0;
  #idleChecks = 0;

  constructor(
    private readonly settings: ChildSettings,
    private readonly workspace: Workspace,
    private readonly folder: string,
  ) {
    this.batch = settings.batch;
    this.#process = this.#spawn();
    this.#exited = new Promise(resolve => this.#process.once('close', () => resolve()));
    this.#process.on('message', (message: FromWorker) => this.#answer?.resolve(message));
    this.#process.on('error', error => this.#lose(crashed(error)));
    this.#process.on('close', (code, killer) => this.#lose(crashed(new Error(this.#lastWords(code, killer)))));
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('latin1')).slice(-STDERR_TAIL);
    });
    if (this.#process.pid) workspace.watch(this.#process.pid);
  }

  get healthy(): boolean {
    return this.#lost === null;
  }

  async greet(hello: ToWorker, signal: AbortSignal): Promise<void> {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(START_TIMEOUT_MS)]);
    const answer = await this.#ask(hello, deadline).catch(error => {
      throw signal.aborted ? error : noEngine(error);
    });
    if (answer.type !== 'ready') throw noEngine(new Error(answer.type === 'unusable' ? answer.message : answer.type));
  }

  async convert(jobs: readonly Job[], signal: AbortSignal): Promise<(DocconvError | null)[]> {
    const places = await Promise.all(jobs.map(job => this.#moveIn(job)));
    const cpuLimit = this.#usage().cpu + this.settings.cpuLimit * jobs.length;
    this.#idleChecks = 0;
    const watch = setInterval(() => this.#checkUsage(cpuLimit), USAGE_CHECK_MS);
    try {
      const answer = await this.#ask({ type: 'convert', jobs: places.map(place => place.request) }, signal);
      if (answer.type !== 'converted') throw this.#lose(crashed(new Error('the worker gave up')));
      return answer.failures.map(failure => (failure === null ? null : engineFailed(failure)));
    } catch (error) {
      await this.#end();
      await Promise.all(places.map(({ folder }, i) => leaveOnly(jobs[i]!.request.input, folder)));
      throw error;
    } finally {
      clearInterval(watch);
      await Promise.all(places.map((place, i) => rename(place.folder, jobs[i]!.folder).catch(() => {})));
    }
  }

  memory(): number {
    return this.#usage().memory;
  }

  async stop(): Promise<void> {
    this.#lose(new DocconvError('CLOSED', 'The worker was stopped.'));
    await this.#end();
    if (this.#process.pid) this.workspace.unwatch(this.#process.pid);
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async #end(): Promise<void> {
    killGroup(this.#process);
    await this.#exited;
    killGroup(this.#process); // what the engine itself started and left
  }

  get places(): SandboxPaths {
    const { entry, readable, sockets } = this.settings;
    return { writable: this.folder, readable: [dirname(entry), ...readable], sockets };
  }

  #spawn(): ChildProcess {
    const { entry, nodeFlags = [] } = this.settings;
    const [command, args] = sandboxed(process.execPath, [...nodeFlags, entry], sandboxCapabilities(), this.places);
    return spawn(command, args, {
      cwd: this.folder,
      env: workerEnvironment(this.folder),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      detached: true, // a process group of its own, so that all of it can be ended
    });
  }

  /** Moves a job's folder below the worker's, the only place its sandbox must open. */
  async #moveIn(job: Job): Promise<{ folder: string; request: ConvertRequest }> {
    const folder = join(this.folder, `job-${this.#jobs++}`);
    await rename(job.folder, folder);
    const { input, output } = job.request;
    return { folder, request: { ...job.request, input: join(folder, input), output: join(folder, output) } };
  }

  #ask(message: ToWorker, signal: AbortSignal): Promise<FromWorker> {
    if (this.#lost) return Promise.reject(this.#lost);
    const answer = defer<FromWorker>();
    this.#answer = answer;
    const abort = () => {
      this.#lose(signal.reason);
      killGroup(this.#process);
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    this.#process.send(message, error => error && this.#lose(crashed(error)));
    return answer.promise.finally(() => signal.removeEventListener('abort', abort));
  }

  #usage(): Usage {
    return this.#process.pid ? usageOf(this.#process.pid) : { memory: 0, cpu: 0 };
  }

  #checkUsage(cpuLimit: number): void {
    const { memory, cpu } = this.#usage();
    const { memoryLimit } = this.settings;
    if (memory > memoryLimit) this.#lose(exceeded('memory', memory, memoryLimit, mebibytes(memory)));
    else if (cpu > cpuLimit) this.#lose(exceeded('cpu', cpu, cpuLimit, `${Math.round(this.settings.cpuLimit)} s`));
    else if (this.#isStalled(cpu)) this.#lose(engineFailed('it waited without doing anything'));
    else return;
    killGroup(this.#process);
  }

  /** Looks are counted, not time: a machine that was paused has not waited. Where usage is unknown, it is 0. */
  #isStalled(cpu: number): boolean {
    const { stallMs = Number.POSITIVE_INFINITY } = this.settings;
    const idle = cpu > 0 && cpu - this.#cpu < (IDLE_SHARE * USAGE_CHECK_MS) / 1000;
    this.#idleChecks = idle ? this.#idleChecks + 1 : 0;
    this.#cpu = cpu;
    return this.#idleChecks * USAGE_CHECK_MS >= stallMs;
  }

  /** The worker must not be used again; the first reason is the one that whoever waits is told. */
  #lose(reason: DocconvError): DocconvError {
    this.#lost ??= reason;
    this.#answer?.reject(this.#lost);
    return this.#lost;
  }

  #lastWords(code: number | null, killer: string | null): string {
    return `the worker ended with ${killer ?? `code ${code}`}: ${this.#stderr.trim() || 'no message'}`;
  }
}

/** Without what a lost worker leaves: LibreOffice waits without end for the lock of a PDF that another has begun to write. */
async function leaveOnly(input: string, folder: string): Promise<void> {
  const left = (await readdir(folder).catch(() => [])).filter(name => name !== input);
  await Promise.all(left.map(name => rm(join(folder, name), { recursive: true, force: true })));
}

const crashed = (cause: Error) =>
  new DocconvError('ENGINE_CRASHED', 'LibreOffice crashed on this document, also when it was tried again.', { cause });

const exceeded = (limit: 'memory' | 'cpu', actual: number, max: number, amount: string) =>
  new DocconvError('LIMIT_EXCEEDED', `The document needs more ${RESOURCE[limit]} than docconv allows it (${amount}).`, {
    detail: { limit, actual, max },
  });

const RESOURCE = { memory: 'memory', cpu: 'processor time' };

const noEngine = (cause: Error) =>
  new DocconvError('NO_ENGINE', 'The engine did not start. Run "docconv doctor" to see why.', { cause });

const engineFailed = (words: string) =>
  new DocconvError('ENGINE_FAILED', 'LibreOffice could not convert this document; it may be damaged.', {
    cause: new Error(words),
  });

const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MiB`;
