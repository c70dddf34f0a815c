/** Looks that viewers read differently: what one of them shows counts. */
import { stream } from '../../../../helpers/pdf-writer.js';
import type { Family } from '../../attack.js';
import { at, type Covering, covering, look, marked, type Rect, TEXT, varied } from '../marks.js';
import { stamp } from '../stamps.js';

/** PDFium, which measures what is visible, draws none of it. */
const hidden = (i: number): Covering => ({ ...varied(i), visible: false });

const NUMBERS = ['200 20 --200 --20', '200 20 -+200 -+20', '200 20 +-200 +-20'].map((numbers, i) =>
  covering(`a rectangle with the numbers ${numbers}`, TEXT, rect => stamp(rect, `1 g ${numbers} re f`), hidden(i)),
);

const CELLS: readonly (readonly [what: string, entries: string])[] = [
  ['without /BBox', '/PatternType 1/PaintType 1/XStep 10/YStep 10'],
  ['of an unknown paint type', '/PatternType 1/PaintType 3/BBox[0 0 10 10]/XStep 10/YStep 10'],
  ['of an unknown type', '/PatternType 7/PaintType 1/BBox[0 0 10 10]/XStep 10/YStep 10'],
  ['without distance between its cells', '/PatternType 1/PaintType 1/BBox[0 0 10 10]/XStep 0/YStep 0'],
  ['of huge cells', '/PatternType 1/PaintType 1/BBox[-9000 -9000 9000 9000]/XStep 18000/YStep 18000'],
];
const PATTERNS = CELLS.map(([what, entries], i) =>
  covering(
    `a pattern ${what}`,
    TEXT,
    rect =>
      marked(draft => {
        const cell = draft.add(stream('1 g -9000 -9000 18000 18000 re f', `${entries}/TilingType 1/Resources<<>>`));
        const painted = look(draft, '/Pattern cs /P scn 0 0 200 20 re f', `/Pattern<</P ${cell} 0 R>>`);
        return `/Subtype/Stamp/F 4${at(rect)}/AP<</N ${painted}>>`;
      }),
    hidden(i),
  ),
);

const quads = ([left, bottom, right, top]: Rect): string =>
  `/QuadPoints[${left} ${top} ${right} ${top} ${left} ${bottom} ${right} ${bottom}]`;
/** Some viewers draw these in spite of their appearance. */
const REPLACED = [
  covering(
    'a dark highlight whose look has no graphics state',
    TEXT,
    rect => marked(draft => `/Subtype/Highlight/F 4/C[0 0 0]${quads(rect)}${at(rect)}/AP<</N ${look(draft, 'n')}>>`),
    hidden(0),
  ),
  covering(
    'a link with a wide border and a look',
    TEXT,
    rect =>
      marked(draft => `/Subtype/Link/F 4/C[1 1 1]/BS<</W 15>>/Dest[4 0 R/Fit]${at(rect)}/AP<</N ${look(draft, 'n')}>>`),
    hidden(1),
  ),
];

export const VIEWERS_DIFFER: Family = {
  name: 'looks that viewers read differently',
  clause: 'ISO 32000-2, 7.3.3, 8.7.3, 12.5.5, 12.5.6',
  attacks: [...NUMBERS, ...PATTERNS, ...REPLACED],
};
