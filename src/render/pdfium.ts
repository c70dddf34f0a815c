/** Renders pages with PDFium. Only the threads of this folder load it. */
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import type { Bitmap } from './bitmap.js';
import { CANNOT_RENDER } from './thread.js';

export type { PDFiumDocument };

/** Maximum number of pixels of an image: a page may be 200 inches long (ISO 32000-2, Annex C) and very narrow. */
const MAX_PIXELS = 10e6;

/** A sentence that says why not, instead of an error. */
export async function loadDocuments(
  before: Uint8Array,
  after: Uint8Array,
  password: string | undefined,
): Promise<{ before: PDFiumDocument; after: PDFiumDocument } | { problem: string }> {
  const library = await PDFiumLibrary.init();
  try {
    return {
      before: await library.loadDocument(before, password),
      after: await library.loadDocument(after, password),
    };
  } catch (thrown) {
    return { problem: problemOf(thrown as Error, password) };
  }
}

/** PDFium's FPDF_ERR_PASSWORD is the only reason that users can do something about. */
function problemOf({ message }: Error, password: string | undefined): string {
  if (!/password/i.test(message)) return CANNOT_RENDER;
  if (password === undefined) return 'The pages cannot be rendered: the PDF is encrypted.';
  return 'The pages cannot be rendered: the password is wrong.';
}

/** `width` in pixels, or `scale` in pixels per point. */
export type Resolution = { readonly width: number } | { readonly scale: number };

/** `index`: 0 = first. A string says why the page cannot be rendered, e.g. "is too large to render". */
export async function renderPage(
  document: PDFiumDocument,
  index: number,
  resolution: Resolution,
): Promise<Bitmap | string> {
  if (index >= document.getPageCount()) return 'cannot be rendered';
  try {
    const page = document.getPage(index);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    if (!(originalWidth > 0 && originalHeight > 0)) return 'cannot be rendered';
    const scale = 'scale' in resolution ? resolution.scale : resolution.width / originalWidth;
    const width = Math.max(1, Math.round(originalWidth * scale));
    const height = Math.max(1, Math.round(originalHeight * scale));
    if (width * height > MAX_PIXELS) return 'is too large to render';
    // without form fields the appearances of signatures would be missing
    const { data } = await page.render({ scale: 1, width, height, render: 'bitmap', renderFormFields: true });
    return { width, height, data };
  } catch {
    return 'cannot be rendered';
  }
}
