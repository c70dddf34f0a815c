/**
 * Documents with a font inside that has the name of a font of the system and glyphs of its own: whatever prints with it
 * differs from a document without it. The font is made here, so that no font has to be installed.
 */
import { Buffer } from 'node:buffer';
import { editPackage } from '../edit-package.js';
import { epub } from './epub.js';
import { flatOdf, odf } from './odf.js';
import { presentation, relations, writing } from './ooxml.js';

/** Names under which documents of this repository find their fonts, and those that LibreOffice replaces them with. */
const TAKEN_NAMES = ['Calibri', 'Carlito', 'Liberation Serif', 'Liberation Sans', 'Times New Roman', 'Arial'];

const FIRST = 0x20;
const LAST = 0x7e;
const GLYPHS = LAST - FIRST + 2;
const EM = 1000;

/** Its glyphs are drawn by TrueType, or by PostScript in a table CFF. */
export type Outlines = 'truetype' | 'postscript';

/** A font for ASCII; each glyph is a box whose height tells the character (OpenType 1.9.1). */
function boxFont(family: string, outlines: Outlines = 'truetype'): Buffer {
  if (outlines === 'postscript') return postScriptFont(family);
  const glyphs = Array.from({ length: GLYPHS }, (_, i) => box(100 + i * 7));
  const offsets = [0];
  for (const glyph of glyphs) offsets.push(offsets.at(-1)! + glyph.length);
  const tables: Record<string, Buffer> = {
    'OS/2': os2(),
    cmap: cmap(),
    glyf: Buffer.concat(glyphs),
    head: head(),
    hhea: hhea(),
    hmtx: Buffer.concat(glyphs.map(() => int16(600, 50))),
    loca: Buffer.concat(offsets.map(offset => uint32(offset))),
    maxp: Buffer.concat([uint32(0x00010000), int16(GLYPHS, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]),
    name: names(family),
    post: Buffer.concat([uint32(0x00030000, 0), int16(-100, 50), uint32(0, 0, 0, 0, 0)]),
  };
  return fontFile(tables);
}

function postScriptFont(family: string): Buffer {
  return fontFile(
    {
      'CFF ': cff(family),
      'OS/2': os2(),
      cmap: cmap(),
      head: head(),
      hhea: hhea(),
      hmtx: Buffer.concat(Array.from({ length: GLYPHS }, () => int16(600, 50))),
      maxp: Buffer.concat([uint32(0x00005000), int16(GLYPHS)]),
      name: names(family),
      post: Buffer.concat([uint32(0x00030000, 0), int16(-100, 50), uint32(0, 0, 0, 0, 0)]),
    },
    'OTTO',
  );
}

/** Its charset is ISOAdobe, which begins with the names of the ASCII characters (Adobe Technical Note 5176, appendix C). */
function cff(family: string): Buffer {
  const integer = (value: number) => Buffer.concat([Buffer.from([29]), uint32(value)]);
  const entry = (operator: number, ...values: number[]) => [...values.map(integer), Buffer.from([operator])];
  const widths = Buffer.concat([...entry(20, 600), ...entry(21, 600)]);
  const glyphs = index(Array.from({ length: GLYPHS }, (_, i) => postScriptBox(100 + i * 7)));
  const top = (at: number) =>
    Buffer.concat([...entry(5, 50, 0, 550, 800), ...entry(17, at), ...entry(18, widths.length, at + glyphs.length)]);
  const none = int16(0);
  const before = (at: number) =>
    Buffer.concat([
      Buffer.from([1, 0, 4, 2]),
      index([Buffer.from(family.replaceAll(' ', ''))]),
      index([top(at)]),
      none,
      none,
    ]);
  return Buffer.concat([before(before(0).length), glyphs, widths]);
}

function index(items: readonly Buffer[]): Buffer {
  const offsets = [1];
  for (const item of items) offsets.push(offsets.at(-1)! + item.length);
  return Buffer.concat([int16(items.length), Buffer.from([2]), int16(...offsets), ...items]);
}

/** rmoveto, hlineto with three alternating lines, endchar. */
function postScriptBox(height: number): Buffer {
  const numbers = (...values: number[]) =>
    Buffer.concat(values.map(value => Buffer.concat([Buffer.from([28]), int16(value)])));
  return Buffer.concat([numbers(50, 0), Buffer.from([21]), numbers(500, height, -500), Buffer.from([6, 14])]);
}

const int16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, i * 2);
  return bytes;
};

const uint32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, i * 4);
  return bytes;
};

/** One contour of four points on the curve; padded to four bytes. */
function box(height: number): Buffer {
  const header = int16(1, 50, 0, 550, height, 3, 0);
  const flags = Buffer.from([1, 1, 1, 1]);
  const outline = int16(50, 500, 0, -500, 0, 0, height, 0);
  const glyph = Buffer.concat([header, flags, outline]);
  return Buffer.concat([glyph, Buffer.alloc(-glyph.length & 3)]);
}

