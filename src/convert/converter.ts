/** Converts documents: chooses an engine by a guess of the format, and runs them in the engine's worker pool. */
import { setMaxListeners } from 'node:events';
import { tmpdir } from 'node:os';
import { DocconvError } from '../errors.js';
import { type PoolStatus, requireIsolation, WorkerPool, Workspace } from '../isolation/index.js';
import { replaceFile, writeError } from '../system/files.js';
import type { Engine, EngineName, EngineStatus, Job, JobResult, PdfReceiver } from './engine.js';
import { engines } from './engines/index.js';
import type { Family, Format } from './formats.js';
import { guessFormat, HEAD_BYTES } from './input/guess.js';
import { openSource, type Source } from './input/source.js';
import { DEFAULT_LIMITS, type Limits } from './limits.js';
import { parsePdfOptions } from './option-values.js';
import { FileReceiver, MemoryReceiver } from './output/receiver.js';
import { type Conversion, type ConverterSettings, type ConvertOptions, DEFAULTS, defaultWorkers } from './settings.js';
import { requireNoWarnings } from './warnings.js';

/** Native is the fastest; soffice converts what native cannot; wasm needs no installation, but has few fonts. */
const PREFERENCE: readonly EngineName[] = ['native', 'soffice', 'wasm'];

/** Converts documents on a pool of worker processes for each engine. Created by createConverter(). */
export class Converter {
  readonly #settings;
  readonly #limits: Limits;
  readonly #engines: Record<EngineName, Engine>;
  readonly #pools = new Map<EngineName, WorkerPool<Job, JobResult>>();
  readonly #workspace: Workspace;
  /** Measured once, for 'strict'. */
  #isolation: Promise<void> | null = null;
  #closed = false;

  constructor(settings: ConverterSettings = {}) {
    this.#settings = { ...DEFAULTS, ...settings };
    this.#limits = { ...DEFAULT_LIMITS, ...settings.limits };
    this.#engines = engines(settings);
    this.#workspace = new Workspace(settings.temporary ?? tmpdir());
  }

  /** Rejects with a DocconvError. */
  async convert(source: Source, options: ConvertOptions = {}): Promise<Conversion> {
    const receiver = new MemoryReceiver();
    const rest = await this.#run(source, options, receiver);
    return { ...rest, pdf: receiver.pdf };
  }

  /** As `convert`, into a file that is complete or absent: it is written beside its final name and renamed. */
  async convertToFile(source: Source, output: string, options: ConvertOptions = {}): Promise<Omit<Conversion, 'pdf'>> {
    let converted: Omit<Conversion, 'pdf'> | null = null;
    const write = async (temporary: string) => {
      const receiver = new FileReceiver(temporary, output);
      converted = await this.#run(source, options, receiver).finally(() => receiver.close());
    };
    await replaceFile(output, write).catch(error => {
      throw converted ? writeError(error, output) : error;
    });
    return converted!;
  }

