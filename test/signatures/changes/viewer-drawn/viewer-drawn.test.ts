/** What viewers draw for annotations without an appearance stream, by type. */
import { describe, expect, test } from 'vitest';
import type { PdfDict } from '../../../../src/pdf/index.js';
import type { Look } from '../../../../src/signatures/changes/painting/look.js';
import { viewerDrawn } from '../../../../src/signatures/changes/viewer-drawn/viewer-drawn.js';
import type { Body } from '../../../helpers/pdf-writer.js';
import { inkOf, openPage, pagePdf } from '../painting/pages.js';

async function drawn(entries: string, changes: Record<number, Body> = {}) {
  const { revision } = await openPage('', { 50: `<</Type/Annot${entries}>>`, ...changes });
  return viewerDrawn(revision, revision.object(50)!.value as PdfDict);
}

const RECT = '/Rect[100 100 200 150]';
const QUAD = '/QuadPoints[100 112 200 112 100 100 200 100]';
const LARGE_QUAD = '/QuadPoints[100 150 200 150 100 100 200 100]';
const ORDINARY = { left: 100, bottom: 100, right: 200, top: 150 };

type Effect = Look['effect'] | 'none';

/** Type and entries, effect, whether it is more than text and thin lines. */
const CASES: readonly [string, Effect, boolean?][] = [
  ['Text', 'opaque', true],
  ['FileAttachment', 'opaque', true],
  ['Sound', 'opaque', true],
  ['Text/CA 0', 'opaque', true],
  ['Popup', 'none'],
  ['Watermark', 'none'],
  ['PrinterMark', 'none'],
  ['Link', 'light'],
  ['Link/Border[0 0 0]', 'none'],
  ['Link/BS<</W 0>>/Border[0 0 9]', 'none'],
  ['Link/Border[0 0 5]', 'opaque', true],
  ['Link/BS<</W 5>>', 'opaque', true],
  ['Link/C[]', 'none'],
  ['Link/CA 0', 'none'],
  ['FreeText/Contents(x)', 'opaque', true],
  ['FreeText/Contents()/C[1 1 1]', 'opaque', true],
  ['FreeText/BS<</W 0>>', 'none'],
  ['FreeText', 'light'],
  ['FreeText/CL[0 0 50 50]/BS<</W 4>>', 'opaque', true],
  ['Line/L[0 0 10 10]', 'light'],
  ['Line/L[0 0 10 10]/BS<</W 3>>', 'opaque', true],
  ['Line/L[0 0 10 10]/C[]', 'none'],
  ['Line/L[0 0 10 10]/LE[/Circle/None]/IC[1 0 0]', 'opaque', true],
  ['Line/L[0 0 10 10]/LE[/OpenArrow/None]', 'light'],
  ['Line/L[0 0 10 10]/LL 50', 'light'],
  ['Line/L[0 0 10 10]/Cap true/Contents(Caption)', 'opaque', true],
  ['Square', 'light'],
  ['Square/IC[1 1 1]', 'opaque', true],
  ['Square/IC[]', 'light'],
  ['Square/C[]', 'none'],
  ['Square/C[]/IC[1 1 1]', 'opaque', true],
  ['Square/CA 0/IC[1 1 1]', 'none'],
  ['Square/CA 0.1/IC[1 1 1]', 'opaque', true],
  ['Square/BS<</W 100>>', 'opaque', true],
  ['Square/Border[0 0 2]', 'opaque', true],
  ['Square/BE<</S/C/I 2>>', 'light'],
  ['Circle', 'light'],
  ['Circle/IC[0 1 0]', 'opaque', true],
  ['Circle/BS<</W 100>>', 'opaque', true],
  ['Polygon/Vertices[0 0 10 0 10 10]', 'light'],
  ['Polygon/Vertices[0 0 10 0 10 10]/IC[0.5]', 'opaque', true],
  ['Polygon/Path[[0 0][5 5 6 6 7 7]]/IC[0.5]', 'opaque', true],
  ['PolyLine/Vertices[0 0 10 0 10 10]', 'light'],
  ['PolyLine/Vertices[0 0 10 0 10 10]/BS<</W 2>>', 'opaque', true],
  ['Ink/InkList[[0 0 10 0 10 10]]', 'light'],
  ['Ink/InkList[[0 0 10 0 10 10]]/BS<</W 20>>', 'opaque', true],
  ['Ink/InkList[]', 'none'],
  [`Highlight/C[1 1 0]${QUAD}`, 'light'],
  ['Highlight/C[1 1 0]', 'light'],
  ['Highlight/C[0 0 0.2 0]', 'light'],
  [`Highlight/C[]${QUAD}`, 'light'],
  [`Highlight/C[0.3]${QUAD}`, 'opaque', true],
  [`Highlight${QUAD}`, 'opaque', true],
  ...['Underline', 'Squiggly', 'StrikeOut'].flatMap((type): [string, Effect, boolean?][] => [
    [`${type}${QUAD}`, 'light'],
    [`${type}${LARGE_QUAD}`, 'opaque', true],
    [`${type}/C[]${QUAD}`, 'none'],
  ]),
  ['Caret', 'opaque', true],
  ['Stamp', 'opaque', true],
  ['Redact', 'opaque', true],
  ['Widget', 'none'],
  ['Widget/MK<</R 90>>', 'none'],
  ['Widget/MK<</BG[]/BC[]>>', 'none'],
  ['Widget/MK<</BG[1 1 1]>>', 'opaque', true],
  ['Widget/MK<</BC[0]>>', 'light'],
  ['Widget/MK<</BC[0]>>/BS<</W 3>>', 'opaque', true],
  ['Widget/MK<</BC[0]>>/BS<</W 0>>', 'none'],
  ['Widget/FT/Tx/V(value)', 'opaque', false],
  ['Widget/FT/Tx/V()', 'none'],
  ['Widget/FT/Ch/V[(a)(b)]', 'opaque', false],
  ['Widget/FT/Btn/MK<</CA(4)>>', 'opaque', false],
  ['Widget/FT/Btn/AS/Off/MK<</CA(4)>>', 'none'],
  ['Widget/FT/Sig/V<<>>', 'none'],
  ['Widget/Parent<</FT/Tx/V(value)>>', 'opaque', false],
  ['Screen', 'unclear', true],
  ['Movie', 'unclear', true],
  ['Unknown', 'unclear', true],
];

