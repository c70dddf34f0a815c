/** Renders pages of a PDF outside the main thread. PDFium is loaded for the first PDF. */
// @ts-expect-error: the server serves @hyzyla/pdfium at this path
import { PDFiumLibrary } from './pdfium.js';
import type { Job, Message } from './pictures.js';

interface Page {
  getOriginalSize(): { originalWidth: number };
  render(options: { scale: number; render: 'bitmap' }): Promise<{ width: number; height: number; data: Uint8Array }>;
}

interface Library {
  loadDocument(bytes: Uint8Array): Promise<{ getPageCount(): number; getPage(index: number): Page; destroy(): void }>;
}

let library: Promise<Library> | null = null;
const answer = (message: Message) => self.postMessage(message);

self.onmessage = async ({ data: { id, bytes, pages, width } }: MessageEvent<Job>) => {
  try {
    library ??= PDFiumLibrary.init({ wasmUrl: new URL('./pdfium.wasm', import.meta.url).href }) as Promise<Library>;
    const pdf = await (await library).loadDocument(new Uint8Array(bytes));
    const total = pdf.getPageCount();
    for (let index = 0; index < Math.min(pages, total); index++) {
      answer({ id, number: index + 1, total, blob: await draw(pdf.getPage(index), width) });
    }
    pdf.destroy();
    answer({ id, end: 'done' });
  } catch {
    answer({ id, end: 'failed' });
  }
};

async function draw(page: Page, width: number): Promise<Blob> {
  const { originalWidth } = page.getOriginalSize();
  const scale = Math.min(4, width / Math.max(1, originalWidth));
  const image = await page.render({ scale, render: 'bitmap' });
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pixels = new ImageData(new Uint8ClampedArray(image.data), image.width, image.height);
  canvas.getContext('2d')?.putImageData(pixels, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}
