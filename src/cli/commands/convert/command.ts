/** `docconv convert`: decides on every output first, then converts in parallel, reports each document and a summary. */
import type { Command } from 'commander';
import { FORMATS } from '../../../convert/formats.js';
import type { ConvertedFile, OutputName } from '../../../convert/index.js';
import { operationsOfFiles } from '../../../convert/operation-types.js';
import { isSeveral, outputOfFileName } from '../../../convert/outputs.js';
import { DocconvError, toDocconvError } from '../../../errors.js';
import { examples } from '../../command.js';
import type { Context } from '../../context.js';
import { expandInputs, type Input } from '../../input/inputs.js';
import { givenPassword, withPassword } from '../../input/password.js';
import { type Progress, showProgress } from '../../output/progress.js';
import { rejectJsonBesideOutput } from '../../output/write-output.js';
import {
  addConversionOptions,
  type ConvertFlags,
  chooseConverter,
  conversionOptions,
  type DocumentConverter,
  documentsAtOnce,
  type GivenOptions,
  showingProgress,
  takesPdfs,
} from './conversion.js';
import { isConvertible, mergedDocuments, singleDocuments, sourceOf, writeStdout } from './documents.js';
import type { MergeSettings } from './merge.js';
import { addOperationOptions, givenOperations } from './operations.js';
import { type OutputSettings, planMerge, planOutputs, type Target } from './outputs.js';
import { ConvertReport } from './report.js';
import { openWarm } from './warm.js';

export function define(command: Command, context: Context): void {
  command
    .argument('<files...>', "documents, folders or glob patterns; '-' for stdin")
    .option('-o, --output <path>', "output file or folder, or '-' for stdout (default: beside each document)")
    .option('--merge <file>', "join all documents and PDFs into one PDF, in the order given; '-' for stdout")
    .option('-f, --force', 'overwrite existing files of any type (PDFs are always overwritten)')
    .option('-n, --no-clobber', 'skip documents whose PDF exists')
    .option('-r, --recursive', 'include subfolders')
    .option('--follow', 'read documents to which symbolic links in folders lead')
    .option('--json', 'print one line of JSON per document')
    .option('-q, --quiet', 'print errors only')
    .option('--no-wait', 'with --server: print the address of each job, for docconv jobs, and do not wait for its end')
    .option('--warm', 'keep an engine in the background for the next calls; it ends after five idle minutes')
    .action((files: string[], flags: ConvertFlags) => run(files, flags, context));
  addConversionOptions(command);
  addOperationOptions(command);
  examples(command, [
    ['docconv convert report.docx', 'create report.pdf beside it'],
    ["docconv convert 'letters/*.docx' -o pdf/", 'convert many documents into a folder'],
    ['docconv convert archive/ -r --pdfa 2b -o out/', 'convert a folder and its subfolders to PDF/A-2b'],
    [
      'docconv convert slides.pptx --to png --pages 1-3',
      'create an image of each page: slides-1.png, slides-2.png ...',
    ],
    ['docconv convert cover.docx scan.pdf figures.xlsx --merge all.pdf', 'join documents and PDFs into one PDF'],
    ['docconv convert report.docx -o report.odt', 'convert to another format of the same kind'],
    [
      'docconv convert big.docx --server docs.example.org --no-wait',
      'have a server convert it later, see docconv jobs',
    ],
    ['cat data.csv | docconv convert - --from csv > data.pdf', 'convert in a pipe'],
  ]);
}

async function run(files: string[], flags: ConvertFlags, context: Context): Promise<void> {
  const { terminal } = context;
  const report = new ConvertReport(terminal, {
    json: Boolean(flags.json),
    quiet: Boolean(flags.quiet),
    debug: Boolean(context.env.DOCCONV_DEBUG),
  });
  if (flags.merge !== undefined) (await import('./merge.js')).checkMergeFlags(flags);
  if (!flags.wait) (await import('./submit.js')).checkSubmitFlags(flags);
  const given = conversionOptions(flags, context.cwd);
  const to = chooseOutput(given.to, flags.output);
  const isRemote = flags.server !== undefined;
  const found = await givenOperations(flags, context);
  const operations = found && (isRemote ? { fileOperations: found } : { operations: operationsOfFiles(found) });
  const options: GivenOptions = { ...given, to, ...operations, signal: context.signal };
  const password = await givenPassword(flags, context);
  const inputs = await expandInputs(files, {
    recursive: Boolean(flags.recursive),
    follow: Boolean(flags.follow),
    onLink: name => report.skipped(name, 'a symbolic link (use --follow)'),
    extensions: [
      ...FORMATS.flatMap(format => format.extensions),
      ...(flags.merge !== undefined || takesPdfs(options, false) ? ['pdf'] : []),
    ],
    repeated: flags.merge !== undefined,
    cwd: context.cwd,
  });
  for (const input of inputs) if (!isConvertible(input)) report.failed(input.name, inputError(input));
  const outputs = {
    cwd: context.cwd,
    to,
    output: flags.output,
    force: Boolean(flags.force),
    areNumbered: isSeveral({ ...given.pdf, to }),
    noClobber: flags.clobber === false,
  };
  const quiet = Boolean(flags.quiet || flags.json);
  const settings = { flags, options, password, quiet, outputs };
  if (!flags.wait) await (await import('./submit.js')).submitAll(inputs, settings, report, context);
  else if (flags.merge !== undefined) await merge(flags.merge, inputs, settings, report, context);
  else await convert(inputs, settings, report, context);
  context.exitCode = report.finish();
}

