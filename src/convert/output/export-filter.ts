/** The PDF options as LibreOffice's export filter takes them, and which combinations are not supported. */
import { DocconvError } from '../../errors.js';
import type { EngineName } from '../engine-name.js';
import { FORMATS, type Format } from '../formats.js';
import { isPage } from '../input/translate/as-page.js';
import { canonicalLocale } from '../locale.js';
import { about, flagOf, isApplicable, PDF_OPTION_NAMES } from '../option-values.js';
import { type FilterValues, type OptionRow, PDF_OPTIONS, type PdfOptionName, type PdfOptions } from '../options.js';
import { type Export, isWritable, OUTPUT_NAMES, type Output, outputNamed, outputOf } from '../outputs.js';
import { ENGINE_QUIRKS, type EngineQuirk } from '../quirks/engine-quirks.js';
import { type HasQuirk, quirksOf } from '../quirks/index.js';
import { mayHave } from '../quirks/versions.js';

/**
 * LibreOffice's defaults differ between the engines; here images keep their pixels unless `resolution` is given. For a value
 * that FilterData leaves out, the export has other defaults than those in LibreOffice's settings: JPEG quality 80, not 90.
 */
const ALWAYS: FilterValues = { Quality: 90, ReduceImageResolution: false, ExportFormFields: true };

/** Comments and meta elements of HTML, which would be comments of the text, with a mark that covers words. */
const OF_HTML: FilterValues = { ExportNotes: false };

/** FilterData as JSON: `{"Quality":{"type":"long","value":"90"}}`, which every engine reads since LibreOffice 7.4. */
function filterData(options: PdfOptions, format: Format, quirks: HasQuirk, further: FilterValues): string {
  const ofOptions = filterValues(options);
  const values = { ...ALWAYS, ...(quirks('htmlComments', format) && OF_HTML), ...further, ...ofOptions };
  const typed = Object.entries(values).map(([key, value]) => [key, { type: typeOf(value), value: String(value) }]);
  return JSON.stringify(Object.fromEntries(typed));
}

/**
 * How LibreOffice writes this document. Images are made from all pages of the PDF: those of `pages` keep their numbers.
 * `quirks`: those of the engine; `further`: values of the filter that no option sets.
 */
export function exportOf(
  options: PdfOptions,
  format: Format,
  quirks = quirksOf(null),
  further: FilterValues = {},
): Export {
  const output = outputOf(options);
  const other = output.exports?.[format.family];
  if (other) return other;
  const pdf = { extension: 'pdf', filter: format.pdfFilter };
  if (output.kind === 'pdf') return { ...pdf, options: filterData(options, format, quirks, further) };
  const { pages, quality: _quality, ...rest } = options;
  const isFirstOnly = options.thumbnail !== undefined && pages === undefined && !printsCount(options);
  return { ...pdf, options: filterData(isFirstOnly ? { ...rest, pages: '1' } : rest, format, quirks, further) };
}

function printsCount({ header, footer, pageNumbers }: PdfOptions): boolean {
  return [header, footer, pageNumbers].some(text => text?.includes('{pages}'));
}

/** Throws OPTION_UNSUPPORTED for the first option that does not work with this format or engine; none is ignored. */
export function requireSupported(
  options: PdfOptions,
  format: Format,
  engine: { name: EngineName; version: string | null },
): void {
  for (const name of given(options)) {
    const problem =
      problemOf(name, options, format) ?? (name === 'to' ? missingFilter(options, format, engine.name) : null);
    if (problem) throw problem;
  }
  const refusal = unsupportedByVersion(options, engine);
  if (refusal) throw refusal;
}

/**
 * OPTION_UNSUPPORTED for the first option that this LibreOffice would ignore; null where there is none. An unknown version is
 * taken for a newer one than any that an option needs.
 */
export function unsupportedByVersion(
  options: PdfOptions,
  { name: engine, version }: { name: EngineName; version: string | null },
): DocconvError | null {
  for (const name of given(options)) {
    const fault = faultOf(name, options);
    if (!fault?.engines.includes(engine)) continue;
    const { gone } = fault;
    if (version === null ? gone !== undefined : !mayHave(version, fault)) continue;
    const values = { option: flagOf(name) + statedValue(name, options), engine };
    if (gone && version !== null)
      return new DocconvError(
        'OPTION_UNSUPPORTED.needs-libreoffice',
        { ...values, needed: gone, version },
        about(name),
      );
    if (version === null) return new DocconvError('OPTION_UNSUPPORTED.libreoffice-unknown', values, about(name));
    return new DocconvError('OPTION_UNSUPPORTED.libreoffice', { ...values, version }, about(name));
  }
  return null;
}

