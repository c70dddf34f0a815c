/** Which engines may convert a document: the one that is named, or all that can, the fastest first. */
import { totalmem } from 'node:os';
import { DocconvError } from '../errors.js';
import { type PoolStatus, WorkerPool, type Workspace } from '../isolation/index.js';
import { requireKnownMembers } from '../system/known-members.js';
import type { Engine, EngineStatus, Job, JobResult } from './engine.js';
import type { EngineName } from './engine-name.js';
import { isFaultOfEngine, POOL_ERRORS } from './failures.js';
import { type Family, type Format, PRINTED_PDF } from './formats.js';
import type { Operation } from './operation-types.js';
import { parsePdfOptions } from './option-values.js';
import { PDF_OPTIONS, type PdfOptions } from './options.js';
import { unsupportedByVersion } from './output/export-filter.js';
import { CONVERT_OPTIONS, type ConverterSettings, type ConvertOptions, defaultWorkers } from './settings.js';
import { asWarning, type Warning } from './warnings.js';

/** Native is the fastest; soffice converts what native cannot; wasm needs no installation, but has few fonts. */
const PREFERENCE: readonly EngineName[] = ['native', 'soffice', 'wasm'];

/**
 * The other engines cannot name LibreOffice's import of PDFs. Without it, LibreOffice takes the PDF for a picture, and writes
 * its pages without their fonts: they lose all text.
 */
const isForSoffice = (format: Format): boolean => format === PRINTED_PDF;

const reads = async (engine: Engine, format: Format): Promise<boolean> =>
  (engine.name === 'soffice' || !isForSoffice(format)) && (await engine.handles(format.family));

export class EngineChoice {
  /** Called once for each engine that did not start: with its error, and the engine that is used in its place. */
  onSkipped: (problem: DocconvError, used: EngineName) => void = () => {};
  /** The engines that were reported. */
  readonly #skipped = new Set<unknown>();

  constructor(
    private readonly engines: Record<EngineName, Engine>,
    private readonly preset: EngineName | 'auto',
  ) {}

  /** In order of preference. */
  status(): EngineStatus[] {
    return PREFERENCE.map(name => this.engines[name].status());
  }

  handles(engine: EngineName, family: Family): Promise<boolean> {
    return this.engines[engine].handles(family);
  }

  /**
   * The engines for documents of this format with these options, at least one. An engine that is named is the only one:
   * there is no silent change to another. Rejects with NO_ENGINE, or with OPTION_UNSUPPORTED where the version of every
   * engine lacks an option. `onSkipped` gets the errors of engines that did not start when they were tried.
   */
  async *candidates(
    format: Format,
    pdf: PdfOptions = {},
    requested: EngineName | 'auto' = isForSoffice(format) ? 'auto' : this.preset,
    onSkipped: (problem: DocconvError) => void = () => {},
  ): AsyncGenerator<Engine, void, void> {
    if (requested !== 'auto') return yield this.#require(requested, format);
    let found = false;
    let unsupported: DocconvError | null = null;
    for (const name of PREFERENCE) {
      const engine = this.engines[name];
      const status = engine.status();
      if (!status.available || !(await reads(engine, format))) {
        const problem = engine.problem?.();
        if (problem) onSkipped(problem);
        continue;
      }
      const refusal = unsupportedByVersion(pdf, status);
      unsupported ??= refusal;
      if (refusal || (found && !fitsMemory(engine))) continue;
      found = true;
      yield engine;
    }
    if (!found) throw unsupported ?? new DocconvError('NO_ENGINE.none-for-format', { format: format.name });
  }

  /** @param problems NO_ENGINE, of the engines before the one that was used */
  reportSkipped(problems: readonly DocconvError[], used: EngineName): void {
    for (const problem of problems) {
      const { engine } = problem.detail;
      if (!this.#skipped.has(engine)) this.onSkipped(problem, used);
      this.#skipped.add(engine);
    }
  }

  async #require(name: EngineName, format: Format): Promise<Engine> {
    const engine = this.engines[name];
    const { available, note } = engine.status();
    if (!available)
      throw note
        ? new DocconvError('NO_ENGINE.not-available.why', { engine: name, note })
        : new DocconvError('NO_ENGINE.not-available', { engine: name });
    if (await reads(engine, format)) return engine;
    const problem = engine.problem?.();
    if (problem) throw problem;
    throw new DocconvError('NO_ENGINE.engine-lacks-format', { name, format: format.name });
  }
}

