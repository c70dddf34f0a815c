/** Takes a document in, chooses an engine for its family, hands it to that engine's pool, and brings the PDF out. */
import { setMaxListeners } from 'node:events';
import { copyFile, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DocconvError } from '../errors.js';
import type { Engine, EngineName, EngineStatus, Job } from './engine.js';
import { type EngineSettings, engines } from './engines/index.js';
import { filterData, requireSupported } from './export-filter.js';
import { needsFinish } from './finish-needed.js';
import type { Family, Format } from './formats.js';
import { takeIn } from './intake.js';
import { jobName } from './job-name.js';
import type { Limits } from './limits.js';
import type { PdfOptions } from './options.js';
import { Pool, type PoolStatus } from './pool.js';
import { Workspace } from './workspace.js';

/** A path, the bytes, or bytes with the name that tells what a text file is. */
export type Source = string | Uint8Array | { path: string; name?: string } | { bytes: Uint8Array; name?: string };

export interface ConvertOptions {
  pdf?: PdfOptions;
  /** Input format, e.g. 'docx', where the bytes or the name do not say it. */
  from?: string;
  /** Default: the converter's. */
  engine?: EngineName | 'auto';
  /** Opens an encrypted document. */
  password?: string;
  /** Milliseconds for the conversion itself, waiting not counted. */
  timeoutMs?: number;
  /** Aborting rejects with the signal's reason and ends the work. */
  signal?: AbortSignal;
}

export interface Conversion {
  pdf: Uint8Array;
  engine: EngineName;
  warnings: string[];
  /** What the conversion took; waiting for a worker is not counted. */
  milliseconds: number;
}

export interface ConverterSettings extends Partial<EngineSettings> {
  engine?: EngineName | 'auto';
  /** Worker processes at most; default by cores and memory. */
  workers?: number;
  timeoutMs?: number;
  queueLimit?: number;
  /** Bytes of an input document at most. */
  maxBytes?: number;
  /** 'document': a fresh process for every document, so that none can see another's; 'warm' reuses processes. */
  isolation?: 'warm' | 'document';
  /** Documents per worker before it is replaced. */
  maxJobs?: number;
  /** Milliseconds after which a worker without work is stopped. */
  idleMs?: number;
  /** What a document may hold, see limits.ts. */
  limits?: Limits;
  /** Folder for temporary files. */
  temporary?: string;
}

const MIB = 1024 ** 2;
export const DEFAULTS = {
  engine: 'auto',
  timeoutMs: 60_000,
  queueLimit: 10_000,
  maxBytes: 512 * MIB,
  isolation: 'warm',
  maxJobs: 200,
  maxAgeMs: 3_600_000,
  idleMs: 60_000,
} as const;

/** Native first: fastest and of this system's fonts; then soffice; the embedded one where nothing is installed. */
const PREFERENCE: readonly EngineName[] = ['native', 'soffice', 'wasm'];

export class Converter {
  readonly #settings;
  readonly #engines: Record<EngineName, Engine>;
  readonly #pools = new Map<EngineName, Pool>();
  readonly #workspace: Workspace;
  #closed = false;

