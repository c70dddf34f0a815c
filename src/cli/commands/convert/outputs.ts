/** Decides on the output path of every document and checks all of them before the first conversion. */
import { existsSync } from 'node:fs';
import { access, constants, open, readdir } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import { formatOfFileName } from '../../../convert/formats.js';
import { type OutputName, outputNamed, outputOfFileName } from '../../../convert/outputs.js';
import { DocconvError, toDocconvError } from '../../../errors.js';
import { grouped } from '../../../system/collections.js';
import { writeError } from '../../../system/files/file-errors.js';
import { isFolder, makeFolder } from '../../../system/files/files.js';
import { fittingPath } from '../../../system/files/long-names.js';
import { isSpecialPath } from '../../../system/files/special-files.js';
import type { Input } from '../../input/inputs.js';
import { shownName } from '../../output/display-name.js';
import { isStdout, namesFolder } from '../../output/write-output.js';

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
  /** Documents that were given and are left out: they count where -o is for one document or for several. */
  others?: number;
  /** The output may become several files with numbers in their names. */
  areNumbered?: boolean;
  /** Skip documents whose output exists. */
  noClobber: boolean;
}

/** Receives OUTPUT_CONFLICT, OUTPUT_EXISTS, OUTPUT_UNWRITABLE or DISK_FULL of a document that is not converted. */
export type Refuse = (input: ConvertibleInput, error: DocconvError) => void;

/** Those that can be written: one that cannot does not stop the others. Throws USAGE. */
export async function planOutputs(
  inputs: readonly ConvertibleInput[],
  settings: OutputSettings,
  refuse: Refuse,
): Promise<Target[]> {
  if (settings.output === '') throw new DocconvError('USAGE.output-empty');
  const pathFor = await pathChooser(inputs, settings);
  const targets = inputs.map(input => {
    const output = pathFor(input);
    return { input, output, name: shortName(output, settings.cwd), skip: null };
  });
  const conflictOf = conflictFinder(targets, settings);
  const planned: Target[] = [];
  for (const target of targets) {
    try {
      const conflict = conflictOf(target);
      if (conflict) throw conflict;
      await prepareFolder(target, settings.cwd);
      planned.push(await checkExisting(target, settings));
    } catch (thrown) {
      refuse(target.input, toDocconvError(thrown));
    }
  }
  return planned;
}

/** The output of --merge. Throws what planOutputs throws, and what it refuses documents for. */
export async function planMerge(
  file: string,
  inputs: readonly ConvertibleInput[],
  settings: OutputSettings,
): Promise<Place> {
  const output = isStdout(file) ? '-' : resolve(settings.cwd, file);
  if (file === '') throw new DocconvError('USAGE.merge-empty');
  if (await namesFolder(file, settings.cwd)) throw new DocconvError('USAGE.merge-into-folder', { file });
  const place = { output, name: shortName(output, settings.cwd), skip: null };
  if (inputs.some(input => input.kind === 'file' && input.path === output))
    throw new DocconvError('OUTPUT_CONFLICT.merge-overwrites-input', { file: place.name });
  await prepareFolder(place, settings.cwd);
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
  { output, to, cwd, others = 0 }: OutputSettings,
): Promise<PathChooser> {
  if (output === undefined)
    return input => (input.kind === 'stream' ? '-' : join(dirname(input.path), basename(outputName(input, to))));
  const count = inputs.length + others;
  if (isStdout(output)) return onlyOne(count, output, '-');
  const path = resolve(cwd, output);
  if (await namesFolder(output, cwd)) return input => join(path, outputName(input, to));
  if (isFileName(path) || (await isSpecialPath(path))) return onlyOne(count, output, path);
  // the number of documents that a folder or pattern finds does not decide on what -o is
  const areSeveral = count > 1 || inputs.some(input => input.kind === 'file' && input.found);
  return areSeveral ? input => join(path, outputName(input, to)) : () => path;
}

function isFileName(path: string): boolean {
  return outputOfFileName(path) !== null || formatOfFileName(path) !== null;
}

function onlyOne(count: number, output: string, path: string): PathChooser {
  if (count <= 1) return () => path;
  const id = path === '-' ? 'USAGE.one-document' : 'USAGE.one-document.folder';
  throw new DocconvError(id, { output, count });
}

/** Documents found in a folder keep their relative path below the output folder. */
function outputName(input: ConvertibleInput, to: OutputName): string {
  const [extension] = outputNamed(to).extensions;
  if (input.kind === 'stream') return `document.${extension}`;
  const below = input.relative;
  return fittingPath(below.slice(0, below.length - extname(below).length), `.${extension}`);
}

/** Why a target cannot be written, beside the others; null if it can. Both of two with the same output cannot. */
function conflictFinder(targets: readonly Target[], settings: OutputSettings): (target: Target) => DocconvError | null {
  const inputs = new Set(targets.map(({ input }) => (input.kind === 'file' ? input.path : null)));
  const byOutput = grouped(targets, ({ output }) => output);
  const numbered = settings.areNumbered ? numberedConflicts(targets, settings) : new Map<Target, DocconvError>();
  return target => {
    const [first, second] = byOutput.get(target.output)!;
    if (second) return sameOutput(first!, target === first ? second : target);
    const { input, output, name } = target;
    if (input.kind === 'file' && input.path === output) {
      const ofPdf = settings.takesPdfs ? 'OUTPUT_CONFLICT.pdf-over-itself' : 'OUTPUT_CONFLICT.already-pdf';
      const id = /\.pdf$/i.test(name) ? ofPdf : 'OUTPUT_CONFLICT.overwrites-itself';
      return new DocconvError(id, { name: input.name });
    }
    if (inputs.has(output)) return new DocconvError('OUTPUT_CONFLICT.overwrites-input', { file: name });
    return numbered.get(target) ?? null;
  };
}

function sameOutput(first: Target, second: Target): DocconvError {
  const names = `${shownName(first.input.name)} and ${shownName(second.input.name)}`;
  return new DocconvError('OUTPUT_CONFLICT.same-output', { names, file: shownName(second.name, 'output') });
}

/** For the names with numbers that the outputs may get. Images with one page keep their names. */
function numberedConflicts(targets: readonly Target[], { to, cwd }: OutputSettings): Map<Target, DocconvError> {
  const outputs = new Map(targets.map(target => [target.output, target]));
  const found = new Map<Target, DocconvError>();
  for (const target of targets) {
    const { input, output } = target;
    const overwriting = input.kind === 'file' ? outputs.get(withoutNumber(input.path) ?? '') : undefined;
    const other = to === 'pdf' ? outputs.get(withoutNumber(output) ?? '') : undefined;
    if (other) for (const each of [other, target]) found.set(each, sameOutput(other, target));
    if (overwriting && input.kind === 'file')
      found.set(
        overwriting,
        new DocconvError('OUTPUT_CONFLICT.overwrites-input', { file: shortName(input.path, cwd) }),
      );
  }
  return found;
}

/** "book.pdf" of "book-12.pdf"; null for a name without a number. */
function withoutNumber(path: string): string | null {
  const [, stem, extension] = /^(.*)-\d+(\.[^./\\]*)$/s.exec(path) ?? [];
  return stem === undefined ? null : `${stem}${extension}`;
}

async function prepareFolder({ output }: Place, cwd: string): Promise<void> {
  if (output === '-' || (await isSpecialPath(output))) return;
  const folder = dirname(output);
  try {
    makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw writeError(cause, `the folder ${shortName(folder, cwd)}`);
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
