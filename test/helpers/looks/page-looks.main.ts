/** The thread of page-looks.ts, in which PDFium renders: some documents keep it busy forever. */
import { parentPort } from 'node:worker_threads';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import type { PageLooks } from './page-looks.js';

/** What FPDF_RenderPageBitmap and FPDF_FFLDraw take as their last argument, which the package does not expose. */
const FPDF_PRINTING = 0x800;
/** Pixels per point. */
const SCALE = 1;
/** A smaller difference in a channel cannot be seen. */
const VISIBLE = 8;

type Draw = (...parameters: number[]) => number;
interface Internals {
  readonly module: Record<'_FPDF_RenderPageBitmap' | '_FPDF_FFLDraw', Draw>;
}

let library: Promise<PDFiumLibrary> | null = null;
let isPrinting = false;

/** PDFium, whose drawing functions also draw as for a printer. */
async function start(): Promise<PDFiumLibrary> {
  const loaded = await PDFiumLibrary.init();
  const { module } = loaded as unknown as Internals;
  for (const name of ['_FPDF_RenderPageBitmap', '_FPDF_FFLDraw'] as const) {
    const draw = module[name];
    module[name] = (...parameters) => {
      const flags = parameters.pop()!;
      return draw(...parameters, isPrinting ? flags | FPDF_PRINTING : flags);
    };
  }
  return loaded;
}

parentPort?.on('message', async ({ before, after }: { before: Uint8Array; after: Uint8Array }) => {
  library ??= start();
  parentPort?.postMessage(await looksOf(await library, before, after));
});

async function looksOf(pdfium: PDFiumLibrary, before: Uint8Array, after: Uint8Array): Promise<PageLooks> {
  const opened: PDFiumDocument[] = [];
  try {
    for (const bytes of [before, after]) opened.push(await pdfium.loadDocument(bytes));
    return await compare(opened[0]!, opened[1]!);
  } catch (thrown) {
    return { compared: 0, differing: [], problem: (thrown as Error).message };
  } finally {
    for (const document of opened) document.destroy();
  }
}

async function compare(before: PDFiumDocument, after: PDFiumDocument): Promise<PageLooks> {
  const counts = [before, after].map(document => document.getPageCount());
  const [common, all] = [Math.min(...counts), Math.max(...counts)];
  const differing: number[] = [];
  for (let page = 0; page < all; page++) {
    const looksDifferent = async (printing: boolean) => {
      isPrinting = printing;
      return !isSame(await render(before, page), await render(after, page));
    };
    if (page >= common || (await looksDifferent(false)) || (await looksDifferent(true))) differing.push(page + 1);
  }
  return { compared: common, differing, problem: null };
}

interface Image {
  readonly width: number;
  readonly data: Uint8Array;
}

async function render(document: PDFiumDocument, index: number): Promise<Image> {
  return document.getPage(index).render({ scale: SCALE, render: 'bitmap', renderFormFields: true });
}

function isSame(a: Image, b: Image): boolean {
  if (a.width !== b.width || a.data.length !== b.data.length) return false;
  if (Buffer.compare(a.data, b.data) === 0) return true;
  return a.data.every((level, at) => Math.abs(level - b.data[at]!) <= VISIBLE);
}
