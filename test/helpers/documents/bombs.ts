/** Documents that are small on disk and exhaust memory or time when they are processed. Created at each call. */
import { crc32, deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { documents, type Fixture } from '../documents.js';
import { editPackage } from '../edit-package.js';
import { layoutBombs } from './layout-bombs.js';

export interface Bomb extends Pick<Fixture, 'name' | 'bytes'> {
  readonly kind: string;
  /** The limit that refuses it; 'overlap' for an invalid ZIP file, null where only the time limit applies. */
  readonly limit: string | null;
  readonly password?: string;
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const MIB = 1024 * 1024;

/** Some kinds in several formats. */
export function bombs(): Bomb[] {
  return [
    bomb('deep zip', 'deep.docx', 'nesting', deepZip()),
    bomb('wide zip: 600 MB in parts of 1 MB', 'wide.docx', 'unpackedBytes', wideZip(600, MIB)),
    bomb('wide zip: 20,000 parts', 'many.docx', 'entries', wideZip(20_000, 1)),
    bomb('one huge text run', 'run.docx', 'ratio', body(paragraph('a'.repeat(100 * MIB)))),
    bomb('one huge text run, packed badly', 'run.txt', 'textRun', Buffer.alloc(20 * MIB, 'a')),
    bomb('a million table cells', 'cells.docx', 'tableCells', body(table(1000, 1000))),
    bomb('a million table cells', 'cells.odt', 'tableCells', odt(repeatedTable())),
    bomb('huge image', 'image.png', 'pixels', hugePng()),
    bomb('huge image in a document', 'image.docx', 'pixels', part('word/media/image1.png', hugePng())),
    bomb('nested tables 1,000 deep', 'nested.docx', 'depth', body(nestedTables())),
    bomb('nested tables 1,000 deep', 'nested.html', 'depth', html('<table><tr><td>'.repeat(1000))),
    bomb(
      'nested tables behind a style sheet in an open comment',
      'style.html',
      'depth',
      html(`<style><!--</style>${'<table><tr><td>'.repeat(1000)}`),
    ),
    bomb(
      'nested tables behind a style sheet with a tag in it',
      'tagged-style.html',
      'depth',
      html(`<style><b><!-- </style>${'<table><tr><td>'.repeat(1000)}-->`),
    ),
    bomb(
      'nested tables behind a style sheet with an open quotation mark',
      'quoted-style.html',
      'depth',
      html(`<style><a b="</style>${'<table><tr><td>'.repeat(1000)}">`),
    ),
    bomb(
      'nested groups 1,000 deep',
      'nested.rtf',
      'depth',
      Buffer.from(`{\\rtf1 ${'{'.repeat(1000)}x${'}'.repeat(1000)}}`),
    ),
    bomb(
      'nested tables 1,000 deep',
      'itap.rtf',
      'depth',
      Buffer.from('{\\rtf1 \\pard\\intbl\\itap1000 x\\nestcell\\par}'),
    ),
    bomb('billion laughs', 'laughs.docx', 'entityBytes', document => laughs(document, 'w:document')),
    bomb('billion laughs', 'laughs.svg', 'entityBytes', Buffer.from(laughs(SVG, 'svg'))),
    bomb('billion laughs in UTF-16', 'utf16.docx', 'entityBytes', document => utf16(laughs(document, 'w:document'))),
    bomb('quadratic entities', 'quadratic.svg', 'entityBytes', Buffer.from(quadratic())),
    bomb('overlapping entries', 'overlap.docx', 'overlap', overlapping()),
    bomb(
      'giant sheet range',
      'range.xlsx',
      'sheetRange',
      sheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
    ),
    bomb('giant sheet repeats', 'repeats.ods', 'sheetCells', ods()),
    bomb('endless header recursion', 'header.docx', null, endlessHeader()),
    ...layoutBombs(),
  ];
}

type Content = Uint8Array | ((documentXml: string) => string | Uint8Array);

function bomb(kind: string, name: string, limit: string | null, content: Content): Bomb {
  if (typeof content !== 'function') return { kind, name, limit, bytes: content };
  return { kind, name, limit, bytes: editPackage(documents.docx().bytes, { [MAIN]: content }) };
}

const MAIN = 'word/document.xml';

const part = (name: string, content: Uint8Array) => editPackage(documents.docx().bytes, { [name]: content });

function body(content: string): Uint8Array {
  return editPackage(documents.docx().bytes, { [MAIN]: `<w:document ${W}><w:body>${content}</w:body></w:document>` });
}

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

function deepZip(): Uint8Array {
  let inner = documents.docx().bytes;
  for (let level = 0; level < 10; level++) inner = part('word/embeddings/inner.docx', inner);
  return inner;
}

function wideZip(count: number, size: number): Uint8Array {
  const content = new Uint8Array(size);
  const parts = Array.from({ length: count }, (_, index) => [`word/media/${index}.bin`, content] as const);
  return editPackage(documents.docx().bytes, Object.fromEntries(parts));
}

function table(rows: number, columns: number): string {
  const row = (_: unknown, number: number) => {
    const cells = Array.from({ length: columns }, (_, column) => `<w:tc>${paragraph(`${number * column}`)}</w:tc>`);
    return `<w:tr>${cells.join('')}</w:tr>`;
  };
  return `<w:tbl>${Array.from({ length: rows }, row).join('')}</w:tbl>`;
}

function nestedTables(): string {
  return `${'<w:tbl><w:tr><w:tc>'.repeat(1000)}${paragraph('x')}${`${paragraph('')}</w:tc></w:tr></w:tbl>`.repeat(1000)}`;
}

const html = (content: string) => Buffer.from(`<!DOCTYPE html><html><body>${content}</body></html>`);

/** ODF repeats one cell a million times with an attribute. */
const repeatedTable = () =>
  '<table:table table:name="T"><table:table-row><table:table-cell table:number-columns-repeated="1000000"/></table:table-row></table:table>';

function odt(content: string): Uint8Array {
  return editPackage(documents.odt().bytes, {
    'content.xml': xml => xml.replace('</office:text>', () => `${content}</office:text>`),
  });
}

function ods(): Uint8Array {
  return editPackage(documents.ods().bytes, {
    'content.xml': xml =>
      xml
        .replace('<table:table-row>', '<table:table-row table:number-rows-repeated="1048576">')
        .replace('<table:table-cell ', '<table:table-cell table:number-columns-repeated="16384" '),
  });
}

function sheet(rows: string): Uint8Array {
  return editPackage(documents.xlsx().bytes, {
    'xl/worksheets/sheet1.xml': xml => xml.replace('</sheetData>', `${rows}</sheetData>`),
  });
}

/** 100,000 by 100,000 pixels in the header, and no pixel data. */
function hugePng(): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(100_000, 0);
  header.writeUInt32BE(100_000, 4);
  header.set([8, 2], 8);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(MIB))), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const typed = Buffer.concat([Buffer.from(type), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><text>x</text></svg>';

/** Ten entities, each of which refers ten times to the one before: 10^9 words. */
function laughs(xml: string, root: string): string {
  const lines = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n} "${n === 0 ? 'lol' : `&l${n - 1};`.repeat(10)}">`);
  const bare = xml.replace(/<\?xml[^>]*\?>\s*/, '');
  return `<!DOCTYPE ${root} [${lines.join('\n')}]>${bare.replace(/>([^<]+)</, '>&l9;<')}`;
}

/** One long entity with many references: a gigabyte without nesting. */
const quadratic = () =>
  `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(50_000)}">]><svg xmlns="http://www.w3.org/2000/svg"><text>${'&a;'.repeat(20_000)}</text></svg>`;

const utf16 = (xml: string) => Buffer.from(`\ufeff${xml}`, 'utf16le');

/** A stored part that contains another part: both are listed and share their bytes. */
function overlapping(): Uint8Array {
  const inner = Buffer.from(zipSync({ 'word/media/inner.bin': new Uint8Array(MIB) }));
  const outer = Buffer.from(editPackage(documents.docx().bytes, { mimetype: inner }));
  const [innerRecords, outerRecords] = [directoryOf(inner), directoryOf(outer)];
  const start = outer.indexOf(inner.subarray(0, 64));
  innerRecords.writeUInt32LE(start, 42);
  const directory = Buffer.concat([outerRecords, innerRecords]);
  const end = Buffer.from(outer.subarray(-22));
  const offset = end.readUInt32LE(16);
  end.writeUInt16LE(end.readUInt16LE(10) + 1, 8);
  end.writeUInt16LE(end.readUInt16LE(10) + 1, 10);
  end.writeUInt32LE(directory.length, 12);
  return Buffer.concat([outer.subarray(0, offset), directory, end]);
}

function directoryOf(zip: Buffer): Buffer {
  const end = zip.subarray(-22);
  return Buffer.from(zip.subarray(end.readUInt32LE(16), end.readUInt32LE(16) + end.readUInt32LE(12)));
}

/** A header that includes itself and the document that uses it. */
function endlessHeader(): Uint8Array {
  const r = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = (...rows: [string, string][]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows
      .map(([kind, target], i) => `<Relationship Id="rId${i + 1}" Type="${r}/${kind}" Target="${target}"/>`)
      .join('')}</Relationships>`;
  const reference = '<w:sectPr><w:headerReference w:type="default" r:id="rId1"/></w:sectPr>';
  const type = (name: string, kind: string) =>
    `<Override PartName="/word/${name}" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml"/>`;
  return editPackage(documents.docx().bytes, {
    '[Content_Types].xml': xml => xml.replace('</Types>', `${type('header1.xml', 'header')}</Types>`),
    [MAIN]: xml =>
      xml.replace('</w:body>', `${reference}</w:body>`).replace('<w:document ', `<w:document xmlns:r="${r}" `),
    'word/_rels/document.xml.rels': relations(['header', 'header1.xml']),
    'word/header1.xml': `<w:hdr ${W} xmlns:r="${r}"><w:altChunk r:id="rId1"/><w:altChunk r:id="rId2"/>${paragraph('head')}<w:p><w:pPr>${reference.replace('rId1', 'rId2')}</w:pPr></w:p></w:hdr>`,
    'word/_rels/header1.xml.rels': relations(['aFChunk', 'document.xml'], ['header', 'header1.xml']),
  });
}