describe('without an appearance stream', () => {
  for (const [what, effect, background = false] of CASES) {
    test(`${what}: ${effect}`, async () => {
      const mark = await drawn(`${RECT}/Subtype/${what}`);
      expect(mark?.look.effect ?? 'none').toBe(effect);
      expect(mark?.look.background ?? false).toBe(background);
    });
  }

  const malformed = [
    'Square/BS<</W(1)>>',
    'Square/BS<</W -1>>',
    'Square/BS 5',
    'Square/Border[0 0]',
    'Square/C[1 2]',
    'Square/C(red)',
    'Square/IC[/a]',
    'Line',
    'Line/L[0 0 10]',
    'Polygon',
    'Polygon/Vertices[]',
    'PolyLine/Vertices[1 2 3]',
    'Ink',
    'Ink/InkList[1 2]',
    'Highlight/QuadPoints[1 2 3 4]',
    'Widget/MK<</BG[1 2]>>',
  ];
  for (const what of malformed) {
    test(`${what}: unclear and everywhere`, async () => {
      const mark = await drawn(`${RECT}/Subtype/${what}`);
      expect(mark).toMatchObject({
        look: { effect: 'unclear', background: true },
        box: { left: -Infinity, top: Infinity },
      });
    });
  }

  test('a malformed rectangle: unclear and everywhere', async () => {
    expect(await drawn('/Subtype/Square/Rect[1 2 3]')).toMatchObject({
      look: { effect: 'unclear' },
      box: { left: -Infinity },
    });
    expect(await drawn('/Subtype/Square')).toMatchObject({ look: { effect: 'unclear' } });
  });
});

