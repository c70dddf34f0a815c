/** Text whose extent depends on operators that move or scale it: a mark covers the part that is far from its start. */
import { stream } from '../../../../helpers/pdf-writer.js';
import type { Family } from '../../attack.js';
import { covering, type Rect, type Scene, varied } from '../marks.js';
import { pageWith } from '../pages.js';
import { stamp } from '../stamps.js';

const text = (name: string, operators: string, over: Rect, beside: Rect): Scene => ({
  name: `over ${name}`,
  pdf: () => pageWith(`BT /F1 12 Tf ${operators} ET`),
  over,
  beside,
});

/** Glyphs are boxes; `matrix`, `box` and `glyph` are in glyph space. */
const type3 = (name: string, matrix: string, box: string, glyph: string, show: string, over: Rect, beside: Rect) => ({
  name: `over ${name}`,
  pdf: () =>
    pageWith(`BT ${show} ET`, '/XObject<<>>', {
      3: '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</T3 30 0 R>>>>/Annots[10 0 R 11 0 R 12 0 R 13 0 R 20 0 R]>>',
      30: `<</Type/Font/Subtype/Type3/FontMatrix[${matrix}]/FontBBox[${box}]/FirstChar 97/LastChar 97/Widths[1]/Encoding<</Type/Encoding/Differences[97/a]>>/CharProcs<</a 31 0 R>>/Resources<<>>>>`,
      31: stream(glyph),
    }),
  over,
  beside,
});

const form = (name: string, matrix: string, content: string, over: Rect, beside: Rect): Scene => ({
  name: `over ${name}`,
  pdf: () =>
    pageWith('q /Fm Do Q', '/XObject<</Fm 30 0 R>>', {
      30: stream(
        content,
        `/Type/XObject/Subtype/Form/BBox[0 0 300 50]/Matrix[${matrix}]/Resources<</Font<</F1 7 0 R>>>>`,
      ),
    }),
  over,
  beside,
});

