/** The pages of the HTML report that are shown before and after, side by side. Pure: rendered images are passed in. */
import { message } from '../messages/index.js';
import type { DocumentChange, Signer } from '../signatures/result.js';
import { capitalized, singleLine } from '../text.js';
import { Html, html } from './markup.js';
import { ratingOf, whoSigned } from './presentation.js';

/** A rendered page, or the reason why it could not be rendered. */
export type DrawnPage =
  | { readonly page: number; readonly width: number; readonly height: number; readonly png: Uint8Array }
  | { readonly page: number; readonly problem: string };

/** An area in which two images differ, in fractions of their width and height. */
export interface DrawnArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface DrawnPair {
  /** Null: the page did not exist when it was signed. */
  readonly before: DrawnPage | null;
  /** Null: the page was removed. */
  readonly after: DrawnPage | null;
  readonly areas: readonly DrawnArea[];
  /** The reported changes of this page. */
  readonly changes: readonly DocumentChange[];
}

/** The changed pages after one signature. */
export interface SideBySide {
  readonly pairs: readonly DrawnPair[];
  /** Which pages are not shown, and why: one sentence each. */
  readonly notes: readonly string[];
}

export function drawnPages({ pairs, notes }: SideBySide, signer: Signer): Html {
  return html`<h4>${message('pages.heading')}</h4>
${pairs.map(pair => figure(pair, signer))}
${notes.map(note => html`<p class="note">${note}</p>`)}`;
}

function figure(pair: DrawnPair, signer: Signer): Html {
  const { before, after, areas, changes } = pair;
  const isAllowed = changes.length > 0 ? changes.every(({ allowed }) => allowed) : signer.changesAllowed;
  const said = changes.map(change => html`<li class="${ratingOf(change).tone}">${sentenceOf(change)}</li>`);
  const then = before ? message('pages.then', { page: before.page }) : message('pages.then.absent');
  const now = after ? message('pages.now', { page: after.page }) : message('pages.now.absent');
  const signed = message('pages.signed-by', { page: then, who: whoSigned(signer) });
  return html`<figure class="sides ${isAllowed ? 'allowed' : 'forbidden'}"><figcaption><strong>${titleOf(pair)}</strong>${said.length > 0 ? html`<ul>${said}</ul>` : null}</figcaption>
<div class="pair">
<div><p>${then}</p>${side({ drawn: before, other: after, areas, alt: signed, absent: message('pages.not-yet') })}</div>
<div><p>${now}</p>${side({ drawn: after, other: before, areas, alt: framed(now, areas), absent: message('pages.gone') })}</div>
</div></figure>`;
}

function titleOf({ before, after, areas }: DrawnPair): string {
  if (!before) return message('pages.added', { page: String(after?.page) });
  if (!after) return message('pages.removed', { page: before.page });
  const isMoved = before.page !== after.page;
  const page = message(isMoved ? 'pages.name.moved' : 'pages.name', { page: after.page, before: before.page });
  if ('problem' in before || 'problem' in after) return message('pages.not-comparable', { page });
  return message(areas.length === 0 ? 'pages.resized' : 'pages.different', { page });
}

const framed = (page: string, { length: count }: readonly DrawnArea[]): string =>
  count === 0 ? page : message('pages.framed', { page, count });

interface Side extends Pick<DrawnPair, 'areas'> {
  drawn: DrawnPage | null;
  other: DrawnPage | null;
  alt: string;
  absent: string;
}

/** The placeholder of a missing image has the proportions of the other image. */
function side({ drawn, other, areas, alt, absent }: Side): Html {
  if (drawn && 'png' in drawn) {
    const { width, height, png } = drawn;
    const data = new Html(`data:image/png;base64,${base64Of(png)}`);
    return html`<div class="picture"><img src="${data}" width="${width}" height="${height}" alt="${alt}">${areas.map(frame)}</div>`;
  }
  const shape = other && 'png' in other ? `aspect-ratio:${other.width}/${other.height}` : '';
  return html`<div class="absent" style="${shape}">${drawn ? drawn.problem : absent}</div>`;
}

/** In base64, also in a browser. */
const base64Of = (bytes: Uint8Array) => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));

function frame({ left, top, width, height }: DrawnArea): Html {
  const percent = (part: number) => `${(100 * part).toFixed(2)}%`;
  const place = `left:${percent(left)};top:${percent(top)};width:${percent(width)};height:${percent(height)}`;
  return html`<span class="frame" style="${place}"></span>`;
}

/** Without the page number, which the caption shows: "page 1, field 'Name': ...". */
function sentenceOf(change: DocumentChange): string {
  const { page, message: text } = change;
  const line = singleLine(text, 1000);
  const start = [', ', ': ']
    .map(end => message('change.page', { page: page ?? '' }) + end)
    .find(at => line.startsWith(at));
  const changes = capitalized(line.slice(start?.length ?? 0));
  return message(`changes.${ratingOf(change).rating}`, { changes });
}
