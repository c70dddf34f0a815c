/** Extracts the text that an appearance shows, as far as its fonts define the meaning of their codes. */
import {
  contentOperations,
  isName,
  PdfArray,
  type PdfDict,
  PdfName,
  type PdfObject,
  type PdfRevision,
  PdfStream,
  PdfString,
  textOf,
} from '../../../pdf/index.js';

export interface ShownText {
  /** Without white space; null: a font does not define its codes, or the stream could not be read to its end. */
  readonly text: string | null;
  /** It contains images or drawings, which may show anything. */
  readonly draws: boolean;
  /** Fonts that the appearance uses, as written. */
  readonly fonts: readonly PdfObject[];
}

/** Text rendering mode 3 paints nothing (9.3.6). */
const INVISIBLE = 3;

export function shownText(revision: PdfRevision, appearance: PdfStream): ShownText {
  const fonts = revision.getDict(revision.getDict(appearance, 'Resources'), 'Font');
  let decode: Decode = bytes => textOf(bytes);
  let visible = true;
  let draws = false;
  const parts: (string | null)[] = [];
  const used: PdfObject[] = [];
  const { bytes, pending, damaged } = revision.decode(appearance);
  if (pending !== null || damaged) parts.push(null);
  for (const { operator, operands } of contentOperations(bytes)) {
    if (operator === null) parts.push(null);
    else if (operator === 'Tf' && operands[0] instanceof PdfName) {
      const font = fonts?.get(operands[0].name) ?? null;
      used.push(font);
      decode = decoderOf(revision, revision.resolve(font));
    } else if (operator === 'Tr') visible = operands[0] !== INVISIBLE;
    else if (['Do', 'EI', 'sh'].includes(operator)) draws = true;
    else if (visible && ['Tj', 'TJ', "'", '"'].includes(operator)) parts.push(...stringsIn(operands).map(decode));
  }
  const text = parts.includes(null) ? null : withoutSpace(parts.join(''));
  return { text, draws, fonts: used };
}

export const withoutSpace = (text: string): string => text.replace(/[\s\u00a0\0]+/g, '').normalize('NFC');

type Decode = (bytes: Uint8Array) => string | null;

const stringsIn = (operands: readonly PdfObject[]): Uint8Array[] =>
  operands
    .flatMap(operand => (operand instanceof PdfArray ? operand.items : [operand]))
    .filter(item => item instanceof PdfString)
    .map(item => item.bytes);

/** Codes of composite fonts are undefined without /ToUnicode (9.10.2); simple fonts in forms use Latin encodings. */
function decoderOf(revision: PdfRevision, font: PdfObject): Decode {
  const dict = font !== null && typeof font === 'object' && 'entries' in font ? (font as PdfDict) : null;
  if (!dict || !isName(dict.get('Subtype'), 'Type0')) return bytes => textOf(bytes);
  const map = revision.get(dict, 'ToUnicode');
  if (!(map instanceof PdfStream)) return () => null;
  const codes = parseToUnicode(Buffer.from(revision.decode(map).bytes).toString('latin1'));
  return bytes => decodePairs(bytes, codes);
}

function decodePairs(bytes: Uint8Array, codes: ReadonlyMap<number, string>): string | null {
  let text = '';
  for (let i = 0; i + 1 < bytes.length; i += 2) {
    const character = codes.get(bytes[i]! * 256 + bytes[i + 1]!);
    if (character === undefined) return null;
    text += character;
  }
  return text;
}

const MAX_CODES = 65_536;

function parseToUnicode(map: string): Map<number, string> {
  const codes = new Map<number, string>();
  for (const [, body] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, code, text] of body!.matchAll(/<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]*)>/g)) {
      codes.set(Number.parseInt(code!, 16), utf16(text!));
    }
  }
  for (const [, body] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, low, high, text] of body!.matchAll(/<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>/g)) {
      addRange(codes, Number.parseInt(low!, 16), Number.parseInt(high!, 16), utf16(text!));
    }
  }
  return codes;
}

/** The last character is incremented with the code. */
function addRange(codes: Map<number, string>, low: number, high: number, text: string): void {
  const last = text.codePointAt(text.length - 1) ?? 0;
  for (let code = low; code <= Math.min(high, low + MAX_CODES); code++) {
    codes.set(code, text.slice(0, -1) + String.fromCharCode(last + code - low));
  }
}

const utf16 = (hex: string): string =>
  Buffer.from(hex.padEnd(hex.length + (hex.length % 4), '0'), 'hex')
    .swap16()
    .toString('utf16le');
