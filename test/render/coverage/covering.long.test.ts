/** Which marks over which content hide it: all are rendered, with the built thread. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Coverage, compareCoverage, type PageCoverage } from '../../../src/render/index.js';
import { pagesPdf } from '../pages.js';
import { photograph, scannedImage } from '../scan.js';

const STATES = '/M<</BM/Multiply>>/D<</BM/Darken>>/Half<</ca .5>>/Most<</ca .7>>/Third<</ca .3>>';
const RESOURCES = `/ExtGState<<${STATES}>>/XObject<</Scan 4 0 R/Noisy 5 0 R/Photo 6 0 R>>/Shading<</Fade 7 0 R>>`;
const OBJECTS = {
  4: scannedImage(75, 2),
  5: scannedImage(90, 4),
  6: photograph(),
  7: '<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 300 0]/Function<</FunctionType 2/N 1/Domain[0 1]/C0[0 .2 .6]/C1[.8 .9 1]>>>>',
};

const LINES = [
  'The total amount of 1,250.00 EUR is due on 15.03.2026 by transfer to',
  'account 4711-0815 of Example Ltd. No other agreement, oral or written,',
  'has been made. See page 3, lines 1 to 17: penalty 5 % - minimum 250.',
];
const text = (size: number) =>
  `BT /F1 ${size} Tf ${1.2 * size} TL 20 80 Td ${LINES.map(line => `(${line}) Tj T*`).join(' ')} ET`;
const rows = Array.from({ length: 9 }, (_, i) => `10 ${11 * i + 5} m 290 ${11 * i + 5} l S`);
const columns = Array.from({ length: 8 }, (_, i) => `${40 * i + 10} 5 m ${40 * i + 10} 93 l S`);

/** Pages of 300 x 100 points; the first lines are at the top, the lowest 20 points are blank. */
const TEXTS = {
  'text of 6 pt': text(6),
  'text of 8 pt': text(8),
  'text of 10 pt': text(10),
  'text of 12 pt': text(12),
  'grey text': `.7 g ${text(8)}`,
  'pale grey text': `.85 g ${text(8)}`,
  'red text': `1 0 0 rg ${text(8)}`,
  'text in a coloured cell': `.9 .9 1 rg 0 40 300 60 re f 0 g ${text(8)}`,
  'white text in a dark heading': `0 .3 .3 rg 0 40 300 60 re f 1 g ${text(8)}`,
  'white text on a dark page': `0 0 .4 rg 0 0 300 100 re f 1 g ${text(10)}`,
  'text of the luminance of its background': `0 .6 0 rg 0 0 300 100 re f .9 .2 0 rg ${text(8)}`,
  'text on a gradient': `/Fade sh 0 g ${text(10)}`,
  'a scanned page': 'q 300 0 0 100 0 0 cm /Scan Do Q',
  'a scanned page with noise': 'q 300 0 0 100 0 0 cm /Noisy Do Q',
  'a large heading': 'BT /F1 48 Tf 20 40 Td (TOTAL 5) Tj ET',
};
const OTHERS = {
  'ruled lines': `.5 w 0 G ${[...rows, ...columns].join(' ')}`,
  'a photograph': 'q 300 0 0 100 0 0 cm /Photo Do Q',
};

const box = (colour: string, bottom = 50, height = 45) => `q ${colour} 58 ${bottom} 134 ${height} re f Q`;
const strokes = (colour: string, width: number, heights: number[]) =>
  `q ${colour} RG ${width} w ${heights.map(y => `15 ${y} m 285 ${y} l S`).join(' ')} Q`;
const every = (distance: number) => Array.from({ length: Math.floor(42 / distance) }, (_, i) => 50 + i * distance);

