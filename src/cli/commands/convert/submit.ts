/** `docconv convert --no-wait`: a server accepts the documents as jobs, which `docconv jobs` shows and fetches. */
import { basename } from 'node:path';
import { DocconvError, toDocconvError } from '../../../errors.js';
import type { RemoteJob } from '../../../remote/index.js';
import type { Context } from '../../context.js';
import type { Input } from '../../input/inputs.js';
import { showProgress } from '../../output/progress.js';
import { type ConvertFlags, type GivenOptions, openServer, showingProgress, takesPdfs } from './conversion.js';
import { mergedDocuments, singleDocuments, sourceOf } from './documents.js';
import type { ConvertibleInput } from './outputs.js';
import type { ConvertReport } from './report.js';

interface SubmitSettings {
  flags: ConvertFlags;
  options: GivenOptions;
  password: string | undefined;
}

/** Throws USAGE for flags that have no effect on jobs. */
export function checkSubmitFlags({ server, output, force, clobber }: ConvertFlags): void {
  if (server === undefined) throw new DocconvError('USAGE.no-wait-needs-server');
  if (output !== undefined || force || clobber === false) throw new DocconvError('USAGE.no-wait-with-output');
}

/** One document after the other, so that the addresses are printed in their order. */
export async function submitAll(
  inputs: readonly Input[],
  { flags, options, password }: SubmitSettings,
  report: ConvertReport,
  context: Context,
): Promise<void> {
  const groups =
    flags.merge === undefined
      ? (await singleDocuments(inputs, report, takesPdfs(options, false))).map(document => [document])
      : [mergedDocuments(inputs, report)].filter(({ length }) => length > 0);
  if (groups.length === 0) return;
  const naming = flags.merge === undefined ? {} : { name: flags.merge === '-' ? 'merged.pdf' : basename(flags.merge) };
  const remote = await openServer(flags, context);
  const progress = await showProgress(context.terminal, 1, Boolean(flags.quiet || flags.json));
  const submit = async (group: readonly ConvertibleInput[], name: string): Promise<RemoteJob> => {
    const sources = await Promise.all(group.map(input => sourceOf(input, context)));
    const found = password === undefined ? {} : { password };
    return remote.submit(sources, { ...options, ...found, ...naming, ...showingProgress(progress, name) });
  };
  let left = groups.flat().length;
  for (const group of groups) {
    const names = group.map(({ name }) => name);
    const name = flags.merge ?? names[0]!;
    progress.start(name);
    const job = await submit(group, name).catch(toDocconvError);
    progress.done(name);
    progress.stop();
    if (context.signal.aborted && job instanceof DocconvError) break;
    left -= group.length;
    if (job instanceof DocconvError) report.failed(name, job);
    else report.accepted(names, remote.jobs.addressOf(job.id), job);
  }
  await remote.close();
  report.interrupted(left);
}
