/** The text that a reader sees in an appearance, in reading order. */
import type { Box } from '../../../../pdf/index.js';
import { cached } from '../../../../system/collections.js';
import type { FieldLook, TextRun } from '../types.js';
import { withoutSpace } from '../values.js';
import { sameColour } from './colours.js';

export interface ShownText {
  /** Without white space; null: unknown codes, or no simple reading order. */
  readonly text: string | null;
  /** With the white space that its operators paint. */
  readonly spelled: string | null;
  readonly runs: readonly TextRun[];
  /** Text that continues beyond the clipping area. */
  readonly cut: boolean;
}

export const shownText = cached((look: FieldLook): ShownText => {
  const visible = look.runs
    .filter(run => !INVISIBLE.has(run.mode) && run.codes !== '' && !isBlank(run))
    .map(run => ({ run, part: visiblePart(run) }));
  const shown = visible.filter(({ part }) => part !== 'none');
  const runs = shown.map(({ run }) => run);
  const texts = runs.map(run => run.text);
  const isKnown =
    look.isReadable && !texts.includes(null) && isInReadingOrder(runs) && shown.every(({ part }) => part !== 'unknown');
  const spelled = isKnown ? texts.join('') : null;
  return {
    text: spelled === null ? null : withoutSpace(spelled),
    spelled,
    runs,
    cut: visible.some(({ part }) => part !== 'all'),
  };
});

/** Text rendering modes that paint nothing (9.3.6). */
const INVISIBLE = new Set([3, 7]);
/** An embedded font can draw a glyph for a space. */
const isBlank = ({ text, font }: TextRun): boolean => font.standard && text !== null && withoutSpace(text) === '';

/** Whether all text has one style: else the style of each part matters. */
export function isUniform(runs: readonly TextRun[]): boolean {
  const sizes = runs.map(run => run.size);
  return (
    runs.every(run => run.mode === runs[0]!.mode && sameColour(run.colour, runs[0]!.colour)) &&
    Math.max(...sizes) <= 1.5 * Math.min(...sizes)
  );
}

type Axes = readonly [number, number, number, number];
const axesOf = ({ direction }: TextRun): Axes => direction.split(' ').map(Number) as unknown as Axes;

/** In points: text that is smaller or larger cannot be read. */
export const [MIN_SIZE, MAX_SIZE] = [2, 200];

/** No part of the text is so small that it is overlooked, alone or beside the rest: 9.00 would read as 900. */
export function hasLegibleSizes(runs: readonly TextRun[]): boolean {
  const sizes = runs.map(run => run.size);
  return sizes.every(size => size >= MIN_SIZE) && Math.max(...sizes) <= 2 * Math.min(...sizes);
}

/** Neither mirrored nor upside down, where 86 reads as 98. */
export function isUpright(run: TextRun): boolean {
  const [a, b, c, d] = axesOf(run);
  return a * d > b * c && d > -0.5;
}

/** Heights above the base line, relative to the size, that must be visible. */
const [LOW, HIGH] = [0.1, 0.55];

function visiblePart(run: TextRun): 'all' | 'some' | 'none' | 'unknown' {
  const { clip, size, extent } = run;
  if (!clip) return 'unknown';
  if (!(size > 0)) return 'none';
  const inset = Math.min(size / 4, extent / 2);
  const corners = [inset, extent - inset].flatMap(along => [LOW, HIGH].map(up => pointAt(run, along, up * size)));
  const tolerance = 0.5 + size / 20;
  const inside = corners.filter(point => contains(clip, point, tolerance)).length;
  if (inside === corners.length) return 'all';
  return inside === 0 && !crosses(clip, corners) ? 'none' : 'some';
}

/** On the page: `along` and `up` in points from where the text begins. */
export function pointAt(run: TextRun, along: number, up: number): readonly [number, number] {
  const [a, b, c, d] = axesOf(run);
  return [run.x + along * a + up * c, run.y + along * b + up * d];
}

const contains = ({ left, bottom, right, top }: Box, [x, y]: readonly [number, number], tolerance: number): boolean =>
  x >= left - tolerance && x <= right + tolerance && y >= bottom - tolerance && y <= top + tolerance;

/** Text that is longer than the area and begins and ends outside it. */
function crosses(clip: Box, points: readonly (readonly [number, number])[]): boolean {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return (
    Math.min(...xs) < clip.right &&
    Math.max(...xs) > clip.left &&
    Math.min(...ys) < clip.top &&
    Math.max(...ys) > clip.bottom
  );
}

/** Extents are over-estimated: less than this part of one is certainly covered by the next run. */
const MIN_PART = 0.4;

/** Each run begins behind the previous one on its line, or on a lower line. */
function isInReadingOrder(runs: readonly TextRun[]): boolean {
  return runs.every((run, i) => {
    const previous = runs[i - 1];
    if (run.distorted) return false;
    if (!previous) return true;
    if (run.direction !== previous.direction) return false;
    const [a, b, c, d] = axesOf(run);
    const [x, y] = [run.x - previous.x, run.y - previous.y];
    const [along, up] = [x * a + y * b, x * c + y * d];
    const size = Math.min(run.size, previous.size);
    return Math.abs(up) <= size * 0.3 ? along >= previous.extent * MIN_PART : up <= -size * 0.5;
  });
}
