/** Runs the judges, one process for all documents, and translates what they print. */
import { execFile } from 'node:child_process';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { JudgeName } from './disagreements.js';
import type { Judged } from './documents.js';
import { opinionOfDss } from './dss.js';
import type { Opinion } from './opinion.js';
import { opinionOfPyhanko } from './pyhanko.js';

const JAVA = join(import.meta.dirname, 'Judge.java');
const PYTHON = join(import.meta.dirname, 'judge.py');

/** Writes the documents, their anchors, and the list of them that the judges read; returns the path of the list. */
async function writeListing(folder: string, documents: readonly Judged[]): Promise<string> {
  const listing = join(folder, 'listing');
  const anchors = new Map<string, string>();
  for (const [i, { bytes, options }] of documents.entries()) {
    const file = join(folder, `${i}.pdf`);
    await writeFile(file, bytes);
    const own = options.trust?.portable.certificates ?? [];
    const names = await Promise.all(own.map(der => writeAnchor(folder, der, anchors)));
    await appendFile(
      listing,
      `${[file, options.at.toISOString(), options.password ?? '', names.join(',')].join('\t')}\n`,
    );
  }
  return listing;
}

/** `written`: the paths of those that were written before, by their content. */
async function writeAnchor(folder: string, der: Uint8Array, written: Map<string, string>): Promise<string> {
  const content = Buffer.from(der).toString('base64');
  const before = written.get(content);
  if (before) return before;
  const path = join(folder, `anchor-${written.size}.der`);
  written.set(content, path);
  await writeFile(path, der);
  return path;
}

/**
 * By the name of the judge: its answers in the order of the documents; null: it cannot read the file.
 * @param judges the folder of the programs @param folder for the documents; made where it does not exist
 */
export async function runJudges(
  judges: string,
  folder: string,
  documents: readonly Judged[],
): Promise<Record<JudgeName, (Opinion[] | null)[]>> {
  await mkdir(folder, { recursive: true });
  const listing = await writeListing(folder, documents);
  const [dss, pyhanko] = await Promise.all([
    opinions('java', ['-cp', join(judges, 'jars', '*'), JAVA, listing], opinionOfDss),
    opinions(join(judges, 'python', 'bin', 'python'), [PYTHON, listing], opinionOfPyhanko),
  ]);
  return { dss, pyhanko };
}

async function opinions<T>(
  command: string,
  args: readonly string[],
  opinionOf: (signature: T) => Opinion,
): Promise<(Opinion[] | null)[]> {
  const { stdout } = await promisify(execFile)(command, args, { maxBuffer: 256 << 20 });
  const lines = stdout.split('\n').filter(Boolean);
  return lines.map(line => (JSON.parse(line) as { signatures?: T[] }).signatures?.map(opinionOf) ?? null);
}
