/** Looks of annotations (form XObjects) by what they do to the content below them. */
import { type Body, deflated, stream } from '../../../helpers/pdf-writer.js';
import type { Random } from './random.js';
import type { Add } from './scene.js';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Painted {
  readonly content: string;
  /** Entries of the resource dictionary. */
  readonly resources?: string;
}

type Painter = (size: Size, add: Add) => Painted;
export type Painters = Readonly<Record<string, Painter>>;

const FORM = '/Type/XObject/Subtype/Form';
const area = ({ width, height }: Size): string => `0 0 ${width} ${height} re`;
const state = (entries: string, name = 'G'): string => `/ExtGState<</${name}<<${entries}>>>>`;
const form = (size: Size, { content, resources = '' }: Painted, entries = ''): Body =>
  stream(content, `${FORM}/BBox[0 0 ${size.width} ${size.height}]${entries}/Resources<<${resources}>>`);

/** The painting in a form XObject that the look draws. */
const nested = (size: Size, add: Add, inner: Painted, before = '', resources = '', entries = ''): Painted => ({
  content: `${before} /In Do`,
  resources: `/XObject<</In ${add(form(size, inner, entries))} 0 R>>${resources}`,
});

/** Hides everything below. */
export const OPAQUE: Painters = {
  'a white area': size => ({ content: `1 g ${area(size)} f` }),
  'a yellow area with a border': size => ({ content: `1 1 0 rg 0 G ${area(size)} B*` }),
  'a black path': ({ width, height }) => ({
    content: `0 0 0 rg 0 0 m 0 ${height} l ${width} ${height} l ${width} 0 l h f*`,
  }),
  'an area with a state that is not used': size => ({
    content: `1 g ${area(size)} f`,
    resources: state('/BM/Multiply/ca 0.2'),
  }),
  'an area after a state was restored': size => ({
    content: `q /G gs Q 1 1 0 rg ${area(size)} f`,
    resources: state('/BM/Multiply'),
  }),
  'an area of opacity 0.99': size => ({ content: `/G gs 1 g ${area(size)} f`, resources: state('/ca 0.99') }),
  'an area with transparent strokes': size => ({ content: `/G gs 1 g ${area(size)} b`, resources: state('/CA 0') }),
  'a thick line with transparent fills': ({ width, height }) => ({
    content: `/G gs 1 G ${height} w 0 ${height / 2} m ${width} ${height / 2} l S`,
    resources: state('/ca 0'),
  }),
  'a dark Multiply': size => ({ content: `/G gs 0 0 0.1 rg ${area(size)} f`, resources: state('/BM/Multiply') }),
  'a dark Darken': size => ({ content: `/G gs 0 g ${area(size)} f`, resources: state('/BM/Darken') }),
  'Normal before Multiply': size => ({
    content: `/G gs 1 g ${area(size)} f`,
    resources: state('/BM[/Normal/Multiply]'),
  }),
  'a white Lighten': size => ({ content: `/G gs 1 g ${area(size)} f`, resources: state('/BM/Lighten') }),
  'a hatch of white lines': ({ width, height }) => ({
    content: `1 G 1 w ${Array.from({ length: Math.ceil(height / 1.1) }, (_, i) => `0 ${(i * 1.1).toFixed(1)} m ${width} ${(i * 1.1).toFixed(1)} l`).join(' ')} S`,
  }),
  'many gray highlighters': size => ({
    content: `/G gs 0.7 g ${Array.from({ length: 12 }, () => `${area(size)} f`).join(' ')}`,
    resources: state('/BM/Multiply'),
  }),
  'an image': ({ width, height }, add) => ({
    content: `q ${width} 0 0 ${height} 0 0 cm /Im Do Q`,
    resources: `/XObject<</Im ${add(stream(Buffer.from([255]), '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray'))} 0 R>>`,
  }),
  'an inline image': ({ width, height }) => ({
    content: `q ${width} 0 0 ${height} 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G /F /AHx ID FF> EI Q`,
  }),
  'a shading': ({ width }) => ({
    content: '/Sh sh',
    resources: `/Shading<</Sh<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 ${width} 0]/Function<</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>>/Extend[true true]>>>>`,
  }),
  'a tiling pattern': (size, add) => ({
    content: `/Pattern cs /P scn ${area(size)} f`,
    resources: `/Pattern<</P ${add(stream('1 g 0 0 20 20 re f', '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 20 20]/XStep 20/YStep 20/Resources<<>>'))} 0 R>>`,
  }),
  'glyphs in Type 3': ({ width, height }, add) => ({
    content: `BT 1 g /T 1 Tf ${width} 0 0 ${height} 0 0 Tm (a) Tj ET`,
    resources: `/Font<</T<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a ${add(stream('1 0 0 0 1 1 d1 0 0 1 1 re f'))} 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1]>>>>`,
  }),
  'an area in a nested form': (size, add) => nested(size, add, { content: `1 g ${area(size)} f` }),
  'an area in forms nested three times': (size, add) =>
    nested(size, add, nested(size, add, nested(size, add, { content: `1 1 0 rg ${area(size)} f` }))),
  'a transparency group': (size, add) =>
    nested(size, add, { content: `1 g ${area(size)} f` }, '', '', '/Group<</S/Transparency/I true>>'),
  'an area behind a wide clip': size => ({
    content: `-50 -50 1000 1000 re W n 1 g ${area(size)} f`,
  }),
};

