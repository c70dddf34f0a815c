/** The flags of the PDF options, from the one table. */
import { type Command, Option } from 'commander';
import { flagOf, PDF_OPTION_NAMES, parsePdfOptions, type RawValue } from '../convert/option-values.js';
import { type OptionRow, PDF_OPTIONS, type PdfOptions } from '../convert/options.js';

export function addPdfFlags(command: Command): void {
  for (const name of PDF_OPTION_NAMES) command.addOption(optionOf(name).helpGroup('PDF options:'));
}

/** Throws OPTION_INVALID. `raw` is what commander parsed; other commands' flags in it are ignored. */
export function pdfOptionsOf(raw: Record<string, unknown>): PdfOptions {
  return parsePdfOptions(raw as Record<string, RawValue>);
}

function optionOf(name: (typeof PDF_OPTION_NAMES)[number]): Option {
  const row: OptionRow = PDF_OPTIONS[name];
  const flag = flagOf(name);
  if (row.type !== 'boolean') return new Option(`${flag} <${row.placeholder}>`, helpOf(row));
  if (!row.preset) return new Option(flag, row.help);
  return new Option(flag.replace('--', '--no-'), `do not ${row.help}`).default(undefined);
}

function helpOf(row: OptionRow): string {
  return 'choices' in row ? `${row.help} (${row.choices.join(', ')})` : row.help;
}
