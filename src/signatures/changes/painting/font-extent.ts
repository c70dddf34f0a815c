/** How far the glyphs of a font reach and how far each code advances (ISO 32000-2, 9.2.4, 9.6 and 9.7). */
import {
  type Box,
  boxOf,
  EVERYWHERE,
  expanded,
  type Matrix,
  numbersOf,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  type PdfRevision,
  transformed,
  union,
} from '../../../pdf/index.js';
import { isFontRendered } from './rendered.js';

/** Lengths in text space units for a font size of 1. */
export interface Font {
  /** Null: codes have one to four bytes. */
  readonly bytesPerCode: 1 | 2 | null;
  readonly direction: 'horizontal' | 'vertical' | 'unknown';
  /** The advance of each code; NaN: unknown, between `shortest` and `longest`. */
  readonly advances: Float32Array | null;
  readonly shortest: number;
  readonly longest: number;
  /** Around the origin of a glyph, whose advance may reach further. */
  readonly ink: Box;
  /** Glyphs are described by content streams: they may paint anything. */
  readonly isType3: boolean;
  /** Widths that were read; a limit on them is up to the caller. */
  readonly widthCount: number;
  /** Viewers draw different glyphs, the renderer perhaps none. */
  readonly isUncertain: boolean;
}

/** The standard fonts, and what viewers substitute for them, stay within. */
const ORDINARY_INK: Box = { left: -0.25, bottom: -0.4, right: 1.15, top: 1.15 };
/** Embedded fonts without a /FontBBox; combining marks and large delimiters reach this far. */
const UNKNOWN_INK: Box = { left: -1.5, bottom: -3, right: 3, top: 3 };
/** Of the standard fonts. */
const ORDINARY_ADVANCE = 1.1;
const MAX_CODES = 65_536;
/** Entries of /W that are read; ranges can overlap and repeat. */
const MAX_WIDTHS = 1_000_000;

/** The font is not in the resources: some readers take one of another scope. */
export const MISSING_FONT: Font = {
  bytesPerCode: null,
  direction: 'unknown',
  advances: null,
  shortest: 0,
  longest: ORDINARY_ADVANCE,
  ink: EVERYWHERE,
  isType3: false,
  widthCount: 0,
  isUncertain: false,
};

/** `glyphBox`: what the glyph procedures of a Type 3 font paint, in glyph space. */
export function fontExtent(revision: PdfRevision, dict: PdfDict, glyphBox: (font: PdfDict) => Box): Font {
  const subtype = revision.getName(dict, 'Subtype');
  if (subtype === 'Type3')
    return { ...type3Font(revision, dict, glyphBox(dict)), isUncertain: !isFontRendered(revision, dict) };
  const font = subtype === 'Type0' ? compositeFont(revision, dict) : simpleFont(revision, dict);
  return { ...font, isUncertain: !isFontRendered(revision, dict) };
}

function simpleFont(revision: PdfRevision, dict: PdfDict): Font {
  const descriptor = revision.getDict(dict, 'FontDescriptor');
  const advances = simpleAdvances(revision, dict, 1 / 1000);
  const missing = revision.getNumber(descriptor, 'MissingWidth');
  const longest = missing === null && isEmbedded(descriptor) ? Infinity : ORDINARY_ADVANCE;
  return {
    ...MISSING_FONT,
    bytesPerCode: 1,
    direction: 'horizontal',
    advances,
    shortest: Math.min(0, (missing ?? 0) / 1000),
    longest: Math.max(longest, (missing ?? 0) / 1000),
    ink: inkOf(revision, descriptor),
  };
}

/** Its glyphs can have any width where /Widths does not say otherwise. */
const isEmbedded = (descriptor: PdfDict | null): boolean =>
  ['FontFile', 'FontFile2', 'FontFile3'].some(key => descriptor?.has(key));

function simpleAdvances(revision: PdfRevision, dict: PdfDict, unit: number): Float32Array {
  const advances = new Float32Array(256).fill(Number.NaN);
  const first = revision.getNumber(dict, 'FirstChar') ?? 0;
  const widths = revision.getArray(dict, 'Widths')?.items.slice(0, 256) ?? [];
  for (const [i, item] of widths.entries()) {
    const width = revision.resolve(item);
    if (typeof width === 'number') advances[first + i] = width * unit;
  }
  return advances;
}

/** /FontBBox may be smaller than the glyphs, so ordinary glyphs are always assumed. */
function inkOf(revision: PdfRevision, descriptor: PdfDict | null): Box {
  const box = boxOf(revision, descriptor?.get('FontBBox'));
  if (box && box.right > box.left && box.top > box.bottom)
    return union(ORDINARY_INK, transformed(box, [0.001, 0, 0, 0.001, 0, 0]));
  return descriptor === null ? ORDINARY_INK : UNKNOWN_INK;
}

