/** Converts documents: runs them in the worker pool of an engine that is chosen by a guess of the format. */
import { setMaxListeners } from 'node:events';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { DocconvError } from '../errors.js';
import { type PoolStatus, requireIsolation, type WorkerPool, Workspace } from '../isolation/index.js';
import { withoutUndefined } from '../system/collections.js';
import { requireKnownMembers } from '../system/known-members.js';
import type { Engine, EngineStatus, Job, JobResult, OutputReceiver } from './engine.js';
import { createEnginePool, EngineChoice, parseOptions, sumOfPools, tryEngines } from './engine-choice.js';
import type { EngineName } from './engine-name.js';
import { engines } from './engines/index.js';
import { closed, POOL_ERRORS } from './failures.js';
import type { Family, Format } from './formats.js';
import { guessFormat, HEAD_BYTES, isPdf } from './input/guess.js';
import { openSource, type Source } from './input/source.js';
import { DEFAULT_LIMITS, LIMITS, type Limits } from './limits.js';
import type { MergePool, PdfHost } from './merge/index.js';
import type { Operation, PdfDescription } from './operation-types.js';
import { isOperated } from './option-values.js';
import type { PdfOptions } from './options.js';
import { convertIntoFiles, convertSpooled } from './output/files/files.js';
import { MemoryReceiver } from './output/files/receiver.js';
import { isSeveral, outputOf } from './outputs.js';
import {
  CONVERTER_SETTINGS,
  type Conversion,
  type ConversionFacts,
  type ConverterSettings,
  type ConvertOptions,
  DEFAULTS,
  defaultWorkers,
  type FileConversion,
  type FileMerged,
  MERGE_OPTIONS,
  type Merged,
  type MergeFacts,
  type MergeInput,
  type MergeOptions,
  type Operated,
  type OperateOptions,
  type SpooledConversion,
} from './settings.js';
import { requireNoWarnings } from './warnings.js';

/** Converts documents on a pool of worker processes for each engine. Created by createConverter(). */
export class Converter {
  readonly #settings;
  readonly #limits: Limits;
  readonly #choice: EngineChoice;
  readonly #pools = new Map<EngineName, WorkerPool<Job, JobResult>>();
  readonly #workspace: Workspace;
  /** Started with the first merge. */
  #mergePool: MergePool | null = null;
  /** Measured once, for 'strict'. */
  #isolation: Promise<void> | null = null;
  #closed = false;

  /** Throws OPTION_INVALID for a setting or limit that does not exist. */
  constructor(given: ConverterSettings = {}) {
    const settings = withoutUndefined(given);
    requireKnownMembers(settings, CONVERTER_SETTINGS, 'the settings of a converter');
    requireKnownMembers(settings.limits ?? {}, LIMITS, 'the limits');
    this.#settings = { ...DEFAULTS, ...settings };
    this.#limits = { ...DEFAULT_LIMITS, ...withoutUndefined(settings.limits ?? {}) };
    this.#choice = new EngineChoice(engines(settings), this.#settings.engine);
    this.#workspace = new Workspace(settings.temporary ?? tmpdir());
  }

  /** Rejects with a DocconvError. */
  async convert(source: Source, options: ConvertOptions = {}): Promise<Conversion> {
    const receiver = new MemoryReceiver();
    const rest = await this.#run(source, options, parseOptions(options), receiver);
    return { ...rest, files: receiver.files, pdf: receiver.files[0]!.bytes };
  }

  /**
   * As `convert`, into files that are complete or absent. Images of several pages get the numbers of the pages:
   * "report-1.png" for the first page and the output "report.png".
   */
  async convertToFile(source: Source, output: string, options: ConvertOptions = {}): Promise<FileConversion> {
    const pdf = parseOptions(options);
    const run = (receiver: OutputReceiver) => this.#run(source, options, pdf, receiver);
    return convertIntoFiles(output, isSeveral(pdf), options.signal, run);
  }

