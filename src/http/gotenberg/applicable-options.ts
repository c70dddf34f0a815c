/** Gotenberg passes over options that a document has no use for; docconv refuses them, so that they are left out here. */
import { extname } from 'node:path';
import { FORMATS, type Format } from '../../convert/formats.js';
import { isApplicable, PDF_OPTION_NAMES } from '../../convert/option-values.js';
import type { PdfOptionName, PdfOptions } from '../../convert/options.js';
import { DocconvError } from '../../errors.js';

/** Never left out: the client relies on them. */
const REQUIRED: ReadonlySet<PdfOptionName> = new Set(['pdfa', 'pdfua', 'pages']);

/** By the names of the documents: one option for all of them. */
export function applicable(options: PdfOptions, names: readonly string[]): PdfOptions {
  const formats = names.flatMap(name => formatNamed(name) ?? []);
  const fits = (option: PdfOptionName) => formats.every(format => isApplicable(option, format));
  const given = PDF_OPTION_NAMES.filter(
    option => options[option] !== undefined && (REQUIRED.has(option) || fits(option)),
  );
  return Object.fromEntries(given.map(option => [option, options[option]]));
}

function formatNamed(name: string): Format | undefined {
  const extension = extname(name).slice(1).toLowerCase();
  return FORMATS.find(({ extensions }) => extensions.includes(extension));
}

/** Where the name of a document does not tell its kind, or the engine lacks something. */
export async function withoutUnsupported<Result>(
  options: PdfOptions,
  work: (options: PdfOptions) => Promise<Result>,
): Promise<Result> {
  for (let given = options; ; ) {
    try {
      return await work(given);
    } catch (thrown) {
      const option = unsupported(thrown);
      if (option === null || given[option] === undefined || REQUIRED.has(option)) throw thrown;
      const { [option]: _unsupported, ...rest } = given;
      given = rest;
    }
  }
}

function unsupported(thrown: unknown): PdfOptionName | null {
  if (!(thrown instanceof DocconvError) || thrown.code !== 'OPTION_UNSUPPORTED') return null;
  return PDF_OPTION_NAMES.find(name => name === thrown.detail.option) ?? null;
}
