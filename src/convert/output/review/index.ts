/** Compares the PDF that the engine wrote with the document: fonts, characters without a glyph, pictures. */

import { DocconvError } from '../../../errors.js';
import type { OutgoingBlob } from '../../../isolation/worker.js';
import {
  embeddedFont,
  findMissingGlyphs,
  openPdf,
  type PdfDocument,
  pageList,
  unprinted,
  usedResources,
} from '../../../pdf/index.js';
import type { DocumentContent } from '../../input/survey/index.js';
import type { PdfOptions } from '../../options.js';
import type { Warnings } from '../../warnings.js';
import { compareFonts } from './fonts.js';
import { warnMissing } from './missing-glyphs.js';
import { comparePictures } from './pictures.js';

/** The comparison of a larger PDF is given up, and `not_compared` says so. */
const MAX_WORK = 5_000_000;

interface ReviewContext {
  readonly options: PdfOptions;
  /** Normalized names of the fonts that the engine finds. */
  readonly fonts: () => ReadonlySet<string>;
  readonly warnings: Warnings;
}

/** The PDF has to be without encryption. */
export async function reviewPdf(pdf: OutgoingBlob, content: DocumentContent, context: ReviewContext): Promise<void> {
  let document: PdfDocument | null = null;
  try {
    document = await openPdf(pdf instanceof Uint8Array ? pdf : pdf.path, { maxWork: MAX_WORK });
    compare(document, content, context);
  } catch (thrown) {
    if (!(thrown instanceof DocconvError)) throw thrown;
    context.warnings.add('not_compared', { reason: thrown.code });
  } finally {
    document?.close();
  }
}

function compare(document: PdfDocument, content: DocumentContent, context: ReviewContext): void {
  const { options, warnings } = context;
  const revision = document.latest;
  const pages = pageList(revision)?.pages ?? [];
  const { fonts, images } = usedResources(revision, pages);
  const embedded = fonts.map(font => embeddedFont(revision, font));
  if (content.fonts) compareFonts(content.fonts, embedded, context);
  const missing = findMissingGlyphs(revision, pages, embedded);
  const all = options.pages === undefined && options.sheets === undefined;
  warnMissing(missing, warnings, all ? unprinted(content.letters, { revision, pages, fonts, missing }) : []);
  // with fewer pages, or images of a lower resolution, pictures are missing on purpose
  if (options.pages === undefined && options.resolution === undefined)
    comparePictures(content.pictures, images, warnings);
}
