/**
 * Text from documents, file names and servers, made safe to print: it cannot control a terminal, reorder a line or
 * fake another one. Also bundled for browsers, so that it imports nothing.
 */

/**
 * Control characters (C0, DEL, C1), line and paragraph separators, bidirectional marks and overrides (Unicode TR 36,
 * 2.1), zero-width characters, language tags and lone surrogates.
 */
const UNSAFE =
  /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Cs}/gu;

export function hasUnsafe(text: string): boolean {
  return text.search(UNSAFE) >= 0;
}

/** For terminals: shows each unsafe character by its code, for example `\u202e`; line feeds as well. */
export function escapeUnsafe(text: string): string {
  return text.replace(UNSAFE, codeOf);
}

/** A sentence that continues another one, e.g. after a colon. */
export const uncapitalized = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

export const capitalized = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** For terminals and reports: one line, white space as single spaces, unsafe characters by code; cut at `limit` characters. */
export function singleLine(text: string, limit = 200): string {
  return shortened(escapeUnsafe(spaced(text)), limit);
}

/** White space as single spaces. */
export const spaced = (text: string): string => text.replace(/[ \t\r\n]+/g, ' ').trim();

/** Cut at `limit` characters. */
export function shortened(text: string, limit = 200): string {
  const characters = [...text.slice(0, 2 * limit + 2)];
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : text;
}

/** Of a name or value that a sentence shows. */
const MAX_QUOTED = 300;

/** For a text between quotation marks: a single line that cannot end them. */
export const quotable = (text: string): string => singleLine(text.replace(/[“”„‟″〝-〟＂❝❞]/gu, '"'), MAX_QUOTED);

/** For JSON text, whose values stay the same, and for text of several lines: line feeds stay. */
export function escapeLines(text: string): string {
  return text.replace(UNSAFE, character => (character === '\n' ? character : character.split('').map(codeOf).join('')));
}

/** For file names and header values: unsafe characters are removed. */
export function removeUnsafe(text: string): string {
  return text.replace(UNSAFE, '');
}

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** The byte order that the mark at the beginning of a text in UTF-16 states; null for other texts. */
export function utf16Order([first, second]: Uint8Array): 'little' | 'big' | null {
  if (first === 0xff && second === 0xfe) return 'little';
  return first === 0xfe && second === 0xff ? 'big' : null;
}

/** The length of the byte order mark of a text in UTF-8; 0 without one. */
export const utf8MarkLength = ([first, second, third]: Uint8Array): number =>
  first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;

/** The text of a file that a user wrote: UTF-8, or UTF-16 as `>` of Windows PowerShell writes it. Without its byte order mark. */
export function textOf(bytes: Uint8Array): string {
  const order = utf16Order(bytes);
  return new TextDecoder(order === null ? 'utf-8' : ENCODINGS[order]).decode(bytes);
}

const ENCODINGS = { little: 'utf-16le', big: 'utf-16be' } as const;

/** For text and for attribute values in double quotes of XML. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"\t\r\n]/g, character => PREDEFINED[character] ?? `&#${character.charCodeAt(0)};`);
}

const PREDEFINED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Without blanks at the ends of lines and of the text. Takes each run as a whole: a search for runs before an end is quadratic. */
export function withoutTrailingBlanks(text: string): string {
  return text.replace(/[ \t]+(?:(\r?\n|$)|)/g, (blanks, end?: string) => end ?? blanks);
}

/** `pdf-version` for `pdfVersion`: flags and form fields have the names of options in this form. */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

/** The number and what is counted, such as "2 pages". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
