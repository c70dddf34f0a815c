import { Worker } from 'node:worker_threads';
import { DocconvError } from '../errors.js';
import { builtFile } from '../system/package.js';

/** What is to be compared: numbers of pages, 1 = first; null = that side has no such page. */
export interface Sides {
  readonly before: number | null;
  readonly after: number | null;
}

/** One page as a picture, or a sentence why there is none. */
export type Drawn =
  | { readonly page: number; readonly width: number; readonly height: number; readonly png: Uint8Array }
  | { readonly page: number; readonly problem: string };

/** A rectangle in fractions of the picture's width and height, from its top left corner. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type Compared =
  | { readonly look: 'same' }
  /** Different, but beyond the most pictures. */
  | { readonly look: 'left-out' }
  /** Areas: where the two differ; none where they cannot be laid over each other. */
  | {
      readonly look: 'different';
      readonly before: Drawn | null;
      readonly after: Drawn | null;
      readonly areas: readonly Area[];
    };

export interface Comparison {
  /** In the order of the request; fewer than asked for when there is a problem. */
  readonly pages: readonly Compared[];
  /** A sentence why no more could be drawn. */
  readonly problem: string | null;
}

export interface CompareOptions {
  password?: string;
  /** Pixels of one picture. */
  width: number;
  /** Pages whose pictures are kept. */
  most: number;
  /** Milliseconds for all of them. */
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface CompareRequest extends Omit<CompareOptions, 'signal' | 'timeoutMs'> {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly pages: readonly Sides[];
}

/** What the thread sends: every page as soon as it is drawn, and how it ended. */
export type CompareMessage = { readonly page: Compared } | { readonly problem: string | null };

const MEMORY_MB = 1024;
const UNDRAWABLE = 'The pages of this PDF cannot be drawn.';

/** Rejects with CANCELLED alone: whatever else fails is a sentence in the answer. */
export async function comparePages(
  before: Uint8Array,
  after: Uint8Array,
  pages: readonly Sides[],
  { signal, timeoutMs, ...options }: CompareOptions,
): Promise<Comparison> {
  const request: CompareRequest = { before, after, pages, ...options };
  const worker = new Worker(builtFile('render/draw.worker.js'), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  try {
    return await answerOf(worker, timeoutMs, signal);
  } finally {
    await worker.terminate();
  }
}

function answerOf(worker: Worker, timeoutMs: number, signal: AbortSignal | undefined): Promise<Comparison> {
  return new Promise((resolve, reject) => {
    const pages: Compared[] = [];
    const cancel = () => end(() => reject(new DocconvError('CANCELLED', 'Cancelled.')));
    const late = `Not all of its pages could be drawn within ${Math.ceil(timeoutMs / 1000)} s.`;
    const timer = setTimeout(() => finish(late), timeoutMs);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      settle();
    };
    const finish = (problem: string | null) => end(() => resolve({ pages, problem }));
    worker.on('message', (message: CompareMessage) => {
      if ('page' in message) pages.push(message.page);
      else finish(message.problem);
    });
    worker.once('error', () => finish(UNDRAWABLE));
    worker.once('exit', () => finish(UNDRAWABLE));
    if (signal?.aborted) cancel();
    else signal?.addEventListener('abort', cancel);
  });
}