  /** As `convert`, but what is not small becomes one file, a ZIP archive of several images, which the caller removes. */
  async convertSpooled(source: Source, output: string, options: ConvertOptions = {}): Promise<SpooledConversion> {
    const pdf = parseOptions(options);
    return convertSpooled(output, pdf, receiver => this.#run(source, options, pdf, receiver));
  }

  /**
   * Documents and PDFs as one PDF, in the order given, with a bookmark for each. Rejects, when an input fails, with its
   * error, whose message names it.
   */
  async merge(inputs: readonly MergeInput[], options: MergeOptions = {}): Promise<Merged> {
    const receiver = new MemoryReceiver();
    const facts = await this.#merge(inputs, options.name ?? 'merged.pdf', options, receiver);
    return { ...facts, pdf: receiver.files[0]!.bytes };
  }

  /** As `merge`, into a file that is complete or absent. */
  async mergeToFile(inputs: readonly MergeInput[], output: string, options: MergeOptions = {}): Promise<FileMerged> {
    return convertIntoFiles(output, false, options.signal, receiver =>
      this.#merge(inputs, options.name ?? basename(output), options, receiver),
    );
  }

  /** Carries out these operations on a PDF, without an engine but for stamps of text. */
  async operate(source: Source, operations: readonly Operation[], options: OperateOptions = {}): Promise<Operated> {
    const receiver = new MemoryReceiver();
    const { operateOn } = await import('./merge/index.js');
    const facts = await operateOn(await this.#pdfHost(), source, operations, options, receiver);
    return { ...facts, files: receiver.files };
  }

  /** What a PDF states: its metadata, bookmarks and attached files. */
  async describe(source: Source, options: OperateOptions = {}): Promise<PdfDescription> {
    const { describePdf } = await import('./merge/index.js');
    return describePdf(await this.#pdfHost(), source, options);
  }

  /**
   * Calls `listener` once for each engine that does not start, when another one converts a document in its place: with its
   * error (NO_ENGINE) and the name of the other one.
   */
  onEngineSkipped(listener: (problem: DocconvError, used: EngineName) => void): void {
    this.#choice.onSkipped = listener;
  }

  /** For `docconv doctor`. */
  engineStatus(): EngineStatus[] {
    return this.#choice.status();
  }

  /** Whether this engine converts documents of this family; tried once and cached. */
  handles(engine: EngineName, family: Family): Promise<boolean> {
    return this.#choice.handles(engine, family);
  }

  /** The first engine for documents of this format. Rejects with NO_ENGINE. */
  async engineFor(format: Format, requested?: EngineName | 'auto'): Promise<Engine> {
    const { value } = await this.#choice.candidates(format, {}, requested).next();
    return value!;
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
    return sumOfPools(this.#allPools());
  }

  #allPools() {
    return [...this.#pools.values(), ...(this.#mergePool ? [this.#mergePool] : [])];
  }

  /** Refuses new documents, finishes those that run or wait, then closes. */
  async drain(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#allPools().map(pool => pool.drain()));
    await this.#workspace.close();
  }

  /** Stops all workers now; running conversions reject with CLOSED. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#allPools().map(pool => pool.close()));
    await this.#workspace.close();
  }

  async #merge(
    inputs: readonly MergeInput[],
    name: string,
    options: MergeOptions,
    receiver: OutputReceiver,
  ): Promise<MergeFacts> {
    requireKnownMembers(options, MERGE_OPTIONS, 'the options of a merge');
    const pdf = parseOptions({ pdf: options.pdf ?? {} });
    const { mergeInputs } = await import('./merge/index.js');
    return mergeInputs(await this.#pdfHost(), inputs, { name, options, pdf, receiver });
  }

  /** For the work on PDFs that no engine does. */
  async #pdfHost(): Promise<PdfHost> {
    if (this.#closed) throw closed();
    await this.requireIsolation();
    const { createMergePool } = await import('./merge/index.js');
    this.#mergePool ??= createMergePool(this.#settings, this.#workspace, POOL_ERRORS);
    const convert = (source: Source, each: ConvertOptions) => this.convert(source, each);
    return { ...this.#settings, limits: this.#limits, workers: this.workers, pool: this.#mergePool, convert };
  }

  async #run(
    source: Source,
    options: ConvertOptions,
    pdf: PdfOptions,
    receiver: OutputReceiver,
  ): Promise<ConversionFacts> {
    if (this.#closed) throw closed();
    await this.requireIsolation();
    const { timeoutMs = this.#settings.timeoutMs, signal = NEVER, from, password, engine: requested } = options;
    const { exportFilter } = options;
    setMaxListeners(0, signal); // a batch of any size may share one signal
    if (pdf.facturx !== undefined) await (await import('./operations/facturx/xml.js')).requireInvoice(pdf);
    const { name, head, open } = await openSource(source, this.#settings.maxBytes, signal);
    const start = await head(HEAD_BYTES);
    const isWanted = isOperated(pdf, isPdf(start)) || (options.operations ?? []).length > 0;
    if (isWanted && outputOf(pdf).kind === 'pdf') {
      const { convertOperated } = await import('./merge/index.js');
      return convertOperated(await this.#pdfHost(), source, options, pdf, receiver);
    }
    const guess = guessFormat(start, { name, from });
    const time = { limit: timeoutMs, spent: 0 };
    const withPaper = pdf.locale === undefined ? { defaultPaper: this.#settings.defaultPaper, ...pdf } : pdf;
    const attempt = async (format: Format) => {
      const request = {
        name,
        from,
        password,
        limits: this.#limits,
        pdf: withPaper,
        exportFilter,
        family: format.family,
      };
      const skipped: DocconvError[] = [];
      const candidates = this.#choice.candidates(format, pdf, requested, problem => skipped.push(problem));
      const run = (engine: Engine) => this.#runOn(engine, { request, open, receiver }, time, signal);
      const done = await tryEngines(candidates, run, () => time.spent >= time.limit, skipped);
      this.#choice.reportSkipped(skipped, done.engine);
      return done;
    };
    const first = await attempt(guess);
    const { converted, engine, warnings } = first.converted ? first : await attempt(first.format);
    // the same bytes have another format only where a worker lies, or where the file has changed meanwhile
    if (!converted) throw new DocconvError('ENGINE_FAILED.format-changed');
    if (pdf.strict) requireNoWarnings(warnings);
    return { to: pdf.to ?? 'pdf', engine, warnings, milliseconds: Math.round(time.spent) };
  }

  async #runOn(engine: Engine, job: Job, time: TimeLimit, signal: AbortSignal): Promise<JobResult> {
    let started = Number.NaN;
    const open = () => {
      if (Number.isNaN(started)) started = performance.now();
      return job.open();
    };
    try {
      const left = Math.max(1, time.limit - time.spent);
      const { result, milliseconds } = await this.#pool(engine).run({ ...job, open }, left, signal);
      time.spent += milliseconds;
      return result;
    } catch (error) {
      const { code } = error as DocconvError;
      if (!Number.isNaN(started) && code !== 'NO_ENGINE') time.spent += performance.now() - started;
      throw code === 'TIMEOUT' ? POOL_ERRORS.timedOut(time.limit) : error;
    }
  }

  #pool(engine: Engine): WorkerPool<Job, JobResult> {
    const pool = this.#pools.get(engine.name) ?? createEnginePool(engine, this.#settings, this.#workspace);
    this.#pools.set(engine.name, pool);
    return pool;
  }
}

/** Milliseconds of one document on all engines, without waiting. */
interface TimeLimit {
  readonly limit: number;
  spent: number;
}

const NEVER = new AbortController().signal;
