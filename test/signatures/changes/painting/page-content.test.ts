/** Which content of a page counts, how exact its boxes are, and what cannot be determined. */
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { overlap } from '../../../../src/pdf/index.js';
import { contentBoxes } from '../../../../src/signatures/changes/painting/page-content.js';
import { type Body, stream } from '../../../helpers/pdf-writer.js';
import { openPage } from './pages.js';

async function boxes(content: string, changes: Record<number, Body> = {}) {
  const { revision, page } = await openPage(content, changes);
  return contentBoxes(revision, page);
}

const isMet = async (content: string, left: number, bottom: number, right: number, top: number) => {
  const found = await boxes(content);
  return found === null || found.some(box => overlap(box, { left, bottom, right, top }) > 0);
};

const PAGE = '0 0 300 300';

describe('background is', () => {
  const background: [string, string][] = [
    ['a filled rectangle as large as the page', `1 1 0.9 rg ${PAGE} re f`],
    ['a rectangle by four lines', '0 0 m 300 0 l 300 300 l 0 300 l h f'],
    ['a rectangle by four lines, the other way round, closed', '0 0 m 0 300 l 300 300 l 300 0 l 0 0 l f*'],
    ['a scaled rectangle', '300 0 0 300 0 0 cm 0 0 1 1 re f'],
    ['a turned rectangle', '0 300 -300 0 300 0 cm 0 0 1 1 re f'],
    ['a rectangle clipped to the page', `${PAGE} re W n -9 -9 400 400 re f`],
    ['a rectangle in a form', 'q 10 0 0 10 0 0 cm /A Do Q'],
  ];
  const form = { 5: '<</XObject<</A 50 0 R>>>>', 50: stream('0 0 30 30 re f', '/Subtype/Form/BBox[0 0 30 30]') };
  for (const [what, content] of background) test(what, async () => expect(await boxes(content, form)).toEqual([]));
});

describe('content is', () => {
  const content: [string, string][] = [
    ['a rectangle that leaves a quarter of the page', '0 0 300 225 re f'],
    ['two rectangles in one path', `${PAGE} re ${PAGE} re f*`],
    ['a path with the outlines of letters', '0 0 m 300 0 l 300 300 l 150 10 l 0 300 l f'],
    ['a curved path', '0 0 m 0 300 300 300 300 0 c f'],
    ['a rotated rectangle', '1 1 -1 1 150 -150 cm 0 0 300 300 re f'],
    ['an image as large as the page', '300 0 0 300 0 0 cm /Im Do'],
    ['a stencil as large as the page', '300 0 0 300 0 0 cm /Mask Do'],
    ['an inline image as large as the page', '300 0 0 300 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI'],
    ['a tiling pattern', `/Pattern cs /Tile scn ${PAGE} re f`],
    ['a shading pattern', `/Pattern cs /Grad scn ${PAGE} re f`],
    ['a shading', '/Sh sh'],
    ['text by clipping', `BT /Std 50 Tf 7 Tr 10 10 Td (Text) Tj ET ${PAGE} re f`],
    ['outlines by clipping', `0 0 m 300 0 l 150 300 l W n ${PAGE} re f`],
    ['a shape by a soft mask', `/Soft gs ${PAGE} re f`],
    ['lines around the page', `${PAGE} re S`],
    ['text with the size of the page', 'BT /Std 400 Tf (T) Tj ET'],
  ];
  for (const [what, painted] of content)
    test(what, async () => expect(await isMet(painted, 100, 100, 200, 120)).toBe(true));
});

describe('nothing is painted by', () => {
  const nothing: [string, string][] = [
    ['invisible text', 'BT /Std 20 Tf 3 Tr 50 50 Td (Text) Tj ET'],
    ['alpha 0', `/Clear gs ${PAGE} re f BT /Std 20 Tf 50 50 Td (Text) Tj ET`],
    ['a page without content', ''],
  ];
  for (const [what, content] of nothing) test(what, async () => expect(await boxes(content)).toEqual([]));

  test('a page without /Contents', async () => {
    expect(await boxes('', { 3: '<</Type/Page/Parent 2 0 R>>' })).toEqual([]);
    expect(await boxes('', { 3: '<</Type/Page/Parent 2 0 R/Contents[]>>' })).toEqual([]);
  });
});