  constructor(settings: ConverterSettings = {}) {
    this.#settings = { ...DEFAULTS, ...settings };
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
    throw new DocconvError('NO_ENGINE', `There is no engine for a ${format.title}. Run "docconv doctor" to see why.`);
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
    if (this.#closed) throw new DocconvError('CLOSED', 'The converter is closed.');
    const { pdf = {}, timeoutMs = this.#settings.timeoutMs, signal = NEVER } = options;
    setMaxListeners(0, signal); // one signal may stand for a batch of any size
    const { bytes, format, name } = await this.#takeIn(source, options);
    const engine = await this.engineFor(format, options.engine);
    requireSupported(pdf, format, engine.status());
    const job = await this.#stage(bytes, name, format, pdf);
    try {
      const milliseconds = Math.round(await this.#pool(engine).run(job, timeoutMs, signal));
      const made = join(job.folder, job.request.output);
      await finishPdf(made, pdf);
      return await deliver(made, { engine: engine.name, warnings: [], milliseconds });
    } finally {
      await rm(job.folder, { recursive: true, force: true });
    }
  }

  async #takeIn(source: Source, { from, password, pdf, signal }: ConvertOptions) {
    const { bytes, name } = await readSource(source, this.#settings.maxBytes);
    const intake = await takeIn(bytes, { name, from, password, pdf, signal, limits: this.#settings.limits });
    return { ...intake, name };
  }

  async #stage(bytes: Uint8Array, name: string | undefined, format: Format, pdf: PdfOptions): Promise<Job> {
    const folder = await this.#workspace.folder('job');
    const request = {
      input: jobName(name, format),
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
      `The engine ${name} cannot convert a ${format.title} with this LibreOffice. Leave --engine out, or try soffice.`,
    );
  }

  #pool(engine: Engine): Pool {
    const { queueLimit, maxJobs, maxAgeMs, idleMs, isolation } = this.#settings;
    const pool =
      this.#pools.get(engine.name) ??
      new Pool(engine, this.#workspace, {
        size: this.#settings.workers ?? defaultWorkers(engine.memory.typical),
        queueLimit,
        maxJobs: isolation === 'document' ? 1 : maxJobs,
        spares: isolation === 'document' ? 1 : 0,
        maxAgeMs,
        idleMs,
      });
    this.#pools.set(engine.name, pool);
    return pool;
  }
}

/** Not a name that an input can have: inputs keep their own ending. */
const OUTPUT = 'converted.pdf';
const NEVER = new AbortController().signal;

/** One worker a core, as long as half of the memory holds them all. */
export function defaultWorkers(typicalMemory: number): number {
  return Math.max(1, Math.min(cpus().length, Math.floor(totalmem() / 2 / typicalMemory)));
}

async function readSource(source: Source, maxBytes: number): Promise<{ bytes: Uint8Array; name: string | undefined }> {
  if (source instanceof Uint8Array) return { bytes: checkSize(source, maxBytes), name: undefined };
  if (typeof source === 'string') return readSource({ path: source }, maxBytes);
  if ('bytes' in source) return { bytes: checkSize(source.bytes, maxBytes), name: source.name };
  const { size } = await stat(source.path).catch(unreadable(source.path));
  checkSize({ length: size }, maxBytes);
  const bytes = await readFile(source.path).catch(unreadable(source.path));
  return { bytes, name: source.name ?? basename(source.path) };
}

function checkSize<T extends { length: number }>(bytes: T, max: number): T {
  if (bytes.length <= max) return bytes;
  const message = `The document has ${Math.ceil(bytes.length / MIB)} MiB; docconv takes ${Math.floor(max / MIB)} MiB.`;
  throw new DocconvError('TOO_LARGE', message, { detail: { limit: 'size', actual: bytes.length, max } });
}

function unreadable(path: string): (cause: NodeJS.ErrnoException) => never {
  return cause => {
    const gone = cause.code === 'ENOENT';
    const message = gone ? `There is no file ${path}.` : `${path} cannot be read (${cause.code}).`;
    throw new DocconvError(gone ? 'FILE_NOT_FOUND' : 'FILE_UNREADABLE', message, { cause });
  };
}

/** Loads qpdf only where there is something left to do. */
async function finishPdf(path: string, options: PdfOptions): Promise<void> {
  if (!needsFinish(options)) return;
  const { finish } = await import('./finish.js');
  await finish(path, options);
}

async function placeFile(made: string, output: string): Promise<void> {
  const temporary = join(dirname(output), `.${basename(output)}.${process.pid}-${Math.random().toString(36).slice(2)}`);
  try {
    await copyFile(made, temporary);
    await rename(temporary, output);
  } catch (cause) {
    await rm(temporary, { force: true });
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOSPC')
      throw new DocconvError('DISK_FULL', `The disk is full: ${output} was not written.`, { cause });
    throw new DocconvError('OUTPUT_UNWRITABLE', `${output} cannot be written (${code}).`, { cause });
  }
}
