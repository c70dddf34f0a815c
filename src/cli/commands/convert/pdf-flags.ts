/** The flags of the PDF options, from the one table. */
import { type Command, Option } from 'commander';
import { flagOf, PDF_OPTION_NAMES, parsePdfOptions, type RawValue } from '../../../convert/option-values.js';
import { type OptionRow, PDF_OPTIONS, type PdfOptions } from '../../../convert/options.js';
import { offering } from '../../command.js';

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
  if (row.type !== 'boolean') {
    const option = new Option(`${flag} <${row.placeholder}>`, row.help);
    return 'choices' in row ? offering(option, row.choices) : option;
  }
  if (!row.preset) return new Option(flag, row.help);
  return new Option(flag.replace('--', '--no-'), `do not ${row.help}`).default(undefined);
}
