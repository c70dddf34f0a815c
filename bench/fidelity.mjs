/**
 * `node bench/fidelity.mjs [--made] [--list] [--engine native,soffice,wasm] [folder ...]`: what documents contain, and what
 * of it is in their PDFs, by format and engine: pictures, fonts, warnings. The PDFs are read by poppler, not by docconv.
 * `--list` prints the warnings of each document. Without folders, those of the sample documents are taken.
 *
 * `--made [format ...]` takes a corpus with known content instead (corpus/make.mjs), compares the pages, the text and the
 * pixels of each PDF with those of plain soffice, and prints each difference and how many there are of each class. A format
 * is the name of a folder of the corpus, for example `odt` or `xlsx-exceljs`. `--keep FOLDER`: where the corpus and the PDFs
 * stay; made before, they are used again.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createConverter } from '../dist/index.js';
import { compare, factsOf, firstDifference, fontsIn, imagesIn } from './corpus/compare.mjs';
import { makeCorpus, soffice } from './corpus/make.mjs';
import { CORPUS, importSource, scratch } from './lib.mjs';

const args = process.argv.slice(2);
const argument = flag => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
const list = args.includes('--list');
const engines = (argument('--engine') ?? 'native,soffice,wasm').split(',');
const named = args.filter((arg, i) => !arg.startsWith('--') && !['--engine', '--keep'].includes(args[i - 1]));
const isMade = args.includes('--made');
const folder = argument('--keep') ?? scratch();
mkdirSync(folder, { recursive: true });

const { prepareDocument } = await importSource('src/convert/input/prepare.ts');
const references = new Map();
const files = isMade ? await madeFiles() : sampleFiles();
const totals = new Map();
for (const engine of engines) await measure(engine);
print();

function sampleFiles() {
  const folders = named.length > 0 ? named : [join(CORPUS, 'docx'), join(CORPUS, 'office')];
  const paths = folders.flatMap(path => (statSync(path).isFile() ? [path] : filesBelow(path)));
  return paths.map(path => ({ path }));
}

function filesBelow(path) {
  const names = readdirSync(path, { recursive: true }).map(String).sort();
  return names.map(name => join(path, name)).filter(file => statSync(file).isFile());
}

async function madeFiles() {
  const marker = join(folder, 'corpus');
  const formats = existsSync(marker)
    ? new Map(
        readdirSync(marker, { withFileTypes: true })
          .filter(isFormat)
          .map(({ name }) => [name, filesBelow(join(marker, name))]),
      )
    : await makeCorpus(marker);
  const made = [];
  for (const [format, paths] of formats) {
    if (named.length > 0 && !named.includes(format)) continue;
    const plain = join(folder, 'plain', format);
    // plain soffice opens HTML with Writer/Web, whose PDFs lack headings and other formatted text
    const filter = format === 'html' ? ['--infilter=HTML (StarWriter)'] : [];
    if (!existsSync(plain)) soffice(folder, [...filter, '--convert-to', 'pdf', '--outdir', plain, ...paths]);
    for (const path of paths) {
      references.set(path, join(plain, basename(path).replace(/\.\w+$/, '.pdf')));
      made.push({ path, format });
    }
  }
  return made;
}

function isFormat(entry) {
  return entry.isDirectory() && entry.name !== 'profile';
}

async function measure(engine) {
  const converter = createConverter({ engine, workers: 1, temporary: folder });
  for (const { path, format } of files) {
    const pdf = join(folder, 'out.pdf');
    const content = await prepareDocument(readFileSync(path), { name: basename(path) }).catch(() => null);
    if (!content) continue;
    const row = rowOf(format ?? content.format.family, engine);
    row.documents++;
    const done = await converter.convertToFile({ path }, pdf).catch(error => ({ error }));
    if (done.error) {
      row.failed++;
      if (list || isMade) console.log(`${engine} ${path}: ${done.error.code} ${done.error.message}`);
      continue;
    }
    countContent(row, content.content, pdf);
    for (const { code, message } of done.warnings) {
      count(row.warnings, code);
      if (list) console.log(`${engine} ${content.format.name} ${path}: ${code}: ${message}`);
    }
    if (done.warnings.length === 0) row.clean++;
    if (isMade) compareWithPlain(row, `${engine} ${format} ${basename(path)}`, references.get(path), pdf);
  }
  await converter.close();
}

function countContent(row, { pictures, fonts }, pdf) {
  const found = fontsIn(pdf);
  if (pictures.shown.length > 0) {
    row.picturesIn += pictures.shown.length;
    row.picturesOut += imagesIn(pdf);
  }
  row.asked += fonts?.size ?? 0;
  row.embedded += found.embedded;
  row.unembedded += found.unembedded;
}

function compareWithPlain(row, title, reference, pdf) {
  if (!existsSync(reference)) return console.log(`${title}: plain soffice writes no PDF`);
  row.compared++;
  const [a, b] = [factsOf(pdf), factsOf(reference)];
  const same = compare(a, b);
  if (same.pages) row.samePages++;
  else console.log(`${title}: ${a.pages} pages for ${b.pages}`);
  if (same.text) row.sameText++;
  else console.log(`${title}: text ${firstDifference(a.text, b.text)}`);
  if (same.pixels) row.samePixels++;
  else
    console.log(
      `${title}: pixels ${same.difference.toFixed(4)}${a.size === b.size ? '' : `, ${a.size} for ${b.size}`}`,
    );
  if (same.class) count(row.classes, same.class);
}

function count(counts, name) {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function rowOf(name, engine) {
  const key = `${name.padEnd(14)} ${engine.padEnd(8)}`;
  const counted = ['documents', 'failed', 'clean', 'picturesIn', 'picturesOut', 'asked', 'embedded', 'unembedded'];
  const compared = ['compared', 'samePages', 'sameText', 'samePixels'];
  const zeros = Object.fromEntries([...counted, ...compared].map(column => [column, 0]));
  if (!totals.has(key)) totals.set(key, { ...zeros, warnings: new Map(), classes: new Map() });
  return totals.get(key);
}

function print() {
  console.log(
    '\nPictures: of documents whose pictures are known. Fonts: families asked for; fonts (with their styles) in the PDF.',
  );
  const compared = isMade ? ' | compared with plain soffice: same pages, text, pixels' : '';
  console.log(
    `name           engine   documents failed clean | pictures in, out | fonts asked, embedded, not embedded${compared} | documents by warning`,
  );
  for (const [key, row] of [...totals].sort()) {
    const cells = [
      [row.documents, row.failed, row.clean],
      [row.picturesIn, row.picturesOut],
      [row.asked, row.embedded, row.unembedded],
      ...(isMade ? [[row.compared, row.samePages, row.sameText, row.samePixels]] : []),
    ];
    const codes = [...row.warnings].map(([code, count]) => `${code} ${count}`).join(', ');
    console.log(`${key} ${cells.map(numbers => numbers.join(', ').padStart(16)).join(' |')} | ${codes}`);
  }
  if (isMade) printClasses();
}

function printClasses() {
  console.log('\nDocuments that differ from plain soffice, by their most serious difference');
  for (const [key, { classes, compared }] of [...totals].sort()) {
    const counts = [...classes].map(([name, number]) => `${name} ${number}`);
    console.log(`${key} ${counts.join(', ') || 'none'} (of ${compared})`);
  }
}
