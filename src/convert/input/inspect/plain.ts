/** Inspects documents that are one text: flat ODF, SVG, HTML, CSV and plain text. */
import type { Format } from '../../formats.js';
import { requireWithin } from '../../limits.js';
import type { SourceDocument } from '../document.js';
import { MarkupMeter } from './markup.js';
import type { Tally } from './tally.js';
import { type Inspection, watchesOf } from './watches.js';

/** Bytes that are scanned before the event loop runs other work. */
const STEP = 1024 * 1024;

export async function inspectMarkup(inspection: Inspection, tally: Tally): Promise<void> {
  const { document, format, signal } = inspection;
  const { bytes } = document;
  requireWithin(tally.limits, 'textBytes', bytes.length);
  const meter = new MarkupMeter(tally);
  meter.start(null, watchesOf(inspection, tally), format.container === 'html');
  for (let at = 0; at < bytes.length; at += STEP) {
    if (at > 0) await new Promise(resolve => setImmediate(resolve));
    signal?.throwIfAborted();
    meter.feed(bytes.subarray(at, at + STEP));
  }
  meter.end();
}

const LF = 0x0a;
const FF = 0x0c;
const CR = 0x0d;

/** Lines of a text and its form feeds, which begin pages; the fields of CSV and TSV. */
export function inspectText({ bytes, limits }: SourceDocument, format: Format): void {
  requireWithin(limits, 'textBytes', bytes.length);
  const isSheet = format.family === 'calc';
  const separator = isSheet ? Number(format.inputOptions?.split(',')[0]) : FF;
  let [lines, separators, start] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === separator) separators++;
    else if (byte === LF) {
      requireWithin(limits, 'textRun', at - start);
      lines++;
      start = at + 1;
    } else if (byte === CR && bytes[at + 1] !== LF) lines++;
  }
  requireWithin(limits, 'textRun', bytes.length - start);
  if (start < bytes.length) lines++;
  if (isSheet) requireWithin(limits, 'sheetCells', lines + separators);
  else {
    requireWithin(limits, 'paragraphs', lines);
    requireWithin(limits, 'pageBreaks', separators);
  }
}
