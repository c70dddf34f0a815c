/** Bytes that claim to be text: whether they are, in which encoding, and what a CSV separates its fields with. */

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

/** Null for bytes that no text has: NUL outside UTF-16, or many control characters. */
export function sampleText(bytes: Uint8Array): TextSample | null {
  const head = bytes.subarray(0, SAMPLE);
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) {
    return { text: new TextDecoder(head[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(head), encoding: UTF16 };
  }
  if (controls(head) > head.length / 100) return null;
  if (head.includes(0)) return null;
  const utf8 = decodeUtf8(bytes);
  return utf8 === null
    ? { text: new TextDecoder('windows-1252').decode(head), encoding: WINDOWS_1252 }
    : { text: utf8, encoding: UTF8 };
}

/** Control characters that are neither white space, form feed, backspace nor escape. */
function controls(bytes: Uint8Array): number {
  return bytes.reduce((count, byte) => (byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27 ? count + 1 : count), 0);
}

/** The whole of it has to be UTF-8; a sample cut inside a character would not be. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).slice(0, SAMPLE);
  } catch {
    return null;
  }
}

/** The separator that cuts the first lines into the same number of fields, more than one; a comma when none does. */
export function separatorOf(text: string): ',' | ';' | '\t' | '|' {
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

/** The first element's name, prefix included, behind declaration, comments and DOCTYPE; null when it is no XML. */
export function rootElement(text: string): string | null {
  const behind = text
    .replace(/^\uFEFF?\s*/, '')
    .replace(/^(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>|\s+)*/i, '');
  return /^<([A-Za-z_][\w.:-]*)[\s/>]/.exec(behind)?.[1] ?? null;
}
