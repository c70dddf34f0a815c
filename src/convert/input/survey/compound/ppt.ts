/**
 * The fonts that text of a PowerPoint 97 presentation names itself ([MS-PPT]): FontEntityAtom and StyleTextPropAtom. Fonts
 * of the master are not followed.
 */
import { type CompoundFile, utf16 } from '../../cfb.js';

const HEADER = 8;
const FONT = 4023;
const TEXT = 3999;
const CHARACTERS = 4000;
const BYTES = 4008;
const STYLE = 4001;

/** Bits that announce fields of TextPFException (2.9.20), of two bytes; the colour of the bullet has four. */
const PARAGRAPH_FIELDS = [0x0f, 0x10, 0x40, 0x80, 0x100, 0x400, 0x800, 0x1000, 0x2000, 0x4000, 0x8000];
const BULLET_COLOUR = 0x20;
const TAB_STOPS = 0x100000;
const LATER_PARAGRAPH_FIELDS = [0x10000, 0xe0000, 0x200000];
/** Of TextCFException (2.9.13). */
const STYLE_BITS = 0x3eb7;
const TYPEFACE = 0x10000;
const LATER_CHARACTER_FIELDS = [0x20000, 0x80000, 0x200000, 0x400000, 0x800000];
const TEXT_COLOUR = 0x40000;

export function slideFonts(file: CompoundFile): ReadonlySet<string> | null {
  const document = file.stream('PowerPoint Document');
  if (!document) return null;
  const names = new Map<number, string>();
  const used = new Set<number>();
  let length = 0;
  for (const { type, instance, data } of atoms(document)) {
    if (type === FONT) names.set(instance, utf16(data, 0, 64));
    else if (type === TEXT) length = 0;
    else if (type === CHARACTERS) length = data.length / 2;
    else if (type === BYTES) length = data.length;
    else if (type === STYLE) for (const font of fontsOfRuns(data, length)) used.add(font);
  }
  return new Set([...used].map(font => names.get(font) ?? '').filter(name => name !== ''));
}

/** Masters, notes and handouts, which are not printed as they are. */
const OTHER_PAGES = new Set([1008, 1016, 4041]);
/** Text of slides in their order has the instance 0, that of masters and notes others. */
const TEXT_LIST = 4080;

/** Records of slides without those that contain others, in the order of the file. */
function* atoms(stream: Buffer): Generator<{ type: number; instance: number; data: Buffer }> {
  for (let at = 0; at + HEADER <= stream.length; ) {
    const version = stream.readUInt16LE(at);
    const [instance, type] = [version >>> 4, stream.readUInt16LE(at + 2)];
    const isContainer = (version & 0x0f) === 0x0f;
    const isOther = OTHER_PAGES.has(type) || (type === TEXT_LIST && instance !== 0);
    const end = at + HEADER + stream.readUInt32LE(at + 4);
    if (!isContainer) yield { type, instance, data: stream.subarray(at + HEADER, end) };
    at = isContainer && !isOther ? at + HEADER : end;
  }
}

/** `characters`: of the text; the runs count the mark at its end, too. */
function fontsOfRuns(data: Buffer, characters: number): number[] {
  const fonts: number[] = [];
  const place = { at: 0 };
  for (let count = 0; count <= characters; ) {
    count += data.readUInt32LE(place.at);
    place.at += 6;
    skipParagraph(data, place);
  }
  for (let count = 0; count < characters && place.at < data.length; ) {
    count += data.readUInt32LE(place.at);
    place.at += 4;
    const font = readCharacters(data, place);
    if (font !== null) fonts.push(font);
  }
  return fonts;
}

interface Place {
  at: number;
}

function skipParagraph(data: Buffer, place: Place): void {
  const mask = data.readUInt32LE(place.at);
  place.at += 4;
  for (const bits of PARAGRAPH_FIELDS) if (mask & bits) place.at += 2;
  if (mask & BULLET_COLOUR) place.at += 4;
  if (mask & TAB_STOPS) place.at += 2 + 4 * data.readUInt16LE(place.at);
  for (const bits of LATER_PARAGRAPH_FIELDS) if (mask & bits) place.at += 2;
}

function readCharacters(data: Buffer, place: Place): number | null {
  const mask = data.readUInt32LE(place.at);
  place.at += mask & STYLE_BITS ? 6 : 4;
  const font = mask & TYPEFACE ? data.readUInt16LE(place.at) : null;
  if (font !== null) place.at += 2;
  for (const bits of LATER_CHARACTER_FIELDS) if (mask & bits) place.at += 2;
  if (mask & TEXT_COLOUR) place.at += 4;
  return font;
}
