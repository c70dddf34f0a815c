/** Reads ToUnicode CMaps (ISO 32000-2, 9.10.3) in one linear pass. */

/** Codes of 1 to 4 bytes and their text. */
export interface ToUnicode {
  /** Undefined: the map does not define the code. */
  text(code: number, length: number): string | undefined;
  /** Of all codes. */
  texts(): Iterable<string>;
  /** Lengths in bytes of the code that starts at `at`; null: in no code space range. */
  codeLength(bytes: Uint8Array, at: number): number | null;
}

interface CodeSpace {
  readonly low: Uint8Array;
  readonly high: Uint8Array;
}

/** More than all codes of 2 bytes, in all sections together. */
const MAX_CODES = 100_000;
const MAX_CODE_SPACES = 100;
const MAX_BYTES = 4 << 20;
const MAX_CODE_LENGTH = 4;

/** Each alternative ends at its first character that does not match, so the scan is linear. */
const TOKENS =
  /%[^\r\n]*|\([^()]*\)|<([0-9a-fA-F\s]*)>|\/[^\s<>[\]()/%]*|[[\]]|\b(?:begin|end)(?:bfchar|bfrange|codespacerange)\b/g;

/** Null when the map is too large to be read. */
export function readToUnicode(bytes: Uint8Array): ToUnicode | null {
  if (bytes.length > MAX_BYTES) return null;
  const reader = new MapReader();
  for (const [token, hex] of Buffer.from(bytes).toString('latin1').matchAll(TOKENS)) {
    if (!reader.take(token, hex)) return null;
  }
  const { codes, spaces } = reader;
  return {
    text: (code, length) => codes.get(keyOf(code, length)),
    texts: () => codes.values(),
    codeLength: (data, at) => codeLength(spaces, data, at),
  };
}

type Section = 'bfchar' | 'bfrange' | 'codespacerange';
const keyOf = (code: number, length: number): number => length * 2 ** 32 + code;

class MapReader {
  readonly codes = new Map<number, string>();
  readonly spaces: CodeSpace[] = [];
  #section: Section | null = null;
  #operands: Uint8Array[] = [];
  /** The destinations of a range; null outside an array. */
  #array: Uint8Array[] | null = null;
  #count = 0;

  /** False beyond a limit. */
  take(token: string, hex: string | undefined): boolean {
    if (hex !== undefined || token.startsWith('/')) return this.#section === null || this.#operand(bytesOf(hex));
    if (token === '[') this.#array = [];
    else if (token === ']') return this.#endArray();
    else if (token.startsWith('begin')) this.#start(token.slice('begin'.length) as Section);
    else if (token.startsWith('end')) this.#start(null);
    return true;
  }

  #start(section: Section | null): void {
    this.#section = section;
    this.#operands = [];
    this.#array = null;
  }

  #operand(value: Uint8Array): boolean {
    if (this.#array) return this.#array.push(value) <= MAX_CODES;
    this.#operands.push(value);
    return this.#operands.length < (this.#section === 'bfrange' ? 3 : 2) || this.#complete();
  }

  #complete(): boolean {
    const [low, high, text] = this.#operands as [Uint8Array, Uint8Array, Uint8Array | undefined];
    this.#operands = [];
    if (this.#section === 'codespacerange') return this.spaces.push({ low, high }) <= MAX_CODE_SPACES;
    if (this.#section === 'bfchar') return this.#define(low, numberOf(low), utf16(high));
    return this.#range(low, high, code => following(utf16(text!), code));
  }

  #endArray(): boolean {
    const [array, [low, high]] = [this.#array, this.#operands];
    this.#array = null;
    this.#operands = [];
    if (!array || !low || !high) return true;
    return this.#range(low, high, i => (i < array.length ? utf16(array[i]!) : undefined));
  }

  #range(low: Uint8Array, high: Uint8Array, textOf: (index: number) => string | undefined): boolean {
    const [first, last] = [numberOf(low), numberOf(high)];
    if (last - first >= MAX_CODES) return false;
    for (let code = first; code <= last; code++) if (!this.#define(low, code, textOf(code - first))) return false;
    return true;
  }

  #define({ length }: Uint8Array, code: number, text: string | undefined): boolean {
    if (++this.#count > MAX_CODES) return false;
    if (length === 0 || length > MAX_CODE_LENGTH) return true;
    if (text === undefined) this.codes.delete(keyOf(code, length));
    else this.codes.set(keyOf(code, length), text);
    return true;
  }
}

/** Empty for a string with an odd number of digits, which is malformed, and for the name of a glyph: the code has no text. */
function bytesOf(hex: string | undefined): Uint8Array {
  const digits = (hex ?? '').replace(/\s+/g, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : '', 'hex');
}

const numberOf = (bytes: Uint8Array): number => bytes.reduce((value, byte) => value * 256 + byte, 0);

/** In bytes: a ligature has a few characters. */
const MAX_TEXT = 128;

/** One byte is tolerated: some writers state a character below U+0100 like that. */
function utf16(bytes: Uint8Array): string | undefined {
  if (bytes.length === 1) return String.fromCharCode(bytes[0]!);
  if (bytes.length === 0 || bytes.length > MAX_TEXT || bytes.length % 2 !== 0) return undefined;
  return Buffer.from(bytes).swap16().toString('utf16le');
}

/** The last character is incremented with the code. */
function following(text: string | undefined, steps: number): string | undefined {
  if (text === undefined) return undefined;
  const last = [...text].at(-1)!;
  const code = last.codePointAt(0)! + steps;
  return code > 0x10ffff ? undefined : text.slice(0, -last.length) + String.fromCodePoint(code);
}

function codeLength(spaces: readonly CodeSpace[], bytes: Uint8Array, at: number): number | null {
  for (const { low, high } of spaces) {
    const { length } = low;
    if (length === 0 || length !== high.length || at + length > bytes.length) continue;
    if (low.every((byte, i) => byte <= bytes[at + i]! && bytes[at + i]! <= high[i]!)) return length;
  }
  return null;
}
