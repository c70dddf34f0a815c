/**
 * What docconv does to the PDF that the engine wrote: limits of its size and pages, the pages of sheets, comments in the margin,
 * texts on the pages, metadata, encryption, and the rules of PDF/A. Most steps are loaded only when the options ask for them.
 */
import { extname } from 'node:path';
import type { OutgoingBlob } from '../../isolation/worker.js';
import { openPdf, pageList, UNLIMITED_WORK } from '../../pdf/index.js';
import { engineFailed } from '../engine.js';
import type { PrintedSheets } from '../input/edit/document.js';
import { type Limits, requireWithin } from '../limits.js';
import type { PdfOptions } from '../options.js';
import { outputOf } from '../outputs.js';
import { bytesOf, sizeOf } from './blob.js';
import type { MetadataRequest } from './metadata.js';
import { selectPages } from './page-range.js';
import { encryption } from './pdf/encryption.js';
import { rewrite } from './pdf/qpdf.js';
import { requireVersion } from './pdf/version.js';
import type { Layout } from './stamp/index.js';
import { isStamped } from './stamp/stamps.js';

/** LibreOffice writes no page in fewer bytes, so that the pages of a smaller PDF need not be counted. */
const MIN_PAGE_BYTES = 200;

/** How to finish the PDF of one document. */
export interface FinishRequest extends MetadataRequest {
  /** File name of the document. */
  name: string;
  limits: Limits;
  /** See EditableDocument. */
  printed?: PrintedSheets | null;
  /** Lays out the texts that are printed on the pages. */
  layout: Layout;
  /** Not all of its pages are LibreOffice's. */
  isForeign?: boolean;
}

/**
 * The PDF as the options need it: the same one, or one in memory. Throws LIMIT_EXCEEDED for its size or pages, because a
 * small document can expand to any number, ENGINE_FAILED when qpdf cannot read it, OPTION_UNSUPPORTED for a version that the
 * engine does not write, and PDFA_INVALID for a result that breaks rules of PDF/A or PDF/UA.
 */
export async function finishPdf(pdf: OutgoingBlob, request: FinishRequest): Promise<OutgoingBlob> {
  const { name, options, limits } = request;
  const size = sizeOf(pdf);
  requireWithin(limits, 'outputBytes', size);
  if (size > limits.pages * MIN_PAGE_BYTES) requireWithin(limits, 'pages', await countPages(pdf));
  if (options.pdfVersion !== undefined) requireVersion(pdf, options.pdfVersion);
  const { pages, singlePageSheets } = options;
  const isReduced = singlePageSheets === true && (pages !== undefined || !!request.printed);
  if (!isChanged(options) && !isReduced) return pdf;
  const reduced = isReduced ? await reduce(bytesOf(pdf), request) : bytesOf(pdf);
  const stem = name.slice(0, name.length - extname(name).length);
  const commented = await printMargin(reduced, request);
  const { editMetadata } = await import('./metadata.js');
  const tagged = options.pdfua ? await (await import('./pdfua/index.js')).repairTags(commented) : commented;
  const edited = await editMetadata(await stamp(tagged, stem, request), request, stem);
  const finished = await rewrite(await addInvoice(edited, options), encryption(options));
  requireWithin(limits, 'outputBytes', finished.length);
  if (options.pdfa !== undefined || options.pdfua) {
    const { requireStandard } = await import('./pdfa/index.js');
    await requireStandard(finished, options);
  }
  return finished;
}

async function addInvoice(pdf: Uint8Array, { facturx: xml, facturxLevel: level }: PdfOptions): Promise<Uint8Array> {
  if (xml === undefined) return pdf;
  const { facturx } = await import('../operations/facturx/index.js');
  return facturx(pdf, { kind: 'facturx', xml: Buffer.from(xml), ...(level && { level }) });
}

/** One page is one sheet; hidden sheets have one, too. Images are made of the pages that `pages` selects. */
async function reduce(pdf: Uint8Array, { options, printed }: FinishRequest): Promise<Uint8Array> {
  const { keepPages } = await import('./pdf/kept-pages.js');
  return keepPages(pdf, count => {
    if (printed && printed.count !== count) throw engineFailed(`${count} pages for ${printed.count} sheets`);
    const sheets = printed?.positions.map(position => position + 1) ?? Array.from({ length: count }, (_, i) => i + 1);
    const isImage = outputOf(options).kind === 'image';
    return selectPages(isImage ? undefined : options.pages, sheets.length).map(page => sheets[page - 1]!);
  });
}

function isChanged(options: PdfOptions): boolean {
  const { title, author, pdfa, pdfua, openPassword, permissionPassword } = options;
  if (isStamped(options) || options.comments === 'margin') return true;
  return [title, author, pdfa, pdfua || undefined, openPassword, permissionPassword].some(value => value !== undefined);
}

async function printMargin(pdf: Uint8Array, { options, layout, warnings }: FinishRequest): Promise<Uint8Array> {
  if (options.comments !== 'margin') return pdf;
  const { printComments } = await import('./margin/index.js');
  return printComments(pdf, layout, warnings);
}

async function stamp(
  pdf: Uint8Array,
  name: string,
  { options, layout, warnings, isForeign = false }: FinishRequest,
): Promise<Uint8Array> {
  if (!isStamped(options)) return pdf;
  const { stampPdf, stampsOf, warnMissing } = await import('./stamp/index.js');
  const stamped = await stampPdf(pdf, { stamps: stampsOf(options), name, layout, isForeign });
  warnMissing(stamped.missing, warnings);
  return stamped.pdf;
}

/** Without a copy of the PDF in memory. */
async function countPages(pdf: OutgoingBlob): Promise<number> {
  const document = await openPdf(pdf instanceof Uint8Array ? pdf : pdf.path, { maxWork: UNLIMITED_WORK });
  try {
    const pages = pageList(document.latest);
    if (!pages) throw engineFailed('its PDF has no pages');
    return pages.count;
  } finally {
    document.close();
  }
}
