/** Pictures of the first pages of a PDF, as a list that fills. */
import { h } from './dom.js';

const PATIENCE_MS = 20_000;
let worker = null;
let next = 0;

/** A PDF that cannot be drawn leaves an empty list: the pictures are an extra. */
export async function pictures(pdf, { pages = 3, width = 520, name }) {
  const list = h('ul', { class: 'pictures', 'aria-label': `First pages of ${name}` });
  const bytes = await pdf.arrayBuffer();
  draw({ bytes, pages, width }, ({ number, total, blob }) => {
    const src = URL.createObjectURL(blob);
    const image = h('img', { src, alt: `Page ${number} of ${name}`, onload: () => URL.revokeObjectURL(src) });
    list.append(h('li', {}, h('figure', {}, image, h('figcaption', {}, `Page ${number} of ${total}`))));
  });
  return list;
}

function draw(job, onPicture) {
  worker ??= new Worker(new URL('./pictures-worker.js', import.meta.url), { type: 'module' });
  const id = next++;
  const own = worker;
  const end = () => {
    clearTimeout(timer);
    own.removeEventListener('message', receive);
  };
  const receive = ({ data }) => {
    if (data.id !== id) return;
    if (data.blob) onPicture(data);
    else end();
  };
  // a PDF that keeps the worker busy for good costs that worker
  const timer = setTimeout(() => {
    end();
    own.terminate();
    if (worker === own) worker = null;
  }, PATIENCE_MS);
  own.addEventListener('message', receive);
  own.postMessage({ id, ...job }, [job.bytes]);
}
