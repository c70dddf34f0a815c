/** Content that is no text: page-sized images, inline images, patterns and shadings, and content that is deeply nested or long. */
import { type Body, deflated, stream } from '../../../../helpers/pdf-writer.js';
import type { Family } from '../../attack.js';
import { covering, type Rect, type Scene, varied } from '../marks.js';
import { pageWith } from '../pages.js';
import { stamp } from '../stamps.js';

/** A scanned page of 119 x 168 pixels: writing in the pixel rows 24 to 30 from the top, white below. */
const [WIDTH, HEIGHT] = [119, 168];
const ROWS = Array.from({ length: HEIGHT }, (_, y) => y);
const COLUMNS = Array.from({ length: WIDTH }, (_, x) => x);
const isInk = (x: number, y: number): boolean => y >= 24 && y < 30 && x >= 10 && x < 60 && (x * 7 + y * 3) % 5 < 2;
const GRAY = Buffer.from(ROWS.flatMap(y => COLUMNS.map(x => (isInk(x, y) ? 0 : 255))));
const RGB = Buffer.from(ROWS.flatMap(y => COLUMNS.flatMap(x => (isInk(x, y) ? [0, 0, 90] : [250, 250, 245]))));
const BITS = Buffer.concat(ROWS.map(bitsOfRow));

/** 0 = ink; rows are padded to bytes. */
function bitsOfRow(y: number): Buffer {
  const row = Buffer.alloc(Math.ceil(WIDTH / 8), 0xff);
  for (const x of COLUMNS) if (isInk(x, y)) row[x >> 3]! &= ~(0x80 >> (x & 7));
  return row;
}

const INK: Rect = [60, 690, 280, 725];
const PAPER: Rect = [300, 300, 500, 320];
const SIZE = `/Width ${WIDTH}/Height ${HEIGHT}`;
const image = (entries: string, data: Uint8Array): Body =>
  deflated(data, `/Type/XObject/Subtype/Image${SIZE}${entries}`);
const scene = (name: string, content: string, resources: string, objects: Readonly<Record<number, Body>>): Scene => ({
  name: `over ${name}`,
  pdf: () => pageWith(content, resources, objects),
  over: INK,
  beside: PAPER,
});
const scan = (
  name: string,
  entries: string,
  data: Uint8Array,
  before = '',
  more: Readonly<Record<number, Body>> = {},
) =>
  scene(name, `${before} q 595 0 0 842 0 0 cm /Im Do Q`, '/XObject<</Im 30 0 R>>', {
    30: image(entries, data),
    ...more,
  });

const GRAY_IMAGE = '/ColorSpace/DeviceGray/BitsPerComponent 8';
const inline = (entries: string, data: Uint8Array): string =>
  `q 595 0 0 842 0 0 cm BI ${entries} ID ${Buffer.from(data).toString('hex')}> EI Q`;
const tile = (entries: string, content: string, resources = ''): Body =>
  stream(
    content,
    `/Type/Pattern/PatternType 1/TilingType 1/BBox[0 0 595 842]/XStep 595/YStep 842${entries}/Resources<<${resources}>>`,
  );
const MARKS = '60 700 12 3 re 80 700 3 18 re 100 705 40 2 re f';
const gradient = (kind: number, coordinates: string): string =>
  `<</ShadingType ${kind}/ColorSpace/DeviceGray/Coords[${coordinates}]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[0.8]/N 1>>>>`;

