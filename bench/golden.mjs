/**
 * `node bench/golden.mjs [--engine native,soffice,wasm] [--layout libreoffice] [--fonts FOLDER] [--keep FOLDER] [name ...]`:
 * how near the PDFs of docconv and of plain soffice are to those that Microsoft Office has written of the same documents
 * (../shared/corpus/office-golden): by document and by page, words on the same page, and those within 4 points of their place.
 * With `--keep`, FOLDER/index.html shows each page of Office beside that of each engine and their difference.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createConverter } from '../dist/index.js';
import { soffice } from './corpus/make.mjs';
import { CORPUS, scratch } from './lib.mjs';

const NEAR = 4;
const VALUED = ['--engine', '--layout', '--fonts', '--keep'];
const args = process.argv.slice(2);
const argument = flag => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
const names = args.filter((arg, i) => !arg.startsWith('--') && !VALUED.includes(args[i - 1]));
const kept = argument('--keep');
const folder = resolve(kept ?? scratch());
const golden = join(CORPUS, 'office-golden');
const all = JSON.parse(readFileSync(join(golden, 'manifest.json'), 'utf8')).cases;
const cases = all.filter(
  ({ source, expected_pdf }) =>
    existsSync(join(golden, expected_pdf)) && (names.length === 0 || names.some(name => source.includes(name))),
);
const rows = [];

for (const engine of (argument('--engine') ?? 'native,soffice,wasm').split(',')) {
  const fonts = argument('--fonts') ? [argument('--fonts')] : [];
  const converter = createConverter({ engine, workers: 1, fonts });
  const pdf = argument('--layout') ? { layout: argument('--layout') } : {};
  await measure(engine, (source, path) => converter.convertToFile({ path: source }, path, { pdf }));
  await converter.close();
}
const sources = cases.map(({ source }) => join(golden, source));
soffice(folder, ['--convert-to', 'pdf', '--outdir', join(folder, 'plain'), ...sources]);
await measure('plain', () => {});
print();
if (kept) writeFileSync(join(folder, 'index.html'), gallery());

async function measure(program, convert) {
  const to = join(folder, program);
  mkdirSync(to, { recursive: true });
  for (const { source, format, expected_pdf } of cases) {
    const pdf = join(to, `${basename(source, `.${format}`)}.pdf`);
    await convert(join(golden, source), pdf, to);
    rows.push(
      ...compared(wordsOf(join(golden, expected_pdf)), wordsOf(pdf)).map(row => ({
        program,
        format,
        source,
        pdf,
        expected_pdf,
        ...row,
      })),
    );
  }
}

/** Words of each page with their left and upper edges. */
function wordsOf(pdf) {
  const text = execFileSync('pdftotext', ['-bbox', pdf, '-'], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const pages = text.split('<page ').slice(1);
  return pages.map(page =>
    [...page.matchAll(/<word xMin="([^"]+)" yMin="([^"]+)".*>(.*)<\/word>/g)].map(([, x, y, word]) => ({
      word,
      x: +x,
      y: +y,
    })),
  );
}

function compared(office, own) {
  const isNear = a => b => a.word === b.word && Math.abs(a.x - b.x) < NEAR && Math.abs(a.y - b.y) < NEAR;
  return office.map((words, i) => {
    const found = own[i] ?? [];
    const present = new Set(found.map(({ word }) => word));
    return {
      page: i + 1,
      pages: `${own.length} of ${office.length}`,
      words: words.length,
      onPage: words.filter(({ word }) => present.has(word)).length,
      near: words.filter(word => found.some(isNear(word))).length,
    };
  });
}

function print() {
  const sums = new Map();
  for (const { program, format, source, page, pages, words, onPage, near } of rows) {
    console.log(
      `${program.padEnd(8)} ${basename(source).padEnd(32)} page ${page}, ${pages} pages: ${words} words, ${onPage} on the page, ${near} in place`,
    );
    const key = `${program.padEnd(8)} ${format}`;
    const sum = sums.get(key) ?? [0, 0, 0];
    sums.set(key, [sum[0] + words, sum[1] + onPage, sum[2] + near]);
  }
  for (const [key, [words, onPage, near]] of sums)
    console.log(`${key}: ${words} words, ${onPage} on their page, ${near} in place`);
}

function gallery() {
  const figures = rows.map(({ program, source, pdf, expected_pdf, page, words, near }, i) => {
    const office = draw(join(golden, expected_pdf), page, `office-${i}`);
    const own = draw(pdf, page, `own-${i}`);
    const both = `<div class="both"><img src="${office}"><img src="${own}"></div>`;
    return `<h2>${program}: ${basename(source)}, page ${page}: ${near} of ${words} words</h2><img src="${office}"><img src="${own}">${both}`;
  });
  const style =
    'img{width:30%;border:1px solid;vertical-align:top}.both{display:inline-block;position:relative;width:30%}.both img{width:100%}.both img+img{position:absolute;left:0;top:0;mix-blend-mode:difference}';
  return `<!doctype html><meta charset="utf-8"><title>Office and docconv</title><style>${style}</style>${figures.join('\n')}`;
}

/** A page that does not exist has no picture: pdftoppm fails for it. */
function draw(pdf, page, name) {
  const options = ['-r', '60', '-f', `${page}`, '-l', `${page}`, '-png', '-singlefile'];
  spawnSync('pdftoppm', [...options, pdf, join(folder, name)], { stdio: 'ignore' });
  return `${name}.png`;
}
