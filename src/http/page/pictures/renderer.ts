/** The worker that renders pages. */
import type { ChangedPage } from '../../../signatures/result.js';

/** Shows at most `most` pages, `width` pixels wide: of the first ones, or of `changed` those that look different. */
interface PreviewJob {
  bytes: ArrayBuffer;
  most: number;
  width: number;
}

interface ComparisonJob extends PreviewJob {
  /** What was signed are the first bytes. */
  signedSize: number;
  changed: readonly ChangedPage[];
}

export interface Preview {
  number: number;
  total: number;
  blob: Blob;
}

/** Null: there is no such page. */
export interface Comparison extends ChangedPage {
  pictureBefore: Blob | null;
  pictureAfter: Blob | null;
}

/** `leftOut`: the number of pages beyond `most` that look different. */
type End = { end: 'done'; leftOut: number } | { end: 'failed' };

type Numbered<Content> = Content & { id: number };
export type Job = Numbered<PreviewJob | ComparisonJob>;
export type Message = Numbered<Preview | Comparison | End>;

const TIMEOUT_MS = 20_000;
let worker: Worker | null = null;
let nextId = 0;

/** Calls `onPage` for each page. Never rejects. */
export function render(job: PreviewJob, onPage: (page: Preview) => void): Promise<End>;
export function render(job: ComparisonJob, onPage: (page: Comparison) => void): Promise<End>;
export function render(job: PreviewJob | ComparisonJob, onPage: (page: never) => void): Promise<End> {
  worker ??= new Worker(new URL('./pictures-worker.js', import.meta.url), { type: 'module' });
  const id = nextId++;
  const own = worker;
  return new Promise(resolve => {
    const finish = (end: End) => {
      clearTimeout(timer);
      own.removeEventListener('message', receive);
      own.removeEventListener('error', fail);
      resolve(end);
    };
    const receive = ({ data }: MessageEvent<Message>) => {
      if (data.id !== id) return;
      if ('end' in data) finish(data);
      else onPage(data as never);
    };
    // a PDF on which PDFium does not terminate blocks its worker, which may also have failed to load: replace it
    const fail = () => {
      own.terminate();
      if (worker === own) worker = null;
      finish({ end: 'failed' });
    };
    const timer = setTimeout(fail, TIMEOUT_MS);
    own.addEventListener('message', receive);
    own.addEventListener('error', fail);
    own.postMessage({ id, ...job } satisfies Job, [job.bytes]);
  });
}
