/** Marks without a look, which viewers draw themselves: borders count by their width, and vertices may be outside of /Rect. */
import type { Draft } from '../../../../helpers/form-pdf.js';
import { stream } from '../../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../../attack.js';
import { signed } from '../../documents.js';
import { at, attack, type Covering, covering, marked, type Rect, TEXT, varied } from '../marks.js';
import { pageWith } from '../pages.js';

type Drawn = readonly [what: string, entries: (rect: Rect) => string, visible?: boolean];

const middle = ([left, bottom, right, top]: Rect): string =>
  `${left} ${(bottom + top) / 2} ${right} ${(bottom + top) / 2}`;
const corners = ([left, bottom, right, top]: Rect): string =>
  `${left} ${bottom} ${right} ${bottom} ${right} ${top} ${left} ${top}`;
const quad = ([left, bottom, right, top]: Rect): string =>
  `/QuadPoints[${left} ${top} ${right} ${top} ${left} ${bottom} ${right} ${bottom}]`;
/** A small /Rect that does not contain the coordinates. */
const SMALL = at([560, 10, 570, 20]);

/** PDFium draws squares, circles, ink, free text and text markup itself, and no other kinds. */
const DRAWN: readonly Drawn[] = [
  ['a filled square', rect => `/Subtype/Square${at(rect)}/IC[1 1 1]/C[1 1 1]`, true],
  ['a filled circle', rect => `/Subtype/Circle${at(rect)}/IC[1 1 1]/C[1 1 1]`, true],
  ['a black square', rect => `/Subtype/Square${at(rect)}/IC[0]/C[0]`, true],
  ['a filled square in CMYK', rect => `/Subtype/Square${at(rect)}/IC[0 0 0 0]/C[0 0 0 0]`, true],
  ['a square with a thick border', rect => `/Subtype/Square${at(rect)}/C[1 1 1]/BS<</W 28>>`, true],
  ['a square with a thick /Border', rect => `/Subtype/Square${at(rect)}/C[1 1 1]/Border[0 0 28]`, true],
  ['a circle with a thick border', rect => `/Subtype/Circle${at(rect)}/C[1 1 1]/BS<</W 40>>`, true],
  ['a thick line', rect => `/Subtype/Line${at(rect)}/L[${middle(rect)}]/C[1 1 1]/BS<</W 30>>`],
  ['a thick line outside of /Rect', rect => `/Subtype/Line${SMALL}/L[${middle(rect)}]/C[1 1 1]/BS<</W 30>>`],
  [
    'a line with large endings',
    rect => `/Subtype/Line${at(rect)}/L[${middle(rect)}]/C[1 1 1]/IC[1 1 1]/BS<</W 12>>/LE[/Circle/Square]`,
  ],
  ['a polygon', rect => `/Subtype/Polygon${at(rect)}/Vertices[${corners(rect)}]/IC[1 1 1]/C[1 1 1]`],
  ['a polygon outside of /Rect', rect => `/Subtype/Polygon${SMALL}/Vertices[${corners(rect)}]/IC[1 1 1]/C[1 1 1]`],
  [
    'a polygon with a thick border',
    rect => `/Subtype/Polygon${at(rect)}/Vertices[${corners(rect)}]/C[1 1 1]/BS<</W 28>>`,
  ],
  [
    'a polygon by its path',
    rect =>
      `/Subtype/Polygon${at(rect)}/Path[[${rect[0]} ${rect[1]}][${rect[2]} ${rect[1]}][${rect[2]} ${rect[3]}][${rect[0]} ${rect[3]}]]/IC[1 1 1]`,
  ],
  ['a thick polyline', rect => `/Subtype/PolyLine${at(rect)}/Vertices[${middle(rect)}]/C[1 1 1]/BS<</W 30>>`],
  [
    'a thick polyline outside of /Rect',
    rect => `/Subtype/PolyLine${SMALL}/Vertices[${middle(rect)}]/C[1 1 1]/Border[0 0 30]`,
  ],
  ['thick ink', rect => `/Subtype/Ink${at(rect)}/InkList[[${middle(rect)}]]/C[1 1 1]/BS<</W 30>>`, true],
  [
    'thick ink with a /Border',
    rect => `/Subtype/Ink${at(rect)}/InkList[[${middle(rect)}]]/C[1 1 1]/Border[0 0 30]`,
    true,
  ],
  ['thick ink outside of /Rect', rect => `/Subtype/Ink${SMALL}/InkList[[${middle(rect)}]]/C[1 1 1]/BS<</W 30>>`],
  ['ink in many strokes', rect => `/Subtype/Ink${at(rect)}/InkList[${hatch(rect)}]/C[1 1 1]/BS<</W 3>>`, true],
  ['a free text', rect => `/Subtype/FreeText${at(rect)}/Contents(Paid)/DA(1 g /Helv 20 Tf)`, true],
  [
    'a free text with a background',
    rect => `/Subtype/FreeText${at(rect)}/Contents(Paid)/C[1 1 1]/DA(0 g /Helv 12 Tf)`,
    true,
  ],
  ['a rubber stamp', rect => `/Subtype/Stamp${at(rect)}/Name/Approved`],
  ['a dark highlight', rect => `/Subtype/Highlight${at(rect)}${quad(rect)}/C[0 0 0]`, true],
  ['a dark highlight by its quadrilaterals', rect => `/Subtype/Highlight${SMALL}${quad(rect)}/C[0 0 0.2]`, true],
];

