/**
 * `node bench/fidelity.mjs [--list] [--engine native,soffice,wasm] [folder ...]`: what documents contain, and what of it is
 * in their PDFs, by family and engine: pictures, fonts, warnings. The PDFs are read by poppler (pdfimages, pdffonts), not by
 * docconv. `--list` prints the warnings of each document. Without folders, those of the sample documents are taken.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createConverter } from '../dist/index.js';
import { CORPUS, importSource, scratch } from './lib.mjs';

const args = process.argv.slice(2);
const list = args.includes('--list');
const engines = (args.includes('--engine') ? args[args.indexOf('--engine') + 1] : 'native,soffice,wasm').split(',');
const named = args.filter((arg, i) => !arg.startsWith('--') && args[i - 1] !== '--engine');
const folders = named.length > 0 ? named : [join(CORPUS, 'docx'), join(CORPUS, 'office')];

const { prepareDocument } = await importSource('src/convert/input/prepare.ts');
const files = folders.flatMap(folder => (statSync(folder).isFile() ? [folder] : filesBelow(folder)));
const totals = new Map();
for (const engine of engines) await measure(engine);
print();

function filesBelow(folder) {
  const names = readdirSync(folder, { recursive: true }).map(String).sort();
  return names.map(name => join(folder, name)).filter(path => statSync(path).isFile());
}

async function measure(engine) {
  const folder = scratch();
  const converter = createConverter({ engine, workers: 1, temporary: folder });
  for (const path of files) {
    const pdf = join(folder, 'out.pdf');
    const content = await prepareDocument(readFileSync(path), { name: basename(path) }).catch(() => null);
    if (!content) continue;
    const { family, name } = content.format;
    const row = rowOf(family, engine);
    row.documents++;
    const done = await converter.convertToFile({ path }, pdf).catch(error => ({ error }));
    if (done.error) {
      row.failed++;
      if (list) console.log(`${engine} ${path}: ${done.error.code} ${done.error.message}`);
      continue;
    }
    const images = imagesIn(pdf);
    const fonts = fontsIn(pdf);
    if (content.content.pictures.shown.length > 0) {
      row.picturesIn += content.content.pictures.shown.length;
      row.picturesOut += images;
    }
    row.asked += content.content.fonts?.size ?? 0;
    row.embedded += fonts.embedded;
    row.unembedded += fonts.unembedded;
    for (const { code, message } of done.warnings) {
      row.warnings.set(code, (row.warnings.get(code) ?? 0) + 1);
      if (list) console.log(`${engine} ${name} ${path}: ${code}: ${message}`);
    }
    if (done.warnings.length === 0) row.clean++;
  }
  await converter.close();
}

function rowOf(family, engine) {
  const key = `${family.padEnd(8)} ${engine.padEnd(8)}`;
  const empty = {
    documents: 0,
    failed: 0,
    clean: 0,
    picturesIn: 0,
    picturesOut: 0,
    asked: 0,
    embedded: 0,
    unembedded: 0,
  };
  if (!totals.has(key)) totals.set(key, { ...empty, warnings: new Map() });
  return totals.get(key);
}

/** Distinct images, without masks. */
function imagesIn(pdf) {
  const lines = execFileSync('pdfimages', ['-list', pdf], { encoding: 'utf8' }).split('\n').slice(2);
  const cells = lines.map(line => line.trim().split(/\s+/)).filter(row => row[2] === 'image');
  return new Set(cells.map(row => row[10])).size;
}

function fontsIn(pdf) {
  const lines = execFileSync('pdffonts', [pdf], { encoding: 'utf8' }).split('\n').slice(2).filter(Boolean);
  const embedded = lines.filter(line => /\s(?:yes)\s+(?:yes|no)\s+(?:yes|no)\s+\d+\s+\d+$/.test(line)).length;
  return { embedded, unembedded: lines.length - embedded };
}

function print() {
  console.log(
    '\nPictures: of documents whose pictures are known. Fonts: families asked for; fonts (with their styles) in the PDF.',
  );
  console.log(
    'family   engine   documents failed clean | pictures in, out | fonts asked, embedded, not embedded | documents by warning',
  );
  for (const [key, row] of [...totals].sort()) {
    const { documents, failed, clean, picturesIn, picturesOut, asked, embedded, unembedded, warnings } = row;
    const codes = [...warnings].map(([code, count]) => `${code} ${count}`).join(', ');
    const cells = [
      [documents, failed, clean],
      [picturesIn, picturesOut],
      [asked, embedded, unembedded],
    ];
    console.log(`${key} ${cells.map(numbers => numbers.join(', ').padStart(16)).join(' |')} | ${codes}`);
  }
}
