/** What the tests of `docconv convert` have in common: folders with files, and a row of a table. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, onTestFinished } from 'vitest';
import { docconv, docconvInTurn, type Ended, type Surroundings } from '../helpers/cli.js';
import { documents } from '../helpers/documents.js';
import { expectPdf } from '../helpers/pdf-text.js';

/** Shared by all tests: the capabilities of the engines are cached in it. */
export const home = mkdtempSync(join(tmpdir(), 'docconv-convert-home-'));
afterAll(() => rmSync(home, { recursive: true }));

export type Files = Readonly<Record<string, string | Uint8Array>>;

export interface Row {
  argv: readonly string[];
  files?: Files;
  exit: number;
  /** Complete stdout; empty by default. */
  out?: string | RegExp;
  err: string | RegExp;
  /** Files that the command creates. */
  created?: readonly string[];
}

/** A temporary folder with these files. */
export function folderWith(files: Files = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFiles(folder, files);
  return folder;
}

function writeFiles(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

export function convert(cwd: string, argv: readonly string[], { env, ...more }: Surroundings = {}) {
  return docconv(['convert', ...argv], { cwd, env: { DOCCONV_HOME: home, ...env }, ...more });
}

export function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true }).map(String);
  return names.filter(name => statSync(join(folder, name)).isFile()).sort();
}

/** Runs the commands of all rows in one process, when the first row is tested. */
export function rowsInTurn(rows: readonly Row[]): (row: Row) => Promise<void> {
  const folders = rows.map(() => mkdtempSync(join(tmpdir(), 'docconv-cli-')));
  afterAll(() => Promise.all(folders.map(folder => rm(folder, { recursive: true }))));
  const start = () => {
    for (const [i, { files = {} }] of rows.entries()) writeFiles(folders[i]!, files);
    const commands = rows.map(({ argv }, i) => ({ argv: ['convert', ...argv], cwd: folders[i] }));
    return docconvInTurn(commands, { env: { DOCCONV_HOME: home } });
  };
  let ended: ReturnType<typeof start> | null = null;
  return async row => {
    ended ??= start();
    const i = rows.indexOf(row);
    expectEnded(row, folders[i]!, (await ended)[i]!);
  };
}

function expectEnded(
  { files = {}, exit, out = '', err, created = [] }: Row,
  folder: string,
  ended: Pick<Ended, 'code' | 'out' | 'err'>,
): void {
  const normalized = (text: string) => text.replaceAll(folder, '~');
  expect(normalized(ended.err)).toEqual(typeof err === 'string' ? err : expect.stringMatching(err));
  expect(normalized(ended.out)).toEqual(typeof out === 'string' ? out : expect.stringMatching(out));
  expect(ended.code).toBe(exit);
  expect(filesIn(folder)).toEqual([...Object.keys(files), ...created].sort());
}

export const docx = documents.docx().bytes;
export const odt = documents.odt().bytes;
export const txt = documents.txt().bytes;
export const OLD_PDF = '%PDF-1.4 old';

export function jsonLines({ out }: Ended): { input: string }[] {
  return out
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));
}

export const DONE = (input: string, output: string) => `✓ ${input} → ${output} (native, N s)\n`;
/** Documents are converted in parallel: the order of the lines varies. */
const inAnyOrder = (text: string) => text.split('\n').sort();
export const SUMMARY = (count: number) => `${count} converted in N s\n`;

export const both = { 'a.docx': docx, 'b.odt': odt };

export type Converted = Omit<Row, 'exit' | 'err'> & { err?: string; exit?: number };

export async function expectConverted({
  argv,
  files = {},
  exit = 0,
  err = '',
  created = [],
}: Converted): Promise<void> {
  const folder = folderWith(files);
  const ended = await convert(folder, argv);
  expect(ended).toMatchObject({ code: exit, out: '' });
  expect(inAnyOrder(ended.err.replace(/\d+\.\d s/g, 'N s'))).toEqual(inAnyOrder(err));
  expect(filesIn(folder)).toEqual([...Object.keys(files), ...created].sort());
  for (const name of created) await expectPdf(readFileSync(join(folder, name)), documents.docx().text);
}
