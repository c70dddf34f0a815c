/** veraPDF, the reference validator of PDF/A and PDF/UA, which .ci/verapdf downloads. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Level } from '../../../src/convert/output/pdfa/rule.js';
import { veraPdfFolder } from '../requires.js';

const PROGRAM = resolve('test/judges/verapdf/VeraPdf.java');

export interface Judged {
  readonly path: string;
  readonly level: Level;
}

export interface BrokenRule {
  /** Clause and test, as veraPDF counts them: "7.18.1-2". */
  readonly rule: string;
  /** The number of objects that break it. */
  readonly count: number;
  /** About the first one. */
  readonly message: string;
  readonly place: string;
}

/** The rules that each file breaks, in the order of `files`. One Java process judges all of them. */
export async function veraPdf(folder: string, files: readonly Judged[]): Promise<BrokenRule[][]> {
  const listing = join(folder, 'verapdf-list');
  const lines = files.map(({ path, level }) => `${path}\t${level === 'ua' ? 'ua1' : level}\n`);
  await writeFile(listing, lines.join(''));
  const args = ['-cp', join(veraPdfFolder(), 'jars', '*'), PROGRAM, listing];
  const { stdout } = await promisify(execFile)('java', args, { maxBuffer: 256 << 20 });
  const found = stdout.split('\n').filter(Boolean).map(readLine);
  return files.map((_, i) => found.filter(({ index }) => index === i).map(({ broken }) => broken));
}

function readLine(line: string): { index: number; broken: BrokenRule } {
  const [index, rule, count, message = '', place = ''] = line.split('\t');
  return { index: Number(index), broken: { rule: rule!, count: Number(count), message, place } };
}
