/** Decides from rendered pages what marks cover. */
import { type Area, type Bitmap, crop, pixelsOf } from '../bitmap.js';
import { type Count, counter, type Frame, frameOf, grown, intersection, isEmpty, union } from '../masks.js';
import type { Coverage, CoverageMark } from './compare-coverage.js';
import { erasedComponents } from './connected-components.js';
import { BLANK, type Hidden, hiddenInk, PALE } from './hidden.js';
import { pageBackground } from './ink.js';
import { linesIn } from './lines.js';
import { shownAgain } from './shown-again.js';
import { type Word, wordsAt } from './words.js';

/** All of the same size. Null: no such marks. */
export interface PageImages {
  readonly content: { readonly before: Bitmap; readonly after: Bitmap };
  readonly before: Bitmap | null;
  readonly after: Bitmap | null;
}

/** Margin in points around what differs: the windows, and words that are partly hidden, extend into it. */
const MARGIN = 24;
/** Sides in points of the windows: 8 pt contains a digit of 10 pt, 4 pt one of 6 pt. */
const WINDOWS = [8, 4];
/** Distance in points between windows. */
const STEP = 1;
/** Pixels of ink in a window, at 2 pixels per point: the digit 1 in a font of 6 pt has 9. */
const WINDOW_INK = 8;
/** Part of the ink in a window that must be lost. A strike-out of 1 pt loses up to 0.4. */
const HIDES = 0.6;
/** In points. A window may contain the foot of a line only, which a strike-out of 2 pt covers. */
const STROKE = 3;
/** In points: ink that extends beyond its window is not seen whole. */
const CUT = 1;
/** Pixels close together that count, at 2 pixels per point: a decimal point in a font of 10 pt has 4 and more. */
const TOUCHES = 3;
/** Side in points of the square in which these are. */
const TOUCHED = 3;
/** Part of the ink of a word that must be lost. */
const ERASES = 0.8;
/** Pixels of a word, at 2 pixels per point: less is punctuation. */
const WORD_INK = 8;
/** Marks this close, in points, may hide one word together. */
const ADJACENT = 2;

/** Without `beyondLines`. */
type Rated = Omit<Coverage, 'beyondLines'>;

const NOTHING: Coverage = { effect: 'none', erasesWord: false, erasesPart: false, blanks: 'none', beyondLines: false };

/** One for each mark, in their order. `scale` in pixels per point. */
export function coverageOf(images: PageImages, marks: readonly CoverageMark[], scale: number): Coverage[] {
  const { content, before, after } = images;
  const [then, now] = [before ?? content.before, after ?? content.after];
  const frames = [differing(content.before, then), differing(content.after, now)].filter(frame => frame !== null);
  if (frames.length === 0) return marks.map(() => NOTHING);
  const part = intersection(grown(frames.reduce(union), Math.ceil(MARGIN * scale)), frameOf(now));
  const background = { before: pageBackground(content.before), after: pageBackground(content.after) };
  const hidden = (page: Bitmap, marked: Bitmap, paper: number) =>
    page === marked ? null : hiddenInk(crop(page, part), crop(marked, part), paper);
  const first = hidden(content.before, then, background.before);
  const second = hidden(content.after, now, background.after);
  const areas = marks.map(({ area }) => frameIn(part, area, now));
  const rated = marks.map(() => NOTHING);
  for (const side of ['before', 'after'] as const) {
    const chosen = marks.flatMap((mark, i) => (mark.side === side ? [i] : []));
    const width = part.right - part.left;
    const changed = side === 'after' ? without(second, first, width) : without(first, second, width);
    if (chosen.length === 0 || changed === null) continue;
    const newly =
      side === 'after' ? changed : shownAgain(changed, crop(content.after, part), crop(now, part), background.after);
    const colours = pixelsOf(crop(content[side], part));
    const sized = { ...newly, colours, width, height: part.bottom - part.top, scale };
    const coverages = rateOverLines(
      sized,
      chosen.map(i => areas[i]!),
      chosen.some(i => marks[i]!.isOverLines),
    );
    for (const [i, coverage] of coverages.entries()) rated[chosen[i]!] = coverage;
  }
  return rated;
}

