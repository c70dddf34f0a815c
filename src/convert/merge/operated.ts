/** A conversion that ends with operations on the PDF, and needs no engine where the document is a PDF already. */
import { DocconvError } from '../../errors.js';
import type { OutputReceiver } from '../engine.js';
import { isPdf } from '../input/guess.js';
import { openSource, type Source } from '../input/source.js';
import { checkOperations } from '../operations/check.js';
import { operationsFrom } from '../operations/from-options.js';
import { flagOf, PDF_OPTION_NAMES } from '../option-values.js';
import { type OptionRow, PDF_OPTIONS, type PdfOptions } from '../options.js';
import type { ConversionFacts, ConvertOptions } from '../settings.js';
import { requireNoWarnings } from '../warnings.js';
import type { PdfHost } from './merge.js';
import { operateOn } from './operate.js';

export async function convertOperated(
  host: PdfHost,
  source: Source,
  options: ConvertOptions,
  pdf: PdfOptions,
  receiver: OutputReceiver,
): Promise<ConversionFacts> {
  const { password, timeoutMs, signal } = options;
  const opened = await openSource(source, host.maxBytes, signal);
  const isInput = isPdf(await opened.head(HEAD_BYTES));
  const operations = operationsFrom(pdf, options.operations ?? [], isInput);
  checkOperations(operations); // before the document is converted
  const times = { ...(timeoutMs !== undefined && { timeoutMs }), ...(signal && { signal }) };
  if (isInput) requireNoConversion(pdf);
  const converted = isInput
    ? null
    : await host.convert(source, { ...withoutOperations(options), to: 'pdf', pdf: forEngine(pdf) });
  const made: Source = converted ? { bytes: converted.pdf, name: opened.name ?? 'document.pdf' } : source;
  const opening = isInput && password !== undefined ? { password } : {};
  const breaking = { breakSignatures: pdf.breakSignatures ?? false };
  const done = await operateOn(host, made, operations, { ...times, ...opening, ...breaking }, receiver);
  const warnings = [...(converted?.warnings ?? []), ...done.warnings];
  if (pdf.strict) requireNoWarnings(warnings);
  const milliseconds = (converted?.milliseconds ?? 0) + done.milliseconds;
  const saving = pdf.optimize === undefined ? {} : { bytes: done.bytes };
  return { to: 'pdf', engine: converted?.engine ?? null, warnings, ...saving, milliseconds };
}

const HEAD_BYTES = 1024;

const withoutOperations = ({ operations: _, ...options }: ConvertOptions): ConvertOptions => options;

const rowOf = (name: (typeof PDF_OPTION_NAMES)[number]): OptionRow => PDF_OPTIONS[name];

/** Throws OPTION_UNSUPPORTED for an option that a PDF as input cannot have. */
function requireNoConversion(pdf: PdfOptions): void {
  for (const name of PDF_OPTION_NAMES) {
    const row = rowOf(name);
    const isPreset = row.type === 'boolean' && pdf[name] === row.preset;
    if (pdf[name] === undefined || isPreset || row.onPdf || name === 'to' || name === 'defaultPaper') continue;
    if (name === 'pdfa' && pdf.facturx !== undefined) continue; // the operation requires it
    throw new DocconvError('OPTION_UNSUPPORTED.with-pdf', { option: flagOf(name) }, { detail: { option: name } });
  }
}

/** Operations come after the engine, then the XML of an invoice, whose PDF/A they could break, and encryption. */
const LAST: ReadonlySet<string> = new Set([
  'facturx',
  'facturxLevel',
  'openPassword',
  'permissionPassword',
  'allow',
  'breakSignatures',
]);

function forEngine(pdf: PdfOptions): PdfOptions {
  const kept = PDF_OPTION_NAMES.filter(name => rowOf(name).onPdf !== 'always' && !LAST.has(name) && name !== 'to');
  return Object.fromEntries(kept.filter(name => pdf[name] !== undefined).map(name => [name, pdf[name]]));
}
