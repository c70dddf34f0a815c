/** `docconv convert --merge`: documents and PDFs become one PDF, on this machine or a server. */
import type { ConvertOptions, MergeInput, MergeOptions } from '../../../convert/index.js';
import type { MergeFacts } from '../../../convert/settings.js';
import { DocconvError, toDocconvError } from '../../../errors.js';
import type { RemoteMergeFacts } from '../../../remote/index.js';
import type { Context } from '../../context.js';
import { withPassword } from '../../input/password.js';
import { showProgress } from '../../output/progress.js';
import { type ConvertFlags, openLocal, openServer, showingProgress } from './conversion.js';
import { sourceOf, writeStdout } from './documents.js';
import type { ConvertibleInput, Target } from './outputs.js';
import type { ConvertReport } from './report.js';

export interface MergeSettings {
  flags: ConvertFlags;
  options: ConvertOptions;
  password: string | undefined;
  /** Where the merged PDF goes. */
  target: Pick<Target, 'output' | 'name'>;
  quiet: boolean;
}

/** Throws USAGE for flags that a merge cannot have. */
export function checkMergeFlags({ output, to }: ConvertFlags): void {
  if (output !== undefined) throw new DocconvError('USAGE.merge-with-output');
  if (to !== undefined && to !== 'pdf') throw new DocconvError('USAGE.merge-with-to', { format: String(to) });
}

/** Reports each input that fails, and the others as skipped; a server reports the first that fails. */
export async function mergeAll(
  documents: readonly ConvertibleInput[],
  settings: MergeSettings,
  report: ConvertReport,
  context: Context,
): Promise<void> {
  const names = documents.map(({ name }) => name);
  const failures = new Map<number, DocconvError>();
  const { flags, target } = settings;
  const merge =
    flags.server === undefined
      ? await openHere(names, failures, settings, report, context)
      : await openRemotely(settings, context);
  try {
    const sources = await Promise.all(documents.map(input => sourceOf(input, context)));
    report.merged(names, target, await merge(sources));
  } catch (thrown) {
    const error = toDocconvError(thrown);
    if (context.signal.aborted) {
      report.cancelled(target.name, error);
      return report.interrupted(documents.length);
    }
    if (failures.size === 0) return report.failed(target.name, error);
    for (const [index, name] of names.entries()) {
      const failure = failures.get(index);
      if (failure) report.failed(name, failure);
      else report.skipped(name, 'since nothing was merged');
    }
  }
}

type MergeSource = Awaited<ReturnType<typeof sourceOf>>;
/** Closes what it uses. */
type Merge = (sources: readonly MergeSource[]) => Promise<RemoteMergeFacts & Partial<MergeFacts>>;

/** @param failures receives the error of each input that fails */
async function openHere(
  names: readonly string[],
  failures: Map<number, DocconvError>,
  { flags, options, password, target, quiet }: MergeSettings,
  report: ConvertReport,
  context: Context,
): Promise<Merge> {
  const converter = await openLocal(flags, report, context);
  const progress = await showProgress(context.terminal, names.length, quiet);
  const around: MergeOptions['around'] = async (index, work) => {
    const name = names[index]!;
    progress.start(name);
    try {
      return await withPassword(name, password, context, opening => work(opening.password));
    } catch (thrown) {
      failures.set(index, toDocconvError(thrown));
      throw thrown;
    } finally {
      progress.done(name);
    }
  };
  const { from, pdf = {}, signal } = options;
  return async sources => {
    const inputs = sources.map(source => ({ source, ...(from !== undefined && { from }) }));
    try {
      return await mergeInto<MergeInput, MergeOptions, MergeFacts>(
        target,
        converter,
        inputs,
        { pdf, around, ...(signal && { signal }) },
        context,
      );
    } finally {
      progress.stop();
      await converter.close();
    }
  };
}

/** One password opens all documents. */
async function openRemotely(
  { flags, options, password, target, quiet }: MergeSettings,
  context: Context,
): Promise<Merge> {
  const remote = await openServer(flags, context);
  const progress = await showProgress(context.terminal, 1, quiet);
  const { name } = target;
  const { from, pdf = {}, signal } = options;
  const merging = {
    pdf,
    ...showingProgress(progress, name),
    ...(from !== undefined && { from }),
    ...(signal && { signal }),
  };
  return async sources => {
    progress.start(name);
    try {
      return await withPassword('the encrypted documents', password, context, opening =>
        mergeInto(target, remote, sources, { ...merging, ...opening }, context),
      );
    } finally {
      progress.stop();
      await remote.close();
    }
  };
}

/** What the converter of this machine and the client of a server have in common. */
interface Merger<Source, Options, Facts> {
  merge(sources: readonly Source[], options: Options): Promise<Facts & { pdf: Uint8Array }>;
  mergeToFile(sources: readonly Source[], output: string, options: Options): Promise<Facts>;
}

async function mergeInto<Source, Options, Facts>(
  { output }: MergeSettings['target'],
  merger: Merger<Source, Options, Facts>,
  sources: readonly Source[],
  options: Options,
  context: Context,
): Promise<Facts> {
  if (output !== '-') return merger.mergeToFile(sources, output, options);
  const merged = await merger.merge(sources, options);
  await writeStdout(merged.pdf, context);
  return merged;
}