/** The box around the pixels that differ. */
function differing(a: Bitmap, b: Bitmap): Frame | null {
  if (a === b) return null;
  const [before, after] = [pixelsOf(a), pixelsOf(b)];
  let [left, top, right, bottom] = [a.width, a.height, 0, 0];
  for (let y = 0, at = 0; y < a.height; y++)
    for (let x = 0; x < a.width; x++, at++) {
      if (before[at] === after[at]) continue;
      if (x < left) left = x;
      if (x >= right) right = x + 1;
      if (y < top) top = y;
      bottom = y + 1;
    }
  return right === 0 ? null : { left, top, right, bottom };
}

/** The pixels of an area, relative to `part`, without the outermost, which are antialiased. */
function frameIn(part: Frame, area: Area, { width, height }: Bitmap): Frame {
  return {
    left: Math.floor(area.left * width) + 1 - part.left,
    top: Math.floor(area.top * height) + 1 - part.top,
    right: Math.ceil((area.left + area.width) * width) - 1 - part.left,
    bottom: Math.ceil((area.top + area.height) * height) - 1 - part.top,
  };
}

interface NewlyHidden extends Hidden {
  /** Of the page without the marks. */
  readonly colours: Int32Array;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

function without(hidden: Hidden | null, others: Hidden | null, width: number): Hidden | null {
  if (hidden === null || others === null) return hidden;
  const [changed, lost, erased] = [hidden.changed.slice(), hidden.lost.slice(), hidden.erased.slice()];
  const differed = others.changed.map((value, at) => value | others.lost[at]!);
  for (let at = 0; at < lost.length; at++) {
    if (others.lost[at] === 1) lost[at] = 0;
    if (erased[at]! > 0 && isNear(differed, at, width)) erased[at] = 0;
    // marks of different colours differ in pale pixels at the edges of the same ink
    if (changed[at] === 1 && isNear(differed, at, width)) changed[at] = 0;
  }
  return { ...hidden, changed, lost, erased };
}

/** Whether the pixel or one of its eight neighbours is in the mask. */
function isNear(mask: Uint8Array, at: number, width: number): boolean {
  for (const row of [at - width, at, at + width])
    if (mask[row - 1] === 1 || mask[row] === 1 || mask[row + 1] === 1) return true;
  return false;
}

function rateOverLines(hidden: NewlyHidden, frames: readonly Frame[], areOverLines: boolean): Coverage[] {
  const rated = rate(hidden, frames);
  const others = areOverLines && rated.some(hides) ? rate(withoutLines(hidden), frames) : rated;
  return rated.map((coverage, i) => ({ ...coverage, beyondLines: hides(others[i]!) }));
}

const hides = ({ effect, erasesPart, blanks }: Rated): boolean => effect === 'hides' || erasesPart || blanks !== 'none';

function withoutLines(hidden: NewlyHidden): NewlyHidden {
  const lines = linesIn({ ...hidden, ink: hidden.text }, hidden.scale);
  const rest = (mask: Uint8Array): Uint8Array => mask.map((value, at) => (lines[at] === 1 ? 0 : value));
  const { changed, lost, erased, text, strong } = hidden;
  return {
    ...hidden,
    changed: rest(changed),
    lost: rest(lost),
    erased: rest(erased),
    text: rest(text),
    strong: rest(strong),
  };
}

function rate(hidden: NewlyHidden, frames: readonly Frame[]): Rated[] {
  const { width, height, scale } = hidden;
  const counts = {
    changed: counter(hidden.changed, width, height),
    lost: counter(hidden.lost, width, height),
    text: counter(hidden.text, width, height),
  };
  const erasing = erasingMarks(hidden, frames);
  const erased = erasedComponents(hidden, frames, Math.max(1, Math.round(TOUCHES * (scale / 2) ** 2)));
  const covers = (least: number): Counts => {
    const mask = counter(
      hidden.erased.map(value => (value >= least ? 1 : 0)),
      width,
      height,
    );
    return { changed: mask, lost: mask, text: counts.text };
  };
  const [pale, blank] = [covers(PALE), covers(BLANK)];
  return frames.map((frame, i) => ({
    effect: effectOf(counts, frame, scale),
    erasesWord: erasing.has(i),
    erasesPart: erased.has(i),
    blanks: blanksOf(effectOf(pale, frame, scale), effectOf(blank, frame, scale)),
  }));
}

interface Counts {
  readonly changed: Count;
  readonly lost: Count;
  readonly text: Count;
}

function effectOf({ changed, lost, text }: Counts, area: Frame, scale: number): Coverage['effect'] {
  const perPixel = (scale / 2) ** 2;
  const [few, ink] = [Math.max(1, Math.round(TOUCHES * perPixel)), Math.max(2, Math.round(WINDOW_INK * perPixel))];
  if (isEmpty(area)) return 'none';
  const isHidden = (window: Frame) => {
    const all = text(window);
    const hiding = intersection(window, area);
    if (all < ink || lost(hiding) < HIDES * all) return false;
    return isHigh(lost, hiding, scale) || text(grown(window, CUT * scale)) === all;
  };
  if (lost(area) >= HIDES * ink && WINDOWS.some(side => someWindow(area, side, scale, isHidden))) return 'hides';
  const isTouched = (window: Frame) => changed(intersection(window, area)) >= few;
  return changed(area) >= few && someWindow(area, TOUCHED, scale, isTouched) ? 'touches' : 'none';
}

/** Whether what is lost is higher than a stroke. */
function isHigh(lost: Count, { left, top, right, bottom }: Frame, scale: number): boolean {
  let [first, last] = [bottom, top];
  for (let y = top; y < bottom; y++) {
    if (lost({ left, top: y, right, bottom: y + 1 }) === 0) continue;
    first = Math.min(first, y);
    last = y + 1;
  }
  return last - first >= STROKE * scale;
}

/** Whether a window meets the condition. `side` in points. Windows may exceed the area by half. */
function someWindow(area: Frame, side: number, scale: number, condition: (window: Frame) => boolean): boolean {
  const size = Math.max(3, Math.round(side * scale));
  const step = Math.max(1, Math.round(STEP * scale));
  const over = size >> 1;
  for (let top = area.top - over; top < area.bottom; top += step)
    for (let left = area.left - over; left < area.right; left += step)
      if (condition({ left, top, right: left + size, bottom: top + size })) return true;
  return false;
}

/** The indexes of the marks that hide a whole word, or do so together. */
function erasingMarks(hidden: NewlyHidden, frames: readonly Frame[]): Set<number> {
  const { lost, text, width, scale } = hidden;
  const erasing = new Set<number>();
  const ink = WORD_INK * (scale / 2) ** 2;
  for (const word of wordsAt(lost, text, width, scale)) {
    if (word.pixels.length < ink) continue;
    const parts = partsOf(word, lost, width, frames);
    for (const { mark, pixels } of parts) if (pixels >= ERASES * word.pixels.length) erasing.add(mark);
    for (const mark of adjacent(parts, ADJACENT * scale)) erasing.add(mark);
  }
  return erasing;
}

interface Part {
  readonly mark: number;
  readonly frame: Frame;
  /** Lost pixels of the word. */
  readonly pixels: number;
}

/** The marks that hide a part of a word. On a dense page one word may have all its pixels and be below all marks. */
function partsOf(word: Word, lost: Uint8Array, width: number, frames: readonly Frame[]): Part[] {
  const count = countIn(word, lost, width);
  return frames.flatMap((frame, mark) => {
    const common = intersection(frame, word.frame);
    const pixels = isEmpty(common) ? 0 : count(common);
    return pixels >= TOUCHES ? [{ mark, frame, pixels }] : [];
  });
}

/** The number of lost pixels of a word in a rectangle inside its frame. */
function countIn({ frame, pixels }: Word, lost: Uint8Array, width: number): Count {
  const [columns, rows] = [frame.right - frame.left, frame.bottom - frame.top];
  const mask = new Uint8Array(columns * rows);
  for (const at of pixels) {
    if (lost[at] === 0) continue;
    const x = at % width;
    mask[((at - x) / width - frame.top) * columns + x - frame.left] = 1;
  }
  const count = counter(mask, columns, rows);
  return ({ left, top, right, bottom }) =>
    count({ left: left - frame.left, top: top - frame.top, right: right - frame.left, bottom: bottom - frame.top });
}

/** The marks that overlap or adjoin another one. */
function* adjacent(parts: readonly Part[], gap: number): Generator<number> {
  const sorted = parts.toSorted((a, b) => a.frame.left - b.frame.left);
  for (const [i, { mark, frame }] of sorted.entries()) {
    const near = grown(frame, gap);
    for (let next = i + 1; next < sorted.length && sorted[next]!.frame.left < near.right; next++) {
      if (isEmpty(intersection(near, sorted[next]!.frame))) continue;
      yield* [mark, sorted[next]!.mark];
      break;
    }
  }
}

const blanksOf = (pale: Coverage['effect'], blank: Coverage['effect']): Coverage['blanks'] =>
  blank === 'hides' ? 'hides' : pale === 'none' ? 'none' : 'touches';
