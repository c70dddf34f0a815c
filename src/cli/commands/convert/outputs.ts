/** Decides on the output path of every document and checks all of them before the first conversion. */
import { existsSync } from 'node:fs';
import { access, constants, open, readdir } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import { formatOfFileName } from '../../../convert/formats.js';
import { type OutputName, outputNamed, outputOfFileName } from '../../../convert/outputs.js';
import { DocconvError } from '../../../errors.js';
import { writeError } from '../../../system/files/file-errors.js';
import { isFolder, makeFolder } from '../../../system/files/files.js';
import { fittingPath } from '../../../system/files/long-names.js';
import { isSpecialPath } from '../../../system/files/special-files.js';
import type { Input } from '../../input/inputs.js';
import { namesFolder } from '../../output/write-output.js';

export type ConvertibleInput = Extract<Input, { kind: 'file' | 'stream' }>;

export interface Place {
  /** Absolute path, or '-' for standard output. */
  output: string;
  /** Name of the output in messages. */
  name: string;
  /** Why the document is not converted; null if it is. */
  skip: string | null;
}

export interface Target extends Place {
  input: ConvertibleInput;
}

export interface OutputSettings {
  cwd: string;
  to: OutputName;
  /** Value of -o: a file, a folder or '-'; undefined: beside the input. */
  output: string | undefined;
  /** Overwrite existing files of any type. */
  force: boolean;
  /** The options ask for work on PDFs. */
  takesPdfs?: boolean;
  /** The output may become several files with numbers in their names. */
  areNumbered?: boolean;
  /** Skip documents whose output exists. */
  noClobber: boolean;
}

/** Throws OUTPUT_CONFLICT, OUTPUT_EXISTS, OUTPUT_UNWRITABLE or USAGE. */
export async function planOutputs(inputs: readonly ConvertibleInput[], settings: OutputSettings): Promise<Target[]> {
  if (settings.output === '') throw new DocconvError('USAGE.output-empty');
  const pathFor = await pathChooser(inputs, settings);
  const targets = inputs.map(input => {
    const output = pathFor(input);
    return { input, output, name: shortName(output, settings.cwd), skip: null };
  });
  rejectConflicts(targets, settings.takesPdfs ?? false);
  if (settings.areNumbered) rejectNumberedConflicts(targets, settings);
  await prepareFolders(targets, settings.cwd);
  return Promise.all(targets.map(target => checkExisting(target, settings)));
}

/** The output of --merge. Throws as planOutputs. */
export async function planMerge(
  file: string,
  inputs: readonly ConvertibleInput[],
  settings: OutputSettings,
): Promise<Place> {
  const output = STDOUT.includes(file) ? '-' : resolve(settings.cwd, file);
  if (file === '') throw new DocconvError('USAGE.merge-empty');
  if (await namesFolder(file, settings.cwd)) throw new DocconvError('USAGE.merge-into-folder', { file });
  const place = { output, name: shortName(output, settings.cwd), skip: null };
  if (inputs.some(input => input.kind === 'file' && input.path === output))
    throw new DocconvError('OUTPUT_CONFLICT.merge-overwrites-input', { file: place.name });
  await prepareFolders([place], settings.cwd);
  return checkExisting(place, settings);
}

/**
 * `convert *` finds the PDFs of its last run as well: among other documents, PDFs are left out. A single one is refused as a
 * format that docconv does not convert.
 */
export async function withoutPdfs(
  inputs: readonly ConvertibleInput[],
): Promise<{ documents: ConvertibleInput[]; pdfs: ConvertibleInput[] }> {
  const arePdfs = await Promise.all(inputs.map(input => inputs.length > 1 && isNamedAndIsPdf(input)));
  return { documents: inputs.filter((_, i) => !arePdfs[i]), pdfs: inputs.filter((_, i) => arePdfs[i]) };
}

async function isNamedAndIsPdf(input: ConvertibleInput): Promise<boolean> {
  return input.kind === 'file' && /\.pdf$/i.test(input.path) && (await startsAsPdf(input.path));
}

type PathChooser = (input: ConvertibleInput) => string;

async function pathChooser(
  inputs: readonly ConvertibleInput[],
  { output, to, cwd }: OutputSettings,
): Promise<PathChooser> {
  if (output === undefined)
    return input => (input.kind === 'stream' ? '-' : join(dirname(input.path), basename(outputName(input, to))));
  if (STDOUT.includes(output)) return onlyOne(inputs, output, '-');
  const path = resolve(cwd, output);
  if (await namesFolder(output, cwd)) return input => join(path, outputName(input, to));
  if (isFileName(path) || (await isSpecialPath(path))) return onlyOne(inputs, output, path);
  // the number of documents that a folder or pattern finds does not decide on what -o is
  const areSeveral = inputs.length > 1 || inputs.some(input => input.kind === 'file' && input.found);
  return areSeveral ? input => join(path, outputName(input, to)) : () => path;
}

/** The others than '-' are links to a file that has another name. */
const STDOUT = ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'];

function isFileName(path: string): boolean {
  return outputOfFileName(path) !== null || formatOfFileName(path) !== null;
}

function onlyOne(inputs: readonly ConvertibleInput[], output: string, path: string): PathChooser {
  if (inputs.length <= 1) return () => path;
  const id = path === '-' ? 'USAGE.one-document' : 'USAGE.one-document.folder';
  throw new DocconvError(id, { output, count: inputs.length });
}

