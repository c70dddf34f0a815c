/**
 * `node bench/golden.mjs [--engine native,soffice,wasm] [--layout libreoffice] [--fonts FOLDER] [--keep FOLDER] [name ...]`:
 * how near the PDFs of docconv and of plain soffice are to those that Microsoft Office has written of the same documents
 * (../shared/corpus/office-golden): by document and by page, words on the same page, those within 4 points of their place, and
 * the similarity of pictures (SSIM) where there is ink. With `--keep`, also which pages each cure touches, what is left, and
 * FOLDER/index.html with each page side by side: Office, soffice and docconv.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createConverter } from '../dist/index.js';
import { soffice } from './corpus/make.mjs';
import { compared, greyPages, meanOf, sideBySide, similarity, wordsOf } from './golden/pages.mjs';
import { CORPUS, ROOT, scratch } from './lib.mjs';

const VALUED = ['--engine', '--layout', '--fonts', '--keep'];
const PLAIN = 'plain';
const args = process.argv.slice(2);
const argument = flag => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
const names = args.filter((arg, i) => !arg.startsWith('--') && !VALUED.includes(args[i - 1]));
const kept = argument('--keep');
const fonts = argument('--fonts') ? [argument('--fonts')] : [];
const folder = resolve(kept ?? scratch());
const golden = join(CORPUS, 'office-golden');
const cases = JSON.parse(readFileSync(join(golden, 'manifest.json'), 'utf8'))
  .cases.map(({ source, format, expected_pdf }) => ({
    format,
    path: join(golden, source),
    stem: basename(source, `.${format}`),
    office: join(golden, expected_pdf),
  }))
  .filter(({ path, office }) => existsSync(office) && (names.length === 0 || names.some(name => path.includes(name))));
const engines = (argument('--engine') ?? 'native,soffice,wasm').split(',');
const rows = [];
const warnings = new Map();

for (const engine of engines) {
  const converter = createConverter({ engine, workers: 1, fonts });
  const pdf = argument('--layout') ? { layout: argument('--layout') } : {};
  await measure(engine, async ({ path }, to) => (await converter.convertToFile({ path }, to, { pdf })).warnings);
  await converter.close();
}
const environment = fonts.length > 0 ? { FONTCONFIG_FILE: fontconfig() } : {};
const sources = cases.map(({ path }) => path);
soffice(folder, ['--convert-to', 'pdf', '--outdir', join(folder, PLAIN), ...sources], environment);
await measure(PLAIN, () => []);
print();
if (kept) {
  printLeft();
  printWarnings();
  writePictures();
  await printCauses();
}

/** For soffice: the fonts of the system and those of the argument. */
function fontconfig() {
  const path = join(folder, 'fonts.conf');
  const folders = fonts.map(each => `<dir>${resolve(each)}</dir>`).join('');
  writeFileSync(path, `<fontconfig><include>/etc/fonts/fonts.conf</include>${folders}</fontconfig>`);
  return path;
}

async function measure(program, convert) {
  mkdirSync(join(folder, program), { recursive: true });
  for (const { stem, format, office, ...source } of cases) {
    const pdf = join(folder, program, `${stem}.pdf`);
    for (const { code } of await convert(source, pdf))
      warnings.set(code, new Set([...(warnings.get(code) ?? []), `${stem}.${format}`]));
    const [words, own] = [office, pdf].map(wordsOf);
    const [pictures, ownPictures] = [office, pdf].map(greyPages);
    rows.push(
      ...words.map((page, i) => ({
        ...{ program, format, stem, office, pdf, page: i + 1, pages: `${own.length} of ${words.length}` },
        ...compared(page, own[i]),
        ssim: similarity(pictures[i], ownPictures[i]),
      })),
    );
  }
}

