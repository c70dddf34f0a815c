/** Renders pages of a PDF outside the main thread. PDFium is loaded for the first PDF. */
// @ts-expect-error: the server serves @hyzyla/pdfium at this path
import { PDFiumLibrary } from './pdfium.js';

/** @type {Promise<any> | null} */
let library = null;

self.onmessage = async ({ data: { id, bytes, pages, width } }) => {
  try {
    library ??= PDFiumLibrary.init({ wasmUrl: new URL('./pdfium.wasm', import.meta.url).href });
    const pdf = await (await library).loadDocument(new Uint8Array(bytes));
    const total = pdf.getPageCount();
    for (let index = 0; index < Math.min(pages, total); index++) {
      self.postMessage({ id, number: index + 1, total, blob: await draw(pdf.getPage(index), width) });
    }
    pdf.destroy();
    self.postMessage({ id, done: true });
  } catch (thrown) {
    self.postMessage({ id, error: String(thrown) });
  }
};

async function draw(page, width) {
  const { originalWidth } = page.getOriginalSize();
  const scale = Math.min(4, width / Math.max(1, originalWidth));
  const image = await page.render({ scale, render: 'bitmap' });
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pixels = new ImageData(new Uint8ClampedArray(image.data), image.width, image.height);
  canvas.getContext('2d')?.putImageData(pixels, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}