function os2(): Buffer {
  const start = int16(4, 600, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 250, 0);
  const panose = Buffer.alloc(10);
  const rest = int16(0x40, FIRST, LAST, 800, -200, 200, 1000, 200);
  const version4 = Buffer.concat([uint32(1, 0), int16(500, 700, 0, 0x20, 1)]);
  return Buffer.concat([start, panose, uint32(1, 0, 0, 0), Buffer.from('DOCC'), rest, version4]);
}

/** Format 4, one segment. */
function cmap(): Buffer {
  const delta = 1 - FIRST;
  const segments = int16(LAST, 0xffff, 0, FIRST, 0xffff, delta, 1, 0, 0);
  const table = Buffer.concat([int16(4, 14 + segments.length, 0, 4, 4, 1, 0), segments]);
  return Buffer.concat([int16(0, 1, 3, 1), uint32(12), table]);
}

function head(): Buffer {
  const start = Buffer.concat([uint32(0x00010000, 0x00010000, 0, 0x5f0f3cf5), int16(3, EM)]);
  return Buffer.concat([start, Buffer.alloc(16), int16(50, 0, 550, 800, 0, 8, 2, 1, 0)]);
}

function hhea(): Buffer {
  return Buffer.concat([uint32(0x00010000), int16(800, -200, 200, 600, 50, 50, 550, 1, 0, 0, 0, 0, 0, 0, 0, GLYPHS)]);
}

function names(family: string): Buffer {
  const texts = [family, 'Regular', family, family, 'Version 1.0', family.replaceAll(' ', '')];
  const encoded = texts.map(text => Buffer.from(text, 'utf16le').swap16());
  let offset = 0;
  const records = encoded.map((bytes, i) => {
    const record = int16(3, 1, 0x409, i + 1, bytes.length, offset);
    offset += bytes.length;
    return record;
  });
  return Buffer.concat([int16(0, records.length, 6 + records.length * 12), ...records, ...encoded]);
}

function fontFile(tables: Readonly<Record<string, Buffer>>, version = '\0\x01\0\0'): Buffer {
  const entries = Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1));
  const power = 2 ** Math.floor(Math.log2(entries.length));
  const header = Buffer.concat([
    Buffer.from(version, 'latin1'),
    int16(entries.length, power * 16, Math.log2(power), (entries.length - power) * 16),
  ]);
  let offset = header.length + entries.length * 16;
  const records: Buffer[] = [];
  const contents: Buffer[] = [];
  for (const [tag, table] of entries) {
    records.push(Buffer.concat([Buffer.from(tag), uint32(sumOf(table), offset, table.length)]));
    contents.push(padded(table));
    offset += contents.at(-1)!.length;
  }
  return Buffer.concat([header, ...records, ...contents]);
}

const padded = (table: Buffer): Buffer => Buffer.concat([table, Buffer.alloc(-table.length & 3)]);

function sumOf(table: Buffer): number {
  const bytes = padded(table);
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}

const KEY = '{00112233-4455-6677-8899-AABBCCDDEEFF}';

/** As DOCX has it: the first 32 bytes combined with the key (ECMA-376-1, 17.8.1). */
function obfuscated(font: Buffer): Buffer {
  const key = Buffer.from(KEY.replace(/[{}-]/g, ''), 'hex').reverse();
  const copy = Buffer.from(font);
  for (let i = 0; i < 32; i++) copy[i]! ^= key[i % 16]!;
  return copy;
}

type Maker = (text: string, families: readonly string[], outlines?: Outlines) => Uint8Array;

const docx: Maker = (text, families) => {
  const ns =
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  const fonts = families.map(
    (family, i) => `<w:font w:name="${family}"><w:embedRegular r:id="rId${i + 1}" w:fontKey="${KEY}"/></w:font>`,
  );
  const targets = families.map((_, i) => ['font', `fonts/font${i + 1}.odttf`] as const);
  return editPackage(writing(text, 'docx'), {
    '[Content_Types].xml': xml =>
      xml.replace(
        '</Types>',
        '<Default Extension="odttf" ContentType="application/vnd.openxmlformats-officedocument.obfuscatedFont"/>' +
          '<Override PartName="/word/fontTable.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.fontTable+xml"/></Types>',
      ),
    'word/_rels/document.xml.rels': relations([['fontTable', 'fontTable.xml']]),
    'word/fontTable.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:fonts ${ns}>${fonts.join('')}</w:fonts>`,
    'word/_rels/fontTable.xml.rels': relations(targets),
    ...Object.fromEntries(families.map((family, i) => [`word/fonts/font${i + 1}.odttf`, obfuscated(boxFont(family))])),
  });
};

