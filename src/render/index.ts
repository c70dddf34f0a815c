/**
 * Pages of a PDF as pictures. PDFium draws them, as WebAssembly and in a thread of its own: a document that keeps it busy
 * for good, or breaks it, costs that thread. Nothing of it is loaded before the first picture is asked for.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DocconvError } from '../errors.js';
import { packageRoot } from '../package.js';
import type { Drawn, DrawRequest } from './draw.worker.js';

export interface Picture {
  /** 1 = first. */
  page: number;
  /** Pixels. */
  width: number;
  height: number;
  png: Uint8Array;
}

export interface RenderOptions {
  /** 1 = first; default: the first three. Pages that are not there are left out. */
  pages?: readonly number[];
  /** Pixels; default 900. */
  width?: number;
  password?: string;
  /** Milliseconds for all of them; default 20,000. */
  timeoutMs?: number;
}

const MEMORY_MB = 1024;

/** Rejects with CORRUPT_DOCUMENT, PASSWORD_NEEDED, WRONG_PASSWORD, LIMIT_EXCEEDED (a page that is too large) or TIMEOUT. */
export async function renderPages(pdf: Uint8Array, options: RenderOptions = {}): Promise<Picture[]> {
  const { pages = [1, 2, 3], width = 900, password, timeoutMs = 20_000 } = options;
  const request: DrawRequest = { pdf, pages, width, ...(password !== undefined && { password }) };
  const worker = new Worker(join(packageRoot(), 'dist', 'render', 'draw.worker.js'), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  try {
    return await answerOf(worker, timeoutMs);
  } finally {
    await worker.terminate();
  }
}

function answerOf(worker: Worker, timeoutMs: number): Promise<Picture[]> {
  return new Promise((resolve, reject) => {
    const late = new DocconvError('TIMEOUT', `The pages could not be drawn within ${Math.ceil(timeoutMs / 1000)} s.`);
    const timer = setTimeout(() => reject(late), timeoutMs);
    worker.once('message', ({ pictures, error }: Drawn) => {
      clearTimeout(timer);
      if (error) reject(new DocconvError(error.code, error.message));
      else resolve(pictures);
    });
    worker.once('error', cause => {
      clearTimeout(timer);
      reject(new DocconvError('CORRUPT_DOCUMENT', 'The pages of this PDF cannot be drawn.', { cause }));
    });
  });
}
