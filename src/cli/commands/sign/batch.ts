/** The frame of `sign`, `extend` and `timestamp`: one output and one line for each PDF. */
import { mkdir } from 'node:fs/promises';
import { basename, join, parse, resolve } from 'node:path';
import type { Command } from 'commander';
import { DocconvError, toDocconvError } from '../../../errors.js';
import { openPdf } from '../../../pdf/index.js';
import { grouped } from '../../../system/collections.js';
import { fittingPath } from '../../../system/files/long-names.js';
import type { Context } from '../../context.js';
import { EXIT, exitCodeOf } from '../../exit.js';
import { openDocument } from '../../input/documents.js';
import { expandInputs, type Input } from '../../input/inputs.js';
import { addPasswordOptions, givenPassword, type Opening, withPassword } from '../../input/password.js';
import { displayName } from '../../output/display-name.js';
import { printFailure } from '../../output/failure.js';
import {
  isStdout,
  namesFolder,
  rejectJsonBesideOutput,
  requireOutput,
  writeOutput,
} from '../../output/write-output.js';

export interface BatchOptions extends Record<string, unknown> {
  output?: string;
  force?: boolean;
  json?: boolean;
  quiet?: boolean;
}

/** What was made of one PDF. */
export interface Made {
  pdf: Uint8Array;
  /** Members of its line of JSON. */
  json: Readonly<Record<string, unknown>>;
  /** Follows the names, in brackets. */
  note: string;
  /** Further lines. */
  hints?: readonly string[];
}

interface Batch {
  make(source: string | Uint8Array, opening: Opening): Promise<Made>;
  close?(): Promise<void>;
}

/**
 * Adds the last options, and the action.
 *
 * @param suffix of the output beside the input, such as '.signed'
 * @param open called once, with the number of files
 */
export function addBatch<Options extends BatchOptions>(
  command: Command,
  suffix: string,
  context: Context,
  open: (options: Options, count: number) => Promise<Batch>,
): void {
  const places = `(default: FILE${suffix}.pdf beside the input)`;
  command
    .option('-o, --output <path>', `output file or folder, or '-' for stdout ${places}`)
    .option('-f, --force', 'overwrite an existing output file');
  addPasswordOptions(command);
  command
    .option('--json', 'print one line of JSON per file')
    .option('-q, --quiet', 'print errors only')
    .action(async (files: string[], options: Options) => {
      const inputs = await expandInputs(files, { extensions: ['pdf'], cwd: context.cwd });
      const batch = await open(options, inputs.length);
      try {
        await runBatch(inputs, suffix, batch, options, context);
      } finally {
        await batch.close?.();
      }
    });
}

/** A file that fails does not stop the others. */
async function runBatch(
  inputs: readonly Input[],
  suffix: string,
  { make }: Batch,
  options: BatchOptions,
  context: Context,
): Promise<void> {
  const password = await givenPassword(options, context);
  const outputs = await outputsOf(inputs, suffix, options, context);
  rejectJsonBesideOutput(
    outputs.flatMap(output => (typeof output === 'string' ? [{ output }] : [])),
    options,
  );
  const settings = { force: options.force ?? false };
  const codes = new Set<number>();
  for (const [i, input] of inputs.entries()) {
    const output = outputs[i]!;
    try {
      if (output instanceof DocconvError) throw output;
      await requireOutput(output, settings, context);
      const document = await openDocument(input, context);
      // found before a key is used: one that refuses its PIN must not ask for this password, and sign again
      const opening = await withPassword(input.name, password, context, async given => {
        (await openPdf(document, given)).close();
        return given;
      });
      const made = await make(document, opening);
      await writeOutput(output, made.pdf, settings, context);
      printMade(input.name, output, made, options, context);
    } catch (thrown) {
      const error = toDocconvError(thrown);
      if (error.code === 'CANCELLED') throw error;
      codes.add(exitCodeOf(error.code));
      printProblem(input.name, error, options, context);
    }
  }
  const [code = EXIT.done] = codes;
  context.exitCode = codes.size > 1 ? EXIT.failed : code;
}

/** In the order of the inputs: a path, '-', or why there is none. Throws USAGE and FILE_NOT_FOUND. */
async function outputsOf(
  inputs: readonly Input[],
  suffix: string,
  options: BatchOptions,
  context: Context,
): Promise<(string | DocconvError)[]> {
  const present = inputs.filter(input => input.kind !== 'missing');
  const areSeveral = inputs.length > 1; // a missing one does not change what -o is
  const outputs = (await outputsOfPresent(present, areSeveral, suffix, options, context)).values();
  return inputs.map(input => (input.kind === 'missing' ? input.error : outputs.next().value!));
}

type Present = Exclude<Input, { kind: 'missing' }>;

async function outputsOfPresent(
  inputs: readonly Present[],
  areSeveral: boolean,
  suffix: string,
  { output }: BatchOptions,
  { cwd }: Context,
): Promise<(string | DocconvError)[]> {
  if (output === undefined) {
    const streams = inputs.filter(({ kind }) => kind !== 'file');
    if (streams.length > 1) throw new DocconvError('USAGE.several-to-stdout');
    return inputs.map(input => (input.kind === 'file' ? beside(input.name, suffix) : '-'));
  }
  if (output === '') throw new DocconvError('FILE_NOT_FOUND.name-empty');
  if (isStdout(output)) {
    if (areSeveral) throw new DocconvError('USAGE.several-to-stdout');
    return ['-'];
  }
  if (!areSeveral && !(await isForSeveral(output, inputs, cwd))) return [output];
  await mkdir(resolve(cwd, output), { recursive: true }).catch(() => {}); // writing a file then says what is wrong
  const places = inputs.map(input => ({
    name: input.name,
    file: join(output, basename(beside(nameOf(input), suffix))),
  }));
  const writers = grouped(places, ({ file }) => file);
  return places.map(({ file }) => {
    const [first, second] = writers.get(file)!;
    if (!second) return file;
    return new DocconvError('OUTPUT_CONFLICT.same-output', { names: `${first!.name} and ${second.name}`, file });
  });
}

/** How many files a folder or pattern finds does not decide on what -o is. */
async function isForSeveral(output: string, inputs: readonly Present[], cwd: string): Promise<boolean> {
  if (await namesFolder(output, cwd)) return true;
  const [input] = inputs;
  return input?.kind === 'file' && input.found && !/\.pdf$/i.test(output);
}

const nameOf = (input: Present): string => (input.kind === 'file' ? input.name : 'document.pdf');

function beside(name: string, suffix: string): string {
  const { dir, name: stem, ext } = parse(name);
  return fittingPath(join(dir, stem), `${suffix}${ext || '.pdf'}`);
}

function printMade(
  input: string,
  output: string,
  { json, note, hints = [] }: Made,
  options: BatchOptions,
  { terminal, cwd }: Context,
): void {
  if (options.json) terminal.out.write(`${JSON.stringify({ input, output: resolve(cwd, output), ...json })}\n`);
  if (options.json || options.quiet) return;
  const { green, dim } = terminal.color.err;
  const line = `${displayName(input)} → ${displayName(output, 'output')} ${dim(`(${note})`)}`;
  terminal.err.write([`${green('✓')} ${line}`, ...hints.map(hint => dim(`  ${hint}`)), ''].join('\n'));
}

function printProblem(input: string, error: DocconvError, { json }: BatchOptions, context: Context): void {
  const { code, message, detail } = error;
  const { fault } = detail; // undefined is left out
  if (json) context.terminal.out.write(`${JSON.stringify({ input, error: { code, fault, message } })}\n`);
  else printFailure(input, error, context.terminal);
}
