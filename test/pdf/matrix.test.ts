import { describe, expect, test } from 'vitest';
import { appearanceMatrix, openPdf, type PdfStream, transformed, visibleArea } from '../../src/pdf/index.js';
import { PdfWriter, stream } from '../helpers/pdf-writer.js';

const RECT = { left: 100, bottom: 200, right: 150, top: 220 };

async function revisionOf(objects: Record<number, ReturnType<typeof stream> | string>) {
  const base = { 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Type/Pages/Kids[3 0 R]/Count 1/CropBox[10 20 30 40]>>' };
  const document = await openPdf(new PdfWriter().revision({ objects: { ...base, ...objects } }).bytes);
  return document.latest;
}

describe('the matrix of an appearance', () => {
  const cases: [string, string, object][] = [
    ['fits the bounding box into the rectangle', '/BBox[0 0 10 10]', RECT],
    ['accepts corners in any order', '/BBox[10 10 0 0]', RECT],
    ['applies the matrix of the form first', '/BBox[0 0 10 10]/Matrix[0 1 -1 0 0 0]', RECT],
    ['with a translation', '/BBox[5 5 10 10]/Matrix[2 0 0 3 7 7]', RECT],
  ];
  for (const [what, dict, expected] of cases) {
    test(what, async () => {
      const revision = await revisionOf({ 3: stream('', `/Subtype/Form${dict}`) });
      const form = revision.object(3)!.value as PdfStream;
      const matrix = appearanceMatrix(revision, form, RECT)!;
      const box = dict.includes('[5 5')
        ? { left: 5, bottom: 5, right: 10, top: 10 }
        : { left: 0, bottom: 0, right: 10, top: 10 };
      const placed = transformed(box, matrix);
      for (const [key, value] of Object.entries(expected)) expect(placed[key as 'left']).toBeCloseTo(value);
    });
  }

  for (const dict of [
    '',
    '/BBox[0 0 0 10]',
    '/BBox[0 0 10]',
    '/BBox[0 0 10 10]/Matrix[1 0 0]',
    '/BBox[0 0 1 1]/Matrix[0 0 0 0 0 0]',
  ]) {
    test(`does not exist with '${dict}'`, async () => {
      const revision = await revisionOf({ 3: stream('', `/Subtype/Form${dict}`) });
      expect(appearanceMatrix(revision, revision.object(3)!.value as PdfStream, RECT)).toBeNull();
    });
  }
});

test('the visible area of a page is inherited', async () => {
  const revision = await revisionOf({ 3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>' });
  const page = revision.object(3)!.value as never;
  expect(visibleArea(revision, page)).toEqual({ left: 10, bottom: 20, right: 30, top: 40 });
});
