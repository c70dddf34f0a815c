/**
 * What docconv does to the PDF that the engine wrote: limits of its size and pages, metadata, and encryption. Each step
 * is loaded only when the options ask for it.
 */
import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import type { OutgoingBlob } from '../../isolation/worker.js';
import { type Limits, requireWithin } from '../limits.js';
import type { PdfOptions } from '../options.js';
import { encryption } from './encryption.js';
import { readQpdfJson, runQpdf, startQpdf } from './qpdf.js';
import { requireVersion } from './version.js';

const INPUT = '/in.pdf';
const OUTPUT = '/out.pdf';

/** LibreOffice writes no page in fewer bytes, so that the pages of a smaller PDF need not be counted. */
const MIN_PAGE_BYTES = 200;

/** How to finish the PDF of one document. */
export interface FinishRequest {
  /** File name of the document. */
  name: string;
  options: PdfOptions;
  limits: Limits;
}

/**
 * The PDF as the options need it: the same one, or one in memory. Throws LIMIT_EXCEEDED for its size or pages, because a
 * small document can expand to any number, ENGINE_FAILED when qpdf cannot read it,
 * and OPTION_UNSUPPORTED for a version that the engine does not write.
 */
export async function finishPdf(pdf: OutgoingBlob, { name, options, limits }: FinishRequest): Promise<OutgoingBlob> {
  const size = sizeOf(pdf);
  requireWithin(limits, 'outputBytes', size);
  if (size > limits.pages * MIN_PAGE_BYTES) requireWithin(limits, 'pages', await countPages(pdf));
  if (options.pdfVersion !== undefined) requireVersion(pdf, options.pdfVersion);
  if (!isChanged(options)) return pdf;
  const { editMetadata } = await import('./metadata.js');
  const edited = await editMetadata(bytesOf(pdf), options, name.slice(0, name.length - extname(name).length));
  const finished = await rewrite(edited, encryption(options));
  requireWithin(limits, 'outputBytes', finished.length);
  return finished;
}

function isChanged({ title, author, pdfa, pdfua, openPassword, permissionPassword }: PdfOptions): boolean {
  return [title, author, pdfa, pdfua || undefined, openPassword, permissionPassword].some(value => value !== undefined);
}

function sizeOf(pdf: OutgoingBlob): number {
  return pdf instanceof Uint8Array ? pdf.length : statSync(pdf.path).size;
}

function bytesOf(pdf: OutgoingBlob): Uint8Array {
  return pdf instanceof Uint8Array ? pdf : readFileSync(pdf.path);
}

async function countPages(pdf: OutgoingBlob): Promise<number> {
  const qpdf = await startQpdf();
  qpdf.FS.writeFile(INPUT, bytesOf(pdf));
  const { pages } = readQpdfJson(qpdf, ['--json', '--json-key=pages', INPUT]) as { pages: unknown[] };
  return pages.length;
}

/** One revision of what had several. PDF/A requires a line end before 'endstream' (ISO 19005-1, 6.1.7). */
async function rewrite(pdf: Uint8Array, args: readonly string[]): Promise<Uint8Array> {
  const qpdf = await startQpdf();
  qpdf.FS.writeFile(INPUT, pdf);
  runQpdf(qpdf, [...args, '--newline-before-endstream', INPUT, OUTPUT]);
  return qpdf.FS.readFile(OUTPUT);
}
