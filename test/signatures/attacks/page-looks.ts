/**
 * Where PDFium renders a page differently than when it was signed, docconv reports a change that names the page, or does not
 * accept the document.
 */
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { type DocumentChange, extractRevision } from '../../../src/signatures/index.js';
import { cached } from '../../../src/system/collections.js';
import { comparePageLooks } from '../../helpers/looks/page-looks.js';
import { type Attack, type Document, type Seen, see } from './attack.js';

/** Other readers show them: PDFium ignores free entries and generations, trusts /Count, and draws no such annotations. */
const NOT_SHOWN = new Set([
  'shadow: hide: an overlay is freed',
  'shadow: hide: the image of an overlay is freed',
  'shadow: hide: content under another generation',
  'evil annotation: /Redact beside the content',
  'evil annotation: /FileAttachment beside the content',
  'evil annotation: /Movie beside the content',
  'evil annotation: /3D beside the content',
  'evil annotation: /Hologram beside the content',
  'evil annotation: a stamp that covers nothing',
  'sneaky signature: a visible signature beside the content',
  'pages added or removed: an existing page is added again',
  'pages added or removed: an added page',
]);

const totals = { documents: 0, compared: 0, differing: 0, accepted: 0 };

export function printTotals(): void {
  const { documents, compared, differing, accepted } = totals;
  console.log(
    `${documents} documents, ${compared} pages compared, ${differing} pages differ, ${accepted} of them in accepted documents`,
  );
}

async function differingPages(before: Uint8Array, after: Uint8Array): Promise<readonly number[]> {
  const { compared, differing, problem } = await comparePageLooks(before, after);
  totals.documents++;
  totals.compared += compared;
  totals.differing += differing.length;
  expect(problem).toBe(null);
  return differing;
}

/** The pages that look different than when signature `number` (1 = first) was made, and that no change names. */
export async function unnamedPages(
  bytes: Uint8Array,
  number: number,
  changes: readonly DocumentChange[],
): Promise<number[]> {
  const signed = await buffer(await extractRevision(bytes, number));
  const differing = await differingPages(signed, bytes);
  totals.accepted += differing.length;
  return differing.filter(page => !changes.some(change => change.page === page));
}

/** For each signature that is accepted. */
async function unnamedPagesOf({ bytes }: Document, { result }: Seen): Promise<number[]> {
  const pages: number[] = [];
  for (const [i, { indication, field }] of (result?.signers ?? []).entries()) {
    if (indication !== 'TOTAL_PASSED') continue;
    const changes = result!.document.changes.filter(({ afterField }) => afterField === field);
    pages.push(...(await unnamedPages(bytes, i + 1, changes)));
  }
  return pages;
}

/** Many attacks share their twin, which is verified and compared once. */
export const seeTwin = cached(async (make: Attack['twin']) => {
  const twin = make();
  const seen = await see(twin);
  return { ...seen, unnamed: await unnamedPagesOf(twin, seen) };
});

/** PDFium shows an attack that is visible, and each page that looks different is reported, also in the twin. */
export async function expectReported(family: string, attack: Attack, attacked: Document, seen: Seen): Promise<void> {
  if (attack.visible) {
    const differing = await differingPages(attack.clean().bytes, attacked.bytes);
    expect(differing.length > 0, 'PDFium shows it').toBe(!NOT_SHOWN.has(`${family}: ${attack.what}`));
  }
  expect(await unnamedPagesOf(attacked, seen), 'pages that look different and are not reported').toEqual([]);
  expect((await seeTwin(attack.twin)).unnamed, 'such pages of the twin').toEqual([]);
}
