/** The thread in which PDFium renders pages. */
import { parentPort, workerData } from 'node:worker_threads';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { PNG } from 'pngjs';
import { type Bitmap, differences } from './differences.js';
import type { CompareMessage, CompareRequest, PageComparison, PageNumbers, RenderedPage } from './index.js';

/** Maximum number of pixels of an image: a page may be 200 inches long (ISO 32000-2, Annex C) and very narrow. */
const MAX_PIXELS = 10e6;

const send = (message: CompareMessage): void => parentPort?.postMessage(message);

await compare(workerData as CompareRequest);

async function compare({ before, after, pages, password, width, maxPages }: CompareRequest): Promise<void> {
  const library = await PDFiumLibrary.init();
  let documents: { before: PDFiumDocument; after: PDFiumDocument };
  try {
    documents = {
      before: await library.loadDocument(before, password),
      after: await library.loadDocument(after, password),
    };
  } catch (thrown) {
    return send({ problem: problemOf(thrown as Error, password) });
  }
  let different = 0;
  for (const numbers of pages) {
    const page = await comparePage(documents, numbers, width, different >= maxPages);
    if (page.look === 'different') different++;
    send({ page });
  }
  send({ problem: null });
}

async function comparePage(
  documents: { before: PDFiumDocument; after: PDFiumDocument },
  numbers: PageNumbers,
  width: number,
  isFull: boolean,
): Promise<PageComparison> {
  const before = numbers.before === null ? null : await renderPage(documents.before, numbers.before, width);
  const after = numbers.after === null ? null : await renderPage(documents.after, numbers.after, width);
  const areas = isBitmap(before) && isBitmap(after) && sameSize(before, after) ? differences(before, after) : null;
  if (areas?.length === 0) return { look: 'same' };
  if (isFull) return { look: 'left-out' };
  return { look: 'different', before: encode(before), after: encode(after), areas: areas ?? [] };
}

type PageBitmap = Bitmap & { readonly page: number };
type Attempt = PageBitmap | Extract<RenderedPage, { problem: string }> | null;

function isBitmap(attempt: Attempt): attempt is PageBitmap {
  return attempt !== null && 'data' in attempt;
}

function sameSize(a: PageBitmap, b: PageBitmap): boolean {
  return a.width === b.width && a.height === b.height;
}

async function renderPage(document: PDFiumDocument, page: number, imageWidth: number): Promise<Attempt> {
  const failed = { page, problem: `Page ${page} cannot be rendered.` };
  if (page > document.getPageCount()) return failed;
  try {
    const source = document.getPage(page - 1);
    const { originalWidth, originalHeight } = source.getOriginalSize();
    if (!(originalWidth > 0 && originalHeight > 0)) return failed;
    const [width, height] = [imageWidth, Math.max(1, Math.round((originalHeight * imageWidth) / originalWidth))];
    if (width * height > MAX_PIXELS) return { page, problem: `Page ${page} is too large to render.` };
    // without form fields the appearances of signatures would be missing
    const { data } = await source.render({ scale: 1, width, height, render: 'bitmap', renderFormFields: true });
    return { page, width, height, data };
  } catch {
    return failed;
  }
}

/** Without an alpha channel; in shades of grey a page takes a tenth of the bytes. */
function encode(attempt: Attempt): RenderedPage | null {
  if (!isBitmap(attempt)) return attempt;
  const { page, width, height, data } = attempt;
  const image = new PNG({ width, height });
  image.data = Buffer.from(data.buffer, data.byteOffset, data.length);
  const format = isGrey(data) ? ({ colorType: 0, filterType: 0 } as const) : ({ colorType: 2 } as const);
  const png = PNG.sync.write(image, { ...format, inputColorType: 6, deflateStrategy: 0 });
  return { page, width, height, png: new Uint8Array(png) };
}

function isGrey(data: Uint8Array): boolean {
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false;
  }
  return true;
}

/** PDFium's FPDF_ERR_PASSWORD is the only reason that users can do something about. */
function problemOf({ message }: Error, password: string | undefined): string {
  if (!/password/i.test(message)) return 'The pages of this PDF cannot be rendered.';
  if (password === undefined) return 'The pages cannot be rendered: the PDF is encrypted.';
  return 'The pages cannot be rendered: the password is wrong.';
}
