/** Fonts of appearances: the text of their codes, and which of them draw what their encoding says. */
import {
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  type PdfRevision,
  PdfStream,
  readToUnicode,
  type ToUnicode,
  textOf,
} from '../../../../pdf/index.js';
import { cachedIn } from '../../../../system/collections.js';
import { ARIAL, advanceWidth, TIMES } from '../../../../system/fonts/letter-widths.js';
import type { Font } from '../types.js';
import { type CodeTable, encodingTable, glyphText } from './glyph-names.js';

const UNKNOWN: Font = { decode: () => null, width: () => null, standard: false };

/** `font` as resolved. The meaning of its codes is read once per revision. */
export const fontOf = cachedIn((revision: PdfRevision, font: PdfObject): Font => {
  if (!(font instanceof PdfDict)) return UNKNOWN;
  const stream = revision.get(font, 'ToUnicode');
  const map = stream instanceof PdfStream ? readToUnicode(revision.decode(stream).bytes) : undefined;
  // beyond the limits of the map, the codes have no known text
  if (map === null) return UNKNOWN;
  if (revision.getName(font, 'Subtype') === 'Type0')
    return map ? { ...UNKNOWN, decode: bytes => decodeComposite(bytes, lengthOf(revision, font, map), map) } : UNKNOWN;
  const codes = simpleCodes(revision, font, map ?? null);
  const stated = widthsOf(revision, font);
  const standard = isStandard(revision, font, codes, stated);
  const known = standard ? standardWidths(revision.getName(font, 'BaseFont')!, codes) : [];
  return { decode: bytes => decodeSimple(bytes, codes), width: code => stated(code) ?? known[code] ?? null, standard };
});

/** Of the default resources of the form (12.7.3, DR), by name. */
export const formFonts = (revision: PdfRevision): PdfDict | null =>
  revision.getDict(revision.getDict(revision.getDict(revision.root, 'AcroForm'), 'DR'), 'Font');

type CodeLength = ToUnicode['codeLength'];

/** Identity-H and -V have codes of 2 bytes (9.7.5.2); the codes of other CMaps are those of the map. */
function lengthOf(revision: PdfRevision, font: PdfDict, map: ToUnicode): CodeLength {
  const encoding = revision.getName(font, 'Encoding');
  return encoding === 'Identity-H' || encoding === 'Identity-V' ? () => 2 : map.codeLength;
}

function decodeComposite(bytes: Uint8Array, codeLength: CodeLength, map: ToUnicode): string | null {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = codeLength(bytes, at);
    if (length === null || at + length > bytes.length) return null;
    let code = 0;
    for (let i = 0; i < length; i++) code = code * 256 + bytes[at + i]!;
    const character = map.text(code, length);
    if (character === undefined) return null;
    text += character;
    at += length;
  }
  return text;
}

function decodeSimple(bytes: Uint8Array, codes: CodeTable): string | null {
  let text = '';
  for (const byte of bytes) {
    const character = codes[byte];
    if (character === undefined) return null;
    text += character;
  }
  return text;
}

/**
 * The glyphs of a simple font are selected by /Encoding; ToUnicode states what is extracted. Where they contradict each other
 * the text is unknown.
 */
function simpleCodes(revision: PdfRevision, font: PdfDict, map: ToUnicode | null): CodeTable {
  const encoded = encodedCharacters(revision, font);
  if (!map) return encoded;
  return Array.from({ length: 256 }, (_, code) => {
    const [glyph, text] = [encoded[code], map.text(code, 1) ?? map.text(code, 2)];
    if (glyph === undefined || text === undefined) return glyph ?? text;
    return sameCharacter(glyph, text) ? glyph : undefined;
  });
}

const sameCharacter = (a: string, b: string): boolean =>
  a.normalize('NFKC').replace(/[\s\u00ad-]/g, ' ') === b.normalize('NFKC').replace(/[\s\u00ad-]/g, ' ');

function encodedCharacters(revision: PdfRevision, font: PdfDict): CodeTable {
  const encoding = revision.get(font, 'Encoding');
  if (encoding instanceof PdfName) return tableNamed(encoding.name) ?? [];
  const stated = encoding instanceof PdfDict ? revision.getName(encoding, 'BaseEncoding') : null;
  const base = (stated === null ? builtIn(revision, font) : tableNamed(stated)) ?? [];
  if (!(encoding instanceof PdfDict)) return base;
  const codes = [...base];
  let code = 0;
  for (const item of (revision.getArray(encoding, 'Differences')?.items ?? []).map(entry => revision.resolve(entry))) {
    if (typeof item === 'number') code = item;
    else if (item instanceof PdfName && code >= 0 && code < 256) codes[code++] = glyphText(item.name);
  }
  return codes;
}

const tableNamed = (name: string): CodeTable | null =>
  name === 'PDFDocEncoding' ? pdfDocTable() : encodingTable(name);

const pdfDocTable = (): CodeTable =>
  Array.from({ length: 256 }, (_, code) => (code < 0x18 ? undefined : textOf(Uint8Array.of(code))));

/** 9.6.5: without a base encoding, StandardEncoding for fonts that are not embedded and not symbolic. */
function builtIn(revision: PdfRevision, font: PdfDict): CodeTable | null {
  return LATIN_FONT.test(revision.getName(font, 'BaseFont') ?? '') && !isEmbedded(revision, font)
    ? encodingTable('StandardEncoding')
    : null;
}

/** Families that every viewer has or substitutes alike (9.6.2.2, and the TrueType names of the same families). */
const LATIN_FONT =
  /^(?:Helvetica|Arial(?:MT)?|Times(?:NewRoman)?(?:PS)?(?:MT)?|Courier(?:New)?(?:PS)?(?:MT)?)(?:[-,]?(?:Roman|Regular|Bold|Italic|Oblique)+(?:MT)?)?$/;

/** By code. */
function standardWidths(name: string, codes: CodeTable): (number | null)[] {
  if (name.startsWith('Courier')) return codes.map(() => 0.6);
  const family = name.startsWith('Times') ? TIMES : ARIAL;
  return codes.map(text => (text === undefined ? null : advanceWidth(family, /Bold/.test(name), text)));
}

function isEmbedded(revision: PdfRevision, font: PdfDict): boolean {
  const descriptor = revision.getDict(font, 'FontDescriptor');
  return ['FontFile', 'FontFile2', 'FontFile3'].some(key => revision.get(descriptor, key) !== null);
}

/** Printable ASCII: widths beyond these would draw glyphs over each other, or out of the box. */
const [MIN_WIDTH, MAX_WIDTH] = [0.15, 1.2];

function isStandard(revision: PdfRevision, font: PdfDict, codes: CodeTable, width: Font['width']): boolean {
  const type = revision.getName(font, 'Subtype');
  if (type !== 'Type1' && type !== 'TrueType') return false;
  if (!LATIN_FONT.test(revision.getName(font, 'BaseFont') ?? '') || isEmbedded(revision, font)) return false;
  for (let code = 0x20; code < 0x7f; code++) {
    const stated = width(code);
    if (codes[code] === undefined || (stated !== null && (stated < MIN_WIDTH || stated > MAX_WIDTH))) return false;
  }
  return true;
}

function widthsOf(revision: PdfRevision, font: PdfDict): Font['width'] {
  const widths = revision.get(font, 'Widths');
  const first = revision.getNumber(font, 'FirstChar') ?? 0;
  if (!(widths instanceof PdfArray)) return () => null;
  return code => {
    const width = revision.resolve(widths.items[code - first]);
    return typeof width === 'number' ? width / 1000 : null;
  };
}
