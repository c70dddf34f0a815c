/** Previews of the first pages of a PDF. */
import { message } from '../../messages/index.js';
import { h } from './dom.js';

export interface Job {
  id: number;
  bytes: ArrayBuffer;
  /** At most so many of the first pages. */
  pages: number;
  /** Pixels. */
  width: number;
}

/** A page, or the end of a job. */
export type Message =
  | { id: number; number: number; total: number; blob: Blob }
  | { id: number; end: 'done' | 'failed' };

const TIMEOUT_MS = 20_000;
let worker: Worker | null = null;
let nextId = 0;

/** A list that fills as pages are rendered. A message takes its place if no page can be rendered. */
export async function pagePreviews(
  pdf: Blob,
  { pages = 3, name }: { pages?: number; name: string },
): Promise<HTMLElement> {
  const list = h('ul', { class: 'pictures', tabindex: 0, 'aria-label': message('page.previews', { name }) });
  const bytes = await pdf.arrayBuffer();
  const onPage = ({ number, total, blob }: { number: number; total: number; blob: Blob }) => {
    const src = URL.createObjectURL(blob);
    const alt = message('page.preview', { number, name });
    const image = h('img', { src, alt, onload: () => URL.revokeObjectURL(src) });
    const caption = h('figcaption', {}, message('page.preview.number', { number, total }));
    list.append(h('li', {}, h('figure', {}, image, caption)));
  };
  const onFailure = () => {
    if (list.childElementCount === 0) list.replaceWith(h('p', { class: 'small' }, message('page.preview.none')));
  };
  render({ bytes, pages, width: 520 }, onPage, onFailure);
  return list;
}

function render(
  job: Omit<Job, 'id'>,
  onPage: (page: Extract<Message, { blob: Blob }>) => void,
  onFailure: () => void,
): void {
  worker ??= new Worker(new URL('./pictures-worker.js', import.meta.url), { type: 'module' });
  const id = nextId++;
  const own = worker;
  const end = () => {
    clearTimeout(timer);
    own.removeEventListener('message', receive);
    own.removeEventListener('error', fail);
  };
  const receive = ({ data }: MessageEvent<Message>) => {
    if (data.id !== id) return;
    if ('blob' in data) return onPage(data);
    end();
    if (data.end === 'failed') onFailure();
  };
  // a PDF on which PDFium does not terminate blocks its worker, which may also have failed to load: replace it
  const fail = () => {
    end();
    own.terminate();
    if (worker === own) worker = null;
    onFailure();
  };
  const timer = setTimeout(fail, TIMEOUT_MS);
  own.addEventListener('message', receive);
  own.addEventListener('error', fail);
  own.postMessage({ id, ...job } satisfies Job, [job.bytes]);
}
