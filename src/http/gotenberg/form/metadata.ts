/** Metadata under the names of ExifTool, as Gotenberg reads and writes them. */
import type { MetadataOperation, PdfDescription, PdfMetadata } from '../../../convert/operation-types.js';
import { isObject } from '../../../system/formats/json.js';
import { badRequest } from './form-reader.js';
import { type Checked, wrongType } from './reasons.js';

type Values = { -readonly [Name in keyof PdfMetadata]: PdfMetadata[Name] };

const TEXTS = {
  Title: 'title',
  Author: 'author',
  Subject: 'subject',
  Creator: 'creator',
  Producer: 'producer',
  Copyright: 'copyright',
} as const;
const DATES = { CreateDate: 'created', CreationDate: 'created', ModDate: 'modified', ModifyDate: 'modified' } as const;
const TRAPPED = ['True', 'False', 'Unknown'] as const;

/** Names of ExifTool for the file itself, which no form may change. */
const OF_FILE = /^(?:file|directory|hardlink|symlink|testname|system|exiftool|baseurl)/i;
/** Of a tag of ExifTool, with or without groups before it. */
const NAME = /^(?:[A-Za-z\d][\w.-]*:)*[A-Za-z\d][\w.-]{0,99}$/;

/** Any JSON object. */
export function checkMetadata(value: unknown): Checked<Readonly<Record<string, unknown>>> {
  if (value === null) return { value: {} };
  return isObject(value) ? { value } : { fault: wrongType(value, 'map[string]interface {}') };
}

const isWritable = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isText) : isText(value) || typeof value === 'number' || typeof value === 'boolean';

const isText = (value: unknown): boolean => typeof value === 'string' && !/[\0\r\n]/.test(value);

/** Null where nothing is written. A name may have a group before it: "XMP:Title". Throws invalid_parameter. */
export function metadataOperation(given: Readonly<Record<string, unknown>>): MetadataOperation | null {
  const values: Values = {};
  const custom: Record<string, string> = {};
  let version: string | undefined;
  for (const [full, value] of Object.entries(given)) {
    if (full.split(':').some(part => OF_FILE.test(part.trim()))) continue;
    if (!NAME.test(full)) throw unsupported(`'${full}' is no name of a tag`);
    if (!isWritable(value))
      throw unsupported(
        `the value of '${full}' is neither text in one line, nor a list of such texts, nor a number, nor a boolean`,
      );
    const name = full.split(':').at(-1)!;
    if (name === 'PDFVersion') version = versionOf(full, value);
    else if (name === 'Keywords') values.keywords = keywordsOf(value);
    else if (name === 'Marked') values.marked = value === true || value === 'true';
    else if (name === 'Trapped') values.trapped = TRAPPED.find(word => word === String(value)) ?? 'Unknown';
    else if (Object.hasOwn(TEXTS, name)) values[TEXTS[name as keyof typeof TEXTS]] = textOf(value);
    else if (Object.hasOwn(DATES, name)) {
      const date = isoDate(textOf(value));
      if (date === null) throw unsupported(`the value of '${full}' is no date such as 2006:09:18 16:27:50-04:00`);
      values[DATES[name as keyof typeof DATES]] = date;
    } else custom[name] = textOf(value);
  }
  if (Object.keys(custom).length > 0) values.custom = custom;
  if (Object.keys(values).length === 0 && version === undefined) return null;
  return { kind: 'metadata', values, ...(version !== undefined && { version }) };
}

const unsupported = (fault: string) => badRequest(`The requested metadata is not supported: ${fault}.`);

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join(', ') : typeof value === 'object' ? '' : String(value);

const keywordsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(textOf) : textOf(value).split(',')).map(word => word.trim()).filter(Boolean);

function versionOf(name: string, value: unknown): string {
  const text = typeof value === 'number' ? value.toFixed(1) : textOf(value);
  if (!/^(1\.[0-7]|2\.0)$/.test(text)) throw unsupported(`the value of '${name}' is no version of PDF`);
  return text;
}

/** Of ISO 8601, or of "2006:09:18 16:27:50-04:00"; a text without characters, which removes the date, as it is. */
function isoDate(text: string): string | null {
  if (text === '') return '';
  const iso = text
    .trim()
    .replace(/^(\d{4}):(\d\d):(\d\d)(?:[ T]|$)/, '$1-$2-$3T')
    .replace(/T$/, '');
  return Number.isNaN(Date.parse(iso)) ? null : iso;
}

export function metadataOf({ pages, version, metadata }: PdfDescription): Record<string, unknown> {
  const { title, author, subject, creator, producer, copyright, keywords, marked, trapped, custom } = metadata;
  const known = {
    ...custom,
    Title: title,
    Author: author,
    Subject: subject,
    Keywords: keywords && keywords.length > 0 ? keywords : undefined,
    Creator: creator,
    Producer: producer,
    Copyright: copyright,
    Marked: marked,
    Trapped: trapped,
    CreateDate: exifDate(metadata.created),
    ModDate: exifDate(metadata.modified),
    PDFVersion: Number(version),
    PageCount: pages,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined && value !== ''));
}

/** "2006:09:18 16:27:50-04:00" for a date of ISO 8601. */
function exifDate(iso: string | undefined): string | undefined {
  const [, year, month, day, time, zone = ''] =
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?$/.exec(iso ?? '') ?? [];
  return year === undefined ? iso : `${year}:${month}:${day} ${time}${zone}`;
}
