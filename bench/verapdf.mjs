/**
 * `node bench/verapdf.mjs [folder ...]`: documents as PDF/A of each level, as PDF/UA and as both, judged by veraPDF, which
 * `.ci/verapdf` downloads. Prints for each level how many PDFs were made, refused and invalid, and by rule how many break it.
 * Without folders, the sample documents of all formats are taken. BENCH_ENGINE chooses the engine, BENCH_LEVELS (2b,ua) one
 * row, and BENCH_KEEP a folder for the PDFs.
 */
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createConverter } from '../dist/index.js';
import { CORPUS, importSource, scratch } from './lib.mjs';

const { veraPdf } = await importSource('test/helpers/looks/verapdf.ts');

const engine = process.env.BENCH_ENGINE ?? 'native';
const folders = process.argv.length > 2 ? process.argv.slice(2) : ['docx', 'office'].map(name => join(CORPUS, name));
const files = folders.flatMap(folder =>
  readdirSync(folder, { recursive: true })
    .map(name => join(folder, String(name)))
    .filter(path => statSync(path).isFile()),
);
/** The levels that a PDF claims, by options. */
const REQUESTS = {
  'PDF/A-1b': ['1b'],
  'PDF/A-2b': ['2b'],
  'PDF/A-3b': ['3b'],
  'PDF/UA-1': ['ua'],
  'PDF/A-2b and PDF/UA-1': ['2b', 'ua'],
};
const wanted = process.env.BENCH_LEVELS?.split(',');

const out = process.env.BENCH_KEEP ?? scratch();
const converter = createConverter({ cache: join(out, 'cache') });
console.log(`${files.length} documents, engine ${engine}`);
for (const [title, levels] of Object.entries(REQUESTS)) {
  if (wanted && wanted.join() !== levels.join()) continue;
  const { made, refused, failed } = await convertAll(title.replaceAll(/\W+/g, '-'), levels);
  const judged = made.flatMap(({ path }) => levels.map(level => ({ path, level })));
  const faults = await veraPdf(out, judged);
  const of = i => levels.flatMap((_, j) => faults[i * levels.length + j]);
  const broken = made.flatMap(({ source }, i) => of(i).map(fault => ({ source, ...fault })));
  const invalid = made.filter((_, i) => of(i).length > 0).length;
  console.log(
    `\n${title}: ${made.length} PDFs, of which ${invalid} invalid by veraPDF; ${refused.length} refused, ${failed.length} not convertible`,
  );
  count(
    broken,
    ({ rule }) => rule,
    ({ source, message }) => `${source}: ${message}`,
  );
  count(
    refused.flatMap(({ source, error }) => error.detail.rules.split(',').map(rule => ({ source, rule }))),
    ({ rule }) => `refused: ${rule}`,
    ({ source }) => source,
  );
}
await converter.close();

async function convertAll(name, levels) {
  const folder = join(out, name);
  mkdirSync(folder, { recursive: true });
  const pdfa = levels.find(level => level !== 'ua');
  const pdf = { ...(pdfa && { pdfa }), ...(levels.includes('ua') && { pdfua: true }) };
  const done = { made: [], refused: [], failed: [] };
  for (const [i, source] of files.entries()) {
    const path = join(folder, `${i}.pdf`);
    try {
      await converter.convertToFile({ path: source }, path, { engine, pdf });
      done.made.push({ source: basename(source), path });
    } catch (error) {
      done[error.code === 'PDFA_INVALID' ? 'refused' : 'failed'].push({ source: basename(source), error });
    }
  }
  return done;
}

/** Prints how many documents there are of each kind, the most frequent first, and one of them. */
function count(items, kindOf, exampleOf) {
  const kinds = new Map();
  for (const item of items) kinds.set(kindOf(item), [...(kinds.get(kindOf(item)) ?? []), item]);
  for (const [kind, found] of [...kinds].sort(([, a], [, b]) => b.length - a.length))
    console.log(`  ${String(found.length).padStart(4)}  ${kind.padEnd(28)} ${exampleOf(found[0]).slice(0, 200)}`);
}
