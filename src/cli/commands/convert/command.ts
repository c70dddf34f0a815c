/** `docconv convert`: plans every output, converts with as many workers as there are, reports, sums up. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { parseSetting, SETTINGS } from '../../../config/index.js';
import { FORMATS } from '../../../convert/formats.js';
import type { Converter, ConvertOptions } from '../../../convert/index.js';
import { DocconvError, toDocconvError } from '../../../errors.js';
import { examples, offering } from '../../command.js';
import { expandInputs, type Input } from '../../input/inputs.js';
import { addPasswordOptions, givenPassword, withPassword } from '../../input/password.js';
import { type Progress, showProgress } from '../../output/progress.js';
import { openRemote, SERVER_FLAG } from '../../remote.js';
import type { Services } from '../../services.js';
import { type ConvertibleInput, planOutputs, type Target } from './outputs.js';
import { addPdfFlags, pdfOptionsOf } from './pdf-flags.js';
import { ConvertReport } from './report.js';

interface Flags extends Record<string, unknown> {
  output?: string;
  from?: string;
  server?: string;
  engine?: 'auto' | 'native' | 'wasm' | 'soffice';
  workers?: string;
  timeout?: string;
  force?: boolean;
  clobber?: boolean;
  recursive?: boolean;
  json?: boolean;
  quiet?: boolean;
}

export function define(command: Command, services: Services): void {
  command
    .argument('<files...>', "documents, folders or globs; '-' is standard input")
    .option(
      '-o, --output <path>',
      "file or folder for the PDFs, '-' for standard output (default: beside each document)",
    )
    .option('--from <format>', 'input format, e.g. docx, where neither the bytes nor the name tell it')
    .addOption(offering(new Option('--engine <name>', 'what converts'), SETTINGS.engine.choices))
    .option(SERVER_FLAG, 'convert on a docconv elsewhere, with the key kept for it (docconv login)')
    .option('-j, --workers <number>', 'documents converted at the same time')
    .option('--timeout <seconds>', 'time limit for one document')
    .option('-f, --force', 'overwrite whatever is there (an old PDF is overwritten anyway)')
    .option('-n, --no-clobber', 'skip documents whose PDF exists')
    .option('-r, --recursive', 'look in subfolders, too')
    .option('--json', 'one line of JSON per document on standard output')
    .option('-q, --quiet', 'say nothing unless something fails')
    .action((files: string[], flags: Flags) => run(files, flags, services));
  addPasswordOptions(command);
  addPdfFlags(command);
  examples(command, [
    ['docconv convert report.docx', 'makes report.pdf beside it'],
    ["docconv convert 'letters/*.docx' -o pdf/", 'a folder of PDFs'],
    ['docconv convert archive/ -r --pdfa 2b -o out/', 'everything below a folder, as PDF/A-2b'],
    ['cat data.csv | docconv convert - --from csv > data.pdf', 'through a pipe'],
  ]);
}

async function run(files: string[], flags: Flags, services: Services): Promise<void> {
  const { terminal } = services;
  const report = new ConvertReport(terminal, {
    json: Boolean(flags.json),
    quiet: Boolean(flags.quiet),
    debug: Boolean(services.env.DOCCONV_DEBUG),
  });
  const pdf = pdfOptionsOf(flags);
  const password = await givenPassword(flags, services);
  const inputs = await expandInputs(files, {
    recursive: Boolean(flags.recursive),
    extensions: FORMATS.flatMap(format => format.extensions),
    cwd: services.cwd,
  });
  for (const input of inputs) if (!isConvertible(input)) report.failed(input.name, refusal(input));
  const targets = await planOutputs(inputs.filter(isConvertible), {
    cwd: services.cwd,
    output: flags.output,
    force: Boolean(flags.force),
    keep: flags.clobber === false,
  });
  refuseTerminal(targets, services);
  for (const target of targets) if (target.skip) report.skipped(target.input.name);
  const work = targets.filter(target => !target.skip);
  if (work.length > 0) {
    const converter = await openConverter(flags, services);
    const options: ConvertOptions = { pdf, signal: services.signal, ...(flags.from ? { from: flags.from } : {}) };
    await convertAll(work, converter, {
      options,
      password,
      report,
      services,
      quiet: Boolean(flags.quiet || flags.json),
    });
  }
  services.exitCode = report.finish();
}

/** What converts: the engines of this machine, or a docconv elsewhere. */
type Converting = Pick<Converter, 'convert' | 'convertToFile' | 'workers' | 'close'>;

async function openConverter({ server, engine, workers, timeout }: Flags, services: Services): Promise<Converting> {
  if (server === undefined) return services.converter({ engine, workers, timeout });
  if (engine !== undefined || timeout !== undefined) {
    throw new DocconvError(
      'USAGE',
      'With --server the server decides on the engine and the time limit: leave them out.',
    );
  }
  const connections =
    workers === undefined ? {} : { connections: Number(parseSetting('workers', workers, '--workers')) };
  return openRemote(server, services, { ...connections, key: 'needed' });
}

interface Batch {
  options: ConvertOptions;
  password: string | undefined;
  report: ConvertReport;
  services: Services;
  quiet: boolean;
}

async function convertAll(targets: Target[], converter: Converting, batch: Batch): Promise<void> {
  const { report, services } = batch;
  const progress = await showProgress(services.terminal, targets.length, batch.quiet);
  const rows = targets.values();
  /** Some more under way than there are workers: what is read and checked ahead keeps them busy. */
  const lanes = Math.min(targets.length, Math.max(4, converter.workers * 3));
  const lane = async () => {
    for (const target of rows) {
      const { name } = target.input;
      progress.start(name);
      const outcome = await convertOne(target, converter, progress, batch).catch(toDocconvError);
      progress.done(name);
      progress.stop();
      if (services.signal.aborted) return;
      if (outcome instanceof DocconvError) report.failed(name, outcome);
      else report.converted(target, outcome);
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } finally {
    progress.stop();
    await converter.close();
  }
}

async function convertOne(target: Target, converter: Converting, progress: Progress, batch: Batch) {
  const { options: given, password, services } = batch;
  const { name } = target.input;
  const options = { ...given, onUpload: (sent: number, total: number) => progress.sent(name, sent / total) };
  const source = await sourceOf(target.input, services);
  return withPassword(name, password, services, async word => {
    const all = word === undefined ? options : { ...options, password: word };
    if (target.output !== '-') return converter.convertToFile(source, target.output, all);
    const { pdf, ...rest } = await converter.convert(source, all);
    await writeOut(pdf, services);
    return rest;
  });
}

async function sourceOf(input: ConvertibleInput, { terminal }: Services) {
  if (input.kind === 'file') return { path: input.path };
  const bytes = input.path === null ? await buffer(terminal.in) : await readFile(input.path);
  return { bytes };
}

function writeOut(pdf: Uint8Array, { terminal }: Services): Promise<void> {
  return new Promise((resolve, reject) => {
    terminal.out.write(pdf, error => (error ? reject(error) : resolve()));
  });
}

function isConvertible(input: Input): input is ConvertibleInput {
  return input.kind === 'file' || input.kind === 'stream';
}

function refusal(input: Input): DocconvError {
  if (input.kind === 'missing') return input.error;
  return new DocconvError('USAGE', `docconv converts files, not URLs: download ${input.name} first.`);
}

function refuseTerminal(targets: readonly Target[], { terminal }: Services): void {
  if (!terminal.outIsTerminal || !targets.some(target => target.output === '-')) return;
  throw new DocconvError('USAGE', 'A PDF is not for a terminal: use -o FILE, or a pipe.');
}
