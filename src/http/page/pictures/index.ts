/** Pictures of pages of a PDF: previews, and changed pages as signed and as they are now. */
import { message } from '../../../messages/index.js';
import type { Signer, VerificationResult } from '../../../signatures/result.js';
import { h } from '../dom.js';
import { type Comparison, type Preview, render } from './renderer.js';

/** A list that fills as pages are rendered. A message takes its place if no page can be rendered. */
export async function pagePreviews(
  pdf: Blob,
  { pages = 3, name }: { pages?: number; name: string },
): Promise<HTMLElement> {
  const list = h('ul', { class: 'pictures', tabindex: 0, 'aria-label': message('page.previews', { name }) });
  const bytes = await pdf.arrayBuffer();
  const onPage = ({ number, total, blob }: Preview) => {
    const caption = h('figcaption', {}, message('page.preview.number', { number, total }));
    list.append(h('li', {}, h('figure', {}, picture(blob, message('page.preview', { number, name })), caption)));
  };
  void render({ bytes, most: pages, width: 520 }, onPage).then(({ end }) => {
    if (end === 'failed' && list.childElementCount === 0) list.replaceWith(note(message('page.preview.none')));
  });
  return list;
}

function picture(blob: Blob, alt: string): HTMLElement {
  const src = URL.createObjectURL(blob);
  return h('img', { src, alt, onload: () => URL.revokeObjectURL(src) });
}

const note = (text: string): HTMLElement => h('p', { class: 'small' }, text);

/** Sharp on a screen with two pixels for each of CSS. */
const COMPARED_WIDTH = 900;
const SHOWN_PER_SIGNATURE = 3;
const SHOWN_PER_DOCUMENT = 12;
const MAX_COMPARED_BYTES = 64 << 20;

/** For each signature an element that fills with the pages that look different since, one signature after the other. */
export function pagesBeforeAndAfter(
  pdf: Blob,
  { document }: VerificationResult,
): (signer: Signer) => HTMLElement | null {
  let left = SHOWN_PER_DOCUMENT;
  let previous = Promise.resolve();
  return signer => {
    if (document.encrypted || signer.signedSize === null || signer.changedPages.length === 0) return null;
    if (document.size > MAX_COMPARED_BYTES) return note(message('pages.too-large'));
    const place = h('div', { class: 'changed-pages' });
    previous = previous.then(async () => {
      left -= await compareInto(place, pdf, signer, Math.min(left, SHOWN_PER_SIGNATURE));
    });
    return place;
  };
}

/** Resolves to the number of pages shown. */
async function compareInto(place: HTMLElement, pdf: Blob, signer: Signer, most: number): Promise<number> {
  const { signedSize, changedPages: changed } = signer;
  let shown = 0;
  const onPage = (page: Comparison) => {
    shown++;
    place.append(beforeAndAfter(page));
  };
  const bytes = await pdf.arrayBuffer().catch(() => null); // the file may have gone
  const job = bytes && { bytes, signedSize: signedSize ?? 0, changed, most, width: COMPARED_WIDTH };
  const end = job ? await render(job, onPage) : ({ end: 'failed' } as const);
  if (end.end === 'failed') place.append(note(message('page.compared.failed')));
  else if (end.leftOut > 0) place.append(note(message('page.compared.more', { count: end.leftOut })));
  else if (shown === 0) place.append(note(message('page.compared.same', { count: changed.length })));
  return shown;
}

function beforeAndAfter({ before, after, pictureBefore, pictureAfter }: Comparison): HTMLElement {
  const then = before === null ? message('pages.then.absent') : message('pages.then', { page: before });
  const now = after === null ? message('pages.now.absent') : message('pages.now', { page: after });
  return h(
    'div',
    { class: 'pair' },
    side(then, pictureBefore ?? message('pages.not-yet')),
    side(now, pictureAfter ?? message('pages.gone')),
  );
}

const side = (caption: string, shown: Blob | string): HTMLElement =>
  h('figure', {}, typeof shown === 'string' ? note(shown) : picture(shown, caption), h('figcaption', {}, caption));
