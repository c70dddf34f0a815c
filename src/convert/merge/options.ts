/** Options of a merge: which of them concern each document, which the merged PDF, and which cannot be combined with it. */
import { DocconvError } from '../../errors.js';
import { flagOf, PDF_OPTION_NAMES } from '../option-values.js';
import { type OptionRow, PDF_OPTIONS, type PdfOptionName, type PdfOptions } from '../options.js';

export interface SplitOptions {
  /** For the conversion of each document. */
  readonly each: PdfOptions;
  /** For the merged PDF. */
  readonly merged: PdfOptions;
}

/** `pdfs`: the inputs that are PDFs already; `documents`: number of the others. Throws OPTION_UNSUPPORTED. */
export function splitOptions(
  options: PdfOptions,
  { pdfs, documents }: { pdfs: readonly string[]; documents: number },
): SplitOptions {
  const given = PDF_OPTION_NAMES.filter(name => options[name] !== undefined);
  for (const name of given) {
    const problem = problemOf(name, options, pdfs, documents);
    if (problem) throw problem;
  }
  const only = (...kinds: MergeUse[]) =>
    Object.fromEntries(given.filter(name => kinds.includes(useOf(name))).map(name => [name, options[name]]));
  return { each: only('each', 'conversion', 'both'), merged: only('once', 'both') };
}

type MergeUse = NonNullable<OptionRow['merge']>;

const useOf = (name: PdfOptionName): MergeUse => (PDF_OPTIONS[name] as OptionRow).merge ?? 'each';

function problemOf(
  name: PdfOptionName,
  options: PdfOptions,
  pdfs: readonly string[],
  documents: number,
): DocconvError | null {
  const about = { detail: { option: name } };
  const option = flagOf(name);
  const row: OptionRow = PDF_OPTIONS[name];
  const { outputs = ['pdf'] } = row;
  if (row.type === 'boolean' && options[name] === row.preset) return null;
  if (name === 'facturx' || !outputs.includes('pdf') || (name === 'to' && options.to !== 'pdf'))
    return new DocconvError('OPTION_UNSUPPORTED.with-merge', { option }, about);
  if (row.onPdf === 'always') return new DocconvError('OPTION_UNSUPPORTED.with-merge', { option }, about);
  const [pdf] = pdfs;
  if (pdf === undefined) return null;
  const needsConversion = useOf(name) === 'conversion' || name === 'pdfua';
  if (needsConversion) return new DocconvError('OPTION_UNSUPPORTED.with-pdf-input', { option, pdf }, about);
  if (useOf(name) === 'each' && documents === 0)
    return new DocconvError('OPTION_UNSUPPORTED.only-pdf-inputs', { option }, about);
  return null;
}
