/**
 * An independent view of a document: PDFium renders whole pages with their annotations and form fields, on screen and in
 * print. It uses nothing of src/.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { bundle } from '../bundle.js';

export interface PageLooks {
  /** Pages that were compared, on screen and in print. */
  readonly compared: number;
  /** Numbers of the pages that look different, 1 = first. A page that only one of the documents has is different. */
  readonly differing: readonly number[];
  /** Why nothing could be compared. */
  readonly problem: string | null;
}

/** Of a whole document, on a busy machine. */
const TIMEOUT_MS = 30_000;

let thread: Promise<Worker> | null = null;

/** One call at a time. */
export async function comparePageLooks(before: Uint8Array, after: Uint8Array): Promise<PageLooks> {
  thread ??= start();
  const worker = await thread;
  try {
    const answer = once(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    worker.postMessage({ before, after });
    return (await answer)[0];
  } catch {
    thread = null;
    await worker.terminate();
    return { compared: 0, differing: [], problem: 'PDFium does not end, or crashed' };
  }
}

async function start(): Promise<Worker> {
  const worker = new Worker(await bundle('test/helpers/looks/page-looks.main.ts'));
  worker.unref();
  return worker;
}
