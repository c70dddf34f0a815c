/** What single marks hide: digits, decimal points and words, and what earlier marks had hidden. With the built thread. */
import { describe, expect, it } from 'vitest';
import { type Coverage, type CoverageMark, compareCoverage } from '../../../src/render/index.js';
import { pagesPdf } from '../pages.js';

/** Advance widths of Helvetica, in em. */
const WIDTHS: Record<string, number> = { T: 0.611, t: 0.278, l: 0.222, ' ': 0.278, ',': 0.278, '.': 0.278 };
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (WIDTHS[letter] ?? 0.556), 0);

const LINE = 'Total 1,250.00 due';
const [LEFT, BASELINE] = [20, 50];
const SIZE = [300, 100] as const;
const text = (size: number) => `BT /F1 ${size} Tf ${LEFT} ${BASELINE} Td (${LINE}) Tj ET`;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
const fill = (colour: string, { x, y, width, height }: Box) => `q ${colour} ${x} ${y} ${width} ${height} re f Q`;
const areaOf = ({ x, y, width, height }: Box) => ({
  left: x / SIZE[0],
  top: 1 - (y + height) / SIZE[1],
  width: width / SIZE[0],
  height: height / SIZE[1],
});

/** The box of a part of the line: from the descenders to above the capitals. */
function over(part: string, size: number): Box {
  const before = LINE.slice(0, LINE.indexOf(part));
  return {
    x: LEFT + widthOf(before) * size,
    y: BASELINE - 0.05 * size,
    width: widthOf(part) * size,
    height: 0.85 * size,
  };
}
const onlyX = (box: Box, x: number, width: number): Box => ({ ...box, x, width });

/** The pages of the two documents: the content, then that with these marks. Null: there are none on that side. */
async function measure(
  content: string,
  { before = null, after = [], marks }: { before?: string | null; after?: string[]; marks: CoverageMark[] },
): Promise<Coverage[]> {
  const pdf = (pages: string[]) => pagesPdf([content, ...pages.map(page => `q ${content} Q ${page}`)]);
  const [page] = await compareCoverage(
    {
      before: pdf(before === null ? [] : [before]),
      after: pdf(after),
      scale: 2,
      pages: [
        {
          content: { before: 0, after: 0 },
          before: before === null ? [] : [1],
          after: after.map((_, i) => i + 1),
          marks,
        },
      ],
    },
    { timeoutMs: 30_000 },
  );
  if (page === undefined || 'problem' in page) throw new Error(page?.problem);
  expect(page.sameContent).toBe(true);
  return [...page.marks];
}

const added = (content: string, ...marks: [colour: string, box: Box][]) =>
  measure(content, {
    after: [marks.map(([colour, box]) => fill(colour, box)).join(' ')],
    marks: marks.map(([, box]) => ({ side: 'after', area: areaOf(box) })),
  });

describe.each([6, 8, 10, 12])('text of %i pt', size => {
  it.each(size > 6 ? ['1 g', '1 0 0 rg', '0 g'] : ['1 g'])('a box over a digit hides it: %s', async colour => {
    for (const digit of ['1', '2', '5']) {
      const [coverage] = await added(text(size), [colour, over(digit, size)]);
      expect(coverage!.effect).toBe('hides');
      if (digit !== '1') expect(coverage!.erasesWord).toBe(false); // 1 is as far from a comma as a word
    }
  });

  it('a box over the decimal point touches it', async () => {
    const [coverage] = await added(text(size), ['1 g', over('.', size)]);
    expect(coverage!.effect).not.toBe('none');
    expect(coverage!.erasesWord).toBe(false);
  });

  it('a box over a word erases it, over a part of it not', async () => {
    const erased = async (part: string) => (await added(text(size), ['.9 1 .9 rg', over(part, size)]))[0]!.erasesWord;
    const parts = ['Total', '1,250.00', 'Total 1,250.00', 'Tot', '25', '50'];
    const results = [];
    for (const part of parts) results.push(await erased(part));
    expect(results).toEqual([true, true, true, false, false, false]);
  });

  it('a box that abuts the text hides nothing', async () => {
    const word = over('1,250.00', size);
    const above = { ...word, y: word.y + word.height, height: 20 };
    const below = { ...word, y: BASELINE - 0.25 * size - 20, height: 20 };
    for (const box of [above, below])
      expect(await added(text(size), ['.2 .4 1 rg', box])).toEqual([
        { effect: 'none', erasesWord: false, erasesPart: false, blanks: 'none', beyondLines: false },
      ]);
  });
});

