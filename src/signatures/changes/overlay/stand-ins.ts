/**
 * What the renderer may not draw of the content and of the marks that did not change: fonts that are not embedded, marks
 * that viewers draw by themselves. A pattern in its place shows whether it is covered.
 */
import { area, type Box, intersection, overlap, type PdfDict } from '../../../pdf/index.js';
import type { Snapshot } from '../compare/snapshot.js';
import { uncertainBoxes } from '../painting/page-content.js';
import { format } from '../viewer-drawn/drawing.js';
import { type Mark, normalLook } from './marks.js';

/** More than these are one. */
const MAX_STAND_INS = 1_000;

/** Operators in the space of the page; null: the renderer draws everything. `marks`: those that did not change. */
export function standIns(snapshot: Snapshot, page: PdfDict, marks: readonly Mark[], region: Box): string | null {
  const boxes = uncertainBoxes(snapshot.revision, page).filter(box => overlap(box, region) > 0);
  const lines: string[] = [];
  for (const mark of marks) {
    const look = normalLook(snapshot, mark);
    if (!look || overlap(look.box, region) === 0) continue;
    if (look.look.effect === 'unclear' || (typeof look.source === 'string' && look.look.text)) boxes.push(mark.rect);
    else if (typeof look.source === 'string' && mark.subtype !== 'Link') lines.push(look.source);
  }
  const isTooMuch = boxes.length + lines.length > MAX_STAND_INS;
  const parts = isTooMuch ? [grid(region)] : [...lines, ...boxes.map(box => grid(intersection(box, region)))];
  return parts.length === 0 ? null : parts.map(part => `q ${part} Q`).join('\n');
}

/** In points. Lines as thick and as far from each other as those of letters, all of them connected. */
const LINE = 1;
const STEP = 3.5;
/** Of the lines across, which connect the others. */
const STEP_ACROSS = 9;

function grid(box: Box): string {
  if (area(box) === 0) return '';
  const { left, bottom, right, top } = box;
  const upright = steps(left, right, STEP).map(x => `${format(x)} ${format(bottom)} m ${format(x)} ${format(top)} l`);
  const across = steps(bottom, top, STEP_ACROSS).map(
    y => `${format(left)} ${format(y)} m ${format(right)} ${format(y)} l`,
  );
  return `0 G ${LINE} w ${[...upright, ...across].join(' ')} S`;
}

const steps = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + Math.min((i + 0.5) * step, to - from));
