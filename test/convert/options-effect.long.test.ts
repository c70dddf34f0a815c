/**
 * Each option of the table has an effect on what is written, on the native engine, and every second one on the wasm engine,
 * which gets the same parameters; with DOCCONV_FULL=1 all.
 */
import { execFileSync } from 'node:child_process';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import type { EngineName, PdfOptions } from '../../src/convert/index.js';
import { PDF_OPTION_NAMES } from '../../src/convert/option-values.js';
import { cell, MARGINS, measuredSheet } from '../helpers/documents/measured-sheet.js';
import { edited, openTextWith, wordWith } from '../helpers/documents/with.js';
import { commented, documents, type Fixture } from '../helpers/documents.js';
import { pageCount, wordsOf } from '../helpers/pdf-text.js';
import { describeTools, describeWith } from '../helpers/requires.js';
import { everySecond } from '../helpers/selection.js';
import { embedded, sharedConverter } from './engine-setup.js';

const converter = sharedConverter();

interface Effect {
  readonly document: Fixture;
  /** Options of both conversions. */
  readonly base?: PdfOptions;
  readonly options: PdfOptions;
  /** What is compared: the value without and with the option. */
  look(output: Uint8Array): unknown;
  readonly without: unknown;
  readonly with: unknown;
  /** Instead, where the LibreOffice of wasm does not know what the document has; null: it knows none with an effect. */
  readonly wasmDocument?: Fixture | null;
}

const tool = (name: string, args: readonly string[]) => (pdf: Uint8Array) =>
  execFileSync(name, args, { input: pdf, maxBuffer: 1e8 });
const info = (pattern: RegExp) => (pdf: Uint8Array) =>
  pattern.exec(tool('pdfinfo', ['-'])(pdf).toString())?.[1] ?? null;
const has = (text: string) => (output: Uint8Array) => Buffer.from(output).includes(text);
const says = (text: string) => async (pdf: Uint8Array) => (await wordsOf(pdf)).includes(text);
const image = (column: number) => (pdf: Uint8Array) =>
  tool('pdfimages', ['-list', '-'])(pdf).toString().split('\n')[2]?.trim().split(/\s+/)[column];
const start = (length: number) => (output: Uint8Array) => Buffer.from(output.subarray(0, length)).toString('latin1');
const width = (png: Uint8Array) => PNG.sync.read(Buffer.from(png)).width;
/** The pixels of the first page as values of red, green and blue. */
function pixels(pdf: Uint8Array): Buffer {
  return tool('pdftoppm', ['-r', '40', '-singlefile', '-'])(pdf).subarray(15);
}
const darkest = (pdf: Uint8Array) => pixels(pdf).reduce((least, value) => Math.min(least, value), 255) < 100;
const isRed = (pdf: Uint8Array) => {
  const values = pixels(pdf);
  for (let i = 0; i + 2 < values.length; i += 3) if (values[i]! - values[i + 1]! > 60) return true;
  return false;
};
/** Whether what is not white is higher than 100 pixels (45 mm). */
const isHigh = (pdf: Uint8Array) => {
  const values = pixels(pdf);
  const line = 3 * Math.round((Number(info(/Page size:\s+([\d.]+)/)(pdf)) * 40) / 72);
  const marked = [...values.keys()].filter(i => values[i]! < 250).map(i => Math.floor(i / line));
  return marked.at(-1)! - marked[0]! > 100;
};

/** Pixels of all colours, which no lossless compression makes smaller. */
function noise(): Fixture {
  const png = new PNG({ width: 300, height: 300 });
  let seed = 1;
  for (let i = 0; i < png.data.length; i++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    png.data[i] = i % 4 === 3 ? 255 : seed >>> 24;
  }
  return { name: 'noise.png', bytes: PNG.sync.write(png), text: '' };
}