/** A second engine beside the first one must not take the memory of everything else. */
function fitsMemory({ memory }: Engine): boolean {
  return memory.typical <= totalmem() / 2;
}

/** The most engines that one document may crash. */
const ENGINES_CRASHED = 2;

/**
 * A document that one engine fails on is tried on the next one, until `isOver`. What crashes two engines is damaged, and must
 * not take the processor time of all. Adds the errors of engines that did not start to `skipped`.
 */
export async function tryEngines(
  candidates: AsyncIterable<Engine>,
  run: (engine: Engine) => Promise<JobResult>,
  isOver: () => boolean,
  skipped: DocconvError[],
) {
  const failures: { engine: EngineName; error: DocconvError }[] = [];
  const crashes = () => failures.filter(({ error }) => error.code === 'ENGINE_CRASHED').length;
  for await (const engine of candidates) {
    if (crashes() === ENGINES_CRASHED || (failures.length > 0 && isOver())) break;
    try {
      const result = await run(engine);
      const warnings = [...fallbackWarnings(failures, engine.name), ...result.warnings];
      return { ...result, warnings, engine: engine.name };
    } catch (error) {
      // an engine without the import filter, behind one with it, says nothing about the document
      if (failures.length > 0 && (error as DocconvError).code === 'UNSUPPORTED_FORMAT') break;
      if (!isFaultOfEngine(error)) throw error;
      if (error.code === 'NO_ENGINE') skipped.push(error);
      else failures.push({ engine: engine.name, error });
    }
  }
  throw failures[0]?.error ?? skipped.at(-1);
}

/** The embedded engine has another version of LibreOffice than the engines that failed. */
function fallbackWarnings(failures: readonly { engine: EngineName }[], used: EngineName): Warning[] {
  const [first] = failures;
  return first && used === 'wasm' ? [asWarning({ code: 'other_engine', detail: { failed: first.engine, used } })] : [];
}

export function createEnginePool(
  engine: Engine,
  { workers, queueLimit, maxJobs, maxAgeMs, idleMs, isolation }: PoolSettings,
  workspace: Workspace,
): WorkerPool<Job, JobResult> {
  return new WorkerPool({
    start: signal => engine.start(workspace, signal),
    errors: POOL_ERRORS,
    size: workers ?? defaultWorkers(engine.memory.typical),
    queueLimit,
    maxJobs: isolation === 'warm' ? maxJobs : 1,
    spares: isolation === 'warm' ? 0 : 1,
    maxAgeMs,
    maxMemory: engine.memory.recycle,
    idleMs,
    retryCrashes: true,
  });
}

type PoolSettings = Required<Pick<ConverterSettings, 'queueLimit' | 'maxJobs' | 'idleMs' | 'isolation'>> &
  Pick<ConverterSettings, 'workers'> & { readonly maxAgeMs: number };

export function sumOfPools(pools: readonly { status(): PoolStatus }[]): PoolStatus {
  const all = pools.map(pool => pool.status());
  const sum = (key: keyof PoolStatus) => all.reduce((total, status) => total + status[key], 0);
  return { workers: sum('workers'), busy: sum('busy'), queued: sum('queued'), lost: sum('lost') };
}

function requireInner({ operations = [], to = 'pdf' }: ConvertOptions): void {
  const isOuter = ({ kind }: Operation) => kind === 'split' || kind === 'encrypt';
  if (operations.some(isOuter)) throw new DocconvError('OPTION_INVALID.outer-operation');
  if (operations.length > 0 && to !== 'pdf') throw new DocconvError('OPTION_UNSUPPORTED.operations-need-pdf');
}

/** Throws OPTION_INVALID or OPTION_UNSUPPORTED. */
export function parseOptions(options: ConvertOptions): PdfOptions {
  requireKnownMembers(options, CONVERT_OPTIONS, 'the options of a conversion');
  requireKnownMembers(options.pdf ?? {}, PDF_OPTIONS, 'the options of the PDF');
  requireInner(options);
  return parsePdfOptions({ ...options.pdf, to: options.to });
}
