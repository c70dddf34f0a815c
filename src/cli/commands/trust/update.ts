/** `docconv trust update`, `import` and `export`. */
import { resolve } from 'node:path';
import { loadConfig } from '../../../config/index.js';
import { DocconvError, toDocconvError } from '../../../errors.js';
import { readInput } from '../../../system/files/files.js';
import { territoryOf } from '../../../system/territory.js';
import {
  EU_LOTL,
  exportLists,
  Generations,
  type ListSource,
  lotlAnchors,
  memorySource,
  type Outcome,
  readExport,
  readLotlSigners,
  type UpdateResult,
  updateLists,
} from '../../../trust/update/index.js';
import type { Context } from '../../context.js';
import { EXIT } from '../../exit.js';
import { listSource } from '../../input/list-source.js';
import { listsFolder, lotlSignersFile, trustRecord } from '../../input/trust.js';
import { type Progress, showProgress } from '../../output/progress.js';
import { writeOutput } from '../../output/write-output.js';
import { type AdobeOptions, importAdobe } from './adobe.js';

export interface UpdateOptions {
  country?: string;
  mirror?: string;
  lotl?: string;
  acceptShrink?: boolean;
  timeout?: number;
  json?: boolean;
  quiet?: boolean;
}

export interface ImportOptions extends UpdateOptions, AdobeOptions {}

const TIMEOUT = 30;

export const update = (options: UpdateOptions, context: Context): Promise<void> =>
  answering(options, context, () => runUpdate(options, context));

export const importFrom = (file: string, options: ImportOptions, context: Context): Promise<void> =>
  answering(options, context, () => runImport(file, options, context));

/** With `--json`, a failure is JSON, too: it names the generation that stays. */
async function answering({ json }: UpdateOptions, context: Context, run: () => Promise<void>): Promise<void> {
  const { terminal, env } = context;
  try {
    await run();
  } catch (thrown) {
    const { code, message, detail } = toDocconvError(thrown);
    const generation = new Generations(listsFolder(env)).current();
    const reason = detail.reason ?? code;
    if (json) terminal.out.write(`${JSON.stringify({ generation, isNew: false, error: { code, reason, message } })}\n`);
    context.failureIsPrinted = true;
    throw thrown;
  }
}

async function runUpdate(options: UpdateOptions, context: Context): Promise<void> {
  const { mirror, timeout = TIMEOUT } = options;
  if (timeout < 1 || timeout > 3600) throw new DocconvError('OPTION_INVALID.update-timeout');
  const config = loadConfig({ env: context.env }).values;
  const trustMirror = mirror === undefined ? config.trustMirror : placeOf(mirror, context);
  const source = await listSource({ ...config, trustMirror }, timeout * 1000, context.env);
  await load(source, options.lotl ?? EU_LOTL, options, context);
}

const placeOf = (mirror: string, { cwd }: Context): string =>
  /^https?:\/\//i.test(mirror) ? mirror : resolve(cwd, mirror);

const MAX_EXPORT = 256 * 1024 * 1024;

async function runImport(file: string, options: ImportOptions, context: Context): Promise<void> {
  const bytes = await readInput(resolve(context.cwd, file), { name: file, maxBytes: MAX_EXPORT });
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return importAdobe(bytes, options, context);
  const forAdobe = options.trust ? '--trust' : options.online ? '--online' : null;
  if (forAdobe) throw new DocconvError('USAGE.for-adobe-only', { option: forAdobe, file });
  const { lotl, lists } = await readExport(bytes, file);
  await load(memorySource(lists), lotl, options, context);
}

export async function exportTo(file: string, { force = false }: { force?: boolean }, context: Context): Promise<void> {
  await writeOutput(file, await exportLists(listsFolder(context.env)), { force }, context);
}

/** Resolves to what was removed. */
export async function removeLists({ env }: Context): Promise<string> {
  const record = trustRecord(env);
  const generations = new Generations(listsFolder(env));
  if (!record.entries().includes('eu') && !generations.hasRemains())
    throw new DocconvError('OPTION_INVALID.european-lists-not-loaded');
  record.remove('eu');
  await generations.remove();
  return 'the trusted lists of the European Union';
}

async function load(source: ListSource, lotl: string, options: UpdateOptions, context: Context): Promise<void> {
  const { env, signal, terminal } = context;
  const progress = progressOf(options, context);
  const settings = {
    source,
    lotl,
    anchors: lotlAnchors(readLotlSigners(lotlSignersFile(env))),
    territories: options.country === undefined ? null : readCountries(options.country),
    acceptShrink: options.acceptShrink ?? false,
    signal,
    progress,
  };
  const result = await updateLists(listsFolder(env), settings, trustRecord(env)).finally(() => progress.stop());
  if (options.json) terminal.out.write(`${JSON.stringify(result)}\n`);
  else if (!options.quiet) print(result, context);
  if (result.generation === null) context.exitCode = EXIT.failed;
}

function readCountries(text: string): string[] {
  return text.split(',').map(word => {
    const territory = territoryOf(word);
    if (/^[A-Z]{2}$/.test(territory)) return territory;
    throw new DocconvError('OPTION_INVALID.country', { value: word });
  });
}

/** The bar is opened when it is known how many lists there are. */
function progressOf({ json, quiet }: UpdateOptions, { terminal }: Context) {
  let shown: Promise<Progress> | null = null;
  const draw = (change: (progress: Progress) => void) => void shown?.then(change);
  return {
    begin: (total: number) => {
      shown = showProgress(terminal, total, Boolean(json || quiet), 'Loading');
    },
    start: (territory: string) => draw(progress => progress.start(territory)),
    done: (territory: string) => draw(progress => progress.done(territory)),
    stop: () => draw(progress => progress.stop()),
  };
}

const MARKS = {
  new: ['green', '✓'],
  unchanged: ['green', '✓'],
  kept: ['yellow', '!'],
  refused: ['red', '✗'],
  removed: ['yellow', '-'],
} as const;

function print({ outcomes, sequence, isNew, generation }: UpdateResult, { terminal }: Context): void {
  const { err, color } = terminal;
  for (const { territory, outcome, message } of outcomes.filter(row => row.outcome !== 'unchanged')) {
    const [paint, mark] = MARKS[outcome];
    err.write(`${color.err[paint](mark)} ${territory}  ${outcome}${message === null ? '' : `: ${message}`}\n`);
  }
  const of = generation === null ? 'No list could be loaded.' : isNew ? '' : 'Nothing has changed.';
  err.write(`${summary(outcomes)}, by the list of lists no. ${sequence}.${of && ` ${of}`}\n`);
}

function summary(outcomes: readonly Outcome[]): string {
  const kinds = ['new', 'unchanged', 'kept', 'refused', 'removed'] as const;
  const counts = kinds.map(kind => [outcomes.filter(({ outcome }) => outcome === kind).length, kind] as const);
  const text = counts.flatMap(([count, kind]) => (count > 0 ? [`${count} ${kind}`] : []));
  return `${outcomes.length} ${outcomes.length === 1 ? 'list' : 'lists'}: ${text.join(', ') || 'none'}`;
}
