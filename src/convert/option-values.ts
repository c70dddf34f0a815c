/** Values from a command line or a query, checked against the table of options and converted to their types. */
import { DocconvError } from '../errors.js';
import { kebabCase } from '../text.js';
import type { Format } from './formats.js';
import { canonicalLocale } from './locale.js';
import { type OptionRow, PDF_OPTIONS, type PdfOptionName, type PdfOptions } from './options.js';

/** The value of a flag or query parameter; undefined when absent. */
export type RawValue = string | boolean | number | readonly string[] | undefined;

export const PDF_OPTION_NAMES = Object.keys(PDF_OPTIONS) as PdfOptionName[];

/** "--single-page-sheets" for singlePageSheets. */
export function flagOf(name: PdfOptionName): string {
  return `--${kebabCase(name)}`;
}

/** Whether the options ask for work on the finished PDF that is not a part of the conversion. */
export function isOperated(options: PdfOptions, isPdf: boolean): boolean {
  return PDF_OPTION_NAMES.some(name => {
    const { onPdf, ...row }: OptionRow = PDF_OPTIONS[name];
    const isGiven = options[name] !== undefined && !(row.type === 'boolean' && options[name] === row.preset);
    return isGiven && (onPdf === 'always' || (isPdf && onPdf === 'too' && name !== 'strict'));
  });
}

/** Whether the option can have an effect on documents of this format. */
export function isApplicable(option: PdfOptionName, { name, family, container }: Format): boolean {
  const { families, containers, formats = [] }: OptionRow = PDF_OPTIONS[option];
  const isEditable = !containers || containers.includes(container) || formats.includes(name);
  return isEditable && (!families || families.includes(family));
}

/** Ignores keys that are no PDF options. Throws OPTION_INVALID, naming the option. */
export function parsePdfOptions(raw: Readonly<Record<string, RawValue>>): PdfOptions {
  const given = PDF_OPTION_NAMES.filter(name => raw[name] !== undefined);
  const options = Object.fromEntries(given.map(name => [name, parseValue(name, raw[name]!)])) as PdfOptions;
  requireConsistent(options);
  return options.facturx === undefined ? options : { ...options, pdfa: '3b' };
}

function parseValue(name: PdfOptionName, raw: NonNullable<RawValue>): boolean | number | string | readonly string[] {
  const row: OptionRow = PDF_OPTIONS[name];
  switch (row.type) {
    case 'boolean':
      return parseBoolean(name, raw);
    case 'integer':
      return parseInteger(name, row, String(raw));
    case 'choice':
      return parseChoice(name, row.choices, String(raw));
    case 'list':
      return parseList(name, row.choices, raw);
    default:
      return parseText(name, row, String(raw));
  }
}

function parseBoolean(name: PdfOptionName, raw: RawValue): boolean {
  if (raw === true || raw === 'true' || raw === '1' || raw === '') return true;
  if (raw === false || raw === 'false' || raw === '0') return false;
  throw new DocconvError('OPTION_INVALID.boolean', { option: flagOf(name) }, about(name));
}

function parseInteger(
  name: PdfOptionName,
  { min, max, implied }: { min: number; max: number; implied?: number },
  raw: string,
): number {
  if (implied !== undefined && (raw === 'true' || raw === '')) return implied;
  const value = /^\d{1,9}$/.test(raw) ? Number(raw) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new DocconvError('OPTION_INVALID.whole-number', { option: flagOf(name), min, max }, about(name));
}

function parseChoice(name: PdfOptionName, choices: readonly string[], raw: string): string {
  const value = raw.toLowerCase();
  if (choices.includes(value)) return value;
  throw new DocconvError('OPTION_INVALID.choice', { option: flagOf(name), choices: choices.join(', ') }, about(name));
}

function parseList(name: PdfOptionName, choices: readonly string[], raw: RawValue): readonly string[] {
  const words = Array.isArray(raw) ? raw.map(String) : String(raw).split(',');
  const filled = words.map(word => word.trim()).filter(word => word !== '');
  return [...new Set(filled.map(word => parseChoice(name, choices, word)))];
}

function parseText(
  name: PdfOptionName,
  row: { type: string; pattern?: RegExp; placeholder: string; maxLength?: number; implied?: string },
  raw: string,
): string {
  if (row.implied !== undefined && raw === 'true') return row.implied;
  if (raw === '') throw new DocconvError('OPTION_INVALID.value-missing', { option: flagOf(name) }, about(name));
  if (row.pattern && !row.pattern.test(raw))
    throw new DocconvError(
      'OPTION_INVALID.pattern',
      { option: flagOf(name), placeholder: row.placeholder, help: PDF_OPTIONS[name].help },
      about(name),
    );
  // ISO 32000-2, 7.6.4.3.3: AES-256 uses the first 127 bytes of a password: a longer one would open with those alone
  if (row.type === 'secret' && Buffer.byteLength(raw) > 127)
    throw new DocconvError('OPTION_INVALID.password-too-long', { option: flagOf(name) }, about(name));
  if (raw.length > (row.maxLength ?? 1000))
    throw new DocconvError('OPTION_INVALID.text-too-long', { option: flagOf(name) }, about(name));
  return raw;
}