/** Hides everything below in some viewers: not to be used where the verdict is that nothing is hidden. */
export const HIDING: Painters = {
  ...OPAQUE,
  'Normal in a form drawn with Multiply': (size, add) =>
    nested(
      size,
      add,
      { content: `/N gs 1 g ${area(size)} f`, resources: state('/BM/Normal', 'N') },
      '/G gs',
      state('/BM/Multiply'),
    ),
  'opacity 1 in a form drawn with opacity 0.01': (size, add) =>
    nested(
      size,
      add,
      { content: `/N gs 1 g ${area(size)} f`, resources: state('/ca 1', 'N') },
      '/G gs',
      state('/ca 0.01'),
    ),
};

/** Leaves the content below readable. */
export const LIGHT: Painters = {
  'a yellow Multiply': size => ({ content: `/G gs 1 1 0 rg ${area(size)} f`, resources: state('/BM/Multiply') }),
  'a yellow Darken': size => ({ content: `/G gs 1 1 0 rg ${area(size)} f`, resources: state('/BM/Darken') }),
  'a yellow Multiply of a nested form': (size, add) =>
    nested(size, add, { content: `1 1 0 rg ${area(size)} f` }, '/G gs', state('/BM/Multiply')),
  'a yellow Multiply in a nested form': (size, add) =>
    nested(size, add, { content: `/G gs 1 1 0 rg ${area(size)} f`, resources: state('/BM/Multiply') }),
  'a line below': ({ width }) => ({ content: `1 0 0 RG 1 w 0 1 m ${width} 1 l S` }),
  'a line through it': ({ width, height }) => ({
    content: `1 0 0 RG 1 w 0 ${height / 2} m ${width} ${height / 2} l S`,
  }),
  'a border': ({ width, height }) => ({ content: `1 0 0 RG 1 w 0.5 0.5 ${width - 1} ${height - 1} re S` }),
  'a dashed border': ({ width, height }) => ({
    content: `[3 3] 0 d 0 0 1 RG 1 w 0.5 0.5 ${width - 1} ${height - 1} re S`,
  }),
};

/** With ink of its own. */
export const STAMPS: Painters = {
  'a frame with text': ({ width, height }) => ({
    content: `1 0 0 RG 2 w 1 1 ${width - 2} ${height - 2} re S BT 1 0 0 rg /F 14 Tf 6 12 Td (Approved) Tj ET`,
    resources: '/Font<</F 7 0 R>>',
  }),
  'text on a coloured background': size => ({
    content: `0.8 0.9 1 rg ${area(size)} f BT 0 g /F 12 Tf 6 12 Td (Received 7 May) Tj ET`,
    resources: '/Font<</F 7 0 R>>',
  }),
};

/** Paints nothing. */
export const NOTHING: Painters = {
  'an empty look': () => ({ content: '' }),
  'a path that is not painted': size => ({ content: `1 g ${area(size)} n` }),
  'opacity 0': size => ({ content: `/G gs 1 g ${area(size)} B`, resources: state('/ca 0/CA 0') }),
  'invisible text': (_size, _add) => ({
    content: 'BT 3 Tr /F 12 Tf 2 2 Td (Hidden) Tj ET',
    resources: '/Font<</F 7 0 R>>',
  }),
};

/** A painted look, in one of the ways in which its box and matrix can be written. The number of its object. */
export function addLook(painters: Painters, size: Size, add: Add, random: Random): { num: number; what: string } {
  const what = random.pick(Object.keys(painters));
  const { content, resources = '' } = painters[what]!(size, add);
  const scale = random.pick([1, 1, 1, 2, 0.5]);
  const moved = random.chance(0.2) ? 100 : 0;
  const bbox = `/BBox[${moved} ${moved} ${moved + size.width} ${moved + size.height}]`;
  const matrix = scale === 1 ? '' : `/Matrix[${scale} 0 0 ${scale} 0 0]`;
  const body = moved === 0 ? content : `1 0 0 1 ${moved} ${moved} cm ${content}`;
  const write = random.chance(0.5) ? deflated : stream;
  return { num: add(write(body, `${FORM}${bbox}${matrix}/Resources<<${resources}>>`)), what };
}
