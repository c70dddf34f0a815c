/** The table 'name' of a font (OpenType 1.9.1): its names by kind and language. */

export interface FontName {
  /** 1: family of up to four styles; 4: full name; 6: PostScript name; 16: family without its style. */
  readonly id: number;
  /** As Windows counts languages. */
  readonly language: number;
  readonly text: string;
}

const MAX_NAMES = 2000;
const MAX_BYTES = 200;
const WINDOWS = 3;

/** The names of these kinds. Throws a RangeError where the table is cut off. */
export function readNames(view: DataView, table: number, ids: readonly number[]): FontName[] {
  const count = Math.min(view.getUint16(table + 2), MAX_NAMES);
  const strings = table + view.getUint16(table + 4);
  const names: FontName[] = [];
  for (let at = table + 6; at < table + 6 + 12 * count; at += 12) {
    const id = view.getUint16(at + 6);
    if (view.getUint16(at) !== WINDOWS || !ids.includes(id)) continue;
    const [length, offset] = [view.getUint16(at + 8), view.getUint16(at + 10)];
    const text = utf16(view, strings + offset, Math.min(length, MAX_BYTES));
    names.push({ id, language: view.getUint16(at + 4), text });
  }
  return names;
}

function utf16(view: DataView, from: number, length: number): string {
  let text = '';
  for (let at = from; at + 1 < from + length; at += 2) text += String.fromCharCode(view.getUint16(at));
  return text;
}
