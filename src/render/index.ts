/** Renders the pages of two PDFs in a thread and compares them. */
import { Worker } from 'node:worker_threads';
import { DocconvError } from '../errors.js';
import { builtFile } from '../system/package.js';

/** The pages to compare, 1 = first; null: that PDF has no such page. */
export interface PageNumbers {
  readonly before: number | null;
  readonly after: number | null;
}

/** A page as an image, or a sentence that says why there is none. */
export type RenderedPage =
  | { readonly page: number; readonly width: number; readonly height: number; readonly png: Uint8Array }
  | { readonly page: number; readonly problem: string };

/** A rectangle as fractions of the image's width and height, from the top left corner. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type PageComparison =
  | { readonly look: 'same' }
  /** Different, but beyond `maxPages`. */
  | { readonly look: 'left-out' }
  /** `areas`: where the images differ; empty where they have different sizes or one is missing. */
  | {
      readonly look: 'different';
      readonly before: RenderedPage | null;
      readonly after: RenderedPage | null;
      readonly areas: readonly Area[];
    };

export interface Comparison {
  /** In the order of the request; fewer when there is a problem. */
  readonly pages: readonly PageComparison[];
  /** A sentence that says why the other pages could not be rendered. */
  readonly problem: string | null;
}

export interface CompareOptions {
  password?: string;
  /** Width of an image in pixels. */
  width: number;
  /** Maximum number of different pages that are returned with images. */
  maxPages: number;
  /** Milliseconds for all pages. */
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface CompareRequest extends Omit<CompareOptions, 'signal' | 'timeoutMs'> {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly pages: readonly PageNumbers[];
}

/** Messages of the thread: each page when it is done, then the end. */
export type CompareMessage = { readonly page: PageComparison } | { readonly problem: string | null };

const MEMORY_MB = 1024;

/** Rejects with CANCELLED only; any other failure is the `problem` of the result. */
export async function comparePages(
  before: Uint8Array,
  after: Uint8Array,
  pages: readonly PageNumbers[],
  { signal, timeoutMs, ...options }: CompareOptions,
): Promise<Comparison> {
  const request: CompareRequest = { before, after, pages, ...options };
  const worker = new Worker(builtFile('render/draw.worker.js'), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  try {
    return await receive(worker, timeoutMs, signal);
  } finally {
    await worker.terminate();
  }
}

function receive(worker: Worker, timeoutMs: number, signal: AbortSignal | undefined): Promise<Comparison> {
  return new Promise((resolve, reject) => {
    const pages: PageComparison[] = [];
    const timer = setTimeout(() => finish(timedOut(timeoutMs)), timeoutMs);
    const cancel = () => settle(() => reject(new DocconvError('CANCELLED', 'Cancelled.')));
    const finish = (problem: string | null) => settle(() => resolve({ pages, problem }));
    const crash = () => finish('The pages of this PDF cannot be rendered.');
    const settle = (end: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      end();
    };
    worker.on('message', (message: CompareMessage) => {
      if ('page' in message) pages.push(message.page);
      else finish(message.problem);
    });
    worker.once('error', crash);
    worker.once('exit', crash);
    if (signal?.aborted) cancel();
    else signal?.addEventListener('abort', cancel);
  });
}

function timedOut(timeoutMs: number): string {
  return `Not all pages could be rendered within ${Math.ceil(timeoutMs / 1000)} s.`;
}
