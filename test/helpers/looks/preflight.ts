/** Apache PDFBox Preflight, an independent validator of PDF/A-1b, as Debian packages it. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { program, type Requirement } from '../requires.js';

const JARS = [
  ...['preflight', 'pdfbox2', 'fontbox2', 'xmpbox', 'commons-logging', 'javax.activation', 'jaxb-api'],
  ...['bcprov', 'bcpkix', 'bcmail', 'bcutil'],
].map(name => `/usr/share/java/${name}.jar`);

/** What the tests need of the system. */
export const preflightTools: readonly Requirement[] = [
  program('java'),
  { missing: 'Apache PDFBox Preflight is not installed (libpdfbox2-java)', met: JARS.every(jar => existsSync(jar)) },
];

/**
 * The rules of PDF/A-1b that each file breaks, as "code details", in the order of `paths`. One Java process judges all
 * of them: its start takes longer than a file. File names must differ.
 */
export async function preflight(folder: string, paths: readonly string[]): Promise<string[][]> {
  const list = join(folder, 'preflight-list');
  await writeFile(list, paths.map(path => `${path}\n`).join(''));
  const args = ['-cp', JARS.join(':'), 'org.apache.pdfbox.preflight.Validator_A1b', 'xml', 'group', list];
  // it exits with a status that says nothing about a group
  await promisify(execFile)('java', args, { maxBuffer: 64 << 20 }).catch(() => {});
  const xml = await readFile(`${list}.preflight.xml`, 'latin1');
  const judged = new Map(
    [...xml.matchAll(/<preflight name="([^"]*)">([\s\S]*?)<\/preflight>/g)].map(m => [m[1], m[2]!]),
  );
  return paths.map(path => {
    const result = judged.get(basename(path));
    if (result === undefined) throw new Error(`Preflight did not judge ${path}`);
    const faults = [...result.matchAll(/<code>(.*?)<\/code>\s*<details>([\s\S]*?)<\/details>/g)];
    if (faults.length === 0 && !result.includes('>true</isValid>')) return ['invalid without a code'];
    return [...new Set(faults.map(([, code, details]) => `${code} ${details!.slice(0, 80)}`))];
  });
}

/**
 * What is left of these faults for another level than 1b: PDF/A-2 and -3 permit transparency (groups, soft masks, blend
 * modes and opacity), and their metadata states another part.
 */
export function faultsOf(level: '1b' | '2b' | '3b', faults: readonly string[]): string[] {
  return level === '1b' ? [...faults] : faults.filter(fault => !OTHER_IN_LATER_PARTS.some(other => other.test(fault)));
}

const OTHER_IN_LATER_PARTS = [
  /^(?:7\.11\.2 |2\.2\.[12] |4\.1\.[123] )/,
  // A group without the entry Type, which is optional in ISO 32000-1, 8.10.3
  /^2\.1\.7 .*hasn't Group as Type value/,
  // LibreOffice gives the form of each group the resources of the whole document, which name the form as well. Preflight
  // walks through resources, whether or not they are painted; ISO 32000-1 forbids only that a form paints itself.
  /^8 .*PDResources recursion/,
];
