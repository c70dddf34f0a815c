/** The boxes of page content contain all that PDFium paints. */
import { describe, expect, test } from 'vitest';
import type { Box } from '../../../../src/pdf/index.js';
import { contentBoxes } from '../../../../src/signatures/changes/painting/page-content.js';
import type { Body } from '../../../helpers/pdf-writer.js';
import { inkOf, openPage, pagePdf } from './pages.js';

/** Pixels outside of all boxes; antialiased edges reach one pixel further. */
async function inkOutside(content: string, changes: Record<number, Body> = {}) {
  const { revision, page } = await openPage(content, changes);
  const boxes = contentBoxes(revision, page);
  const ink = await inkOf(pagePdf(content, changes));
  const contains = ({ left, right, bottom, top }: Box, x: number, y: number) =>
    x >= left - 2 && x <= right + 1 && y >= bottom - 2 && y <= top + 1;
  const outside = boxes === null ? [] : ink.filter(({ x, y }) => !boxes.some(box => contains(box, x, y)));
  return { ink: ink.length, boxes, outside: outside.slice(0, 3) };
}

const RANDOM_PAGES = 150;

const SHOW = '/Std 20 Tf 50 150 Td';

/** What is painted, content. */
const PAINTED: readonly [string, string][] = [
  ['a filled rectangle', '50 60 30 20 re f'],
  ['a filled curve', '50 50 m 100 300 150 -100 200 50 c f'],
  ['curves with implied points', '50 50 m 100 120 150 50 v 200 -20 50 50 y f'],
  ['a thick line', '20 w 50 150 m 250 150 l S'],
  ['a projecting cap', '40 w 2 J 150 150 m 200 150 l S'],
  ['a miter join', '10 w 50 100 m 250 110 l 50 120 l S'],
  ['a miter limit', '10 w 40 M 50 100 m 250 105 l 50 110 l S'],
  ['a line width of a graphics state', '/Wide gs 50 150 m 250 150 l S'],
  ['a scaled line', '10 0 0 1 0 0 cm 3 w 15 100 m 15 200 l S'],
  ['a matrix within q and Q', 'q 1 0 0 1 100 100 cm Q 10 10 20 20 re f'],
  ['an unbalanced Q', 'Q 1 0 0 1 100 100 cm Q 10 10 20 20 re f'],
  ['a matrix that changes in a path', '10 10 m 60 10 l 60 60 l 1 0 0 1 100 100 cm f'],
  ['an image', 'q 50 20 -20 50 100 100 cm /Im Do Q'],
  ['a stencil', 'q 50 0 0 50 100 100 cm /Mask Do Q'],
  ['an inline image', 'q 50 0 0 50 100 100 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI Q'],
  ['a form with a matrix', '/Fm Do'],
  ['nested forms', 'q 1 0 0 1 20 30 cm /Nest Do Q'],
  ['a transparency group', 'q 3 0 0 3 20 30 cm /Group Do Q'],
  ['a tiling pattern', '/Pattern cs /Tile scn 50 50 100 100 re f'],
  ['an uncoloured pattern', '/PatRgb cs 1 0 0 /Stencil scn 50 50 100 100 re f'],
  ['a shading pattern', '/Pattern cs /Grad scn 50 50 100 100 re f'],
  ['a shading', '/Sh sh'],
  ['a clipped shading', 'q 50 50 100 100 re W n /Sh sh Q'],
  ['a clipped image', 'q 50 50 10 10 re W* n 200 0 0 200 0 0 cm /Im Do Q'],
  ['text', `BT ${SHOW} (Hamburg) Tj ET`],
  ['an empty string', `BT ${SHOW} () Tj ET 0 0 5 5 re f`],
  ['wide letters', `BT ${SHOW} (WWWWW@@@@) Tj ET`],
  ['text after text', `BT ${SHOW} (WWW) Tj (WWW) Tj ET`],
  ['a large TJ offset', `BT ${SHOW} [(A) -9000 (B)] TJ ET`],
  ['a large TJ offset to the left', `BT ${SHOW} [(A) 2500 (B)] TJ ET`],
  ['a TJ offset before any text', `BT ${SHOW} [-5000 (B)] TJ ET`],
  ['character spacing', `BT ${SHOW} 30 Tc (ABCDE) Tj ET`],
  ['negative character spacing', `BT ${SHOW} -25 Tc (ABCDE) Tj ET`],
  ['word spacing', `BT ${SHOW} 80 Tw (A B C) Tj ET`],
  ['horizontal scaling', `BT ${SHOW} 300 Tz (ABCDE) Tj ET`],
  ['negative horizontal scaling', `BT /Std 20 Tf 200 150 Td -100 Tz (ABCDE) Tj ET`],
  ['rise', `BT ${SHOW} 90 Ts (ABC) Tj ET`],
  ['negative rise', `BT ${SHOW} -90 Ts (ABC) Tj ET`],
  ['a text matrix', 'BT /Std 20 Tf 2 1 -1 2 150 100 Tm (ABC) Tj ET'],
  ['a size in the text matrix', 'BT /Std 1 Tf 40 0 0 40 50 100 Tm (ABC) Tj ET'],
  ['Td after Tm', 'BT /Std 2 Tf 10 0 0 10 50 100 Tm 5 5 Td (AB) Tj ET'],
  ['TL and T*', 'BT /Std 20 Tf 50 250 Td 60 TL (A) Tj T* (B) Tj T* (C) Tj ET'],
  ['TD sets the leading', 'BT /Std 20 Tf 50 250 TD 0 -60 TD (A) Tj T* (B) Tj ET'],
  ['the operator \x27', "BT /Std 20 Tf 50 250 Td 60 TL (A) Tj (B) ' ET"],
  ['the operator "', 'BT /Std 20 Tf 50 250 Td 60 TL (A) Tj 40 20 (B C) " ET'],
  ['a negative size', 'BT /Std -40 Tf 150 150 Td (ABC) Tj ET'],
  ['a size of 0', 'BT /Std 0 Tf 40 0 0 40 50 100 Tm (ABC) Tj ET 0 0 5 5 re f'],
  ['a font of a graphics state', 'BT /Font gs 50 150 Td (ABC) Tj ET'],
  ['widths of the font', 'BT /Wid 40 Tf 50 150 Td (WWWWW) Tj ET'],
  ['a font that is missing', 'BT /Nope 40 Tf 50 150 Td (WWWWW) Tj ET 0 0 5 5 re f'],
  ['two bytes for each code', 'BT /Cid 40 Tf 50 150 Td <002400250026> Tj ET'],
  ['vertical writing', 'BT /Ver 40 Tf 150 250 Td <002400250026> Tj ET'],
  ['a Type 3 font without box', 'BT /T3 40 Tf 150 150 Td (ABC) Tj ET'],
  ['a Type 3 font with a wrong box', 'BT /T3n 80 Tf 100 150 Td (AA) Tj ET'],
  ['a Type 3 font with a rendering mode', 'BT /T3 40 Tf 1 Tr 150 150 Td (ABC) Tj ET'],
  ['stroked text', 'BT /Std 60 Tf 15 w 1 Tr 50 150 Td (VAW) Tj ET'],
  ['filled and stroked text', 'BT /Std 60 Tf 15 w 2 Tr 50 150 Td (VAW) Tj ET'],
  ['text that also clips', 'BT /Std 60 Tf 4 Tr 50 150 Td (VAW) Tj ET 0 0 300 300 re f'],
  ['q within a text object', 'BT /Std 20 Tf 50 50 Td q 100 100 Td (A) Tj Q (B) Tj ET'],
];