const docx = documents.docx('Sample');
const empty = wordWith('', { 'word/document.xml': xml => xml.replace('<w:t>x</w:t>', '') });
const twoPages = wordWith(
  '<w:p><w:r><w:t>first</w:t></w:r></w:p><w:p><w:r><w:br w:type="page"/><w:t>second</w:t></w:r></w:p>',
);
const heading = openTextWith('<text:h text:outline-level="1">Chapter</text:h>');
const form: Fixture = {
  name: 'a.html',
  bytes: Buffer.from('<form><input type="text" name="a" value="b"></form>'),
  text: '',
};
/** 216 pixels per inch. */
const dense: Fixture = {
  name: 'a.html',
  bytes: Buffer.from(
    `<html><body><p>x</p><img width="100" height="100" src="data:image/png;base64,${Buffer.from(noise().bytes).toString('base64')}">`,
  ),
  text: '',
};
const deletion = wordWith('<w:p><w:del w:id="1" w:author="A"><w:r><w:delText>deleted</w:delText></w:r></w:del></w:p>');
const contents = openTextWith(
  '<text:table-of-content text:name="T"><text:table-of-content-source text:outline-level="1"/><text:index-body><text:p>Stale</text:p></text:index-body></text:table-of-content><text:h text:outline-level="1">Chapter</text:h>',
);
const slides = edited(documents.odp('shown'), {
  'content.xml': xml =>
    xml
      .replace(
        '<office:body>',
        '<office:automatic-styles><style:style style:name="h" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style></office:automatic-styles><office:body>',
      )
      .replace(
        /<draw:page .*<\/draw:page>/s,
        page => page + page.replace('"One"', '"Two" draw:style-name="h"').replace('shown', 'hidden'),
      ),
});
const table = (rows: number, columns: number) => (xml: string) =>
  xml.replace(/<table:table-row>.*<\/table:table-row>/s, row =>
    row.replace(/<table:table-cell.*<\/table:table-cell>/s, cell => cell.repeat(columns)).repeat(rows),
  );