function hatch([left, bottom, right, top]: Rect): string {
  const lines = Array.from(
    { length: (top - bottom) / 2 },
    (_, i) => `[${left} ${bottom + 2 * i} ${right} ${bottom + 2 * i}]`,
  );
  return lines.join('');
}

const drawn = ([what, entries, visible = false]: Drawn, i: number): Attack =>
  covering(what, TEXT, rect => marked(() => `/F 4${entries(rect)}`), { ...varied(i), visible });

/** Thin marks over the text itself are permitted: the nearest of each. */
const THIN: readonly (readonly [what: string, thick: Drawn[1], thin: Drawn[1], visible?: boolean])[] = [
  [
    'a square',
    rect => `/Subtype/Square${at(rect)}/C[1 0 0]/IC[1 0.9 0.9]`,
    rect => `/Subtype/Square${at(rect)}/C[1 0 0]`,
    true,
  ],
  [
    'a circle',
    rect => `/Subtype/Circle${at(rect)}/C[1 0 0]/IC[1 0.9 0.9]`,
    rect => `/Subtype/Circle${at([30, 675, 310, 735])}/C[1 0 0]`.replace('/Rect', `/NM(${rect[0]})/Rect`),
    true,
  ],
  [
    'a highlight',
    rect => `/Subtype/Highlight${at(rect)}${quad(rect)}/C[0.1 0.1 0.1]`,
    rect => `/Subtype/Highlight${at(rect)}${quad(rect)}/C[1 1 0]`,
    true,
  ],
  [
    'an underline',
    rect => `/Subtype/Square${at(rect)}/C[0]/IC[0]`,
    rect => `/Subtype/Underline${at(rect)}${quad(rect)}/C[1 0 0]`,
    true,
  ],
  [
    'a link',
    rect => `/Subtype/Square${at(rect)}/C[1]/IC[1]`,
    rect => `/Subtype/Link${at(rect)}/Dest[4 0 R/Fit]/Border[0 0 0]`,
    true,
  ],
  ['a popup', rect => `/Subtype/Square${at(rect)}/C[1]/IC[1]`, rect => `/Subtype/Popup${at(rect)}/Open false`, true],
];

const thin = ([what, thick, permitted, visible = false]: (typeof THIN)[number], i: number): Attack => {
  const options: Covering = { ...varied(i), visible };
  const edit = (entries: Drawn[1]) => (rect: Rect) => marked(() => `/F 4${entries(rect)}`);
  const permittedOne = covering(what, TEXT, edit(permitted), options);
  return { ...covering(`${what} that hides`, TEXT, edit(thick), options), twin: permittedOne.attacked };
};

/** A thin line in the colour of the paper that hides a decimal point; its twin is red, and leaves the point legible. */
const point = (what: string, mark: (colour: string) => (draft: Draft) => string): Attack => {
  const clean = () => signed({ docMDP: 3 }, pageWith('BT /F1 10 Tf 50 700 Td (1.000 EUR) Tj ET'));
  return attack({
    what,
    clean,
    attacked: () => clean().save(marked(mark('1 1 1'))),
    twin: () => clean().save(marked(mark('1 0 0'))),
    accepted: 'valid, with a warning',
  });
};
const POINT: Rect = [55.8, 699.2, 58.2, 702];
const POINTS: readonly Attack[] = [
  point(
    'thin ink over a decimal point',
    colour => () => `/Subtype/Ink/F 4${at(POINT)}/C[${colour}]/BS<</W 1.5>>/InkList[[56 700.5 58 700.5]]`,
  ),
  point('ink with a look over a decimal point', colour => draft => {
    const dot = draft.add(
      stream(`${colour} RG 1.5 w 0.2 1.3 m 2.2 1.3 l S`, '/Type/XObject/Subtype/Form/BBox[0 0 2.4 2.8]/Resources<<>>'),
    );
    return `/Subtype/Ink/F 4${at(POINT)}/InkList[[56 700 58 700]]/AP<</N ${dot} 0 R>>`;
  }),
];

export const VIEWER_DRAWN: Family = {
  name: 'marks that viewers draw themselves',
  clause: 'ISO 32000-2, 12.5.4, 12.5.6',
  attacks: [...DRAWN.map(drawn), ...THIN.map(thin), ...POINTS],
};
