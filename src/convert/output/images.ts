/** `--to png`, `jpg` and `webp`: the pages of the finished PDF as images. */
import { DocconvError } from '../../errors.js';
import { type ImageFormat, openEncoder, openPdf, type Resolution, TOO_LARGE } from '../../render/page-images.js';
import { engineFailed } from '../engine.js';
import { type Limits, requireWithin } from '../limits.js';
import type { PdfOptions } from '../options.js';
import type { FinishedFile } from './blob.js';
import { selectPages } from './page-range.js';

const DEFAULT_DPI = 150;
const POINTS_PER_INCH = 72;

/** One image for each page that `pages` selects; with `thumbnail` only the first of them. */
export async function drawPages(
  pdf: Uint8Array,
  options: PdfOptions,
  limits: Limits,
): Promise<readonly FinishedFile[]> {
  const { to, dpi = DEFAULT_DPI, thumbnail, pages: range, notesPages, quality } = options;
  const opened = await openPdf(pdf);
  if (!opened) throw engineFailed('PDFium cannot read the PDF');
  const selected = selectPages(range, opened.pages, notesPages);
  const drawn = thumbnail === undefined ? selected : selected.slice(0, 1);
  requireWithin(limits, 'images', drawn.length);
  const resolution: Resolution = thumbnail === undefined ? { scale: dpi / POINTS_PER_INCH } : { longest: thumbnail };
  const encode = await openEncoder(to as ImageFormat, quality);
  const files: FinishedFile[] = [];
  let bytes = 0;
  for (const page of drawn) {
    const bitmap = await opened.render(page - 1, resolution, limits.imagePixels);
    if (typeof bitmap === 'string') throw notDrawn(page, bitmap, limits);
    const blob = await encode(bitmap);
    bytes += blob.length;
    requireWithin(limits, 'outputBytes', bytes);
    files.push({ page, blob });
  }
  return files;
}

function notDrawn(page: number, problem: string, { imagePixels }: Limits): DocconvError {
  if (problem !== TOO_LARGE) return engineFailed(`page ${page} ${problem}`);
  return new DocconvError(
    'LIMIT_EXCEEDED.image-pixels',
    { page, limit: imagePixels },
    { detail: { limit: 'imagePixels', max: imagePixels } },
  );
}
