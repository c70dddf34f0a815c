/** Text strings (ISO 32000-2, 7.9.2.2) and dates (7.9.4). */

/** PDFDocEncoding where it differs from Latin-1 (Annex D.3); undefined codes become U+FFFD. */
const LOW = '\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc';
const HIGH =
  '\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e\ufffd\u20ac';

/** Decodes a text string: UTF-16 or UTF-8 by its byte order mark, PDFDocEncoding otherwise. */
export function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return withoutLanguage(utf16(bytes.subarray(2), true));
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return withoutLanguage(utf16(bytes.subarray(2), false));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return withoutLanguage(Buffer.from(bytes.subarray(3)).toString('utf8'));
  let text = '';
  for (const byte of bytes) text += pdfDocCharacter(byte);
  return text;
}

function pdfDocCharacter(byte: number): string {
  if (byte >= 0x18 && byte < 0x20) return LOW[byte - 0x18]!;
  if (byte >= 0x80 && byte <= 0xa0) return HIGH[byte - 0x80]!;
  return String.fromCharCode(byte);
}

function utf16(bytes: Uint8Array, bigEndian: boolean): string {
  const even = Buffer.from(bytes.subarray(0, bytes.length & ~1));
  return (bigEndian ? even.swap16() : even).toString('utf16le');
}

/** Removes language escapes, `ESC en US ESC` (7.9.2.2.1). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: language codes are delimited by ESC
const withoutLanguage = (text: string): string => text.replace(/\u001b[^\u001b]{2,5}\u001b/g, '');

const DATE =
  /^\s*(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:\.\d+)?\s*(?:([Zz+-])(?:'|(\d{2})(?:['\u2019]?(\d{2})?['\u2019]?)?)?)?\s*$/;

/** `D:YYYYMMDDHHmmSSOHH'mm'` as ISO 8601 in UTC, e.g. '2024-05-01T08:30:00.000Z'; UTC where no zone is given. LibreOffice
 * writes `Z'`. Null when invalid. */
export function parsePdfDate(text: string): string | null {
  const match = DATE.exec(text);
  if (!match) return null;
  const [year, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(numberOrMissing);
  if (month > 12 || month < 1 || day > 31 || day < 1 || hour > 23 || minute > 59 || second > 60) return null;
  const date = new Date(Date.UTC(2000, month - 1, day, hour, minute, second));
  date.setUTCFullYear(year!, month - 1, day);
  return new Date(date.getTime() - zoneMinutes(match) * 60_000).toISOString();
}

/** As parsePdfDate, in the zone that the date states: '2024-05-01T10:30:00+02:00'. */
export function parseZonedPdfDate(text: string): string | null {
  const iso = parsePdfDate(text);
  const match = DATE.exec(text);
  return iso && match && inZone(iso, zoneMinutes(match));
}

/** A date of ISO 8601 with the time of another zone. */
export function inZone(iso: string, minutes: number): string {
  if (minutes === 0) return iso;
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  const time = new Date(Date.parse(iso) + minutes * 60_000).toISOString().slice(0, 19);
  const [sign, distance] = minutes < 0 ? ['-', -minutes] : ['+', minutes];
  return `${time}${sign}${two(distance / 60)}:${two(distance % 60)}`;
}

const numberOrMissing = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);

function zoneMinutes(match: RegExpExecArray): number {
  const minutes = Number(match[8] ?? 0) * 60 + Number(match[9] ?? 0);
  return match[7] === '-' ? -minutes : minutes;
}