const PAGES: readonly Scene[] = [
  scan('a scanned page', GRAY_IMAGE, GRAY),
  scan('a scanned page in colour', '/ColorSpace/DeviceRGB/BitsPerComponent 8', RGB),
  scan('a scanned page of one bit', '/ColorSpace/DeviceGray/BitsPerComponent 1', BITS),
  scan('a page-sized stencil', '/ImageMask true/BitsPerComponent 1', BITS, '0 0 0.5 rg'),
  scan('a scanned page with a palette', '/ColorSpace[/Indexed/DeviceGray 1<00ff>]/BitsPerComponent 1', BITS),
  scan('a scanned page with a soft mask', `${GRAY_IMAGE}/SMask 31 0 R`, Buffer.alloc(WIDTH * HEIGHT, 0), '', {
    31: image(GRAY_IMAGE, Buffer.from(GRAY.map(value => 255 - value))),
  }),
  scan('a scanned page with a stencil mask', `${GRAY_IMAGE}/Mask 31 0 R`, Buffer.alloc(WIDTH * HEIGHT, 0), '', {
    31: image('/ImageMask true/BitsPerComponent 1', BITS),
  }),
  scan('a scanned page on a white background', GRAY_IMAGE, GRAY, '1 g 0 0 595 842 re f 0 g'),
  scene('a scanned page in a form', '/Fm Do', '/XObject<</Fm 31 0 R>>', {
    30: image(GRAY_IMAGE, GRAY),
    31: stream(
      'q 595 0 0 842 0 0 cm /Im Do Q',
      '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</XObject<</Im 30 0 R>>>>',
    ),
  }),
  scene('a page-sized inline image', inline(`/W ${WIDTH}/H ${HEIGHT}/CS/G/BPC 8/F/AHx`, GRAY), '', {}),
  scene('a page-sized inline stencil', `0 g ${inline(`/W ${WIDTH}/H ${HEIGHT}/IM true/BPC 1/F/AHx`, BITS)}`, '', {}),
  scene('a page-sized tiling pattern', '/Pattern cs /P scn 0 0 595 842 re f', '/Pattern<</P 30 0 R>>', {
    30: tile('/PaintType 1', `0 g ${MARKS}`),
  }),
  scene(
    'a page-sized uncoloured pattern',
    '/C cs 0 /P scn 0 0 595 842 re f',
    '/Pattern<</P 30 0 R>>/ColorSpace<</C[/Pattern/DeviceGray]>>',
    {
      30: tile('/PaintType 2', MARKS),
    },
  ),
  scene('a page-sized pattern with an image', '/Pattern cs /P scn 0 0 595 842 re f', '/Pattern<</P 31 0 R>>', {
    30: image(GRAY_IMAGE, GRAY),
    31: tile('/PaintType 1', 'q 595 0 0 842 0 0 cm /Im Do Q', '/XObject<</Im 30 0 R>>'),
  }),
  scene('a page-sized pattern in strokes', '/Pattern CS /P SCN 900 w 0 421 m 595 421 l S', '/Pattern<</P 30 0 R>>', {
    30: tile('/PaintType 1', `0 g ${MARKS}`),
  }),
  scene('a shading', 'q 60 690 220 35 re W n /Sh sh Q', '/Shading<</Sh 30 0 R>>', { 30: gradient(2, '60 0 280 0') }),
  scene('a radial shading', 'q 60 690 220 35 re W n /Sh sh Q', '/Shading<</Sh 30 0 R>>', {
    30: gradient(3, '170 707 0 170 707 110'),
  }),
  scene('a path filled with a shading', '/Pattern cs /P scn 60 690 220 35 re f', '/Pattern<</P 31 0 R>>', {
    30: gradient(2, '60 0 280 0'),
    31: '<</PatternType 2/Shading 30 0 R>>',
  }),
  scene('drawn digits', '1.5 w 100 700 m 108 700 l 108 715 l 100 715 l 100 700 l 120 700 m 120 715 l S', '', {}),
  scene('a filled logo', '1 0 0 rg 100 695 m 200 695 l 150 720 l h f', '', {}),
  scene('text on a coloured page', '0.9 1 0.9 rg 0 0 595 842 re f 0 g BT /F1 12 Tf 100 700 Td (900 EUR) Tj ET', '', {}),
  scene('white text on a dark page', '0 0 0.3 rg 0 0 595 842 re f 1 g BT /F1 12 Tf 100 700 Td (900 EUR) Tj ET', '', {}),
];

/** Text inside `depth` forms. */
function nested(depth: number): Scene {
  const objects: Record<number, Body> = {};
  for (let i = 0; i < depth; i++) {
    const isLast = i === depth - 1;
    const resources = isLast ? '<</Font<</F1 7 0 R>>>>' : `<</XObject<</Fm ${31 + i} 0 R>>>>`;
    const content = isLast ? 'BT /F1 12 Tf 100 700 Td (900 EUR) Tj ET' : '/Fm Do';
    objects[30 + i] = stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources${resources}`);
  }
  return scene(`text in ${depth} nested forms`, '/Fm Do', '/XObject<</Fm 30 0 R>>', objects);
}

/** `count` dots at the bottom of the page precede the text. */
const dotted = (what: string, count: number, dot: string): Scene =>
  scene(`text after ${count} ${what}`, `${dot.repeat(count)} BT /F1 12 Tf 100 700 Td (900 EUR) Tj ET`, '', {});

const LONG: readonly Scene[] = [
  ...[2, 7, 8, 9, 12, 20].map(nested),
  dotted('boxes', 99_990, '9 9 1 1 re f '),
  dotted('boxes', 120_000, '9 9 1 1 re f '),
  dotted('lines', 120_000, '9 9 m 10 9 l S '),
  dotted('saved states', 150_000, 'q Q '),
];

/** Content of the signed page that is a form which a mark must not cover, either. */
const stampOn = (edge: Scene, i: number) => covering('a stamp', edge, rect => stamp(rect), varied(i));

export const PAGE_CONTENT: Family = {
  name: 'images, patterns and drawings are covered',
  clause: 'ISO 32000-2, 8.5, 8.7, 8.9',
  attacks: PAGES.map(stampOn),
};

export const LONG_CONTENT: Family = {
  name: 'content beyond limits is covered',
  clause: 'ISO 32000-2, 8.10, Annex C',
  attacks: LONG.map(stampOn),
};
