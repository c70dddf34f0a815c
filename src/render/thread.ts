/** Runs a thread that renders pages: with a time limit, and with a crash as a result instead of an error. */
import { Worker } from 'node:worker_threads';
import { DocconvError } from '../errors.js';
import { builtFile } from '../system/package.js';

/** What such a thread sends: each page when it is done, then the end. */
export type ThreadMessage<Page> = { readonly page: Page } | { readonly problem: string | null };

export interface ThreadResult<Page> {
  /** In the order of the request; fewer when there is a problem. */
  readonly pages: readonly Page[];
  /** A sentence that says why the other pages are missing. */
  readonly problem: string | null;
}

export interface ThreadOptions {
  /** Milliseconds for all pages, of the clock and of processor time: a busy machine alone does not end the rendering. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** The heap of JavaScript; src/render/pdfium.ts limits the memory of PDFium. */
const MEMORY_MB = 1024;

export const CANNOT_RENDER = 'The pages of this PDF cannot be rendered.';

/** `file` is in dist/render. Rejects with CANCELLED only; any other failure is the `problem` of the result. */
export async function runThread<Page>(
  file: string,
  request: object,
  { timeoutMs, signal }: ThreadOptions,
): Promise<ThreadResult<Page>> {
  if (signal?.aborted) throw cancelled();
  const worker = new Worker(builtFile(`render/${file}`), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  try {
    return await receive(worker, timeoutMs, signal);
  } finally {
    await worker.terminate();
  }
}

function receive<Page>(
  worker: Worker,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<ThreadResult<Page>> {
  return new Promise((resolve, reject) => {
    const pages: Page[] = [];
    const [processorTime, started] = [startProcessorTime(), Date.now()];
    const expire = () => {
      const left = timeoutMs - processorTime();
      const isStalled = Date.now() - started > MAX_WAIT * timeoutMs;
      if (left <= 0 || isStalled) finish(timedOut(timeoutMs));
      else timer = setTimeout(expire, Math.max(left, MIN_WAIT_MS));
    };
    let timer = setTimeout(expire, timeoutMs);
    const cancel = () => settle(() => reject(cancelled()));
    const finish = (problem: string | null) => settle(() => resolve({ pages, problem }));
    const crash = () => finish(CANNOT_RENDER);
    const settle = (end: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      end();
    };
    worker.on('message', (message: ThreadMessage<Page>) => {
      if ('page' in message) pages.push(message.page);
      else finish(message.problem);
    });
    worker.once('error', crash);
    worker.once('exit', crash);
    signal?.addEventListener('abort', cancel);
  });
}

const MIN_WAIT_MS = 50;
/** In multiples of the time limit: a thread that uses no processor time ends as well. */
const MAX_WAIT = 10;

/** Returns the milliseconds of processor time that this process has used since. */
function startProcessorTime(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}

const cancelled = (): DocconvError => new DocconvError('CANCELLED', 'Cancelled.');

function timedOut(timeoutMs: number): string {
  return `Not all pages could be rendered within ${Math.ceil(timeoutMs / 1000)} s.`;
}
