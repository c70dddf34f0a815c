/** Previews of the first pages of a PDF. */
import { h } from './dom.js';

const TIMEOUT_MS = 20_000;
/** @type {Worker | null} */
let worker = null;
let nextId = 0;

/** A list that fills as pages are rendered; it stays empty if the PDF cannot be rendered. */
export async function pagePreviews(pdf, { pages = 3, width = 520, name }) {
  const list = h('ul', { class: 'pictures', 'aria-label': `First pages of ${name}` });
  const bytes = await pdf.arrayBuffer();
  render({ bytes, pages, width }, ({ number, total, blob }) => {
    const src = URL.createObjectURL(blob);
    const image = h('img', { src, alt: `Page ${number} of ${name}`, onload: () => URL.revokeObjectURL(src) });
    list.append(h('li', {}, h('figure', {}, image, h('figcaption', {}, `Page ${number} of ${total}`))));
  });
  return list;
}

function render(job, onPage) {
  worker ??= new Worker(new URL('./pictures-worker.js', import.meta.url), { type: 'module' });
  const id = nextId++;
  const own = worker;
  const end = () => {
    clearTimeout(timer);
    own.removeEventListener('message', receive);
  };
  const receive = ({ data }) => {
    if (data.id !== id) return;
    if (data.blob) onPage(data);
    else end();
  };
  // a PDF on which PDFium does not terminate blocks its worker: replace it
  const timer = setTimeout(() => {
    end();
    own.terminate();
    if (worker === own) worker = null;
  }, TIMEOUT_MS);
  own.addEventListener('message', receive);
  own.postMessage({ id, ...job }, [job.bytes]);
}
