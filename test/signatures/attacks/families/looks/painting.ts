/** Ways in which a mark hides what is below it: painting operators, states, blend modes, and how its look is written. */
import type { Draft, Edit } from '../../../../helpers/form-pdf.js';
import { stream } from '../../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../../attack.js';
import { at, type Covering, covering, look, marked, type Rect, TEXT, varied, WHITE } from '../marks.js';

type Painted = readonly [what: string, content: string, resources?: string | ((draft: Draft) => string)];

const stamped =
  ([, content, resources = '']: Painted) =>
  (rect: Rect): Edit =>
    marked(draft => {
      const written = typeof resources === 'string' ? resources : resources(draft);
      return `/Subtype/Stamp/F 4${at(rect)}/AP<</N ${look(draft, content, written)}>>`;
    });
const overText = (row: Painted, i: number, options: Covering = {}): Attack =>
  covering(row[0], TEXT, stamped(row), { ...varied(i), ...options });

const IMAGE = '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8';
const white = (draft: Draft, entries = ''): string => `${draft.add(stream(Buffer.from([255]), IMAGE + entries))} 0 R`;
const FORM = '/Type/XObject/Subtype/Form/BBox[0 0 200 20]';
const gradient =
  '<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 200 0]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>>>>';
const tile = (draft: Draft, kind: 1 | 2): string =>
  `${draft.add(stream('0 0 10 10 re f', `/Type/Pattern/PatternType 1/PaintType ${kind}/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>`))} 0 R`;
const glyphs = (draft: Draft): string => {
  const box = draft.add(stream('1 0 d0 0 0 200 20 re f'));
  return `/Font<</T3<</Type/Font/Subtype/Type3/FontMatrix[1 0 0 1 0 0]/FontBBox[0 0 200 20]/FirstChar 97/LastChar 97/Widths[200]/Encoding<</Differences[97/a]>>/CharProcs<</a ${box} 0 R>>/Resources<<>>>>>>`;
};
const inner =
  (content: string, entries = '/Resources<<>>') =>
  (draft: Draft): string =>
    `/XObject<</Fm ${draft.add(stream(content, FORM + entries))} 0 R>>`;
const lines = (step: number) =>
  Array.from({ length: 20 / step }, (_, i) => `0 ${i * step} m 200 ${i * step} l`).join(' ');

const OPERATORS: readonly Painted[] = [
  ...['f', 'F', 'f*', 'B', 'B*', 'b', 'b*'].map(
    (operator): Painted => [`a path painted by ${operator}`, `1 g 1 G 0 0 200 20 re ${operator}`],
  ),
  ['a polygon', '1 g 0 0 m 200 0 l 200 20 l 0 20 l h f'],
  ['a path of curves', '1 g 0 0 m 70 -1 130 -1 200 0 c 200 20 l 130 21 70 21 0 20 c f'],
  ['a stroke as high as the text', '20 w 1 G 0 10 m 200 10 l S'],
  ['a dashed stroke', '20 w [30 1] 0 d 1 G 0 10 m 200 10 l S'],
  ['a hatch of thin strokes', `1 w 1 G ${lines(0.5)} S`],
  ['a line scaled by its matrix', '1 G q 1 0 0 40 0 0 cm 0.5 w 0 0.25 m 200 0.25 l S Q'],
  ['a rectangle with a thick border', '30 w 1 G 0 5 200 10 re S'],
  ['an image', 'q 200 0 0 20 0 0 cm /Im Do Q', draft => `/XObject<</Im ${white(draft)}>>`],
  [
    'an image with a soft mask',
    'q 200 0 0 20 0 0 cm /Im Do Q',
    draft => `/XObject<</Im ${white(draft, `/SMask ${white(draft)}`)}>>`,
  ],
  [
    'a stencil',
    '1 g q 200 0 0 20 0 0 cm /Im Do Q',
    draft =>
      `/XObject<</Im ${draft.add(stream(Buffer.from([0]), '/Type/XObject/Subtype/Image/Width 1/Height 1/ImageMask true/BitsPerComponent 1'))} 0 R>>`,
  ],
  ['an inline image', 'q 200 0 0 20 0 0 cm BI /W 1/H 1/CS/G/BPC 8/F/AHx ID ff> EI Q'],
  ['a shading', '/Sh sh', `/Shading<</Sh ${gradient}>>`],
  [
    'a pattern of a shading',
    '/Pattern cs /P scn 0 0 200 20 re f',
    `/Pattern<</P<</PatternType 2/Shading ${gradient}>>>>`,
  ],
  [
    'a tiling pattern',
    '/C cs 1 /P scn 0 0 200 20 re f',
    draft => `/Pattern<</P ${tile(draft, 2)}>>/ColorSpace<</C[/Pattern/DeviceGray]>>`,
  ],
  ['large text', '1 g BT /Helv 60 Tf -5 -10 Td (MMMMMM) Tj ET'],
  ['text with thick outlines', '1 g 1 G 12 w BT 2 Tr /Helv 20 Tf (MMMMMMMMMMMMMM) Tj ET'],
  ['a glyph of a Type 3 font', '1 g BT /T3 1 Tf (a) Tj ET', glyphs],
  ['a form', '/Fm Do', inner(WHITE)],
  ['a form in the colour of its caller', '1 g /Fm Do', inner('0 0 200 20 re f')],
  ['a form with a matrix', '/Fm Do', inner('1 g 0 0 2 2 re f', '/Matrix[100 0 0 10 0 0]/Resources<<>>')],
  ['a transparency group', '/Fm Do', inner(WHITE, '/Group<</S/Transparency/I true>>/Resources<<>>')],
  ['black text on the text', 'BT /Helv 24 Tf 0 0 Td (XXXXXXXXXXXX) Tj ET'],
  ['a black rectangle', '0 g 0 0 200 20 re f'],
];