describe('boxes of ordinary content are not much too large', () => {
  test('text', async () => {
    const text = 'BT /Wid 10 Tf 100 100 Td (Twenty characters...) Tj ET'; // 20 x 4.5 pt
    expect(await isMet(text, 100, 100, 190, 108)).toBe(true);
    expect(await isMet(text, 210, 100, 300, 108)).toBe(false);
    expect(await isMet(text, 0, 100, 90, 108)).toBe(false);
    expect(await isMet(text, 100, 115, 190, 125)).toBe(false);
    expect(await isMet(text, 100, 80, 190, 94)).toBe(false);
  });

  test('a font without widths', async () => {
    const text = 'BT /Std 10 Tf 50 100 Td (Ten bytes!) Tj ET';
    expect(await isMet(text, 175, 100, 300, 108)).toBe(false);
  });

  test('lines', async () => {
    expect(await isMet('50 50 m 100 50 l S', 50, 53, 100, 60)).toBe(false);
    expect(await isMet('50 50 m 100 50 l S', 50, 48, 100, 52)).toBe(true);
  });

  test('a clipped shading', async () => {
    expect(await isMet('q 0 0 50 50 re W n /Sh sh Q', 60, 60, 90, 90)).toBe(false);
    expect(await isMet('q 0 0 50 50 re W n Q /Sh sh', 60, 60, 90, 90)).toBe(true);
  });

  test('a form within its /BBox', async () => {
    expect(await isMet('/Fm Do', 20, 20, 60, 60)).toBe(true);
    expect(await isMet('/Fm Do', 70, 70, 90, 90)).toBe(false);
  });
});

describe('cannot be determined:', () => {
  const unknown: [string, string, Record<number, Body>?][] = [
    ['a syntax error', '0 0 5 5 re f (text'],
    ['an unknown operator', '0 0 5 5 re paint'],
    ['an XObject that is missing', '/Nope Do'],
    ['more than 100,000 painting operations', '0 0 5 5 re f '.repeat(100_001)],
    ['more than 500,000 operations', 'n '.repeat(500_001)],
    [
      'a damaged stream',
      '',
      { 4: stream(deflateSync(Buffer.from('0 0 5 5 re f')).subarray(0, 10), '/Filter/FlateDecode') },
    ],
    ['a stream with an unknown filter', '', { 4: stream('0 0 5 5 re f', '/Filter/Unknown') }],
    ['content in another file', '', { 4: stream('0 0 5 5 re f', '/F(file)') }],
    ['content that is missing', '', { 3: '<</Type/Page/Parent 2 0 R/Contents 99 0 R>>' }],
    ['content of another type', '', { 3: '<</Type/Page/Parent 2 0 R/Contents(text)>>' }],
    ['a damaged part', '', { 3: '<</Type/Page/Parent 2 0 R/Contents[4 0 R 5 0 R]>>' }],
    [
      'a form in a form that contains itself',
      '/A Do',
      { 5: '<</XObject<</A 50 0 R>>>>', 50: stream('/A Do', '/Subtype/Form') },
    ],
  ];
  for (const [what, content, changes] of unknown)
    test(what, async () => expect(await boxes(content, changes)).toBeNull());

  test('not the same within a compatibility section or as optional content', async () => {
    expect(await boxes('BX 1 2 unknown EX /OC /Layer BDC 10 10 20 20 re f EMC')).toHaveLength(1);
  });
});

describe('the content of a page', () => {
  const parts = { 3: '<</Type/Page/Parent 2 0 R/Contents[50 0 R 51 0 R]>>' };

  test('is one stream, whose state continues in the next part', async () => {
    const [box] = (await boxes('', { ...parts, 50: stream('q 1 0 0 1 100 100 cm 10'), 51: stream('10 5 5 re f Q') }))!;
    expect(box).toEqual({ left: 109, bottom: 109, right: 116, top: 116 });
  });

  test('is interpreted once for each page of a revision', async () => {
    const { revision, page } = await openPage('0 0 5 5 re f');
    expect(contentBoxes(revision, page)).toBe(contentBoxes(revision, page));
  });

  test('may use an embedded font whose widths are not given', async () => {
    const font = (entries: string) => ({
      5: '<</Font<</A 50 0 R>>>>',
      50: `<</Type/Font/Subtype/TrueType/FirstChar 65/LastChar 65/Widths[500]/FontDescriptor<</FontFile2 51 0 R${entries}>>>>`,
      51: stream('font'),
    });
    const right = async (text: string, entries = '') =>
      (await boxes(`BT /A 10 Tf 50 50 Td (${text}) Tj ET`, font(entries)))![0]!.right;
    expect(await right('AAA')).toBeLessThan(120);
    expect(await right('AB')).toBe(Infinity);
    expect(await right('AB', '/MissingWidth 400')).toBeLessThan(120);
  });

  test('may use /W with ranges that overlap many times', async () => {
    const ranges = '0 65535 500 '.repeat(20_000);
    const font = '<</Type/Font/Subtype/Type0/Encoding/Identity-H/DescendantFonts[51 0 R]>>';
    const changes = { 5: '<</Font<</A 50 0 R>>>>', 50: font, 51: `<</Subtype/CIDFontType2/W[${ranges}]>>` };
    const [box] = (await boxes('BT /A 10 Tf 50 50 Td <00410042> Tj ET', changes))!;
    expect(box!.right).toBe(Infinity);
  });
});
