/** What a PDF shows, read by poppler and by docconv. */
import { execFileSync } from 'node:child_process';
import { openPdf, PdfDict, pageList } from '../../../src/pdf/index.js';
import { pageCount, wordsOf } from '../../helpers/pdf-text.js';
import type { PdfFacts } from './demonstration.js';

export async function factsOf(pdf: Uint8Array): Promise<PdfFacts> {
  return {
    words: await wordsOf(pdf),
    marks: marksOf(pdf),
    titles: await titlesOf(pdf),
    pages: await pageCount(pdf),
    places: placesOf(pdf),
    source: Buffer.from(pdf).toString('latin1'),
  };
}

function placesOf(pdf: Uint8Array): Map<string, readonly [number, number]> {
  const boxes = execFileSync('pdftotext', ['-bbox', '-', '-'], { input: pdf, maxBuffer: 2 ** 28 }).toString();
  const words = [...boxes.matchAll(/<word xMin="([^"]+)" yMin="([^"]+)".*>(.*)<\/word>/g)];
  return new Map(words.toReversed().map(([, x, y, word]) => [word!, [Number(x), Number(y)] as const]));
}

const DARK = 128;

/** Of all pages: `P5 width height 255` and a byte for each pixel. */
function marksOf(pdf: Uint8Array): number {
  const pages = execFileSync('pdftoppm', ['-gray', '-r', '36', '-'], { input: pdf, maxBuffer: 2 ** 28 });
  let marks = 0;
  for (let at = 0; at < pages.length; ) {
    const [head, width, height] = /^P5\s+(\d+)\s+(\d+)\s+\d+\s/.exec(pages.toString('latin1', at, at + 40))!;
    const end = at + head.length + Number(width) * Number(height);
    for (const level of pages.subarray(at + head.length, end)) if (level < DARK) marks++;
    at = end;
  }
  return marks;
}

async function titlesOf(pdf: Uint8Array): Promise<string[]> {
  const { latest: revision } = await openPdf(pdf);
  const pages = pageList(revision)?.pages ?? [];
  const annotations = pages.flatMap(({ dict }) => revision.getArray(dict, 'Annots')?.items ?? []);
  const found = annotations.map(item => revision.resolve(item)).filter(item => item instanceof PdfDict);
  return found
    .filter(dict => revision.getName(dict, 'Subtype') === 'Text')
    .map(dict => revision.getText(dict, 'T') ?? '');
}
