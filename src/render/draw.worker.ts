/** The thread in which PDFium draws. */
import { parentPort, workerData } from 'node:worker_threads';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { PNG } from 'pngjs';
import { type Bitmap, differences } from './differences.js';
import type { Compared, CompareMessage, CompareRequest, Drawn, Sides } from './index.js';

/** Pixels of one picture at most: a page may be 200 inches long (ISO 32000-2, Annex C) and as wide as a hair. */
const MAX_PIXELS = 10e6;

const send = (message: CompareMessage): void => parentPort?.postMessage(message);

await compare(workerData as CompareRequest);

async function compare({ before, after, pages, password, width, most }: CompareRequest): Promise<void> {
  const library = await PDFiumLibrary.init();
  let documents: { before: PDFiumDocument; after: PDFiumDocument };
  try {
    documents = {
      before: await library.loadDocument(before, password),
      after: await library.loadDocument(after, password),
    };
  } catch (thrown) {
    return send({ problem: describe(thrown as Error, password) });
  }
  let kept = 0;
  for (const sides of pages) {
    const compared = await comparePage(documents, sides, width, kept >= most);
    if (compared.look === 'different') kept++;
    send({ page: compared });
  }
  send({ problem: null });
}

async function comparePage(
  documents: { before: PDFiumDocument; after: PDFiumDocument },
  sides: Sides,
  width: number,
  isFull: boolean,
): Promise<Compared> {
  const before = sides.before === null ? null : await drawPage(documents.before, sides.before, width);
  const after = sides.after === null ? null : await drawPage(documents.after, sides.after, width);
  const areas = isPicture(before) && isPicture(after) && sameSize(before, after) ? differences(before, after) : null;
  if (areas?.length === 0) return { look: 'same' };
  if (isFull) return { look: 'left-out' };
  return { look: 'different', before: encode(before), after: encode(after), areas: areas ?? [] };
}

type Picture = Bitmap & { readonly page: number };
type Attempt = Picture | Extract<Drawn, { problem: string }> | null;

function isPicture(attempt: Attempt): attempt is Picture {
  return attempt !== null && 'data' in attempt;
}

function sameSize(a: Picture, b: Picture): boolean {
  return a.width === b.width && a.height === b.height;
}

async function drawPage(document: PDFiumDocument, page: number, wanted: number): Promise<Attempt> {
  const undrawable = { page, problem: `Page ${page} cannot be drawn.` };
  if (page > document.getPageCount()) return undrawable;
  try {
    const source = document.getPage(page - 1);
    const { originalWidth, originalHeight } = source.getOriginalSize();
    if (!(originalWidth > 0 && originalHeight > 0)) return undrawable;
    const [width, height] = [wanted, Math.max(1, Math.round((originalHeight * wanted) / originalWidth))];
    if (width * height > MAX_PIXELS) return { page, problem: `Page ${page} is too large to be drawn.` };
    // form fields, and with them the looks of signatures, are drawn on demand only
    const { data } = await source.render({ scale: 1, width, height, render: 'bitmap', renderFormFields: true });
    return { page, width, height, data };
  } catch {
    return undrawable;
  }
}

/** Nothing shines through a page; and one without colours takes a tenth of the bytes in shades of grey. */
function encode(attempt: Attempt): Drawn | null {
  if (!isPicture(attempt)) return attempt;
  const { page, width, height, data } = attempt;
  const image = new PNG({ width, height });
  image.data = Buffer.from(data.buffer, data.byteOffset, data.length);
  const how = isGrey(data) ? ({ colorType: 0, filterType: 0 } as const) : ({ colorType: 2 } as const);
  const png = PNG.sync.write(image, { ...how, inputColorType: 6, deflateStrategy: 0 });
  return { page, width, height, png: new Uint8Array(png) };
}

function isGrey(data: Uint8Array): boolean {
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false;
  }
  return true;
}

/** PDFium's FPDF_ERR_PASSWORD is the one reason that a person can do something about. */
function describe({ message }: Error, password: string | undefined): string {
  if (!/password/i.test(message)) return 'The pages of this PDF cannot be drawn.';
  if (password === undefined) return 'The pages cannot be drawn: the PDF is encrypted.';
  return 'The pages cannot be drawn: the password is wrong.';
}