const state = (entries: string): string => `/ExtGState<</G<<${entries}>>>>`;
const YELLOW = '/G gs 1 1 0 rg 0 0 200 20 re f';

const OPAQUE_STATES: readonly Painted[] = [
  ['an alpha of 1', `/G gs ${WHITE}`, state('/ca 1')],
  ['an alpha of 0.99', `/G gs ${WHITE}`, state('/ca 0.99')],
  ['an alpha of 0.9', `/G gs ${WHITE}`, state('/ca 0.9')],
  ['an alpha for strokes only', `/G gs ${WHITE}`, state('/CA 0')],
  ['an alpha for fills only', '/G gs 20 w 1 G 0 10 m 200 10 l S', state('/ca 0')],
  ['blend mode Normal', `/G gs ${WHITE}`, state('/BM/Normal')],
  ['blend mode Compatible', `/G gs ${WHITE}`, state('/BM/Compatible')],
  ['an unknown blend mode', `/G gs ${WHITE}`, state('/BM/Invisible')],
  ['a list of blend modes', `/G gs ${WHITE}`, state('/BM[/Normal/Multiply]')],
  ...['Screen', 'Lighten', 'Difference', 'Exclusion', 'ColorDodge', 'HardLight'].map(
    (mode): Painted => [`blend mode ${mode}`, `/G gs ${WHITE}`, state(`/BM/${mode}`)],
  ),
  ...['Multiply', 'Darken', 'ColorBurn'].map(
    (mode): Painted => [`blend mode ${mode} in black`, '/G gs 0 g 0 0 200 20 re f', state(`/BM/${mode}`)],
  ),
  ['blend mode Multiply in dark gray', '/G gs 0.15 g 0 0 200 20 re f', state('/BM/Multiply')],
  ['blend mode Multiply in dark blue', '/G gs 0 0 0.4 rg 0 0 200 20 re f', state('/BM/Multiply')],
  ['blend mode Multiply in dark CMYK', '/G gs 0.2 0.2 0.2 0.9 k 0 0 200 20 re f', state('/BM/Multiply')],
  [
    'blend mode Multiply with a black image',
    '/G gs q 200 0 0 20 0 0 cm BI /W 1/H 1/CS/G/BPC 8/F/AHx ID 00> EI Q',
    state('/BM/Multiply'),
  ],
  ['a state that is never used', WHITE, state('/BM/Multiply/ca 0')],
  ['a state that is used too late', `${WHITE} /G gs`, state('/BM/Multiply')],
  ['a state that was restored', `q /G gs Q ${WHITE}`, state('/BM/Multiply')],
  ['a state that another one replaces', `/G gs /N gs ${WHITE}`, '/ExtGState<</G<</BM/Multiply>>/N<</BM/Normal>>>>'],
  ['a state for another path', `q /G gs 1 1 0 rg 0 0 5 5 re f Q ${WHITE}`, state('/BM/Multiply')],
  [
    'a soft mask that is white',
    `/G gs ${WHITE}`,
    draft =>
      state(
        `/SMask<</S/Luminosity/G ${draft.add(stream('1 g 0 0 200 20 re f', `${FORM}/Group<</S/Transparency/CS/DeviceGray>>/Resources<<>>`))} 0 R>>`,
      ),
  ],
  [
    'a state in an inner form only',
    `/Fm Do ${WHITE}`,
    inner('/G gs 1 1 0 rg 0 0 5 5 re f', `/Resources<<${state('/BM/Multiply')}>>`),
  ],
  [
    'an inner form that resets the state',
    '/G gs /Fm Do',
    draft => state('/BM/Multiply') + inner(`/N gs ${WHITE}`, `/Resources<</ExtGState<</N<</BM/Normal>>>>>>`)(draft),
  ],
];

/** The same state over the text, as highlighters have it. */
const HIGHLIGHTERS: readonly Painted[] = [
  ['Multiply', YELLOW, state('/BM/Multiply')],
  ['Darken', YELLOW, state('/BM/Darken')],
  ['an alpha of 0', `/G gs ${WHITE}`, state('/ca 0')],
  ['Multiply before a form', '/G gs /Fm Do', draft => state('/BM/Multiply') + inner('1 1 0 rg 0 0 200 20 re f')(draft)],
  ['Multiply with alpha', YELLOW, state('/BM/Multiply/ca 0.5')],
  ['Multiply in CMYK', '/G gs 0 0 0.6 0 k 0 0 200 20 re f', state('/BM/Multiply')],
];

const opaqueState = (row: Painted, i: number): Attack => {
  const plain = overText(row, i);
  if (i % 2 === 0) return plain;
  const twin = HIGHLIGHTERS[(i >> 1) % HIGHLIGHTERS.length]!;
  const { level = null } = varied(i);
  return { ...plain, twin: overText(twin, i, { level }).attacked };
};

export const OPERATORS_OF_LOOKS: Family = {
  name: 'each way to paint over content',
  clause: 'ISO 32000-2, 8.5, 8.7, 8.9, 9.4, 12.5.5',
  attacks: OPERATORS.map((row, i) => overText(row, i)),
};

export const OPACITY: Family = {
  name: 'opacity of looks',
  clause: 'ISO 32000-2, 8.4.5, 11.3, 11.6',
  attacks: OPAQUE_STATES.map(opaqueState).map(attack =>
    // PDFium blends a form as a whole, also one that is no transparency group
    attack.what.startsWith('an inner form that resets') ? { ...attack, visible: false } : attack,
  ),
};
