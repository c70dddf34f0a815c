/** Marks over ruled and dotted lines, boxes and shaded areas hide nothing else; over text, figures and pictures they do. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type CoveragePage, compareCoverage } from '../../../src/render/index.js';
import { pagesPdf } from '../pages.js';

const place = '60 20 180 60';
const dots = (count: number) => Array.from({ length: count }, () => '.').join('');

/** Where forms ask for a signature; pages of 300 x 100 points. */
const LINES = {
  'a line': '0.75 w 40 30 m 260 30 l S',
  'a thick line': '2 w 40 30 m 260 30 l S',
  'a grey hairline': '.6 G 0 w 40 30.3 m 260 30.3 l S',
  'a line that ends in the middle': '1 w 40 30 m 150 30 l S',
  'a line inside': '1 w 100 30 m 150 30 l S',
  'a dashed line': '1 w [4 3] 0 d 40 30 m 260 30 l S',
  'a dotted line': '1 w [1 2] 0 d 40 30 m 260 30 l S',
  'a line of round dots': '1.2 w 1 J [0 3] 0 d 40 30 m 260 30 l S',
  'a line of periods': `BT /F1 12 Tf 40 30 Td (${dots(66)}) Tj ET`,
  'a line of small periods': `BT /F1 8 Tf 40 30 Td (${dots(90)}) Tj ET`,
  'a line of underscores': 'BT /F1 11 Tf 40 30 Td (__________________________________) Tj ET',
  'a line of hyphens': 'BT /F1 11 Tf 40 30 Td (- - - - - - - - - - - - - - - - - - - - - - - - - - - -) Tj ET',
  'a box': `1 w ${place} re S`,
  'a thin box': `.25 w ${place} re S`,
  'a larger box': '1 w 50 10 200 80 re S',
  'a smaller box': '1 w 70 25 150 40 re S',
  'a box with round corners':
    '1 w 60 30 m 60 74 l 60 77 63 80 66 80 c 234 80 l 237 80 240 77 240 74 c 240 26 l 240 23 237 20 234 20 c 66 20 l 63 20 60 23 60 26 c h S',
  'a shaded area': `.9 g ${place} re f`,
  'a grey area': `.7 g ${place} re f`,
  'a coloured area': `.8 .9 1 rg ${place} re f`,
  'a dark area': `0 .2 .5 rg ${place} re f`,
  'a shaded area with a border': `.93 .93 .8 rg 0 G 1 w ${place} re B`,
  'a smaller shaded area': '.85 g 70 25 150 40 re f',
  'a larger shaded area': '.85 g 40 10 220 80 re f',
  'a table':
    '.5 w 40 10 m 260 10 l 40 30 m 260 30 l 40 50 m 260 50 l 40 70 m 260 70 l 40 90 m 260 90 l 40 10 m 40 90 l 100 10 m 100 90 l 160 10 m 160 90 l 260 10 m 260 90 l S',
  'a dense table': `.5 w ${Array.from({ length: 16 }, (_, i) => `40 ${10 + 5 * i} m 260 ${10 + 5 * i} l ${40 + 14 * i} 10 m ${40 + 14 * i} 85 l`).join(' ')} S`,
};

const text = (content: string, size = 10) => `BT /F1 ${size} Tf 80 40 Td (${content}) Tj ET`;

const CONTENT = {
  text: text('Paid in full'),
  'small text': text('no liability', 5),
  'text of 4 pt': text('see our common sums', 4),
  'pale text': `.85 g ${text('Not valid')}`,
  'a figure': text('7'),
  'a decimal point': text('.'),
  'text on a line': `${text('Paid')} 1 w 40 38 m 260 38 l S`,
  'text in a box': `${text('Paid')} 1 w ${place} re S`,
  'text in a shaded area': `.9 g ${place} re f 0 g ${text('Paid')}`,
  'text on a dotted line': `${text(`Ann ${dots(30)}`)}`,
  'figures between dots': text('1.2.3.4.5.6.7.8'),
  'text that is struck out': `${text('Annulled')} 1 w 78 43 m 130 43 l S`,
  'a drawing': '1 w 80 30 m 90 60 l 100 35 l 110 55 l 120 30 l S',
  'a check mark': '1.5 w 80 40 m 83 36 l 90 48 l S',
  'a check box': '1 w 80 40 10 10 re S 81 41 m 89 49 l S',
  'a bar chart': '0 0 1 rg 80 30 8 40 re f 92 30 8 30 re f 104 30 8 20 re f',
  'a picture': 'q 60 0 0 40 90 30 cm BI /W 4/H 4/CS/G/BPC 8/F/AHx ID 00ff40c0ff10e08030b0ff00c05090f0> EI Q',
};

const SIGNATURE = `q 1 g ${place} re f Q`;

async function beyondLines(contents: Readonly<Record<string, string>>): Promise<Map<string, boolean>> {
  const all = Object.values(contents);
  const pdf = pagesPdf(all.flatMap(content => [`q ${content} Q`, `q ${content} Q ${SIGNATURE}`]));
  const area = { left: 60 / 300, top: 20 / 100, width: 180 / 300, height: 60 / 100 };
  const pages = all.map(
    (_, i): CoveragePage => ({
      content: { before: 2 * i, after: 2 * i },
      before: [],
      after: [2 * i + 1],
      marks: [{ side: 'after', area, isOverLines: true }],
    }),
  );
  const results = await compareCoverage({ before: pdf, after: pdf, scale: 2, pages }, { timeoutMs: 60_000 });
  return new Map(
    Object.keys(contents).map((name, i) => {
      const result = results[i]!;
      if ('problem' in result) throw new Error(result.problem);
      return [name, result.marks[0]!.beyondLines];
    }),
  );
}

describe('an opaque mark', () => {
  let lines: Map<string, boolean>;
  let content: Map<string, boolean>;
  beforeAll(async () => {
    lines = await beyondLines(LINES);
    content = await beyondLines(CONTENT);
  });
  it.each(Object.keys(LINES))('over %s hides nothing else', name => expect(lines.get(name)).toBe(false));
  it.each(Object.keys(CONTENT))('hides %s', name => expect(content.get(name)).toBe(true));
});