type Settings = Omit<MergeSettings, 'target' | 'options'> & { options: GivenOptions; outputs: OutputSettings };

async function convert(
  inputs: readonly Input[],
  { flags, options, password, quiet, outputs }: Settings,
  report: ConvertReport,
  context: Context,
): Promise<void> {
  const areTaken = takesPdfs(options, inputs.length === 1 || flags.output !== undefined);
  const documents = await singleDocuments(inputs, report, areTaken);
  const refuse = ({ name }: Input, error: DocconvError) => report.failed(name, error);
  const others = inputs.length - documents.length;
  const targets = await planOutputs(documents, { ...outputs, takesPdfs: areTaken, others }, refuse);
  rejectTerminalOutput(targets, context);
  rejectJsonBesideOutput(targets, flags);
  for (const { input, skip } of targets) if (skip !== null) report.skipped(input.name, skip);
  const work = targets.filter(({ skip }) => skip === null);
  if (work.length === 0) return;
  const mayBePdf = work.some(({ input }) => input.kind === 'stream' || /\.pdf$/i.test(input.path));
  const warm = takesPdfs(options, mayBePdf) ? null : openWarm(work.length, flags, report, context);
  const converter = warm ?? (await chooseConverter(flags, report, context));
  const isRemote = flags.server !== undefined;
  await convertAll(work, converter, { options, password, report, context, quiet, isRemote });
}

async function merge(
  file: string,
  inputs: readonly Input[],
  { outputs, ...settings }: Settings,
  report: ConvertReport,
  context: Context,
): Promise<void> {
  const target = await planMerge(file, inputs.filter(isConvertible), outputs);
  rejectTerminalOutput([target], context);
  rejectJsonBesideOutput([target], settings.flags);
  if (target.skip !== null) return report.skipped(target.name, target.skip);
  const documents = mergedDocuments(inputs, report);
  if (documents.length === 0) return;
  const { mergeAll } = await import('./merge.js');
  await mergeAll(documents, { ...settings, target }, report, context);
}

interface Batch {
  options: GivenOptions;
  password: string | undefined;
  report: ConvertReport;
  context: Context;
  quiet: boolean;
  /** The converter is a server, which reports on the upload. */
  isRemote: boolean;
}

async function convertAll(targets: Target[], converter: DocumentConverter, batch: Batch): Promise<void> {
  const { report, context } = batch;
  const progress = await showProgress(context.terminal, targets.length, batch.quiet);
  const queue = targets.values();
  let left = targets.length;
  const concurrency = Math.min(targets.length, documentsAtOnce(converter));
  const convertNext = async () => {
    for (const target of queue) {
      const { name } = target.input;
      progress.start(name);
      const outcome = await convertOne(target, converter, progress, batch).catch(toDocconvError);
      progress.done(name);
      progress.stop();
      const isInterrupted = context.signal.aborted && outcome instanceof DocconvError;
      if (isInterrupted) return report.cancelled(name, outcome);
      left--;
      if (outcome instanceof DocconvError) report.failed(name, outcome);
      else report.converted(target, outcome);
      if (context.signal.aborted) return;
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, convertNext));
  } finally {
    progress.stop();
    await converter.close();
  }
  report.interrupted(left);
}

async function convertOne(target: Target, converter: DocumentConverter, progress: Progress, batch: Batch) {
  const { options: given, password, context } = batch;
  const { name } = target.input;
  const options = batch.isRemote ? { ...given, ...showingProgress(progress, name) } : given;
  const source = await sourceOf(target.input, context);
  return withPassword(name, password, context, async opening => {
    const all = { ...options, ...opening };
    if (target.output !== '-') return converter.convertToFile(source, target.output, all);
    const { files, ...rest } = await converter.convert(source, all);
    await writeStdout(onlyFile(files, name), context);
    return { ...rest, files: [] };
  });
}

function onlyFile([first, ...others]: readonly ConvertedFile[], name: string): Uint8Array {
  if (others.length === 0) return first!.bytes;
  throw new DocconvError('USAGE.several-files-on-stdout', { name, count: others.length + 1 });
}

/** The extension of -o stands for --to. Throws USAGE when they contradict each other. */
function chooseOutput(asked: OutputName | undefined, path: string | undefined): OutputName {
  const named = path === undefined ? null : outputOfFileName(path);
  if (asked !== undefined && named !== null && asked !== named)
    throw new DocconvError('USAGE.to-contradicts-output', { format: asked, path: path! });
  return asked ?? named ?? 'pdf';
}

function inputError(input: Input): DocconvError {
  if (input.kind === 'missing') return input.error;
  return new DocconvError('USAGE.convert-url', { name: input.name });
}

function rejectTerminalOutput(targets: readonly Pick<Target, 'output'>[], { terminal }: Context): void {
  if (!terminal.outIsTerminal || !targets.some(target => target.output === '-')) return;
  throw new DocconvError('USAGE.output-on-terminal');
}
