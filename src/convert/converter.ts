/** Converts documents: prepares them, chooses an engine, runs them in the engine's worker pool and finishes the PDF. */
import { setMaxListeners } from 'node:events';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DocconvError } from '../errors.js';
import { type PoolStatus, requireIsolation, WorkerPool, Workspace } from '../isolation/index.js';
import { replaceFile, writeError } from '../system/files.js';
import type { Engine, EngineName, EngineStatus, Job } from './engine.js';
import { engines } from './engines/index.js';
import type { Family, Format } from './formats.js';
import { prepareDocument } from './input/prepare.js';
import { jobFileName, readSource, type Source } from './input/source.js';
import { DEFAULT_LIMITS, type Limits } from './limits.js';
import { parsePdfOptions } from './option-values.js';
import type { PdfOptions } from './options.js';
import { filterData, requireSupported } from './output/export-filter.js';
import { finishPdf, requireOutputWithin } from './output/finish.js';
import { type Conversion, type ConverterSettings, type ConvertOptions, DEFAULTS, defaultWorkers } from './settings.js';

/** Native is the fastest; soffice converts what native cannot; wasm needs no installation, but has few fonts. */
const PREFERENCE: readonly EngineName[] = ['native', 'soffice', 'wasm'];

/** Converts documents on a pool of worker processes for each engine. Created by createConverter(). */
export class Converter {
  readonly #settings;
  readonly #limits: Limits;
  readonly #engines: Record<EngineName, Engine>;
  readonly #pools = new Map<EngineName, WorkerPool<Job, null>>();
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
    return this.#run(source, options, async (pdfPath, rest) => ({ ...rest, pdf: await readFile(pdfPath) }));
  }

  /** As `convert`, into a file that is complete or absent: it is written beside its final name and renamed. */
  async convertToFile(source: Source, output: string, options: ConvertOptions = {}): Promise<Omit<Conversion, 'pdf'>> {
    return this.#run(source, options, async (pdfPath, rest) => {
      await replaceFile(output, temporary => copyFile(pdfPath, temporary)).catch(cause => {
        throw writeError(cause, output);
      });
      return rest;
    });
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

  async #run<Result>(
    source: Source,
    options: ConvertOptions,
    deliver: (pdfPath: string, rest: Omit<Conversion, 'pdf'>) => Promise<Result>,
  ): Promise<Result> {
    if (this.#closed) throw closed();
    await this.requireIsolation();
    const { timeoutMs = this.#settings.timeoutMs, signal = NEVER } = options;
    const pdf = parsePdfOptions({ ...options.pdf });
    setMaxListeners(0, signal); // a batch of any size may share one signal
    const { bytes, format, name } = await this.#prepare(source, { ...options, pdf });
    const engine = await this.engineFor(format, options.engine);
    requireSupported(pdf, format, engine.status());
    const job = await this.#stage(bytes, name, format, pdf);
    try {
      const run = (each: Job) => this.#pool(engine).run(each, timeoutMs, signal);
      const { milliseconds } = await run(job).catch(error => explainFailure(error, job, pdf, run));
      const path = join(job.folder, job.request.output);
      await requireOutputWithin(this.#limits, path);
      await finishPdf(path, pdf);
      return await deliver(path, { engine: engine.name, warnings: [], milliseconds: Math.round(milliseconds) });
    } finally {
      await rm(job.folder, { recursive: true, force: true });
    }
  }

  async #prepare(source: Source, { from, password, pdf, signal }: ConvertOptions) {
    const { bytes, name } = await readSource(source, this.#settings.maxBytes);
    const prepared = await prepareDocument(bytes, { name, from, password, pdf, signal, limits: this.#limits });
    return { ...prepared, name };
  }

  async #stage(bytes: Uint8Array, name: string | undefined, format: Format, pdf: PdfOptions): Promise<Job> {
    const folder = await this.#workspace.folder('job');
    const request = {
      input: jobFileName(name, format),
      output: OUTPUT,
      importFilter: format.inputFilter,
      importOptions: format.inputOptions ?? '',
      exportFilter: format.pdfFilter,
      exportOptions: filterData(pdf),
    };
    await writeFile(join(folder, request.input), bytes, { mode: 0o600 });
    return { folder, request };
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

  #pool(engine: Engine): WorkerPool<Job, null> {
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

/** No input has this name: inputs keep the extension of their format. */
const OUTPUT = 'converted.pdf';
const NEVER = new AbortController().signal;

/** LibreOffice fails for a page range beyond the document as for a damaged document: a try without the range decides. */
async function explainFailure(
  error: unknown,
  job: Job,
  pdf: PdfOptions,
  run: (job: Job) => Promise<unknown>,
): Promise<never> {
  const { pages, ...rest } = pdf;
  if (pages === undefined || !(error instanceof DocconvError) || error.code !== 'ENGINE_FAILED') throw error;
  await run({ ...job, request: { ...job.request, exportOptions: filterData(rest) } });
  const message = `--pages ${pages} selects no page: the document has fewer pages.`;
  throw new DocconvError('OPTION_INVALID', message, { cause: error, detail: { option: 'pages' } });
}
