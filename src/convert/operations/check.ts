/** Whether operations can be carried out at all, before a PDF is read. */
import { DocconvError } from '../../errors.js';
import { isCalendarDay } from '../../system/day.js';
import { isObject, isObjectOfTexts } from '../../system/formats/json.js';
import {
  areBookmarks,
  MEDIA_TYPE,
  type Operation,
  PAGE_RANGE,
  type PdfMetadata,
  POSITIONS,
  RELATIONSHIPS,
  repeatedName,
} from '../operation-types.js';

/** Throws OPTION_INVALID. */
export function checkOperations(operations: readonly Operation[]): void {
  const kinds = operations.map(({ kind }) => kind);
  const isOnly = (kind: Operation['kind'], at: number) => kinds.every((each, i) => each !== kind || i === at);
  if (!isOnly('split', 0) || !isOnly('encrypt', kinds.length - 1)) {
    throw new DocconvError('OPTION_INVALID.operation-order');
  }
  if (kinds.includes('facturx') && kinds.includes('encrypt'))
    throw new DocconvError('OPTION_INVALID.pdfa-with-password');
  for (const operation of operations) {
    const name = faultOf(operation);
    if (name !== null) throw invalid(operation, name);
    if (operation.kind === 'attach') requireOtherNames(operation);
  }
}

/** Name of a member with a value that the operation does not permit; null: there is none. */
function faultOf(operation: Operation): string | null {
  if ('pages' in operation && operation.pages !== undefined && !PAGE_RANGE.test(operation.pages)) return 'pages';
  switch (operation.kind) {
    case 'split':
      if ('every' in operation) return isWithin(operation.every, 1, 1_000_000) ? null : 'every';
      return PAGE_RANGE.test(operation.ranges) ? null : 'ranges';
    case 'rotate':
      return [90, 180, 270].includes(operation.angle) ? null : 'angle';
    case 'optimize':
      return isWithin(operation.quality ?? 100, 1, 100) ? null : 'quality';
    case 'encrypt':
      return faultOfPasswords(operation);
    case 'attach':
      return faultOfFiles(operation);
    case 'metadata':
      return faultOfMetadata(operation.values);
    case 'bookmarks':
      return areBookmarks(operation.bookmarks) ? null : 'bookmarks';
    case 'stamp':
    case 'watermark':
      if ('text' in operation.source && operation.source.text.trim() === '') return 'source.text';
      if (!isWithin(operation.opacity ?? 100, 1, 100)) return 'opacity';
      if (!POSITIONS.includes(operation.position ?? 'c')) return 'position';
      if (!((operation.size ?? 1) > 0 && (operation.size ?? 1) <= MAX_SIZE)) return 'size';
      return isWithin(operation.scale ?? 100, 1, 1000) ? null : 'scale';
    case 'flatten':
    case 'facturx':
      return null;
    default:
      return 'kind'; // the caller's list may be JSON
  }
}

/** Of a stamp: larger than any page (ISO 32000-2, annex C). */
const MAX_SIZE = 14_400;

const isWithin = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

function faultOfFiles({ files }: Operation & { kind: 'attach' }): string | null {
  if (files.some(({ name }) => name === '')) return 'name';
  if (!files.every(({ modified }) => modified === undefined || isDate(modified))) return 'modified';
  if (!files.every(({ mediaType = 'text/plain' }) => MEDIA_TYPE.test(mediaType))) return 'mediaType';
  return files.every(({ relationship = 'Unspecified' }) => RELATIONSHIPS.includes(relationship))
    ? null
    : 'relationship';
}

/** A PDF has its attachments by their names. */
function requireOtherNames({ files }: Operation & { kind: 'attach' }): void {
  const name = repeatedName(files);
  if (name !== null)
    throw new DocconvError('OPTION_INVALID.attachment-names', { name }, { detail: { option: 'name' } });
}

const isText = (value: unknown): boolean => typeof value === 'string';
/** ISO 8601, of a year that a PDF can state. */
const isDate = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}(?!\d)/.test(value) && !Number.isNaN(Date.parse(value)) && isInMonth(value);

/** Date.parse() takes 30 February for 1 March. */
function isInMonth(date: string): boolean {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(date) ?? [];
  return day === undefined || isCalendarDay(day);
}

const isDateOrNone = (value: unknown): boolean => value === '' || isDate(value);
const isListOfTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** Entries of the document information that have a member of their own: XMP states the same. */
export const NAMED_ENTRIES: ReadonlySet<string> = new Set([
  'Title',
  'Author',
  'Subject',
  'Keywords',
  'Creator',
  'Producer',
  'CreationDate',
  'ModDate',
  'Trapped',
]);

/** Its members, and whether a value is one of them. */
export const METADATA: Readonly<Record<keyof PdfMetadata, (value: unknown) => boolean>> = {
  title: isText,
  author: isText,
  subject: isText,
  keywords: isListOfTexts,
  creator: isText,
  producer: isText,
  created: isDateOrNone,
  modified: isDateOrNone,
  trapped: value => ['', 'True', 'False', 'Unknown'].includes(value as string),
  copyright: isText,
  marked: value => typeof value === 'boolean',
  custom: value => isObjectOfTexts(value) && !Object.keys(value).some(key => NAMED_ENTRIES.has(key)),
};

/** They may be of JSON that somebody wrote. */
function faultOfMetadata(values: PdfMetadata): string | null {
  if (!isObject(values)) return 'values';
  const isValid = (name: keyof PdfMetadata) =>
    values[name] === undefined || (Object.hasOwn(METADATA, name) && METADATA[name](values[name]));
  return (Object.keys(values) as (keyof PdfMetadata)[]).find(name => !isValid(name)) ?? null;
}

/** ISO 32000-2, 7.6.4.3.3: AES-256 uses the first 127 bytes of a password. */
const MAX_PASSWORD = 127;

function faultOfPasswords({ userPassword, ownerPassword, allow }: Operation & { kind: 'encrypt' }): string | null {
  const isLong = (password = '') => Buffer.byteLength(password) > MAX_PASSWORD;
  if ((!userPassword && !ownerPassword) || isLong(userPassword)) return 'userPassword';
  return isLong(ownerPassword) || (allow !== undefined && !ownerPassword) ? 'ownerPassword' : null;
}

function invalid({ kind }: Operation, name: string): DocconvError {
  return new DocconvError('OPTION_INVALID.operation-value', { operation: kind, name }, { detail: { option: name } });
}
