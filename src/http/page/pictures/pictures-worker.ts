/** Renders pages of a PDF outside the main thread. PDFium is loaded for the first PDF. */
import { type Area, type Bitmap, differences, sameSize } from '../../../render/differences.js';
// @ts-expect-error: the server serves @hyzyla/pdfium at this path
import { PDFiumLibrary } from '../pdfium.js';
import type { Job, Message } from './renderer.js';

interface Page {
  getOriginalSize(): { originalWidth: number; originalHeight: number };
  render(options: {
    scale: number;
    width: number;
    height: number;
    render: 'bitmap';
    renderFormFields: true;
  }): Promise<Bitmap>;
}

interface Pdf {
  getPageCount(): number;
  getPage(index: number): Page;
  destroy(): void;
}

interface Library {
  loadDocument(bytes: Uint8Array): Promise<Pdf>;
}

let library: Promise<Library> | null = null;
const answer = (message: Message) => self.postMessage(message);

self.onmessage = async ({ data: job }: MessageEvent<Job>) => {
  try {
    const leftOut = 'changed' in job ? await compare(job) : await preview(job);
    answer({ id: job.id, end: 'done', leftOut });
  } catch {
    library = null; // an instance of PDFium that failed must not be used again
    answer({ id: job.id, end: 'failed' });
  }
};

async function open(bytes: Uint8Array): Promise<Pdf> {
  library ??= PDFiumLibrary.init({ wasmUrl: new URL('./pdfium.wasm', import.meta.url).href }) as Promise<Library>;
  return (await library).loadDocument(bytes);
}

async function preview({ id, bytes, most, width }: Job): Promise<number> {
  const pdf = await open(new Uint8Array(bytes));
  const total = pdf.getPageCount();
  for (let number = 1; number <= Math.min(most, total); number++) {
    answer({ id, number, total, blob: await encode(await draw(pdf, number, width)) });
  }
  pdf.destroy();
  return 0;
}

/** Resolves to the number of pages beyond `most` that look different. */
async function compare({ id, bytes, signedSize, changed, most, width }: Extract<Job, { changed: unknown }>) {
  const signed = await open(new Uint8Array(bytes, 0, signedSize));
  const latest = await open(new Uint8Array(bytes));
  let different = 0;
  for (const { before, after } of changed) {
    const then = before === null ? null : await draw(signed, before, width);
    const now = after === null ? null : await draw(latest, after, width);
    const areas = then && now && sameSize(then, now) ? differences(then, now) : null;
    if (areas?.length === 0 || ++different > most) continue;
    const [pictureBefore, pictureAfter] = [then && (await encode(then)), now && (await encode(now, areas ?? []))];
    answer({ id, before, after, pictureBefore, pictureAfter });
  }
  signed.destroy();
  latest.destroy();
  return Math.max(0, different - most);
}

const MAX_PIXELS = 10e6;

/** Throws for a page that cannot be rendered. */
async function draw(pdf: Pdf, number: number, imageWidth: number): Promise<Bitmap> {
  const page = pdf.getPage(number - 1);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = Math.min(4, imageWidth / Math.max(1, originalWidth));
  const width = Math.max(1, Math.round(originalWidth * scale));
  const height = Math.max(1, Math.round(originalHeight * scale));
  // a page may be very long and narrow
  if (!(width * height <= MAX_PIXELS)) throw new RangeError('This page is too large to render.');
  // without form fields the appearances of signatures would be missing
  const { data } = await page.render({ scale: 1, width, height, render: 'bitmap', renderFormFields: true });
  return { width, height, data };
}

const FRAME = { colour: '#c8102e', width: 3, distance: 6 };

/** With a frame around each area. */
async function encode({ width, height, data }: Bitmap, areas: readonly Area[] = []): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0);
  context.strokeStyle = FRAME.colour;
  context.lineWidth = FRAME.width;
  for (const area of areas) {
    const [x, y] = [area.left * width - FRAME.distance, area.top * height - FRAME.distance];
    context.strokeRect(x, y, area.width * width + 2 * FRAME.distance, area.height * height + 2 * FRAME.distance);
  }
  return canvas.convertToBlob({ type: 'image/png' });
}