describe('boxes contain the ink', () => {
  for (const [what, content] of PAINTED) {
    test(`of ${what}`, async () => {
      const { ink, outside, boxes } = await inkOutside(content);
      expect(ink).toBeGreaterThan(0);
      expect(boxes).not.toBeNull();
      expect(outside).toEqual([]);
    });
  }
});

/** A generator of random numbers (mulberry32), so that a failure can be repeated. */
function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => (low + next() * (high - low)).toFixed(2);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
  return { next, between, pick, times: (most: number) => Math.floor(next() * (most + 1)) };
}

const FONTS = ['Std', 'Wid', 'Cid', 'Ver', 'T3', 'T3n'];

function randomContent(seed: number): string {
  const { between, pick, times } = randomOf(seed);
  const point = () => `${between(0, 300)} ${between(0, 300)}`;
  const matrix = () => `${between(-2, 2)} ${between(-1, 1)} ${between(-1, 1)} ${between(-2, 2)} ${point()}`;
  const string = () => Array.from({ length: 2 * times(4) }, () => pick(['A', 'B', 'C', ' ', 'W'])).join('');
  const text = () => pick(texts)();
  const texts: (() => string)[] = [
    () => `${between(-20, 20)} Tc ${between(-40, 40)} Tw`,
    () => `${between(-200, 300)} Tz ${between(-30, 30)} Ts ${between(-60, 60)} TL`,
    () => `${pick([0, 0, 1, 2, 4, 5, 6, 7])} Tr`,
    () => `(${string()}) Tj`,
    () => `[(${string()}) ${between(-3000, 3000)} (${string()})] TJ`,
    () => `${between(-50, 50)} ${between(-50, 50)} ${pick(['Td', 'TD'])} (${string()}) '`,
    () => `${between(-20, 20)} ${between(-5, 5)} (${string()}) "`,
    () => `T* (${string()}) Tj`,
    () => `${matrix()} Tm (${string()}) Tj`,
  ];
  const pieces: (() => string)[] = [
    () => 'q',
    () => 'Q',
    () => `${matrix()} cm`,
    () => `${between(0, 30)} w`,
    () => `${pick([0, 1, 2])} J ${pick([0, 1, 2])} j ${between(1, 20)} M`,
    () => `/${pick(['Wide', 'Font', 'Mul', 'Half', 'Solid', 'Soft', 'Diff'])} gs`,
    () => `${point()} m ${point()} l ${point()} l ${pick(['S', 's', 'f', 'B', 'b*', 'W n', 'n'])}`,
    () => `${point()} m ${point()} ${point()} ${point()} c ${pick(['S', 'f*', 'b'])}`,
    () => `${point()} ${between(-90, 90)} ${between(-90, 90)} re ${pick(['S', 'f', 'B*', 'W n', 'W* f'])}`,
    () => `q ${between(5, 90)} 0 ${between(-20, 20)} ${between(5, 90)} ${point()} cm /${pick(['Im', 'Mask'])} Do Q`,
    () => `/${pick(['Fm', 'Nest', 'Group', 'Isolated'])} Do`,
    () => `/Pattern cs /${pick(['Tile', 'Grad'])} scn`,
    () => `${between(0, 1)} ${between(0, 1)} 0 rg 0 0 ${between(0, 1)} RG`,
    () => `BT /${pick(FONTS)} ${between(-30, 60)} Tf ${matrix()} Tm ${text()} ${text()} ET`,
    () => `BT ${point()} Td ${text()} ${text()} ${text()} ET`,
  ];
  return ['/Std 20 Tf', ...Array.from({ length: 30 }, () => pick(pieces)())].join('\n');
}

test('boxes contain the ink of random content', async () => {
  for (let seed = 1; seed <= RANDOM_PAGES; seed++) {
    const { outside, boxes } = await inkOutside(randomContent(seed));
    expect([seed, boxes === null, outside]).toEqual([seed, false, []]);
  }
});