describe('the box', () => {
  const beyond: [string, Partial<typeof ORDINARY>][] = [
    ['Line/L[0 10 300 20]', { left: 0, bottom: 10, right: 300, top: 20 }],
    ['Line/L[100 100 200 100]/BS<</W 80>>', { bottom: 60, top: 140 }],
    ['Line/L[100 100 200 100]/LL 70/LLE 10/LLO 5', { bottom: 15, top: 185 }],
    ['Polygon/Vertices[0 0 300 0 10 290]', { left: 0, bottom: 0, right: 300, top: 290 }],
    ['Polygon/Path[[0 0][5 5 300 290 7 7]]', { left: 0, bottom: 0, right: 300, top: 290 }],
    ['PolyLine/Vertices[0 0 300 290]', { left: 0, bottom: 0, right: 300, top: 290 }],
    ['Ink/InkList[[0 0 300 0][5 290]]', { left: 0, bottom: 0, right: 300, top: 290 }],
    ['Ink/InkList[[150 150]]/Path[[0 0][300 290]]', { left: 0, bottom: 0, right: 300, top: 290 }],
    ['Highlight/C[1 1 0]/QuadPoints[0 20 300 20 0 0 300 0]', { left: 0, bottom: 0, right: 300, top: 20 }],
    ['StrikeOut/QuadPoints[0 20 300 20 0 0 300 0]', { left: 0, bottom: 0, right: 300, top: 20 }],
    ['FreeText/CL[0 0 50 290 100 120]', { left: 0, bottom: 0, right: 200, top: 290 }],
    ['Redact/QuadPoints[0 20 300 20 0 0 300 0]', { left: 0, bottom: 0, right: 300, top: 20 }],
    ['Square/BE<</S/C/I 2>>', { left: 90, bottom: 90, right: 210, top: 160 }],
    ['Text/Rect[100 100 105 105]', { left: 100, bottom: 85, right: 120, top: 120 }],
  ];
  for (const [what, extent] of beyond) {
    test(`of ${what} contains what lies outside of /Rect`, async () => {
      const { box } = (await drawn(what.includes('/Rect') ? `/Subtype/${what}` : `${RECT}/Subtype/${what}`))!;
      if (extent.left !== undefined) expect(box.left).toBeLessThanOrEqual(extent.left);
      if (extent.bottom !== undefined) expect(box.bottom).toBeLessThanOrEqual(extent.bottom);
      if (extent.right !== undefined) expect(box.right).toBeGreaterThanOrEqual(extent.right);
      if (extent.top !== undefined) expect(box.top).toBeGreaterThanOrEqual(extent.top);
    });
  }
});

/** Annotations that PDFium draws without an appearance stream. */
const PDFIUM_DRAWS = [
  'Square',
  'Square/BS<</W 30>>/IC[1 0 0]',
  'Circle/BS<</W 9>>/C[1 0 0]',
  'Ink/InkList[[20 20 150 250 280 40][30 200 60 220]]/BS<</W 8>>',
  `Highlight/C[1 1 0]${LARGE_QUAD}`,
  `Underline${LARGE_QUAD}`,
  `StrikeOut${QUAD}`,
  `Squiggly${LARGE_QUAD}`,
  'Text',
];

describe('PDFium draws nothing outside of the box', () => {
  for (const what of PDFIUM_DRAWS) {
    test(`of ${what}`, async () => {
      const entries = `${RECT}/F 4/Subtype/${what}`;
      const mark = (await drawn(entries))!;
      const page = '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[50 0 R]>>';
      const ink = await inkOf(pagePdf('', { 3: page, 50: `<</Type/Annot${entries}>>` }));
      const { left, bottom, right, top } = mark.box;
      const isOutside = ({ x, y }: { x: number; y: number }) =>
        x < left - 2 || x > right + 1 || y < bottom - 2 || y > top + 1;
      expect(ink.length).toBeGreaterThan(0);
      expect(ink.filter(isOutside).slice(0, 3)).toEqual([]);
    });

    test(`and the operators of ${what} paint`, async () => {
      const { content } = (await drawn(`${RECT}/Subtype/${what}`))!;
      expect((await inkOf(pagePdf(content))).length).toBeGreaterThan(0);
    });
  }
});