/** Throws for options that contradict each other. */
function requireConsistent(options: PdfOptions): void {
  const { facturx, openPassword, permissionPassword, allow } = options;
  const pdfa = facturx === undefined ? options.pdfa : '3b';
  if (facturx !== undefined && (options.pdfa ?? '3b') !== '3b')
    throw new DocconvError('OPTION_INVALID.facturx-pdfa', {}, about('pdfa'));
  if (facturx === undefined && options.facturxLevel !== undefined)
    throw new DocconvError('OPTION_INVALID.without-facturx', { option: flagOf('facturxLevel') }, about('facturxLevel'));
  if (pdfa && (openPassword ?? permissionPassword) !== undefined) {
    throw new DocconvError('OPTION_INVALID.pdfa-with-password', {}, about('pdfa'));
  }
  if (pdfa && options.pdfVersion)
    throw new DocconvError('OPTION_INVALID.pdf-version-with-pdfa', {}, about('pdfVersion'));
  if (options.pdfVersion && options.pdfVersion !== '1.7' && (openPassword ?? permissionPassword) !== undefined) {
    throw new DocconvError('OPTION_INVALID.pdf-version-with-password', {}, about('pdfVersion'));
  }
  if (options.pdfua && options.tagged === false)
    throw new DocconvError('OPTION_INVALID.pdfua-without-tags', {}, about('tagged'));
  if (options.pdfua && options.comments === 'margin') {
    throw new DocconvError('OPTION_INVALID.pdfua-with-margin', {}, about('comments'));
  }
  if (options.lossless && options.quality !== undefined) {
    throw new DocconvError('OPTION_INVALID.quality-with-lossless', {}, about('quality'));
  }
  if (allow && permissionPassword === undefined)
    throw new DocconvError('OPTION_INVALID.allow-without-password', {}, about('allow'));
  if (openPassword !== undefined && openPassword === permissionPassword) {
    throw new DocconvError('OPTION_INVALID.same-passwords', {}, about('permissionPassword'));
  }
  if (options.dpi !== undefined && options.thumbnail !== undefined) {
    throw new DocconvError('OPTION_INVALID.dpi-with-thumbnail', {}, about('dpi'));
  }
  for (const name of ['watermarkColor', 'watermarkAngle', 'watermarkOpacity'] as const) {
    if (options[name] !== undefined && options.watermark === undefined)
      throw new DocconvError('OPTION_INVALID.without-watermark', { option: flagOf(name) }, about(name));
  }
  if (pdfa === '1b' && options.watermarkOpacity !== undefined) {
    throw new DocconvError('OPTION_INVALID.opacity-with-pdfa-1b', {}, about('watermarkOpacity'));
  }
  for (const name of ['header', 'footer', 'pageNumbers'] as const) requireFields(name, options[name] ?? '');
  // in a command, a file name after the flag would be taken for the format
  if (options.pageNumbers?.includes('{page}') === false)
    throw new DocconvError('OPTION_INVALID.page-numbers', { field: '{page}' }, about('pageNumbers'));
  if (options.locale !== undefined && canonicalLocale(options.locale) === null) {
    throw new DocconvError('OPTION_INVALID.locale', { locale: JSON.stringify(options.locale) }, about('locale'));
  }
  if (options.fit && options.singlePageSheets) {
    throw new DocconvError('OPTION_INVALID.fit-with-single-page-sheets', {}, about('fit'));
  }
  if (options.split !== undefined && options.splitPages !== undefined) {
    throw new DocconvError('OPTION_INVALID.split-with-split-pages', {}, about('splitPages'));
  }
  if (options.rotatePages !== undefined && options.rotate === undefined) {
    throw new DocconvError('OPTION_INVALID.without-rotate', {}, about('rotatePages'));
  }
  for (const name of ['pages', 'splitPages', 'rotatePages'] as const) requireRange(name, options[name]);
}

function requireRange(name: PdfOptionName, pages: string | undefined): void {
  for (const part of pages?.split(',') ?? []) {
    const [from = '', to = ''] = part.split('-');
    if (Number(from) === 0)
      throw new DocconvError('OPTION_INVALID.pages-from-1', { option: flagOf(name) }, about(name));
    if (to !== '' && Number(to) < Number(from))
      throw new DocconvError('OPTION_INVALID.pages-backwards', { option: flagOf(name), part }, about(name));
  }
}

/** Other braces are text. */
function requireFields(name: PdfOptionName, text: string): void {
  const unknown = /\{(?!(?:page|pages|name|date)\})\w+\}/.exec(text)?.[0];
  if (!unknown) return;
  const values = { option: flagOf(name), field: unknown, known: '{page}, {pages}, {name}', last: '{date}' };
  throw new DocconvError('OPTION_INVALID.unknown-field', values, about(name));
}

/** What an error says about an option beside its text. */
export const about = (option: PdfOptionName) => ({ detail: { option } });
