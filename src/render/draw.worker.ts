/** The thread in which PDFium draws. */
import { parentPort, workerData } from 'node:worker_threads';
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import { PNG } from 'pngjs';
import type { ErrorCode } from '../errors.js';
import type { Picture } from './index.js';

export interface DrawRequest {
  pdf: Uint8Array;
  pages: readonly number[];
  width: number;
  password?: string;
}

export interface Drawn {
  pictures: Picture[];
  error: { code: ErrorCode; message: string } | null;
}

/** Pixels of one picture at most: a page may be 200 inches long (ISO 32000-2, Annex C) and as wide as a hair. */
const MAX_PIXELS = 30e6;

parentPort?.postMessage(await draw(workerData as DrawRequest));

async function draw({ pdf, pages, width, password }: DrawRequest): Promise<Drawn> {
  const library = await PDFiumLibrary.init();
  let document: PDFiumDocument;
  try {
    document = await library.loadDocument(pdf, password);
  } catch (thrown) {
    return { pictures: [], error: describe(thrown as Error, password) };
  }
  const there = pages.filter(page => Number.isInteger(page) && page >= 1 && page <= document.getPageCount());
  const pictures: Picture[] = [];
  for (const page of there) {
    const picture = await drawPage(document.getPage(page - 1), page, width);
    if (!picture)
      return { pictures, error: { code: 'LIMIT_EXCEEDED', message: `Page ${page} is too large to be drawn.` } };
    pictures.push(picture);
  }
  return { pictures, error: null };
}

async function drawPage(source: PDFiumPage, page: number, wanted: number): Promise<Picture | null> {
  const { originalWidth, originalHeight } = source.getOriginalSize();
  const scale = wanted / Math.max(1, originalWidth);
  if (originalWidth * originalHeight * scale * scale > MAX_PIXELS) return null;
  const { width, height, data } = await source.render({ scale, render: 'bitmap' });
  const image = new PNG({ width, height });
  image.data = Buffer.from(data.buffer, data.byteOffset, data.length);
  return { page, width, height, png: new Uint8Array(PNG.sync.write(image)) };
}

/** PDFium's FPDF_ERR_PASSWORD is the one reason that a person can do something about. */
function describe({ message }: Error, password: string | undefined): Drawn['error'] {
  if (!/password/i.test(message))
    return { code: 'CORRUPT_DOCUMENT', message: 'The pages of this PDF cannot be drawn.' };
  if (password === undefined) return { code: 'PASSWORD_NEEDED', message: 'The PDF is encrypted: give its password.' };
  return { code: 'WRONG_PASSWORD', message: 'The password is wrong.' };
}
