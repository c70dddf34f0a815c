/** What is painted below texts: filled rectangles, as backgrounds and the marks of list boxes are. */
import { type Box, boundingBox, intersection } from '../../../../pdf/index.js';
import { cached } from '../../../../system/collections.js';
import type { Colour, FieldLook, PaintedPath, TextRun } from '../types.js';
import { pointAt } from './shown-text.js';

interface Area extends Box {
  readonly fill: Colour;
  readonly runsBefore: number;
}

/** Of areas and texts that are compared with each other: more are not, and nothing is known of their backgrounds. */
const MAX_PAIRS = 1_000_000;
/** Heights above the base line, relative to the size, between which a text must be readable. */
const [LOW, HIGH] = [0.05, 0.65];
/** Part of the size, at the ends of a text, that may be outside an area: widths are estimated. */
const END = 0.2;

/**
 * Colours that are painted below any part of the text: 'none' where paper is, null where the colour is not known, or something
 * is painted over the text.
 */
export function backgroundsOf(look: FieldLook, run: TextRun): readonly (Colour | 'none')[] {
  const areas = areasIn(look);
  if (areas === null) return [null];
  const visible = intersection(textBox(run), look.box);
  let colours: (Colour | 'none')[] = ['none'];
  for (const area of areas) {
    if (!meets(area, visible)) continue;
    if (area.runsBefore > run.index) return [null];
    if (covers(area, visible, END * run.size)) colours = [area.fill];
    else colours.push(area.fill);
  }
  return colours;
}

/** Where a part of the text that was painted before it is. */
export const hidesText = ({ rectangles, runsBefore }: PaintedPath, { runs }: FieldLook): boolean =>
  rectangles.length * runsBefore > MAX_PAIRS ||
  runs.slice(0, runsBefore).some(run => rectangles.some(box => meets(box, textBox(run))));

/** Each of its rectangles is behind a text that is painted later. */
export const isBehindText = ({ rectangles, runsBefore }: PaintedPath, { runs, box }: FieldLook): boolean =>
  rectangles.length * runs.length <= MAX_PAIRS &&
  rectangles.every(area =>
    runs.slice(runsBefore).some(run => covers(area, intersection(textBox(run), box), END * run.size)),
  );

const textBox = (run: TextRun): Box =>
  boundingBox([LOW, HIGH].flatMap(up => [0, run.extent].map(along => pointAt(run, along, up * run.size))));

/** Filled rectangles, in the order in which they are painted; null: too many. */
const areasIn = cached(({ paths, runs }: FieldLook): readonly Area[] | null => {
  const areas: Area[] = [];
  for (const { rectangles, fill, runsBefore } of paths)
    if (fill !== 'none') for (const box of rectangles) areas.push({ ...box, fill, runsBefore });
  return areas.length * runs.length > MAX_PAIRS ? null : areas;
});

/** Also for a text without width, which has no area in common with any. */
const meets = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;

/** `tolerance`: in points. */
export const covers = (area: Box, text: Box, tolerance: number): boolean =>
  area.left - tolerance <= text.left &&
  text.right <= area.right + tolerance &&
  area.bottom - tolerance <= text.bottom &&
  text.top <= area.top + tolerance;
