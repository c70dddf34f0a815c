/** The pages of the HTML report that are shown before and after, side by side. Pure: rendered images are passed in. */
import type { DocumentChange, Signer } from '../signatures/index.js';
import { singleLine } from '../system/text.js';
import { Html, html } from './markup.js';
import { capitalized, whoSigned } from './presentation.js';

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
  return html`<h4>Pages before and after</h4>
${pairs.map(pair => figure(pair, signer))}
${notes.map(note => html`<p class="note">${note}</p>`)}`;
}

function figure(pair: DrawnPair, signer: Signer): Html {
  const { before, after, areas, changes } = pair;
  const isAllowed = changes.length > 0 ? changes.every(({ allowed }) => allowed) : signer.changesAllowed;
  const said = changes.map(
    ({ message, allowed }) =>
      html`<li class="${allowed ? 'good' : 'bad'}">${sentenceOf(message)} (${allowed ? 'allowed' : 'NOT allowed'})</li>`,
  );
  const then = before ? `Page ${before.page} as signed` : 'As signed';
  const now = after ? `Page ${after.page} now` : 'Now';
  return html`<figure class="sides ${isAllowed ? 'allowed' : 'forbidden'}"><figcaption><strong>${titleOf(pair)}</strong>${said.length > 0 ? html`<ul>${said}</ul>` : null}</figcaption>
<div class="pair">
<div><p>${then}</p>${side({ drawn: before, other: after, areas, alt: `${then} by ${whoSigned(signer)}`, absent: 'Not there when it was signed.' })}</div>
<div><p>${now}</p>${side({ drawn: after, other: before, areas, alt: `${now}${framed(areas)}`, absent: 'Not there any more.' })}</div>
</div></figure>`;
}

function titleOf({ before, after, areas }: DrawnPair): string {
  if (!before) return `Page ${after?.page} was added`;
  if (!after) return `Page ${before.page} was removed`;
  const name =
    before.page === after.page ? `Page ${after.page}` : `Page ${after.page} (page ${before.page} when signed)`;
  if ('problem' in before || 'problem' in after) return `${name} cannot be compared`;
  if (areas.length === 0) return `${name} has another size`;
  return `${name} looks different`;
}

function framed({ length }: readonly DrawnArea[]): string {
  if (length === 0) return '';
  return length === 1 ? '; a frame shows where it differs' : `; ${length} frames show where it differs`;
}

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
    const data = new Html(`data:image/png;base64,${Buffer.from(png).toString('base64')}`);
    return html`<div class="picture"><img src="${data}" width="${width}" height="${height}" alt="${alt}">${areas.map(frame)}</div>`;
  }
  const shape = other && 'png' in other ? `aspect-ratio:${other.width}/${other.height}` : '';
  return html`<div class="absent" style="${shape}">${drawn ? drawn.problem : absent}</div>`;
}

function frame({ left, top, width, height }: DrawnArea): Html {
  const percent = (part: number) => `${(100 * part).toFixed(2)}%`;
  const place = `left:${percent(left)};top:${percent(top)};width:${percent(width)};height:${percent(height)}`;
  return html`<span class="frame" style="${place}"></span>`;
}

/** Removes the page number, which the caption shows: "page 1, field 'Name': ...". */
function sentenceOf(message: string): string {
  return capitalized(singleLine(message, 300).replace(/^page \d+(?:, |: )/, ''));
}