const _long = edited(documents.ods('cell'), { 'content.xml': table(200, 1) });
const longExcel = edited(documents.xlsx('cell'), {
  'xl/worksheets/sheet1.xml': xml =>
    xml.replace(
      /<sheetData>.*<\/sheetData>/s,
      `<sheetData>${Array.from({ length: 200 }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>1</v></c></row>`).join('')}</sheetData>`,
    ),
});
const wide = edited(documents.ods('cell'), { 'content.xml': table(1, 30) });
const sheets = edited(documents.ods('first'), {
  'content.xml': xml =>
    xml.replace(
      /<table:table .*<\/table:table>/s,
      one => one + one.replace('"One"', '"Two"').replace('first', 'second'),
    ),
});
const passwords = { permissionPassword: 'owner' };
const mark = { watermark: 'MARK' };

const EFFECTS: Readonly<Record<string, Effect>> = {
  to: { document: docx, options: { to: 'odt' }, look: start(2), without: '%P', with: 'PK' },
  dpi: {
    document: docx,
    base: { to: 'png' },
    options: { dpi: 75 },
    look: png => width(png) < 900,
    without: false,
    with: true,
  },
  thumbnail: {
    document: docx,
    base: { to: 'png' },
    options: { thumbnail: 100 },
    look: png => width(png) <= 100,
    without: false,
    with: true,
  },
  pages: { document: twoPages, options: { pages: '2-' }, look: says('first'), without: true, with: false },
  pdfa: { document: docx, options: { pdfa: '2b' }, look: has('pdfaid'), without: false, with: true },
  pdfua: { document: docx, options: { pdfua: true }, look: has('pdfuaid'), without: false, with: true },
  pdfVersion: { document: docx, options: { pdfVersion: '1.5' }, look: has('%PDF-1.5'), without: false, with: true },
  tagged: {
    document: docx,
    base: { tagged: false },
    options: { tagged: true },
    look: info(/Tagged:\s+(\w+)/),
    without: 'no',
    with: 'yes',
  },
  bookmarks: { document: heading, options: { bookmarks: false }, look: has('/Outlines'), without: true, with: false },
  formFields: {
    document: form,
    wasmDocument: null,
    options: { formFields: false },
    look: info(/Form:\s+(\w+)/),
    without: 'AcroForm',
    with: 'none',
  },
  quality: { document: noise(), options: { quality: 5 }, look: pdf => pdf.length < 30_000, without: false, with: true },
  lossless: { document: noise(), options: { lossless: true }, look: image(8), without: 'jpeg', with: 'image' },
  resolution: {
    document: dense,
    options: { resolution: '75' },
    look: pdf => Number(image(3)(pdf)) < 290,
    without: false,
    with: true,
  },
  changes: { document: deletion, options: { changes: 'final' }, look: says('deleted'), without: true, with: false },
  updateIndex: {
    document: contents,
    options: { updateIndex: true },
    look: says('Stale'),
    without: true,
    with: false,
  },
  comments: {
    document: commented(),
    base: { comments: 'none' },
    options: { comments: 'annotations' },
    look: pdf => /\/Subtype\s*\/Text\b/.test(Buffer.from(pdf).toString('latin1')),
    without: false,
    with: true,
  },
  notesPages: { document: documents.odp('slide'), options: { notesPages: true }, look: pageCount, without: 1, with: 2 },
  hiddenSlides: { document: slides, options: { hiddenSlides: true }, look: says('hidden'), without: false, with: true },
  singlePageSheets: {
    document: longExcel,
    options: { singlePageSheets: true },
    look: async pdf => (await pageCount(pdf)) > 1,
    without: true,
    with: false,
  },
  sheets: { document: sheets, options: { sheets: 'Two' }, look: says('first'), without: true, with: false },
  fit: {
    document: wide,
    options: { fit: 'width' },
    look: async pdf => (await pageCount(pdf)) > 1,
    without: true,
    with: false,
  },
  paper: {
    document: docx,
    options: { paper: 'a5' },
    look: pdf =>
      info(/Page size:.*\((\w+)\)/)(pdf) === 'A5' ||
      /Page size:\s+(41\d|420).* x 59/.test(tool('pdfinfo', ['-'])(pdf).toString()),
    without: false,
    with: true,
  },
  defaultPaper: {
    document: documents.txt(),
    options: { defaultPaper: 'letter' },
    look: pdf => /Page size:\s+612 x 792/.test(tool('pdfinfo', ['-'])(pdf).toString()),
    without: false,
    with: true,
  },
  layout: {
    document: measuredSheet({ sheet: `<sheetData><row r="1">${cell('A1', 'one')}</row></sheetData>${MARGINS}` }),
    options: { layout: 'libreoffice' },
    // half a point further in
    look: pdf => Number(/xMin="([^"]+)"/.exec(tool('pdftotext', ['-bbox', '-', '-'])(pdf).toString())?.[1]) > 55.25,
    without: true,
    with: false,
  },
  landscape: {
    document: docx,
    options: { landscape: true },
    look: pdf => Number(info(/Page size:\s+([\d.]+)/)(pdf)) > 700,
    without: false,
    with: true,
  },
  watermark: {
    document: docx,
    options: mark,
    look: async pdf => (await wordsOf(pdf)).replaceAll(' ', '').includes('MARK'),
    without: false,
    with: true,
  },
  watermarkColor: {
    document: empty,
    base: mark,
    options: { watermarkColor: 'c00000' },
    look: isRed,
    without: false,
    with: true,
  },
  watermarkAngle: {
    document: empty,
    base: mark,
    options: { watermarkAngle: 0 },
    look: isHigh,
    without: true,
    with: false,
  },
  watermarkOpacity: {
    document: empty,
    base: { ...mark, watermarkColor: '000000' },
    options: { watermarkOpacity: 100 },
    look: darkest,
    without: false,
    with: true,
  },
  header: { document: docx, options: { header: 'HEAD' }, look: says('HEAD'), without: false, with: true },
  footer: { document: docx, options: { footer: 'FOOT' }, look: says('FOOT'), without: false, with: true },
  pageNumbers: {
    document: docx,
    options: { pageNumbers: 'Leaf {page}' },
    look: says('Leaf 1'),
    without: false,
    with: true,
  },
  initialView: {
    document: docx,
    options: { initialView: 'thumbnails' },
    look: has('/UseThumbs'),
    without: false,
    with: true,
  },
  title: { document: docx, options: { title: 'Named' }, look: info(/Title:\s+(\w+)/), without: null, with: 'Named' },
  author: { document: docx, options: { author: 'Ada' }, look: info(/Author:\s+(\w+)/), without: null, with: 'Ada' },
  openPassword: {
    document: docx,
    options: { openPassword: 'secret' },
    look: has('/Encrypt'),
    without: false,
    with: true,
  },
  permissionPassword: {
    document: docx,
    options: passwords,
    look: info(/Encrypted:\s+(\w+)/),
    without: 'no',
    with: 'yes',
  },
  allow: {
    document: docx,
    base: passwords,
    options: { allow: ['print'] },
    look: info(/print:(\w+)/),
    without: 'no',
    with: 'yes',
  },
};
/** Of operations on PDFs: test/convert/operations. */
const OPERATIONS = [
  'split',
  'splitPages',
  'rotate',
  'rotatePages',
  'flatten',
  'optimize',
  'metadata',
  'breakSignatures',
  'facturx',
  'facturxLevel',
];
/** The effect of strict is an error; that of locale is tested in locale.test.ts. */
const OTHER_TESTS = ['strict', 'locale', ...OPERATIONS];

it('is shown for every option', () => {
  expect([...Object.keys(EFFECTS), ...OTHER_TESTS].toSorted()).toEqual([...PDF_OPTION_NAMES].toSorted());
});

async function output(document: Fixture, { to, ...pdf }: PdfOptions, engine: EngineName): Promise<Uint8Array> {
  return (await converter.convert(document, { engine, pdf, ...(to && { to }) })).files[0]!.bytes;
}

/** Without the option: many effects begin with the same document and options, which are converted once. */
function outputsBefore(engine: EngineName): (document: Fixture, base: PdfOptions) => Promise<Uint8Array> {
  const made = new Map<Fixture, Map<string, Promise<Uint8Array>>>();
  return (document, base) => {
    const ofDocument = made.get(document) ?? new Map<string, Promise<Uint8Array>>();
    made.set(document, ofDocument);
    const key = JSON.stringify(base);
    const before = ofDocument.get(key) ?? output(document, base, engine);
    ofDocument.set(key, before);
    return before;
  };
}

function suite(engine: EngineName): void {
  const outputBefore = outputsBefore(engine);
  const effects = Object.entries(EFFECTS).filter(([, effect]) => engine !== 'wasm' || effect.wasmDocument !== null);
  it.each(engine === 'wasm' ? everySecond(effects, 0) : effects)('%s', async (_, effect) => {
    const { base = {}, options, look, wasmDocument } = effect;
    const document = (engine === 'wasm' && wasmDocument) || effect.document;
    expect(await look(await outputBefore(document, base))).toEqual(effect.without);
    expect(await look(await output(document, { ...base, ...options }, engine))).toEqual(effect.with);
  });

  it('quality is that of plain soffice, 90, without the option', async () => {
    const sizes = await Promise.all(
      [{}, { quality: 90 }, { quality: 80 }].map(async options => (await output(noise(), options, engine)).length),
    );
    expect(Math.abs(sizes[0]! - sizes[1]!)).toBeLessThan(100); // times and identifiers differ
    expect(sizes[1]! - sizes[2]!).toBeGreaterThan(1000);
  });
}

describe('the effect of options', () => {
  describeTools('native', ['soffice.bin', 'pdfinfo', 'pdfimages', 'pdftoppm', 'pdftotext'], () => {
    suite('native');

    it('strict refuses a document with warnings', async () => {
      await expect(output(deletion, { strict: true }, 'native')).rejects.toMatchObject({ code: 'HAS_WARNINGS' });
    });
  });
  describeWith('wasm', [embedded], () => suite('wasm'));
});
