/** Entries of annotations of all markup types, with a look or drawn by viewers. */
import { addLook, type Painters } from './looks.js';
import type { Random } from './random.js';
import { type Add, type Box, height, rect, width } from './scene.js';

export type Entries = Readonly<Record<string, string>>;

const corners = ({ left, bottom, right, top }: Box): string =>
  `[${left} ${top} ${right} ${top} ${left} ${bottom} ${right} ${bottom}]`;
/** As high as a line of text: the width of lines that viewers draw depends on it. */
const line = (box: Box): Box => ({ ...box, bottom: box.bottom + 12, top: box.bottom + 26 });
const outline = ({ left, bottom, right, top }: Box): string =>
  `[${left} ${bottom} ${right} ${bottom} ${right} ${top} ${left} ${top}]`;
const middle = ({ left, bottom, right, top }: Box): string =>
  `${left} ${(bottom + top) / 2} ${right} ${(bottom + top) / 2}`;

/** The entries that each type requires besides its rectangle (12.5.6). */
const REQUIRED: Readonly<Record<string, (box: Box) => Entries>> = {
  Stamp: () => ({ Name: '/Approved' }),
  FreeText: () => ({ DA: '(/Helv 10 Tf 0 g)', Contents: '(Checked)' }),
  Square: () => ({}),
  Circle: () => ({}),
  Polygon: box => ({ Vertices: outline(box) }),
  PolyLine: box => ({ Vertices: outline(box) }),
  Ink: box => ({ InkList: `[[${middle(box)}]]` }),
  Line: box => ({ L: `[${middle(box)}]` }),
  // not /Highlight: some viewers draw a highlight themselves, whatever its appearance paints
  'Underline of the whole area': box => ({ Subtype: '/Underline', QuadPoints: corners(box) }),
  Underline: box => ({ QuadPoints: corners(box) }),
  Squiggly: box => ({ QuadPoints: corners(box) }),
  StrikeOut: box => ({ QuadPoints: corners(box) }),
  Caret: () => ({}),
};

export function withLook(painters: Painters, box: Box, add: Add, random: Random): { entries: Entries; what: string } {
  const type = random.pick(Object.keys(REQUIRED));
  const { num, what } = addLook(painters, { width: width(box), height: height(box) }, add, random);
  const AP = random.chance(0.2) ? stateOf(num) : { AP: `<</N ${num} 0 R>>` };
  return { entries: { Subtype: `/${type}`, Rect: rect(box), F: '4', ...REQUIRED[type]!(box), ...AP }, what };
}

const stateOf = (num: number): Entries => ({ AP: `<</N<</On ${num} 0 R>>>>`, AS: '/On' });

export type ViewerDrawn = Readonly<Record<string, (box: Box) => Entries>>;

/** Drawn by viewers so that nothing below is visible. */
export const VIEWER_DRAWN_OPAQUE: ViewerDrawn = {
  'a filled square': box => ({ Subtype: '/Square', Rect: rect(box), C: '[1 1 1]', IC: '[1 1 1]' }),
  'a filled circle': box => ({ Subtype: '/Circle', Rect: rect(grown(box, 20)), IC: '[1 1 0]', BS: '<</W 0>>' }),
  'a filled polygon': box => ({ Subtype: '/Polygon', Rect: rect(box), Vertices: outline(box), IC: '[1 1 1]' }),
  'a thick line': box => ({ Subtype: '/Line', Rect: rect(box), L: `[${middle(box)}]`, C: '[1 1 1]', BS: thick(box) }),
  'thick ink': box => ({
    Subtype: '/Ink',
    Rect: rect(box),
    InkList: `[[${middle(box)}]]`,
    C: '[1 1 1]',
    BS: thick(box),
  }),
  'a thick open polygon': box => ({
    Subtype: '/PolyLine',
    Rect: rect(box),
    Vertices: `[${middle(box)}]`,
    C: '[1 1 1]',
    Border: `[0 0 ${height(box)}]`,
  }),
  'a text box with a background': box => ({
    Subtype: '/FreeText',
    Rect: rect(box),
    DA: '(/Helv 10 Tf 0 g)',
    Contents: '(Paid)',
    C: '[1 1 1]',
  }),
  'a black highlight': box => ({ Subtype: '/Highlight', Rect: rect(box), QuadPoints: corners(box), C: '[0 0 0]' }),
};

/** Drawn by viewers so that what is below stays readable. */
export const VIEWER_DRAWN_LIGHT: ViewerDrawn = {
  'a yellow highlight': box => ({ Subtype: '/Highlight', Rect: rect(box), QuadPoints: corners(box), C: '[1 1 0]' }),
  'an underline': box => ({ Subtype: '/Underline', Rect: rect(box), QuadPoints: corners(line(box)), C: '[1 0 0]' }),
  'a strike-out': box => ({ Subtype: '/StrikeOut', Rect: rect(box), QuadPoints: corners(line(box)), C: '[1 0 0]' }),
  'a square without filling': box => ({ Subtype: '/Square', Rect: rect(box), C: '[1 0 0]' }),
  'a thin line': box => ({ Subtype: '/Line', Rect: rect(box), L: `[${middle(box)}]`, C: '[1 0 0]' }),
  'thin ink': box => ({ Subtype: '/Ink', Rect: rect(box), InkList: `[[${middle(box)}]]`, C: '[1 0 0]' }),
};

export function drawnByViewers(drawn: ViewerDrawn, box: Box, random: Random): { entries: Entries; what: string } {
  const what = random.pick(Object.keys(drawn));
  return { entries: { F: '4', ...drawn[what]!(box) }, what };
}

const thick = (box: Box): string => `<</W ${height(box)}>>`;
const grown = ({ left, bottom, right, top }: Box, by: number): Box => ({
  left: left - by,
  bottom: bottom - by,
  right: right + by,
  top: top + by,
});
