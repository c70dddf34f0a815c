/** Serializes PDF objects (ISO 32000-2, 7.3) as latin1 text. */
import { DocconvError } from '../../errors.js';
import { PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from '../syntax/objects.js';
import { inZone } from '../syntax/text-string.js';

/** Converts the plain bytes of a string to its form in the file (encrypted if the file is). */
export type EncryptString = (bytes: Uint8Array) => Uint8Array;

export function serialize(value: PdfObject, encrypt: EncryptString): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return real(value);
  if (value instanceof PdfName) return name(value.name);
  if (value instanceof PdfRef) return value.toString();
  if (value instanceof PdfString) return `<${Buffer.from(encrypt(value.bytes)).toString('hex')}>`;
  if (value instanceof PdfArray) return `[${value.items.map(item => serialize(item, encrypt)).join(' ')}]`;
  if (value instanceof PdfDict) return dictionary(value, encrypt);
  throw new DocconvError('CORRUPT_DOCUMENT.stream-for-dictionary');
}

function dictionary(dict: PdfDict, encrypt: EncryptString): string {
  const entries = [...dict.entries].map(([key, value]) => `${name(key)} ${serialize(value, encrypt)}`);
  return `<< ${entries.join(' ')} >>`;
}

/** The shortest decimal that is read as the same number; 7.3.3: no exponents. */
function real(value: number): string {
  const [, sign, whole, fraction = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (whole === undefined) throw new DocconvError('CORRUPT_DOCUMENT.number-not-finite');
  if (exponent === undefined) return String(value);
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  return point > 0 ? `${sign}${digits.padEnd(point, '0')}` : `${sign}0.${'0'.repeat(-point)}${digits}`;
}

/** 7.3.5: one character per byte; irregular characters are written #xx. */
function name(text: string): string {
  const hex = (character: string) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return `/${text.replace(/[^!-~]|[#()<>[\]{}/%]/g, hex)}`;
}

/** A text string (7.9.2.2): ASCII unchanged, anything else as UTF-16BE with a byte order mark. */
export function textString(text: string): PdfString {
  const ascii = /^[\x20-\x7e]*$/.test(text);
  return new PdfString(
    ascii ? Buffer.from(text, 'latin1') : Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    true,
    null,
  );
}

/** A date (7.9.4), in UTC, or in a zone with this many minutes more. */
export function dateString(date: Date, zone = 0): PdfString {
  const [, ...digits] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)/.exec(inZone(date.toISOString(), zone))!;
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(inZone(date.toISOString(), zone)) ?? [];
  return new PdfString(Buffer.from(`D:${digits.join('')}${sign ? `${sign}${hours}'${minutes}'` : 'Z'}`), false, null);
}

export const arrayOf = (items: readonly PdfObject[]): PdfArray => new PdfArray(items, null);

export function dict(entries: Readonly<Record<string, PdfObject>>): PdfDict {
  return new PdfDict(new Map(Object.entries(entries)), null);
}

/** The entries of `from` with these keys, as written; those that are missing or null are left out. */
export function entriesOf(from: PdfDict, keys: readonly string[]): Record<string, PdfObject> {
  return Object.fromEntries(keys.map(key => [key, from.get(key) ?? null]).filter(([, value]) => value !== null));
}

/** A copy of `base` with some entries replaced. */
export function dictWith(base: PdfDict, entries: Readonly<Record<string, PdfObject>>): PdfDict {
  return new PdfDict(new Map([...base.entries, ...Object.entries(entries)]), null);
}