const HIDING = {
  'a white box': box('1 g'),
  'a black box': box('0 g'),
  'a red box': box('1 0 0 rg'),
  'an almost opaque box': box('/Most gs 1 g'),
  'an almost opaque box of two layers': box('/Half gs 1 g') + box('/Half gs 1 g'),
  'a stack of highlighters': box('/M gs 1 1 0 rg') + box('/M gs 0 1 1 rg') + box('/M gs 1 0 1 rg'),
  'a dense hatch of white lines': strokes('1 1 1', 0.7, every(1)),
  'a dense hatch of red lines': strokes('1 0 0', 0.7, every(1)),
};
const LEGIBLE = {
  'a yellow highlighter': box('/M gs 1 1 0 rg'),
  'a green highlighter': box('/M gs .5 1 .5 rg'),
  'a pink highlighter': box('/M gs 1 .6 .8 rg'),
  'a Darken highlighter': box('/D gs .6 1 1 rg'),
  'light highlighters, one over another': box('/M gs 1 1 0 rg') + box('/M gs .5 1 .5 rg'),
  'a light veil': box('/Third gs 1 g'),
  'a strike-out': strokes('1 0 0', 1, [82.5, 73]),
  'a thick strike-out': strokes('1 0 0', 2, [82.5, 73]),
  'an underline': strokes('0 0 1', 1, [78.5, 69]),
  'a sparse hatch': strokes('1 0 0', 0.7, every(3)),
};
const BESIDE = {
  'a white box on the blank part': box('1 g', 2, 18),
  'a coloured box on the blank part': box('.8 .9 1 rg', 2, 18),
  'lines on the blank part': strokes('0 0 1', 1, [4, 12]),
};

const CONTENTS = { ...TEXTS, ...OTHERS, nothing: '' };
const MARKS = { ...HIDING, ...LEGIBLE, ...BESIDE };
const keys = <T extends object>(table: T) => Object.keys(table) as (keyof T)[];

let measured: readonly PageCoverage[] = [];

beforeAll(async () => {
  const pages = keys(CONTENTS).flatMap(content => [
    CONTENTS[content],
    ...keys(MARKS).map(mark => `q ${CONTENTS[content]} Q ${MARKS[mark]}`),
  ]);
  const pdf = pagesPdf(pages, { resources: RESOURCES, objects: OBJECTS });
  const marks = [{ side: 'after', area: { left: 0, top: 0, width: 1, height: 1 } }] as const;
  const requested = keys(CONTENTS).flatMap((_, i) => {
    const content = i * (keys(MARKS).length + 1);
    return keys(MARKS).map((_, k) => ({
      content: { before: content, after: content },
      before: [],
      after: [content + 1 + k],
      marks,
    }));
  });
  measured = await compareCoverage({ before: pdf, after: pdf, scale: 2, pages: requested }, { timeoutMs: 90_000 });
});

function coverageOf(content: keyof typeof CONTENTS, mark: keyof typeof MARKS): Coverage {
  const page = measured[keys(CONTENTS).indexOf(content) * keys(MARKS).length + keys(MARKS).indexOf(mark)]!;
  if ('problem' in page) throw new Error(page.problem);
  return page.marks[0]!;
}

describe.each(keys(TEXTS))('%s', content => {
  it.each(keys(HIDING))('is hidden by %s', mark => expect(coverageOf(content, mark).effect).toBe('hides'));
  it.each(keys(LEGIBLE))('can be read under %s', mark => expect(coverageOf(content, mark).effect).not.toBe('hides'));
});

describe.each(keys(TEXTS).filter(content => content !== 'a large heading' && !content.includes('gradient')))(
  '%s',
  content => {
    it.each(keys(HIDING))('loses words under %s', mark => expect(coverageOf(content, mark).erasesWord).toBe(true));
    it.each(keys(BESIDE))('is not touched by %s', mark =>
      expect(coverageOf(content, mark)).toEqual({
        effect: 'none',
        erasesWord: false,
        erasesPart: false,
        blanks: 'none',
        beyondLines: false,
      }),
    );
  },
);

describe('other content', () => {
  it.each(keys(HIDING))('is hidden by %s', mark => {
    expect(keys(OTHERS).map(content => coverageOf(content, mark).effect)).toEqual(['hides', 'hides']);
  });
  it.each(keys(MARKS))('blank paper loses nothing under %s', mark => {
    expect(coverageOf('nothing', mark).effect).toBe('none');
  });
  it('a gradient is ink', () => {
    expect(coverageOf('text on a gradient', 'a white box on the blank part').effect).not.toBe('none');
  });
});