function print() {
  for (const { program, stem, page, pages, words, onPage, near, ssim } of rows)
    console.log(
      `${program.padEnd(8)} ${stem.padEnd(28)} page ${page}, ${pages} pages: ${words} words, ${onPage} on the page, ${near} in place, SSIM ${ssim.toFixed(3)}`,
    );
  const keyOf = ({ program, format }) => `${program.padEnd(8)} ${format}`;
  for (const key of new Set(rows.map(keyOf))) {
    const group = rows.filter(row => keyOf(row) === key);
    const total = name => group.reduce((sum, row) => sum + row[name], 0);
    const firsts = group.filter(({ page }) => page === 1);
    const same = firsts.filter(({ pages }) => new Set(pages.split(' of ')).size === 1);
    const ssim = meanOf(group.map(row => row.ssim)).toFixed(3);
    const share = ((100 * total('near')) / total('words')).toFixed(1);
    console.log(
      `${key}: page counts of ${same.length} of ${firsts.length}, ${total('words')} words, ${total('onPage')} on their page, ${total('near')} in place (${share} %), SSIM ${ssim}`,
    );
  }
}

/** Words out of place, by where docconv has them. */
function printLeft() {
  console.log('\nWords out of place, with the distance in points');
  for (const { program, stem, page, misplaced } of rows.filter(row => row.program === engines[0]))
    for (const { word, x, y, dx, dy } of misplaced) {
      const place = dx === undefined ? 'not on the page' : `${dx.toFixed(1)} right, ${dy.toFixed(1)} down`;
      console.log(
        `${program.padEnd(8)} ${stem.padEnd(28)} page ${page} at ${x.toFixed()},${y.toFixed()}: ${word}: ${place}`,
      );
    }
}

function printWarnings() {
  console.log('\nWarnings');
  for (const [code, documents] of warnings) console.log(`  ${code.padEnd(20)} ${[...documents].join(', ')}`);
}

function isLeft({ words, near }) {
  return near < words;
}

function pageOf({ stem, format, page }) {
  return `${stem}.${format} ${page}`;
}

function isWarned(document) {
  return [...warnings.values()].some(documents => documents.has(document));
}

/** A page is touched where soffice prints a word at another place than Office. */
async function printCauses() {
  const { causesOf } = await import('./golden/causes.mjs');
  console.log('\nCures: documents and pages that each touches, and pages with more words in place');
  const fontFolders = [...fonts, join(ROOT, 'dist/convert/engines/fonts')];
  const causes = await causesOf({ cases, folder, fontFolders, environment });
  for (const { id, formats, documents, pages, nearer, worse } of causes) {
    const name = `${id.padEnd(18)} ${[...formats].join(', ').padEnd(6)}`;
    const lost = worse.length > 0 ? `, worse: ${worse.join('; ')}` : '';
    console.log(`  ${name} ${documents} documents, ${pages} pages, ${nearer} nearer${lost}`);
  }
  const plain = rows.filter(({ program }) => program === PLAIN);
  for (const engine of engines) {
    const own = new Map(rows.filter(({ program }) => program === engine).map(row => [pageOf(row), row]));
    const touched = plain.filter(isLeft);
    const cured = touched.filter(row => own.get(pageOf(row)).near > row.near);
    const left = [...own.values()].filter(isLeft);
    const warned = left.filter(({ stem, format }) => isWarned(`${stem}.${format}`));
    console.log(
      `  ${engine}: ${plain.length} pages, ${touched.length} touched, ${cured.length} nearer, ${left.length} left, ${warned.length} of them with a warning`,
    );
  }
}

function writePictures() {
  const [engine] = engines;
  const plain = rows.filter(({ program }) => program === PLAIN);
  const figures = plain.map(({ stem, format, page, office, pdf, words, near, ssim }) => {
    const own = rows.find(row => row.program === engine && row.stem === stem && row.page === page);
    const picture = `${format}-${stem}-${page}.png`;
    writeFileSync(join(folder, picture), sideBySide([office, pdf, own.pdf], page));
    const figure = [near, ssim, own.near, own.ssim].map(value => Number(value.toFixed(3)));
    return `<h2>${stem}.${format}, page ${page}</h2><p>Of ${words} words: soffice ${figure[0]} in place, SSIM ${figure[1]}; docconv ${figure[2]}, SSIM ${figure[3]}</p><img src="${picture}" alt="Office, soffice, docconv">`;
  });
  const title = 'Office, soffice and docconv';
  const page = `<!doctype html><meta charset="utf-8"><title>${title}</title><style>img{max-width:100%}</style><h1>${title}</h1>${figures.join('\n')}`;
  writeFileSync(join(folder, 'index.html'), page);
}