const SCENES: readonly Scene[] = [
  text(
    'text after a large TJ offset',
    '50 600 Td [(Total) -20000 (900 EUR)] TJ',
    [310, 595, 380, 615],
    [120, 595, 300, 615],
  ),
  text(
    'digits that TJ offsets move apart',
    '50 600 Td [(1) -3000 (0) -3000 (0)] TJ',
    [133, 595, 150, 612],
    [100, 595, 128, 612],
  ),
  text(
    'text before its start, by a TJ offset',
    '300 600 Td [20000 (900)] TJ',
    [45, 595, 90, 612],
    [120, 595, 280, 612],
  ),
  text('text with character spacing', '30 Tc 50 600 Td (Total 900) Tj', [290, 595, 345, 612], [360, 595, 500, 612]),
  text('text with word spacing', '200 Tw 50 600 Td (Total 900) Tj', [275, 595, 310, 612], [100, 595, 260, 612]),
  text('text with horizontal scaling', '500 Tz 50 600 Td (Total 900) Tj', [200, 595, 305, 612], [330, 595, 420, 612]),
  text('text with a rise', '100 Ts 50 600 Td (900) Tj', [45, 695, 80, 715], [45, 595, 80, 612]),
  text(
    'text scaled by its matrix',
    '/F1 1 Tf 12 0 0 12 50 600 Tm (Total 900) Tj',
    [78, 595, 105, 612],
    [130, 595, 200, 612],
  ),
  text('rotated text', '0 1 -1 0 320 300 Tm (Total 900) Tj', [305, 328, 325, 355], [340, 300, 420, 320]),
  text('text on the next line', '100 TL 50 700 Td (Total) Tj T* (900) Tj', [45, 595, 80, 612], [200, 595, 300, 612]),
  text("text of the operator '", "100 TL 50 700 Td (Total) Tj (900) '", [45, 595, 80, 612], [200, 595, 300, 612]),
  text(
    'text of the operator "',
    '100 TL 50 700 Td (Total) Tj 9 20 (9 900) "',
    [60, 595, 160, 612],
    [250, 595, 300, 612],
  ),
  text('text after TD', '50 800 Td 0 -100 TD (Total) Tj T* (900) Tj', [45, 595, 80, 612], [200, 595, 300, 612]),
  text('text of a negative size', '/F1 -12 Tf 200 600 Td (Total 900) Tj', [145, 585, 205, 608], [220, 585, 300, 605]),
  text('stroked text', '1 Tr 2 w 50 600 Td (Total 900) Tj', [78, 595, 105, 612], [130, 595, 200, 612]),
  text(
    'large text of a small font',
    '/F1 0.1 Tf 120 0 0 120 50 600 Tm (Total 900) Tj',
    [78, 595, 105, 612],
    [130, 595, 200, 612],
  ),
  {
    name: 'over text scaled by nested matrices',
    pdf: () => pageWith('q 2 0 0 2 0 0 cm q 2 0 0 2 0 0 cm BT /F1 6 Tf 50 150 Td (900) Tj ET Q Q'),
    over: [195, 595, 245, 620],
    beside: [300, 595, 400, 620],
  },
  {
    name: 'over text after unbalanced operators',
    pdf: () => pageWith('Q Q q BT /F1 12 Tf 50 600 Td (900) Tj ET'),
    over: [45, 595, 80, 612],
    beside: [200, 595, 300, 612],
  },
  {
    name: 'over text whose operators are in two streams',
    pdf: () =>
      pageWith('', '', {
        3: '<</Type/Page/Parent 2 0 R/Contents[30 0 R 31 0 R]/Resources<</Font<</F1 7 0 R>>>>/Annots[10 0 R 11 0 R 12 0 R 13 0 R 20 0 R]>>',
        30: stream('BT /F1 12 Tf 1 0 0 1 50'),
        31: stream('600 Tm (900) Tj ET'),
      }),
    over: [45, 595, 80, 612],
    beside: [200, 595, 300, 612],
  },
  type3(
    'text of a Type 3 font',
    '1 0 0 1 0 0',
    '0 0 1 1',
    '1 0 d0 0 0 0.6 0.7 re f',
    '/T3 20 Tf 50 600 Td (aaa) Tj',
    [45, 595, 115, 620],
    [150, 595, 250, 620],
  ),
  type3(
    'Type 3 glyphs beside their origin',
    '1 0 0 1 0 0',
    '0 0 0 0',
    '1 0 d0 10 0 2 1 re f',
    '/T3 20 Tf 50 600 Td (a) Tj',
    [245, 595, 295, 625],
    [100, 595, 200, 620],
  ),
  type3(
    'Type 3 glyphs of a mirrored font',
    '-0.01 0 0 0.01 0 0',
    '0 0 100 100',
    '1 0 d0 0 0 60 70 re f',
    '/T3 20 Tf 250 600 Td (a) Tj',
    [230, 595, 255, 620],
    [270, 595, 300, 620],
  ),
  form(
    'text of a moved form',
    '1 0 0 1 200 600',
    'BT /F1 12 Tf 5 5 Td (900) Tj ET',
    [200, 600, 232, 620],
    [300, 600, 400, 620],
  ),
  form(
    'text of a scaled form',
    '3 0 0 3 50 600',
    'BT /F1 6 Tf 60 5 Td (900) Tj ET',
    [225, 605, 270, 635],
    [50, 605, 200, 635],
  ),
  form(
    'text of a rotated form',
    '0 1 -1 0 300 200',
    'BT /F1 12 Tf 100 5 Td (900) Tj ET',
    [280, 295, 300, 325],
    [310, 295, 400, 325],
  ),
];

export const TEXT_EXTENTS: Family = {
  name: 'text that is moved or scaled is covered',
  clause: 'ISO 32000-2, 9.3, 9.4, 9.6.4',
  attacks: SCENES.map((scene, i) => covering('a stamp', scene, rect => stamp(rect), varied(i))),
};
