/**
 * `node bench/batches.mjs [COUNT]`: COUNT (200) presentations, spreadsheets and texts, each kind in one call of docconv and in
 * one call of soffice, in turn. The documents are converted by LibreOffice from flat files that this script makes.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BIN, ms, ratio, report, scratch, sideBySide, timed } from './lib.mjs';

const COUNT = Number(process.argv[2] ?? 200);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const folder = scratch();
const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
const out = join(folder, 'out');
const env = { ...process.env, DOCCONV_HOME: join(folder, 'home') };

const NAMES = {
  office: 'office:1.0',
  text: 'text:1.0',
  table: 'table:1.0',
  draw: 'drawing:1.0',
  svg: 'svg-compatible:1.0',
};
const declarations = Object.entries(NAMES)
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}"`)
  .join(' ');
const flat = (kind, body) =>
  `<?xml version="1.0"?><office:document ${declarations} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:body>${body}</office:body></office:document>`;
const repeat = (count, piece) => Array.from({ length: count }, (_, i) => piece(i)).join('');

/** Sources and the formats that they are converted to: what users have. */
const KINDS = {
  presentations: [
    'pptx',
    'fodp',
    flat('presentation', `<office:presentation>${repeat(8, slide)}</office:presentation>`),
  ],
  spreadsheets: ['xlsx', 'fods', flat('spreadsheet', `<office:spreadsheet>${sheet()}</office:spreadsheet>`)],
  texts: ['docx', 'fodt', flat('text', `<office:text>${repeat(40, paragraph)}</office:text>`)],
};

function slide(i) {
  const box = 'svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="10cm"';
  return `<draw:page draw:name="p${i}"><draw:frame ${box}><draw:text-box>${repeat(6, paragraph)}</draw:text-box></draw:frame></draw:page>`;
}

function sheet() {
  const cell = i =>
    `<table:table-cell office:value-type="float" office:value="${i}"><text:p>${i}</text:p></table:table-cell>`;
  return `<table:table table:name="Sheet">${repeat(80, i => `<table:table-row>${repeat(8, j => cell(i * j))}</table:table-row>`)}</table:table>`;
}

function paragraph(i) {
  return `<text:p>Paragraph ${i} has some words, so that there is something to lay out on the page, line after line.</text:p>`;
}

/** COUNT copies of one document. */
function documentsOf(extension, source, content) {
  const documents = join(folder, extension);
  mkdirSync(documents);
  writeFileSync(join(folder, `one.${source}`), content);
  soffice(extension, documents, join(folder, `one.${source}`));
  for (let i = 0; i < COUNT; i++)
    copyFileSync(join(documents, `one.${extension}`), join(documents, `${i}.${extension}`));
  rmSync(join(documents, `one.${extension}`));
  return readdirSync(documents).map(name => join(documents, name));
}

function soffice(target, folderOut, ...files) {
  return timed('soffice', [profile, '--headless', '--convert-to', target, '--outdir', folderOut, ...files], {});
}

/** Both leave the same PDFs; a missing one is an error. */
function complete(milliseconds) {
  const made = readdirSync(out).length;
  if (made !== COUNT) throw new Error(`${made} of ${COUNT} PDFs`);
  rmSync(out, { recursive: true });
  mkdirSync(out);
  return milliseconds;
}

mkdirSync(out);
const version = spawnSync('soffice', ['--version'], { encoding: 'utf8' }).stdout.trim();
for (const [kind, [extension, source, content]] of Object.entries(KINDS)) {
  const files = documentsOf(extension, source, content);
  const times = sideBySide(ROUNDS, {
    docconv: () => complete(timed(process.execPath, [BIN, 'convert', '-q', '-o', `${out}/`, ...files], { env })),
    soffice: () => complete(soffice('pdf', out, ...files)),
  });
  report(`${COUNT} ${kind} (${extension}) in one call (medians of ${ROUNDS}, in turn; ${version})`, [
    ['docconv convert', ms(times.docconv)],
    ['one soffice --convert-to call', ms(times.soffice)],
    ['soffice / docconv', ratio(times.soffice / times.docconv)],
  ]);
}