const pptx: Maker = (text, families) => {
  const fonts = families.map(
    (family, i) => `<p:embeddedFont><p:font typeface="${family}"/><p:regular r:id="rId${i + 2}"/></p:embeddedFont>`,
  );
  const targets = families.map((_, i) => ['font', `fonts/font${i + 1}.fntdata`] as const);
  return editPackage(presentation(text, 'pptx'), {
    '[Content_Types].xml': xml =>
      xml.replace('</Types>', '<Default Extension="fntdata" ContentType="application/x-fontdata"/></Types>'),
    'ppt/presentation.xml': xml =>
      xml.replace('</p:presentation>', `<p:embeddedFontLst>${fonts.join('')}</p:embeddedFontLst></p:presentation>`),
    'ppt/_rels/presentation.xml.rels': relations([['slide', 'slides/slide1.xml'], ...targets]),
    ...Object.fromEntries(families.map((family, i) => [`ppt/fonts/font${i + 1}.fntdata`, boxFont(family)])),
  });
};

/** `source`: the element that has or names the font of this number. */
function faces(families: readonly string[], source: (i: number) => string): string {
  const all = families.map(
    (family, i) =>
      `<style:font-face style:name="${family}" svg:font-family="'${family}'"><svg:font-face-src>${source(i)}` +
      '<svg:font-face-format svg:string="truetype"/></svg:font-face-uri></svg:font-face-src></style:font-face>',
  );
  return `<office:font-face-decls>${all.join('')}</office:font-face-decls>`;
}

function packaged(kind: 'text' | 'spreadsheet' | 'presentation' | 'graphics'): Maker {
  return (text, families) => {
    const uri = (i: number) =>
      `<svg:font-face-uri xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="Fonts/font${i}.ttf" xlink:type="simple">`;
    const declared = faces(families, uri);
    return editPackage(odf(kind, text), {
      'content.xml': xml => xml.replace(/(<office:document-content[^>]*>)/, `$1${declared}`),
      'styles.xml': xml => xml.replace(/(<office:document-styles[^>]*>)/, `$1${declared}`),
      'META-INF/manifest.xml': xml =>
        xml.replace(
          '</m:manifest>',
          `${families.map((_, i) => `<m:file-entry m:full-path="Fonts/font${i}.ttf" m:media-type="application/x-font-ttf"/>`).join('')}</m:manifest>`,
        ),
      ...Object.fromEntries(families.map((family, i) => [`Fonts/font${i}.ttf`, boxFont(family)])),
    });
  };
}

const fodt: Maker = (text, families, outlines) => {
  const uri = (i: number) =>
    `<svg:font-face-uri><office:binary-data>${boxFont(families[i]!, outlines).toString('base64')}</office:binary-data>`;
  const flat = Buffer.from(flatOdf('text', text)).toString();
  return Buffer.from(flat.replace(/(<office:document [^>]*>)/, `$1${faces(families, uri)}`));
};

function fontFaces(families: readonly string[], source: (i: number) => string): string {
  return families.map((family, i) => `@font-face{font-family:"${family}";src:url(${source(i)})}`).join('');
}

const html: Maker = (text, families) => {
  const data = (i: number) => `data:font/ttf;base64,${boxFont(families[i]!).toString('base64')}`;
  const style = `<style>${fontFaces(families, data)}p{font-family:"${families[0]}"}</style>`;
  return Buffer.from(
    `<!DOCTYPE html><html><head><meta charset="utf-8">${style}</head><body><p>${text}</p></body></html>`,
  );
};

const book: Maker = (text, families) =>
  epub(text, {
    files: {
      'OEBPS/style.css': `${fontFaces(families, i => `fonts/${i}.ttf`)} body{font-family:"${families[0]}"}`,
      ...Object.fromEntries(families.map((family, i) => [`OEBPS/fonts/${i}.ttf`, boxFont(family).toString('latin1')])),
    },
  });

const MAKERS = {
  docx,
  pptx,
  odt: packaged('text'),
  ods: packaged('spreadsheet'),
  odp: packaged('presentation'),
  odg: packaged('graphics'),
  fodt,
  html,
  epub: book,
} satisfies Record<string, Maker>;

export type FontCarrier = keyof typeof MAKERS;
export const FONT_CARRIERS = Object.keys(MAKERS) as FontCarrier[];

/** A document that says `text` and has a font of its own under each of these names. */
export function withFont(extension: FontCarrier, text: string, families: readonly string[] = TAKEN_NAMES) {
  return { name: `fonts.${extension}`, bytes: MAKERS[extension](text, families), text };
}

/** A document whose font has PostScript outlines, of which LibreOffice makes a Type 1 font in the PDF. */
export function withPostScriptFont(text: string) {
  return { name: 'postscript.fodt', bytes: MAKERS.fodt(text, TAKEN_NAMES, 'postscript'), text };
}
