/** Renders pages with PDFium. Only the threads of this folder load it, and worker processes that convert to images. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import type { Bitmap } from './bitmap.js';
import { CANNOT_RENDER, type ThreadMessage } from './thread.js';

export type { PDFiumDocument };

/** Maximum number of pixels of an image: a page may be 200 inches long (ISO 32000-2, Annex C) and very narrow. */
const MAX_PIXELS = 10e6;
/** The memory of PDFium: two documents of 100 MB, and images. */
const MAX_MEMORY = 512 << 20;
/** Freeing memory needs a new thread: garbage collection may leave that of a WebAssembly instance for long. */
const REUSABLE_MEMORY = 64 << 20;

/** Two documents in an instance of PDFium of their own. */
export interface Documents {
  readonly before: PDFiumDocument;
  readonly after: PDFiumDocument;
  readonly memory: Memory;
}

interface Memory {
  bytes: number;
  /** PDFium was refused memory, or failed: what it renders may be incomplete. */
  failure: string | null;
}

interface DocumentsRequest {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly password?: string;
}

/** Answers the requests of `runThread`: `render` sends the pages. */
export function serveThread<Request extends DocumentsRequest, Page>(
  render: (request: Request, documents: Documents, send: (page: Page) => void) => Promise<void>,
): void {
  const send = (message: ThreadMessage<Page>) => parentPort?.postMessage(message);
  parentPort?.on('message', async (request: Request) => {
    const documents = await loadDocuments(request);
    if (!('problem' in documents)) await render(request, documents, page => send({ page }));
    const problem = 'problem' in documents ? documents.problem : null;
    send({ problem, reusable: documents.memory.bytes <= REUSABLE_MEMORY });
  });
}

/** A sentence that says why not, instead of an error. */
async function loadDocuments({
  before,
  after,
  password,
}: DocumentsRequest): Promise<Documents | { problem: string; memory: Memory }> {
  const memory: Memory = { bytes: 0, failure: null };
  try {
    const library = await PDFiumLibrary.init({ instantiateWasm: instantiate(memory) });
    const documents = {
      before: await library.loadDocument(before, password),
      after: await library.loadDocument(after, password),
    };
    return { ...documents, memory };
  } catch (thrown) {
    return { problem: problemOf(thrown as Error, password), memory };
  }
}

type Instantiate = NonNullable<NonNullable<Parameters<typeof PDFiumLibrary.init>[0]>['instantiateWasm']>;

const PROGRAM = '@hyzyla/pdfium/pdfium.wasm';
let program: WebAssembly.Module | null = null;

/** PDFium with limited memory. The compiled program is kept for the next request. */
function instantiate(memory: Memory): Instantiate {
  return (imports, succeed) => {
    program ??= compileWasm(PROGRAM);
    const resize = imports.env!.emscripten_resize_heap as (bytes: number) => number | boolean;
    const limited = (bytes: number) => {
      const size = bytes >>> 0; // emscripten passes the size as a signed number
      memory.bytes = Math.min(size, MAX_MEMORY);
      if (size <= MAX_MEMORY) return resize(bytes);
      memory.failure = 'needs too much memory to render';
      return 0;
    };
    const env = { ...imports.env, emscripten_resize_heap: limited };
    const instance = new Instance(program, { ...imports, env });
    succeed(instance);
    return instance.exports;
  };
}

/** PDFium's FPDF_ERR_PASSWORD is the only reason that users can do something about. */
function problemOf({ message }: Error, password: string | undefined): string {
  if (!/password/i.test(message)) return CANNOT_RENDER;
  if (password === undefined) return 'The pages cannot be rendered: the PDF is encrypted.';
  return 'The pages cannot be rendered: the password is wrong.';
}

const FAILED = 'cannot be rendered';

/** `width` or the longest side in pixels, or `scale` in pixels per point. */
export type Resolution = { readonly width: number } | { readonly longest: number } | { readonly scale: number };

/** One document in an instance of PDFium of its own. */
export interface OpenedPdf {
  readonly pages: number;
  /** As renderPage(). */
  render(index: number, resolution: Resolution, maxPixels: number): Promise<Bitmap | string>;
}

/** Null: PDFium cannot read it. */
export async function openPdf(bytes: Uint8Array, password?: string): Promise<OpenedPdf | null> {
  const memory: Memory = { bytes: 0, failure: null };
  try {
    const library = await PDFiumLibrary.init({ instantiateWasm: instantiate(memory) });
    const document = await library.loadDocument(bytes, password);
    return {
      pages: document.getPageCount(),
      render: (index, resolution, maxPixels) => render(document, memory, index, resolution, maxPixels),
    };
  } catch {
    return null;
  }
}

/** `index`: 0 = first. A string says why the page cannot be rendered, e.g. "is too large to render". */
export async function renderPage(
  { memory, ...documents }: Documents,
  side: 'before' | 'after',
  index: number,
  resolution: Resolution,
): Promise<Bitmap | string> {
  return render(documents[side], memory, index, resolution, MAX_PIXELS);
}

export const TOO_LARGE = 'is too large to render';

async function render(
  document: PDFiumDocument,
  memory: Memory,
  index: number,
  resolution: Resolution,
  maxPixels: number,
): Promise<Bitmap | string> {
  if (memory.failure !== null) return memory.failure;
  if (index >= document.getPageCount()) return FAILED;
  try {
    const page = document.getPage(index);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    if (!(originalWidth > 0 && originalHeight > 0)) return FAILED;
    const scale = scaleOf(resolution, originalWidth, originalHeight);
    const width = Math.max(1, Math.round(originalWidth * scale));
    const height = Math.max(1, Math.round(originalHeight * scale));
    if (width * height > maxPixels) return TOO_LARGE;
    // without form fields the appearances of signatures would be missing
    const { data } = await page.render({ scale: 1, width, height, render: 'bitmap', renderFormFields: true });
    return memory.failure ?? { width, height, data };
  } catch {
    memory.failure ??= FAILED; // a WebAssembly instance that failed must not be used again
    return memory.failure;
  }
}

function scaleOf(resolution: Resolution, width: number, height: number): number {
  if ('scale' in resolution) return resolution.scale;
  return 'width' in resolution ? resolution.width / width : resolution.longest / Math.max(width, height);
}

/** The types of Node declare no constructors. */
interface Constructors {
  readonly Module: new (bytes: Uint8Array) => WebAssembly.Module;
  readonly Instance: new (module: WebAssembly.Module, imports: object) => { readonly exports: never };
}
const { Module, Instance } = (globalThis as unknown as { WebAssembly: Constructors }).WebAssembly;

/** @param file e.g. '@hyzyla/pdfium/pdfium.wasm' */
export function compileWasm(file: string): WebAssembly.Module {
  return new Module(readFileSync(createRequire(import.meta.url).resolve(file)));
}