/** For which LibreOffice ignores the option; null: it does not. */
function faultOf(name: PdfOptionName, options: PdfOptions): EngineQuirk | null {
  if (name === 'updateIndex') return options.updateIndex ? ENGINE_QUIRKS.noCommands : null;
  if (name === 'locale') return isEnglish(options.locale ?? '') ? null : ENGINE_QUIRKS.englishOnly;
  return 'filter' in PDF_OPTIONS[name] ? ENGINE_QUIRKS.filterData : null;
}

const isEnglish = (locale: string): boolean => canonicalLocale(locale)?.startsWith('en-') ?? false;

/** The value belongs to the message where another value of the option works. */
const statedValue = (name: PdfOptionName, options: PdfOptions): string =>
  name === 'locale' ? ` ${options[name]}` : '';

function problemOf(name: PdfOptionName, options: PdfOptions, format: Format): DocconvError | null {
  const { family, title } = format;
  const row: OptionRow = PDF_OPTIONS[name];
  const { families, outputs = ['pdf'] } = row;
  const option = flagOf(name);
  const value = options[name];
  if (row.type === 'boolean' && value === row.preset) return null;
  const output = outputOf(options);
  if (name === 'to' && !isWritable(output, family)) {
    const possible = OUTPUT_NAMES.filter(other => isWritable(outputNamed(other), family));
    return new DocconvError(
      'OPTION_UNSUPPORTED.output',
      { to: output.name, title, possible: possible.join(', ') },
      about(name),
    );
  }
  if (!applies(outputs, output)) {
    const fitting = OUTPUT_NAMES.filter(other => applies(outputs, outputNamed(other)));
    return new DocconvError(
      'OPTION_UNSUPPORTED.with-output',
      { option, to: output.name, fitting: fitting.join(', ') },
      about(name),
    );
  }
  if (families && !families.includes(family)) {
    const kinds = families.map(kind => DOCUMENTS[kind]).join(' and ');
    return new DocconvError('OPTION_UNSUPPORTED.family', { option, title, kinds }, about(name));
  }
  if (!isApplicable(name, format)) {
    const formats = editableFormats(row).join(' or ');
    return new DocconvError('OPTION_UNSUPPORTED.format', { option, format: format.name, formats }, about(name));
  }
  return null;
}

/** The usual formats that docconv can edit for the option. */
function editableFormats({ families = [], containers = [] }: OptionRow): string[] {
  const usual = FORMATS.filter(({ family, container }) => families.includes(family) && containers.includes(container));
  return usual.map(({ name }) => name).filter(name => EDITABLE.includes(name));
}

const EDITABLE = ['docx', 'xlsx', 'odt', 'ods'];

/** Whether the LibreOffice of this engine lacks the filter of the output. */
export function lacksFilter(options: PdfOptions, { family }: Format, engine: EngineName): boolean {
  return outputOf(options).exports?.[family]?.lacking?.includes(engine) ?? false;
}

/** Of a page, docconv writes the output itself. */
function missingFilter(options: PdfOptions, format: Format, engine: EngineName): DocconvError | null {
  if (!lacksFilter(options, format, engine) || isPage(format)) return null;
  const { title } = format;
  const { name } = outputOf(options);
  return new DocconvError('OPTION_UNSUPPORTED.no-filter', { to: name, title, engine }, about('to'));
}

function applies(outputs: readonly string[], { name, kind }: Output): boolean {
  return outputs.includes(name) || outputs.includes(kind);
}

const DOCUMENTS: Record<Format['family'], string> = {
  writer: 'text documents',
  calc: 'spreadsheets',
  impress: 'presentations',
  draw: 'drawings and images',
};

function filterValues(options: PdfOptions): FilterValues {
  const values = given(options).map(name => {
    const row: OptionRow = PDF_OPTIONS[name];
    return row.filter?.(options[name] as never) ?? {};
  });
  return Object.assign({}, ...values);
}

function typeOf(value: boolean | number | string): 'boolean' | 'long' | 'string' {
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'number' ? 'long' : 'string';
}

function given(options: PdfOptions): PdfOptionName[] {
  return PDF_OPTION_NAMES.filter(name => options[name] !== undefined);
}
