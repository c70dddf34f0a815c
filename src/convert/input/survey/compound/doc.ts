/**
 * The fonts of the text of a Word 97 document ([MS-DOC]): those that runs name, and where runs name none, those of the
 * styles of paragraphs and the default one.
 */
import { type CompoundFile, utf16 } from '../../cfb.js';

/** Offsets in the FIB (2.5.6) of the place and the length of a structure in the table stream. */
const STYLES = 0xa2;
const RUNS = 0xfa;
const PARAGRAPHS = 0x102;
const FONTS = 0x112;
const WORD_97 = 0xc1;
const PAGE = 512;

const SET_FONT = 0x4a4f; // sprmCRgFtc0
/** Bytes of an operand by the upper three bits of its property (2.2.5.1); 6 has a length of its own. */
const OPERAND_LENGTHS = [1, 1, 2, 4, 2, 2, -1, 3];

export function wordFonts(file: CompoundFile): ReadonlySet<string> | null {
  const main = file.stream('WordDocument');
  if (!main || main.readUInt16LE(2) < WORD_97) return null;
  const table = file.stream((main.readUInt16LE(10) & 0x0200) !== 0 ? '1Table' : '0Table');
  if (!table) return null;
  const structure = (at: number) => {
    const start = main.readUInt32LE(at);
    return table.subarray(start, start + main.readUInt32LE(at + 4));
  };
  const indexes = new Set<number>();
  let inherits = false;
  for (const properties of runs(main, structure(RUNS))) {
    const font = fontOf(properties);
    if (font === null) inherits = true;
    else indexes.add(font);
  }
  if (inherits) {
    const styles = readStyles(structure(STYLES));
    for (const style of paragraphStyles(main, structure(PARAGRAPHS))) {
      const font = styles.fontOf(style);
      if (font !== null) indexes.add(font);
    }
  }
  const names = fontNames(structure(FONTS));
  return new Set([...indexes].map(index => names[index] ?? '').filter(name => name !== ''));
}

/** SttbfFfn (2.9.286): one FFN (2.9.87) for each font. */
function fontNames(table: Buffer): string[] {
  const names: string[] = [];
  for (let at = 4; at < table.length && names.length < table.readUInt16LE(0); ) {
    const end = at + 1 + table.readUInt8(at);
    names.push(utf16(table, at + 40, end - at - 40));
    at = end;
  }
  return names;
}

/** The pages of properties (2.9.33) that a PlcBteChpx or PlcBtePapx names. */
function* pages(main: Buffer, plc: Buffer): Generator<Buffer> {
  const count = Math.floor((plc.length - 4) / 8);
  const seen = new Set<number>();
  for (let i = 0; i < count; i++) {
    const number = plc.readUInt32LE(4 * (count + 1 + i)) & 0x3fffff;
    if (!seen.has(number)) yield main.subarray(number * PAGE, (number + 1) * PAGE);
    seen.add(number);
  }
}

/** The properties of each run; empty where it has none. */
function* runs(main: Buffer, plc: Buffer): Generator<Buffer> {
  for (const page of pages(main, plc)) {
    const count = page.readUInt8(PAGE - 1);
    for (let i = 0; i < count; i++) {
      const at = 2 * page.readUInt8(4 * (count + 1) + i);
      yield at === 0 ? page.subarray(0, 0) : page.subarray(at + 1, at + 1 + page.readUInt8(at));
    }
  }
}

/** The indexes of the styles of all paragraphs (PapxInFkp, 2.9.175). */
function paragraphStyles(main: Buffer, plc: Buffer): Set<number> {
  const styles = new Set<number>();
  for (const page of pages(main, plc)) {
    const count = page.readUInt8(PAGE - 1);
    for (let i = 0; i < count; i++) {
      const at = 2 * page.readUInt8(4 * (count + 1) + 13 * i);
      if (at === 0) styles.add(0);
      else styles.add(page.readUInt16LE(page.readUInt8(at) === 0 ? at + 2 : at + 1));
    }
  }
  return styles;
}

function fontOf(properties: Buffer): number | null {
  let font: number | null = null;
  for (let at = 0; at + 2 < properties.length; ) {
    const property = properties.readUInt16LE(at);
    at += 2;
    const length = OPERAND_LENGTHS[property >>> 13]!;
    if (property === SET_FONT && at + 2 <= properties.length) font = properties.readUInt16LE(at);
    at += length < 0 ? 1 + properties.readUInt8(at) : length;
  }
  return font;
}

/** STSH (2.9.271). */
function readStyles(sheet: Buffer): { fontOf(style: number): number | null } {
  const infoLength = sheet.readUInt16LE(0);
  const baseLength = sheet.readUInt16LE(4);
  const standard = sheet.readUInt16LE(14);
  const styles: { font: number | null; base: number }[] = [];
  for (let at = 2 + infoLength; at + 2 <= sheet.length; ) {
    const end = at + 2 + sheet.readUInt16LE(at);
    styles.push(readStyle(sheet.subarray(at + 2, end), baseLength));
    at = end;
  }
  return {
    fontOf(index) {
      let style = styles[index];
      for (let i = 0; style && style.font === null && i < styles.length; i++) style = styles[style.base];
      return style?.font ?? standard;
    },
  };
}

const PARAGRAPH = 1;

/** STD (2.9.260): the properties of characters follow those of paragraphs. */
function readStyle(style: Buffer, baseLength: number): { font: number | null; base: number } {
  if (style.length < 10) return { font: null, base: -1 };
  const kind = style.readUInt16LE(2);
  const [type, base] = [kind & 0x0f, kind >>> 4];
  if (type !== PARAGRAPH) return { font: null, base };
  const paragraph = baseLength + 2 + 2 * style.readUInt16LE(baseLength) + 2;
  const characters = even(paragraph + 2 + style.readUInt16LE(paragraph));
  if (characters + 2 > style.length) return { font: null, base };
  const length = style.readUInt16LE(characters);
  return { font: fontOf(style.subarray(characters + 2, characters + 2 + length)), base };
}

function even(offset: number): number {
  return offset + (offset % 2);
}