describe('several marks', () => {
  const word = over('1,250.00', 10);
  const half = word.width / 2;

  it('that overlap erase a word together', async () => {
    const [first, second] = [onlyX(word, word.x, half + 1), onlyX(word, word.x + half - 1, half + 1)];
    const coverages = await added(text(10), ['1 g', first], ['1 g', second]);
    expect(coverages.map(({ erasesWord }) => erasesWord)).toEqual([true, true]);
  });

  it('that hide separate parts of a word do not', async () => {
    const [first, second] = [over('2', 10), onlyX(word, word.x + word.width - 6, 6)];
    const coverages = await added(text(10), ['1 g', first], ['1 g', second]);
    expect(coverages.map(({ erasesWord }) => erasesWord)).toEqual([false, false]);
  });

  it('are rated one by one', async () => {
    const blank = { ...word, y: 10, height: 20 };
    const coverages = await added(text(10), ['1 g', blank], ['1 g', word], ['1 g', over('.', 10)]);
    expect(coverages.map(({ effect }) => effect)).toEqual(['none', 'hides', 'touches']);
  });
});

describe('a thin line', () => {
  const line = (colour: string, { x, width }: Box, y: number) =>
    `q ${colour} 1.5 w ${x} ${y} m ${x + width} ${y} l S Q`;
  const erases = async (size: number, colour: string, y: number) => {
    const box = over('.', size);
    const page = { content: text(size), marks: [{ side: 'after' as const, area: areaOf(over('1,250.00', size)) }] };
    return (await measure(page.content, { after: [line(colour, box, y)], marks: page.marks }))[0]!.erasesPart;
  };

  it.each([8, 10, 12])('in the colour of the paper hides a decimal point of %d pt', async size => {
    expect(await erases(size, '1 G', BASELINE + 0.055 * size)).toBe(true);
  });
  it.each(['0 G', '1 0 0 RG', '0 0 1 RG'])('in %s does not', async colour => {
    expect(await erases(10, colour, BASELINE + 0.55)).toBe(false);
  });
  it('through digits does not', async () => {
    const digits = line('1 G', over('1,250.00', 10), BASELINE + 3.6);
    const [coverage] = await measure(text(10), {
      after: [digits],
      marks: [{ side: 'after', area: areaOf(over('1,250.00', 10)) }],
    });
    expect(coverage!.erasesPart).toBe(false);
  });
});

describe('earlier marks', () => {
  const word = over('1,250.00', 10);
  const covering = fill('1 g', word);
  const highlight = fill('.4 1 .4 rg', { ...word, y: word.y + 0.4 * word.height, height: 1 });
  const then: CoverageMark = { side: 'before', area: areaOf(word) };
  const now: CoverageMark = { side: 'after', area: areaOf(word) };
  const effects = async (before: string | null, after: string[]) =>
    (await measure(text(10), { before, after, marks: [then, now] })).map(({ effect }) => effect);

  it('that are removed uncover content', async () => {
    expect(await effects(covering, [])).toEqual(['hides', 'none']);
    expect(await effects(covering, [''])).toEqual(['hides', 'none']);
  });

  it('that stay hide what they hid', async () => expect(await effects(covering, [covering])).toEqual(['none', 'none']));
  it('that are replaced by an opaque mark hide the same', async () =>
    expect(await effects(covering, [fill('0 0 1 rg', word)])).toEqual(['none', 'none']));
  it('that become opaque hide more', async () =>
    expect(await effects(highlight, [covering])).toEqual(['none', 'hides']));
  it('that become a line uncover content', async () =>
    expect(await effects(covering, [highlight])).toEqual(['hides', 'none']));

  it('that were moved uncover and cover content', async () => {
    const other = over('due', 10);
    const marks: CoverageMark[] = [then, { side: 'after', area: areaOf(other) }];
    const moved = await measure(text(10), { before: covering, after: [fill('1 g', other)], marks });
    expect(moved.map(({ effect }) => effect)).toEqual(['hides', 'hides']);
  });

  it('that show other text over the same background uncover nothing', async () => {
    const shown = (letters: string) => `${covering} BT /F1 10 Tf ${word.x} ${BASELINE} Td (${letters}) Tj ET`;
    for (const letters of ['lTt Tlt', 'kxmwqz', 'TTTTTT'])
      expect([letters, (await effects(shown('TllTlTl'), [shown(letters)]))[0]]).toEqual([letters, 'none']);
  });

  it('that were below another mark uncover nothing', async () => {
    const [left, right] = [
      { x: 50, y: 10, width: 100, height: 30 },
      { x: 90, y: 5, width: 100, height: 30 },
    ];
    const page = `${text(10)} ${fill('0 0 1 rg', right)}`;
    const before = `${fill('.6 1 .6 rg', left)} ${fill('0 0 1 rg', right)}`;
    const marks: CoverageMark[] = [{ side: 'before', area: areaOf(left) }];
    expect((await measure(page, { before, after: [''], marks }))[0]?.effect).toBe('none');
  });

  it('the worst of several looks counts', async () => {
    expect(await effects(null, ['', covering, ''])).toEqual(['none', 'hides']);
    expect(await effects(covering, [covering, ''])).toEqual(['hides', 'none']);
  });
});