/** Documents found in a folder keep their relative path below the output folder. */
function outputName(input: ConvertibleInput, to: OutputName): string {
  const [extension] = outputNamed(to).extensions;
  if (input.kind === 'stream') return `document.${extension}`;
  const below = input.relative;
  return fittingPath(below.slice(0, below.length - extname(below).length), `.${extension}`);
}

function rejectConflicts(targets: readonly Target[], takesPdfs: boolean): void {
  const seen = new Map<string, Target>();
  const inputs = new Set(targets.map(({ input }) => (input.kind === 'file' ? input.path : null)));
  for (const target of targets) {
    const other = seen.get(target.output);
    if (other) {
      const names = `${other.input.name} and ${target.input.name}`;
      throw new DocconvError('OUTPUT_CONFLICT.same-output', { names, file: target.name });
    }
    if (target.input.kind === 'file' && target.input.path === target.output) {
      const ofPdf = takesPdfs ? 'OUTPUT_CONFLICT.pdf-over-itself' : 'OUTPUT_CONFLICT.already-pdf';
      const id = /\.pdf$/i.test(target.name) ? ofPdf : 'OUTPUT_CONFLICT.overwrites-itself';
      throw new DocconvError(id, { name: target.input.name });
    }
    if (inputs.has(target.output)) throw new DocconvError('OUTPUT_CONFLICT.overwrites-input', { file: target.name });
    seen.set(target.output, target);
  }
}

/** As rejectConflicts, for the names with numbers that the outputs may get. Images with one page keep their names. */
function rejectNumberedConflicts(targets: readonly Target[], { to, cwd }: OutputSettings): void {
  const outputs = new Map(targets.map(target => [target.output, target]));
  for (const { input, output, name } of targets) {
    if (input.kind === 'file' && outputs.has(withoutNumber(input.path) ?? ''))
      throw new DocconvError('OUTPUT_CONFLICT.overwrites-input', { file: shortName(input.path, cwd) });
    const other = to === 'pdf' ? outputs.get(withoutNumber(output) ?? '') : undefined;
    if (other) {
      const names = `${other.input.name} and ${input.name}`;
      throw new DocconvError('OUTPUT_CONFLICT.same-output', { names, file: name });
    }
  }
}

/** "book.pdf" of "book-12.pdf"; null for a name without a number. */
function withoutNumber(path: string): string | null {
  const [, stem, extension] = /^(.*)-\d+(\.[^./\\]*)$/s.exec(path) ?? [];
  return stem === undefined ? null : `${stem}${extension}`;
}

async function prepareFolders(targets: readonly Place[], cwd: string): Promise<void> {
  const folders = new Set<string>();
  for (const { output } of targets) if (output !== '-' && !(await isSpecialPath(output))) folders.add(dirname(output));
  for (const folder of folders) {
    try {
      makeFolder(folder);
      await access(folder, constants.W_OK);
    } catch (cause) {
      throw writeError(cause, `the folder ${shortName(folder, cwd)}`);
    }
  }
}

async function checkExisting<P extends Place>(target: P, settings: OutputSettings): Promise<P> {
  const { to, force, noClobber, areNumbered = false } = settings;
  const existing =
    target.output === '-' || (await isSpecialPath(target.output))
      ? null
      : await existingOutput(target.output, areNumbered);
  if (existing === null) return target;
  const name = join(dirname(target.name), basename(existing));
  if (await isFolder(existing)) throw new DocconvError('OUTPUT_CONFLICT.is-folder', { name });
  if (noClobber) return { ...target, skip: `the ${to === 'pdf' ? 'PDF' : 'output'} exists` };
  // a PDF whose name has a number may be any other one: nobody named it as the output
  const isNamedPdf = to === 'pdf' && existing === target.output;
  if (force || (isNamedPdf && (await startsAsPdf(existing, true)))) return target;
  throw new DocconvError(isNamedPdf ? 'OUTPUT_EXISTS.not-a-pdf' : 'OUTPUT_EXISTS.converted', { name });
}

/** The first file of the output that has a number, or the output itself; null: there is none. */
async function existingOutput(output: string, areNumbered: boolean): Promise<string | null> {
  const numbered = areNumbered ? await numberedOutput(output) : undefined;
  if (numbered !== undefined) return numbered;
  return existsSync(output) ? output : null;
}

async function numberedOutput(output: string): Promise<string | undefined> {
  const [folder, extension] = [dirname(output), extname(output)];
  const stem = basename(output, extension);
  const isNumbered = (name: string) => {
    const [number] = /-\d+$/.exec(basename(name, extension)) ?? [];
    return number !== undefined && name === fittingPath(stem, number + extension);
  };
  const found = (await readdir(folder)).find(isNumbered);
  return found === undefined ? undefined : join(folder, found);
}

/** Without --force, only PDFs and empty files are overwritten: people edit other outputs. */
async function startsAsPdf(path: string, orIsEmpty = false): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (!file) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return (orIsEmpty && bytesRead === 0) || buffer.subarray(0, bytesRead).includes('%PDF-');
  } finally {
    await file.close();
  }
}

/** Relative if it is below the current folder. */
export function shortName(output: string, cwd: string): string {
  const below = relative(cwd, output);
  return output === '-' || below === '' || below.startsWith('..') || isAbsolute(below) ? output : below;
}
