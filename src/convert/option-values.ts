/** Values from a command line or a query, checked against the table of options and converted to their types. */
import { DocconvError } from '../errors.js';
import { kebabCase } from '../system/kebab-case.js';
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
  return options;
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
  throw invalid(name, 'takes true or false');
}

function parseInteger(
  name: PdfOptionName,
  { min, max, implied }: { min: number; max: number; implied?: number },
  raw: string,
): number {
  if (implied !== undefined && (raw === 'true' || raw === '')) return implied;
  const value = /^\d{1,9}$/.test(raw) ? Number(raw) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw invalid(name, `takes a whole number from ${min} to ${max}`);
}

function parseChoice(name: PdfOptionName, choices: readonly string[], raw: string): string {
  const value = raw.toLowerCase();
  if (choices.includes(value)) return value;
  throw invalid(name, `takes one of ${choices.join(', ')}`);
}

function parseList(name: PdfOptionName, choices: readonly string[], raw: RawValue): readonly string[] {
  const words = Array.isArray(raw) ? raw.map(String) : String(raw).split(',');
  const filled = words.map(word => word.trim()).filter(word => word !== '');
  return [...new Set(filled.map(word => parseChoice(name, choices, word)))];
}

function parseText(
  name: PdfOptionName,
  row: { type: string; pattern?: RegExp; placeholder: string; implied?: string },
  raw: string,
): string {
  if (row.implied !== undefined && raw === 'true') return row.implied;
  if (raw === '') throw invalid(name, 'needs a value');
  if (row.pattern && !row.pattern.test(raw))
    throw invalid(name, `takes a ${row.placeholder}: ${PDF_OPTIONS[name].help}`);
  // ISO 32000-2, 7.6.4.3.3: AES-256 uses the first 127 bytes of a password: a longer one would open with those alone
  if (row.type === 'secret' && Buffer.byteLength(raw) > 127) throw invalid(name, 'takes at most 127 bytes of UTF-8');
  if (raw.length > 1000) throw invalid(name, 'takes at most 1000 characters');
  return raw;
}

/** Throws for options that contradict each other. */
function requireConsistent(options: PdfOptions): void {
  const { pdfa, openPassword, permissionPassword, allow } = options;
  if (pdfa && (openPassword ?? permissionPassword) !== undefined) {
    throw invalid('pdfa', 'and passwords exclude each other: PDF/A forbids encryption (ISO 19005-1, 6.1.3)');
  }
  if (pdfa && options.pdfVersion) throw invalid('pdfVersion', 'is determined by --pdfa: omit one of them');
  if (options.pdfVersion && options.pdfVersion !== '1.7' && (openPassword ?? permissionPassword) !== undefined) {
    throw invalid('pdfVersion', 'must be 1.7 with a password: AES-256 does not exist before (ISO 32000-2, 7.6.4.1)');
  }
  if (options.pdfua && options.tagged === false) throw invalid('tagged', 'cannot be off: PDF/UA requires tags');
  if (options.pdfua && options.comments === 'margin') {
    throw invalid('comments', 'margin and --pdfua exclude each other: texts in the margin have no tags');
  }
  if (options.lossless && options.quality !== undefined) {
    throw invalid('quality', 'has no effect with --lossless: omit one of them');
  }
  if (allow && permissionPassword === undefined) throw invalid('allow', 'needs --permission-password');
  if (openPassword !== undefined && openPassword === permissionPassword) {
    throw invalid('permissionPassword', 'must differ from --open-password: it would restrict nothing');
  }
  if (options.dpi !== undefined && options.thumbnail !== undefined) {
    throw invalid('dpi', 'has no effect with --thumbnail, which sets the size: omit one of them');
  }
  for (const name of ['watermarkColor', 'watermarkAngle', 'watermarkOpacity'] as const) {
    if (options[name] !== undefined && options.watermark === undefined) throw invalid(name, 'needs --watermark');
  }
  if (pdfa === '1b' && options.watermarkOpacity !== undefined) {
    throw invalid(
      'watermarkOpacity',
      'and --pdfa 1b exclude each other: PDF/A-1 has no transparency (ISO 19005-1, 6.4)',
    );
  }
  for (const name of ['header', 'footer', 'pageNumbers'] as const) requireFields(name, options[name] ?? '');
  // in a command, a file name after the flag would be taken for the format
  if (options.pageNumbers?.includes('{page}') === false)
    throw invalid('pageNumbers', 'needs a format with {page} in it');
  if (options.locale !== undefined && canonicalLocale(options.locale) === null) {
    throw invalid(
      'locale',
      `does not know ${JSON.stringify(options.locale)}: use a language and country such as de-DE`,
    );
  }
  if (options.fit && options.singlePageSheets) {
    throw invalid('fit', 'and --single-page-sheets exclude each other: a single page has the size of its sheet');
  }
  if (options.pages !== undefined) requireRange(options.pages);
}

function requireRange(pages: string): void {
  for (const part of pages.split(',')) {
    const [from = '', to = ''] = part.split('-');
    if (Number(from) === 0) throw invalid('pages', 'counts from 1');
    if (to !== '' && Number(to) < Number(from)) throw invalid('pages', `"${part}" runs backwards`);
  }
}

/** Other braces are text. */
function requireFields(name: PdfOptionName, text: string): void {
  const unknown = /\{(?!(?:page|pages|name|date)\})\w+\}/.exec(text)?.[0];
  if (unknown) throw invalid(name, `has the unknown field ${unknown}: there are {page}, {pages}, {name} and {date}`);
}

function invalid(name: PdfOptionName, problem: string): DocconvError {
  return new DocconvError('OPTION_INVALID', `${flagOf(name)} ${problem}.`, { detail: { option: name } });
}
