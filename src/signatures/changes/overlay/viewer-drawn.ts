/** What viewers paint for an annotation without an appearance stream (ISO 32000-2, 12.5.6). */
import { type PdfDict, PdfName, type PdfRevision } from '../../../pdf/index.js';
import { type Box, boxOf } from './geometry.js';
import type { Look } from './look.js';

export interface DrawnMark {
  /** On the page, over-estimated; may exceed /Rect. */
  readonly box: Box;
  readonly look: Look;
  /** Operators in the space of the page that paint about the same, solid where in doubt. */
  readonly content: string;
}

/** Null: viewers draw nothing. */
export function viewerDrawn(revision: PdfRevision, annotation: PdfDict): DrawnMark | null {
  const box = boxOf(revision, annotation.get('Rect'));
  const subtype = annotation.get('Subtype');
  const name = subtype instanceof PdfName ? subtype.name : null;
  if (!box || !(name === 'FreeText' || name === 'Stamp' || (name !== 'Widget' && annotation.has('IC')))) return null;
  const look: Look = { effect: 'opaque', text: true, ground: true };
  const { left, bottom, right, top } = box;
  return { box, look, content: `${left} ${bottom} ${right - left} ${top - bottom} re f` };
}
