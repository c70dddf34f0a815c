/** Which document a text is: whether the bytes are text at all, their encoding, and HTML, SVG, ODF or CSV by content. */
import { isUtf8 } from 'node:buffer';
import { attributeOf, readRoot } from '../../system/xml.js';
import { FORMATS, type Format, formatNamed } from '../formats.js';

export interface TextSample {
  /** The first part of the text, decoded. */
  readonly text: string;
  /** LibreOffice's name for the encoding, and its number in the CSV filter's options. */
  readonly encoding: { readonly name: string; readonly csv: number };
}

const SAMPLE = 64 * 1024;
const UTF8 = { name: 'UTF8', csv: 76 };
const UTF16 = { name: 'UNICODE', csv: 65535 };
const WINDOWS_1252 = { name: 'MS_1252', csv: 1 };

/** Null for bytes that are not text: NUL outside UTF-16, or many control characters. */
export function sampleText(bytes: Uint8Array): TextSample | null {
  const head = bytes.subarray(0, SAMPLE);
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) {
    return { text: new TextDecoder(head[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(head), encoding: UTF16 };
  }
  if (countControls(head) > head.length / 100 || head.includes(0)) return null;
  // all of the bytes have to be UTF-8, but only the sample is decoded: its last character may be cut
  return isUtf8(bytes)
    ? { text: new TextDecoder('utf-8').decode(head), encoding: UTF8 }
    : { text: new TextDecoder('windows-1252').decode(head), encoding: WINDOWS_1252 };
}

/** The whole text, in the encoding that sampleText() finds. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
}

/** Control characters other than white space, form feed, backspace and escape. */
function countControls(bytes: Uint8Array): number {
  return bytes.reduce((count, byte) => (byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27 ? count + 1 : count), 0);
}

const OFFICE = 'urn:oasis:names:tc:opendocument:xmlns:office:1.0';

/**
 * The format of a text; null where the content does not show it. Plain text, CSV and TSV show nothing, so that only
 * `expected`, the format of the name or of `--from`, tells them apart.
 */
export async function formatOfText({ text, encoding }: TextSample, expected: Format | null): Promise<Format | null> {
  // a page or an image that is called plain text is printed as its source
  const shown = isPlain(expected) ? null : await formatOfMarkup(text);
  if (shown) return shown;
  if (expected?.container === 'html' && /<[a-z!/][^<>]*>/i.test(text)) return expected;
  if (expected?.container !== 'text') return null;
  // with the encoding and the separator in the filter's options: LibreOffice would guess them by the machine's language
  if (expected.family === 'writer') return { ...expected, inputOptions: encoding.name };
  const separator = expected.name === 'tsv' ? '\t' : separatorOf(text);
  return { ...expected, inputOptions: `${separator.charCodeAt(0)},34,${encoding.csv},1` };
}

const isPlain = (expected: Format | null) => expected?.container === 'text' && expected.family === 'writer';

async function formatOfMarkup(text: string): Promise<Format | null> {
  if (!/^\uFEFF?\s*</.test(text)) return null;
  const root = await readRoot(text);
  const name = root?.local.toLowerCase();
  if (root?.uri === OFFICE && name === 'document') {
    const mediaType = attributeOf(root, 'mimetype') ?? '';
    return FORMATS.find(row => row.container === 'flat-odf' && row.marks.includes(mediaType)) ?? null;
  }
  if (name === 'svg') return formatNamed('svg');
  // HTML is no XML: it may begin with any of these, and without closing what it opens
  const isHtml = name === 'html' || /^\uFEFF?\s*<(!doctype\s+html|html|head|body|title|table)[\s>]/i.test(text);
  return isHtml ? formatNamed('html') : null;
}

/** The separator that cuts the first lines into the same number of fields, more than one; a comma when none does. */
function separatorOf(text: string): ',' | ';' | '\t' | '|' {
  const lines = text
    .split(/\r\n?|\n/)
    .slice(0, 20)
    .filter(line => line !== '');
  const score = (separator: string) => {
    const counts = lines.map(line => line.replace(/"[^"]*"/g, '').split(separator).length - 1);
    const least = Math.min(...counts);
    return counts.every(count => count === counts[0]) ? least * 2 : least;
  };
  const candidates = [',', ';', '\t', '|'] as const;
  return candidates.toSorted((a, b) => score(b) - score(a))[0] ?? ',';
}
