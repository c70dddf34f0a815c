/** The names and glyphs of a TrueType font (OpenType 1.9.1, "Font tables"). */
import { asView } from '../bytes.js';
import { readNames } from './name-table.js';

/** The sign for a missing character is the outline of glyph 0. */
type Look = 'outline' | 'sign' | 'nothing';

export interface TrueType {
  /** Its own name, e.g. "Liberation Sans"; null where the program has none. */
  readonly family: string | null;
  /** What each glyph shows; null where that is not known. */
  readonly looks: readonly Look[] | null;
  /** Glyph of a character code, as in a symbolic font of a PDF (ISO 32000-2, 9.6.5.4). */
  glyphOf(code: number): number;
}

/** Null when the program is damaged or of another type. */
export function readTrueType(bytes: Uint8Array): TrueType | null {
  try {
    const view = asView(bytes);
    const tables = readTables(view);
    return {
      family: familyName(view, tables.get('name')),
      looks: looksOfGlyphs(bytes, view, tables),
      glyphOf: glyphMap(view, tables.get('cmap')),
    };
  } catch (thrown) {
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}

interface Table {
  offset: number;
  length: number;
}
type Tables = ReadonlyMap<string, Table>;

const MAX_TABLES = 64;
/** In bytes. */
export const MAX_DIRECTORY = 12 + 16 * MAX_TABLES;

/** `view` begins with the directory of the font. */
export function readTables(view: DataView): Tables {
  const count = Math.min(view.getUint16(4), MAX_TABLES);
  const rows = Array.from({ length: count }, (_, i) => 12 + 16 * i);
  return new Map(
    rows.map(at => [tag(view, at), { offset: view.getUint32(at + 8), length: view.getUint32(at + 12) }] as const),
  );
}

function tag(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map(i => view.getUint8(at + i)));
}

/** Name IDs: 16 is the family without its style, 1 the family of up to four styles. */
const FAMILY_IDS = [16, 1];
const ENGLISH = 0x409;

function familyName(view: DataView, table: Table | undefined): string | null {
  if (!table) return null;
  const names = readNames(view, table.offset, FAMILY_IDS).filter(({ language }) => language === ENGLISH);
  return FAMILY_IDS.map(wanted => names.findLast(({ id }) => id === wanted)?.text).find(Boolean) ?? null;
}

function looksOfGlyphs(bytes: Uint8Array, view: DataView, tables: Tables): Look[] | null {
  const [head, maxp, loca, glyf] = ['head', 'maxp', 'loca', 'glyf'].map(name => tables.get(name));
  if (!head || !maxp || !loca || !glyf) return null;
  const isLong = view.getInt16(head.offset + 50) !== 0;
  const startOf = (glyph: number) =>
    glyf.offset + (isLong ? view.getUint32(loca.offset + 4 * glyph) : 2 * view.getUint16(loca.offset + 2 * glyph));
  const outline = (glyph: number) => bytes.subarray(startOf(glyph), startOf(glyph + 1));
  const sign = outline(0);
  return Array.from({ length: view.getUint16(maxp.offset + 4) }, (_, glyph) => {
    const own = outline(glyph);
    if (own.length === 0) return 'nothing';
    return own.length === sign.length && Buffer.compare(own, sign) === 0 ? 'sign' : 'outline';
  });
}

/** Formats 0 and 6 of 'cmap', which writers of subsets use; other fonts number their glyphs by the code. */
function glyphMap(view: DataView, table: Table | undefined): (code: number) => number {
  if (!table) return code => code;
  const count = Math.min(view.getUint16(table.offset + 2), MAX_TABLES);
  for (let i = 0; i < count; i++) {
    const at = table.offset + view.getUint32(table.offset + 4 + 8 * i + 4);
    const format = view.getUint16(at);
    if (format === 0) return code => (code < 256 ? view.getUint8(at + 6 + code) : 0);
    if (format !== 6) continue;
    const [first, entries] = [view.getUint16(at + 6), view.getUint16(at + 8)];
    return code =>
      code >= first && code < first + entries && at + 12 + 2 * (code - first) <= view.byteLength
        ? view.getUint16(at + 10 + 2 * (code - first))
        : 0;
  }
  return code => code;
}
