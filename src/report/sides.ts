/** Pages before and after, side by side: the part of the HTML report that was drawn on request. Pure: pictures come in. */
import type { DocumentChange, Signer } from '../signatures/index.js';
import { singleLine } from '../system/text.js';
import { Html, html } from './markup.js';
import { whoSigned } from './words.js';

/** One page as a picture, or a sentence why there is none. */
export type DrawnPage =
  | { readonly page: number; readonly width: number; readonly height: number; readonly png: Uint8Array }
  | { readonly page: number; readonly problem: string };

/** Where two pictures differ, in fractions of their width and height. */
export interface DrawnArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface DrawnPair {
  /** Null: not there when it was signed. */
  readonly before: DrawnPage | null;
  /** Null: not there any more. */
  readonly after: DrawnPage | null;
  readonly areas: readonly DrawnArea[];
  /** What is said of this page. */
  readonly changes: readonly DocumentChange[];
}

/** What followed one signature. */
export interface SideBySide {
  readonly pairs: readonly DrawnPair[];
  /** What is not drawn and why, a sentence each. */
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

/** What is not there takes the room of the other side. */
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

/** The page is the caption's: "page 1, field 'Name': ..." without its first words. */
function sentenceOf(message: string): string {
  const sentence = singleLine(message, 300).replace(/^page \d+(?:, |: )/, '');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