  /** For `docconv doctor`. */
  engineStatus(): EngineStatus[] {
    return PREFERENCE.map(name => this.#engines[name].status());
  }

  /** Whether this engine converts documents of this family; tried once and cached. */
  handles(engine: EngineName, family: Family): Promise<boolean> {
    return this.#engines[engine].handles(family);
  }

  /** The engine that converts documents of this format. Rejects with NO_ENGINE. */
  async engineFor(format: Format, requested: EngineName | 'auto' = this.#settings.engine): Promise<Engine> {
    if (requested !== 'auto') return this.#requireEngine(requested, format);
    for (const name of PREFERENCE) {
      const engine = this.#engines[name];
      if (engine.status().available && (await engine.handles(format.family))) return engine;
    }
    throw new DocconvError('NO_ENGINE', `No engine can convert ${format.name} files. Run "docconv doctor" to see why.`);
  }

  /** With isolation 'strict', rejects with ISOLATION_INCOMPLETE where a means is missing. Every conversion does as well. */
  async requireIsolation(): Promise<void> {
    if (this.#settings.isolation !== 'strict') return;
    this.#isolation ??= requireIsolation();
    await this.#isolation;
  }

  /** Maximum number of workers of one engine. */
  get workers(): number {
    return this.#settings.workers ?? defaultWorkers(0);
  }

  status(): PoolStatus {
    const all = [...this.#pools.values()].map(pool => pool.status());
    const sum = (key: keyof PoolStatus) => all.reduce((total, status) => total + status[key], 0);
    return { workers: sum('workers'), busy: sum('busy'), queued: sum('queued'), lost: sum('lost') };
  }

  /** Refuses new documents, finishes those that run or wait, then closes. */
  async drain(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#pools.values()].map(pool => pool.drain()));
    await this.#workspace.close();
  }

  /** Stops all workers now; running conversions reject with CLOSED. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#pools.values()].map(pool => pool.close()));
    await this.#workspace.close();
  }

  async #run(source: Source, options: ConvertOptions, receiver: PdfReceiver): Promise<Omit<Conversion, 'pdf'>> {
    if (this.#closed) throw closed();
    await this.requireIsolation();
    const { timeoutMs = this.#settings.timeoutMs, signal = NEVER, from, password, engine: requested } = options;
    const pdf = parsePdfOptions({ ...options.pdf });
    setMaxListeners(0, signal); // a batch of any size may share one signal
    const { name, head, read } = await openSource(source, this.#settings.maxBytes);
    const guess = guessFormat(await head(HEAD_BYTES), { name, from });
    let spent = 0;
    const attempt = async (format: Format) => {
      const engine = await this.engineFor(format, requested);
      const { family } = format;
      const job = { request: { name, from, password, limits: this.#limits, pdf, family }, read, receiver };
      const { result, milliseconds } = await this.#pool(engine).run(job, Math.max(1, timeoutMs - spent), signal);
      spent += milliseconds;
      return { ...result, engine: engine.name };
    };
    const first = await attempt(guess);
    const { converted, engine, warnings } = first.converted ? first : await attempt(first.format);
    // the same bytes have another format only where a worker lies, or where the file has changed meanwhile
    if (!converted)
      throw new DocconvError('ENGINE_FAILED', 'The format of the document changed while it was converted.');
    if (pdf.strict) requireNoWarnings(warnings);
    return { engine, warnings, milliseconds: Math.round(spent) };
  }

  async #requireEngine(name: EngineName, format: Format): Promise<Engine> {
    const engine = this.#engines[name];
    const { available, note } = engine.status();
    if (!available) throw new DocconvError('NO_ENGINE', `The engine ${name} is not available. ${note ?? ''}`.trim());
    if (await engine.handles(format.family)) return engine;
    throw new DocconvError(
      'NO_ENGINE',
      `The engine ${name} cannot convert ${format.name} files with this LibreOffice. Omit --engine, or use soffice.`,
    );
  }

  #pool(engine: Engine): WorkerPool<Job, JobResult> {
    const { queueLimit, maxJobs, maxAgeMs, idleMs, isolation } = this.#settings;
    const pool =
      this.#pools.get(engine.name) ??
      new WorkerPool({
        start: signal => engine.start(this.#workspace, signal),
        errors: POOL_ERRORS,
        size: this.#settings.workers ?? defaultWorkers(engine.memory.typical),
        queueLimit,
        maxJobs: isolation === 'warm' ? maxJobs : 1,
        spares: isolation === 'warm' ? 0 : 1,
        maxAgeMs,
        maxMemory: engine.memory.recycle,
        idleMs,
        retryCrashes: true,
      });
    this.#pools.set(engine.name, pool);
    return pool;
  }
}

const closed = () => new DocconvError('CLOSED', 'The converter is closed.');

const POOL_ERRORS = {
  closed,
  queueFull: (limit: number) =>
    new DocconvError('QUEUE_FULL', `${limit} documents are waiting already: try again later.`, { detail: { limit } }),
  timedOut: (milliseconds: number) =>
    new DocconvError(
      'TIMEOUT',
      `The conversion took longer than ${milliseconds / 1000} s and was stopped. Use --timeout to allow more.`,
      { detail: { milliseconds } },
    ),
};

const NEVER = new AbortController().signal;
