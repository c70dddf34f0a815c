/** Renders the pages of two PDFs in a thread and compares them. */
import type { Area } from './bitmap.js';
import { runThread, type ThreadResult } from './thread.js';

/** The pages to compare, 1 = first; null: that PDF has no such page. */
export interface PageNumbers {
  readonly before: number | null;
  readonly after: number | null;
}

/** A page as an image, or a sentence that says why there is none. */
export type RenderedPage =
  | { readonly page: number; readonly width: number; readonly height: number; readonly png: Uint8Array }
  | { readonly page: number; readonly problem: string };

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

export type Comparison = ThreadResult<PageComparison>;

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

/** Rejects with CANCELLED only; any other failure is the `problem` of the result. */
export async function comparePages(
  before: Uint8Array,
  after: Uint8Array,
  pages: readonly PageNumbers[],
  { signal, timeoutMs, ...options }: CompareOptions,
): Promise<Comparison> {
  const request: CompareRequest = { before, after, pages, ...options };
  return runThread<PageComparison>('draw.worker.js', request, { timeoutMs, ...(signal && { signal }) });
}
