/** Takes a document in, chooses an engine for its family, hands it to that engine's pool, and brings the PDF out. */
import { setMaxListeners } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DocconvError } from '../errors.js';
import { type PoolStatus, WorkerPool, Workspace } from '../isolation/index.js';
import { placeFile } from '../system/place-file.js';
import type { Engine, EngineName, EngineStatus, Job } from './engine.js';
import { engines } from './engines/index.js';
import type { Family, Format } from './formats.js';
import { prepareDocument } from './input/prepare.js';
import { jobFileName, readSource, type Source } from './input/source.js';
import { DEFAULT_LIMITS, type Limits } from './limits.js';
import type { PdfOptions } from './options.js';
import { filterData, requireSupported } from './output/export-filter.js';
import { finishPdf, requireOutputWithin } from './output/finish.js';
import { type Conversion, type ConverterSettings, type ConvertOptions, DEFAULTS, defaultWorkers } from './settings.js';

/** Native first: fastest and of this system's fonts; then soffice; the embedded one where nothing is installed. */
const PREFERENCE: readonly EngineName[] = ['native', 'soffice', 'wasm'];

export class Converter {
  readonly #settings;
  readonly #limits: Limits;
  readonly #engines: Record<EngineName, Engine>;
  readonly #pools = new Map<EngineName, WorkerPool<Job, null>>();
  readonly #workspace: Workspace;
  #closed = false;

  constructor(settings: ConverterSettings = {}) {
    this.#settings = { ...DEFAULTS, ...settings };
    this.#limits = { ...DEFAULT_LIMITS, ...settings.limits };
    this.#engines = engines(settings);
    this.#workspace = new Workspace(settings.temporary ?? tmpdir());
  }

  /** Rejects with a DocconvError: the document's fault, the engine's, TIMEOUT, QUEUE_FULL, or CANCELLED. */
  async convert(source: Source, options: ConvertOptions = {}): Promise<Conversion> {
    return this.#run(source, options, async (made, rest) => ({ ...rest, pdf: await readFile(made) }));
  }

  /** As `convert`, into a file: written beside its final name and renamed, so that it is whole or not there. */
  async convertToFile(source: Source, output: string, options: ConvertOptions = {}): Promise<Omit<Conversion, 'pdf'>> {
    return this.#run(source, options, async (made, rest) => {
      await placeFile(made, output);
      return rest;
    });
  }

  /** What `docconv doctor` tells. */
  engineStatus(): EngineStatus[] {
    return PREFERENCE.map(name => this.#engines[name].status());
  }

  /** Whether an engine that is there converts documents of this family; tried once and remembered. */
  handles(engine: EngineName, family: Family): Promise<boolean> {
    return this.#engines[engine].handles(family);
  }

  /** The engine that a document of this format goes to. Rejects with NO_ENGINE. */
  async engineFor(format: Format, asked: EngineName | 'auto' = this.#settings.engine): Promise<Engine> {
    if (asked !== 'auto') return this.#requireEngine(asked, format);
    for (const name of PREFERENCE) {
      const engine = this.#engines[name];
      if (engine.status().available && (await engine.handles(format.family))) return engine;
    }
    throw new DocconvError(
      'NO_ENGINE',
      `There is no engine for ${format.name} files. Run "docconv doctor" to see why.`,
    );
  }

  /** Workers at most of the engine that takes the most. */
  get workers(): number {
    return this.#settings.workers ?? defaultWorkers(0);
  }

  status(): PoolStatus {
    const all = [...this.#pools.values()].map(pool => pool.status());
    const sum = (key: keyof PoolStatus) => all.reduce((total, status) => total + status[key], 0);
    return { workers: sum('workers'), busy: sum('busy'), queued: sum('queued'), lost: sum('lost') };
  }

  /** Finishes what runs and waits, takes no more, then closes. */
  async drain(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#pools.values()].map(pool => pool.drain()));
    await this.#workspace.close();
  }

  /** Ends everything now; what runs is rejected with CLOSED. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#pools.values()].map(pool => pool.close()));
    await this.#workspace.close();
  }

  async #run<Result>(
    source: Source,
    options: ConvertOptions,
    deliver: (made: string, rest: Omit<Conversion, 'pdf'>) => Promise<Result>,
  ): Promise<Result> {
    if (this.#closed) throw closed();
    const { pdf = {}, timeoutMs = this.#settings.timeoutMs, signal = NEVER } = options;
    setMaxListeners(0, signal); // one signal may stand for a batch of any size
    const { bytes, format, name } = await this.#prepare(source, options);
    const engine = await this.engineFor(format, options.engine);
    requireSupported(pdf, format, engine.status());
    const job = await this.#stage(bytes, name, format, pdf);
    try {
      const run = (each: Job) => this.#pool(engine).run(each, timeoutMs, signal);
      const { milliseconds } = await run(job).catch(error => blamePages(error, job, pdf, run));
      const made = join(job.folder, job.request.output);
      await requireOutputWithin(this.#limits, made);
      await finishPdf(made, pdf);
      return await deliver(made, { engine: engine.name, warnings: [], milliseconds: Math.round(milliseconds) });
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
    if (!available) throw new DocconvError('NO_ENGINE', `The engine ${name} cannot be used. ${note ?? ''}`.trim());
    if (await engine.handles(format.family)) return engine;
    throw new DocconvError(
      'NO_ENGINE',
      `The engine ${name} cannot convert ${format.name} files with this LibreOffice. Leave --engine out, or try soffice.`,
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
        maxJobs: isolation === 'document' ? 1 : maxJobs,
        spares: isolation === 'document' ? 1 : 0,
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
      `The conversion took longer than ${milliseconds / 1000} s and was ended. --timeout allows more.`,
      { detail: { milliseconds } },
    ),
};

/** Not a name that an input can have: inputs keep their own ending. */
const OUTPUT = 'converted.pdf';
const NEVER = new AbortController().signal;

/** LibreOffice fails on pages that are not there as it does on a damaged document: trying without them tells which. */
async function blamePages(
  error: unknown,
  job: Job,
  pdf: PdfOptions,
  run: (job: Job) => Promise<unknown>,
): Promise<never> {
  const { pages, ...rest } = pdf;
  if (pages === undefined || !(error instanceof DocconvError) || error.code !== 'ENGINE_FAILED') throw error;
  await run({ ...job, request: { ...job.request, exportOptions: filterData(rest) } });
  const message = `--pages ${pages} names no page of this document: it has fewer.`;
  throw new DocconvError('OPTION_INVALID', message, { cause: error, detail: { option: 'pages' } });
}
