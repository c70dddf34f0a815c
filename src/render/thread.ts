/** Runs threads that render pages: with a time limit, and with a crash as a result instead of an error. */
import { Worker } from 'node:worker_threads';
import { DocconvError } from '../errors.js';
import { builtFile } from '../system/package.js';
import { Stopwatch } from '../system/stopwatch.js';

/** What a thread sends: each page when it is done, then the end. */
export type ThreadMessage<Page> = { readonly page: Page } | ThreadEnd;

export interface ThreadEnd {
  readonly problem: string | null;
  /** The thread used so little memory that it may serve another request. */
  readonly reusable: boolean;
}

export interface ThreadResult<Page> {
  /** In the order of the request; fewer when there is a problem. */
  readonly pages: readonly Page[];
  /** A sentence that says why the other pages are missing. */
  readonly problem: string | null;
}

export interface ThreadOptions {
  /** For all pages, in milliseconds of a `Stopwatch`. */
  readonly timeoutMs: number;
  /** What the call rejects with after that time; without it, that is a problem like others. */
  readonly timedOut?: () => DocconvError;
  readonly signal?: AbortSignal;
}

/** The heap of JavaScript; src/render/pdfium.ts limits the memory of PDFium. */
const MEMORY_MB = 1024;
/** A start costs 80 to 250 ms of CPU time, and a file often needs several requests. An idle thread has 30 MB. */
const IDLE_MS = 5000;

export const CANNOT_RENDER = 'The pages of this PDF cannot be rendered.';

/**
 * `file` is in dist/render. Rejects with CANCELLED, and with what `timedOut` returns; any other failure is the `problem` of the
 * result.
 */
export async function runThread<Page>(
  file: string,
  request: object,
  options: ThreadOptions,
): Promise<ThreadResult<Page>> {
  if (options.signal?.aborted) throw cancelled();
  const worker = takeIdle(file) ?? start(file);
  let reusable = false;
  try {
    const { end, pages } = await receive<Page>(worker, request, options);
    reusable = end.reusable;
    return { pages, problem: end.problem };
  } finally {
    if (reusable) keep(file, worker);
    else await worker.terminate();
  }
}

interface Idle {
  readonly worker: Worker;
  readonly timer: NodeJS.Timeout;
}

/** At most one for each file. They do not keep the process alive. */
const idle = new Map<string, Idle>();

function start(file: string): Worker {
  const worker = new Worker(builtFile(`render/${file}`), { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  worker.on('error', () => {}); // without a listener, an idle thread that fails would end the process
  worker.once('exit', () => {
    if (idle.get(file)?.worker === worker) takeIdle(file);
  });
  return worker;
}

function takeIdle(file: string): Worker | null {
  const found = idle.get(file);
  if (!found) return null;
  idle.delete(file);
  clearTimeout(found.timer);
  found.worker.ref();
  return found.worker;
}

function keep(file: string, worker: Worker): void {
  if (idle.has(file)) return void worker.terminate();
  const timer = setTimeout(() => void takeIdle(file)?.terminate(), IDLE_MS).unref();
  idle.set(file, { worker, timer });
  worker.unref();
}

function receive<Page>(
  worker: Worker,
  request: object,
  { timeoutMs, timedOut, signal }: ThreadOptions,
): Promise<{ pages: readonly Page[]; end: ThreadEnd }> {
  return new Promise((resolve, reject) => {
    const pages: Page[] = [];
    const finish = (end: ThreadEnd) => settle(() => resolve({ pages, end }));
    const fail = (problem: string) => finish({ problem, reusable: false });
    const crash = () => fail(CANNOT_RENDER);
    const cancel = () => settle(() => reject(cancelled()));
    const listen = (message: ThreadMessage<Page>) => {
      if ('page' in message) pages.push(message.page);
      else finish(message);
    };
    const expire = () => (timedOut ? settle(() => reject(timedOut())) : fail(tooLong(timeoutMs)));
    const stopTimer = startTimer(timeoutMs, expire);
    const settle = (end: () => void) => {
      stopTimer();
      signal?.removeEventListener('abort', cancel);
      worker.off('message', listen).off('error', crash).off('exit', crash);
      end();
    };
    worker.on('message', listen).once('error', crash).once('exit', crash);
    signal?.addEventListener('abort', cancel);
    worker.postMessage(request);
  });
}

const MIN_WAIT_MS = 50;
/** In multiples of the time limit: a thread that uses no processor time ends as well. */
const MAX_WAIT = 10;

/** Returns a function that stops the timer. */
function startTimer(timeoutMs: number, expire: () => void): () => void {
  const stopwatch = new Stopwatch();
  const check = () => {
    const left = timeoutMs - stopwatch.elapsed();
    const isStalled = stopwatch.clock() > MAX_WAIT * timeoutMs;
    if (left <= 0 || isStalled) expire();
    else timer = setTimeout(check, Math.max(left, MIN_WAIT_MS));
  };
  let timer = setTimeout(check, timeoutMs);
  return () => clearTimeout(timer);
}

const cancelled = (): DocconvError => new DocconvError('CANCELLED.plain');

function tooLong(timeoutMs: number): string {
  return `Not all pages could be rendered within ${Math.ceil(timeoutMs / 1000)} s.`;
}