function type3Font(revision: PdfRevision, dict: PdfDict, painted: Box): Font {
  const matrix = numbersOf(revision, dict.get('FontMatrix'), 6) as Matrix | null;
  if (!matrix) return { ...MISSING_FONT, isType3: true };
  const stated = boxOf(revision, dict.get('FontBBox'));
  const box = stated && painted !== EVERYWHERE ? union(stated, painted) : painted;
  const advances = simpleAdvances(revision, dict, matrix[0]);
  const known = advances.filter(advance => !Number.isNaN(advance));
  return {
    ...MISSING_FONT,
    bytesPerCode: 1,
    // 9.6.4: widths are along x in glyph space; readers differ on a rotated matrix
    direction: matrix[1] === 0 ? 'horizontal' : 'unknown',
    advances: matrix[1] === 0 ? advances : null,
    shortest: Math.min(0, ...known),
    longest: Math.max(0, ...known, box.right * Math.abs(matrix[0])),
    ink: box === EVERYWHERE ? EVERYWHERE : transformed(box, matrix),
    isType3: true,
  };
}

function compositeFont(revision: PdfRevision, dict: PdfDict): Font {
  const descendant = revision.resolve(revision.getArray(dict, 'DescendantFonts')?.items[0]);
  const font = descendant instanceof PdfDict ? descendant : null;
  const encoding = revision.get(dict, 'Encoding');
  const name = encoding instanceof PdfName ? encoding.name : null;
  const isIdentity = name === 'Identity-H' || name === 'Identity-V';
  const direction = name === null ? 'unknown' : name.endsWith('-H') || name === 'H' ? 'horizontal' : 'vertical';
  const widths = new WidthTable(revision, font);
  const reach = direction === 'horizontal' ? 0 : verticalReach(revision, font);
  const ink = inkOf(revision, revision.getDict(font, 'FontDescriptor'));
  return {
    ...MISSING_FONT,
    bytesPerCode: isIdentity ? 2 : null,
    direction,
    advances: isIdentity ? widths.advances : null,
    shortest: widths.shortest,
    longest: Math.max(widths.longest, reach),
    ink: expanded(ink, reach),
    widthCount: widths.count,
  };
}

/** /W and /DW (9.7.4.3). Codes with two different widths are unknown, all codes beyond a limit or in a malformed array. */
class WidthTable {
  advances: Float32Array | null;
  shortest: number;
  longest: number;
  readonly #isSet = new Uint8Array(MAX_CODES);
  count = 0;

  constructor(revision: PdfRevision, font: PdfDict | null) {
    const byDefault = (revision.getNumber(font, 'DW') ?? 1000) / 1000;
    this.advances = new Float32Array(MAX_CODES).fill(font === null ? Number.NaN : byDefault);
    this.shortest = Math.min(0, byDefault);
    this.longest = Math.max(ORDINARY_ADVANCE, byDefault);
    if (!this.#read(revision, revision.getArray(font, 'W')?.items ?? [])) this.advances = null;
  }

  #read(revision: PdfRevision, items: readonly PdfObject[]): boolean {
    for (let i = 0; i < items.length; ) {
      const [first, next] = [revision.resolve(items[i]), revision.resolve(items[i + 1])];
      if (!isCode(first)) return false;
      if (next instanceof PdfArray) {
        for (const [at, width] of next.items.entries()) this.#set(first + at, revision.resolve(width));
        i += 2;
      } else {
        const width = revision.resolve(items[i + 2]);
        if (!isCode(next)) return false;
        for (let code = first; code <= Math.min(next, MAX_CODES - 1); code++) this.#set(code, width);
        i += 3;
      }
      if (this.count > MAX_WIDTHS) {
        [this.shortest, this.longest] = [-Infinity, Infinity];
        return false;
      }
    }
    return true;
  }

  #set(code: number, value: PdfObject): void {
    const width = typeof value === 'number' ? Math.fround(value / 1000) : Number.NaN;
    this.count++;
    this.shortest = Math.min(this.shortest, width || 0);
    this.longest = Math.max(this.longest, width || 0);
    if (code >= MAX_CODES) return;
    this.advances![code] = this.#isSet[code] === 1 && this.advances![code] !== width ? Number.NaN : width;
    this.#isSet[code] = 1;
  }
}

const isCode = (value: PdfObject): value is number => Number.isInteger(value) && (value as number) >= 0;

/** The largest displacement and offset of the origin in vertical writing (9.7.4.3); all numbers of /W2 are bounds. */
function verticalReach(revision: PdfRevision, font: PdfDict | null): number {
  let reach = ORDINARY_ADVANCE;
  const add = (value: PdfObject): void => {
    if (typeof value === 'number') reach = Math.max(reach, Math.abs(value) / 1000);
  };
  for (const key of ['DW2', 'W2']) {
    for (const item of revision.getArray(font, key)?.items ?? []) {
      const value = revision.resolve(item);
      if (value instanceof PdfArray) for (const inner of value.items) add(revision.resolve(inner));
      else add(value);
    }
  }
  return reach;
}
