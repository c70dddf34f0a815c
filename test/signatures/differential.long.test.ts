/**
 * Where PDFium renders a page differently than when it was signed, docconv reports a change that names the page, or does
 * not accept the document: for all attacks and their twins, and for random changes of forms. DOCCONV_MUTATIONS sets the
 * number of forms.
 */
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { type DocumentChange, extractRevision } from '../../src/signatures/index.js';
import { comparePageLooks } from '../helpers/page-looks.js';
import { FAMILIES, ROWS, see } from './attacks/table.js';
import { assessFirst } from './changes/assess.js';
import { mutation } from './changes/mutations.js';

const COUNT = Number(process.env.DOCCONV_MUTATIONS ?? 300);
const ATTACKS = [...ROWS, ...FAMILIES].flatMap(({ name, attacks }) =>
  attacks.map(attack => ({ ...attack, name: `${name}: ${attack.what}` })),
);

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

const totals = { documents: 0, compared: 0, differing: 0 };
afterAll(() => {
  const { documents, compared, differing } = totals;
  console.log(`${documents} documents, ${compared} pages compared, ${differing} pages differ`);
});

async function differingPages(before: Uint8Array, after: Uint8Array): Promise<readonly number[]> {
  const { compared, differing, problem } = await comparePageLooks(before, after);
  totals.documents++;
  totals.compared += compared;
  totals.differing += differing.length;
  expect(problem).toBe(null);
  return differing;
}

/** The pages that look different than when signature `number` (1 = first) was made, and that no change names. */
async function unnamedPages(bytes: Uint8Array, number: number, changes: readonly DocumentChange[]): Promise<number[]> {
  const signed = await buffer(await extractRevision(bytes, number));
  const differing = await differingPages(signed, bytes);
  return differing.filter(page => !changes.some(change => change.page === page));
}

/** For each signature that is accepted. */
async function unnamedPagesOf(document: Parameters<typeof see>[0]): Promise<number[]> {
  const { result } = await see(document);
  const pages: number[] = [];
  for (const [i, { indication, field }] of (result?.signers ?? []).entries()) {
    if (indication !== 'TOTAL_PASSED') continue;
    const changes = result!.document.changes.filter(({ afterField }) => afterField === field);
    pages.push(...(await unnamedPages(document.bytes, i + 1, changes)));
  }
  return pages;
}

describe('attacks', () => {
  test.each(ATTACKS.filter(({ visible }) => visible))('$name: PDFium shows it', async ({ name, clean, attacked }) => {
    const differing = await differingPages(clean().bytes, attacked().bytes);
    expect(differing.length > 0).toBe(!NOT_SHOWN.has(name));
  });

  test.each(ATTACKS)('$name: each page that looks different is reported', async ({ attacked, twin }) => {
    expect(await unnamedPagesOf(attacked())).toEqual([]);
    expect(await unnamedPagesOf(twin())).toEqual([]);
  });
});

test(`${COUNT} changed forms: each page that looks different is reported`, {
  timeout: 60_000 + COUNT * 500,
}, async () => {
  const unnamed: string[] = [];
  for (let seed = 1; seed <= COUNT; seed++) {
    const { pdf, description } = mutation(seed);
    const { allowed, changes } = await assessFirst(pdf);
    const pages = allowed ? await unnamedPages(pdf.bytes, 1, changes) : [];
    if (pages.length > 0) unnamed.push(`seed ${seed}, pages ${pages}: ${description.join(' | ')}`);
  }
  expect(unnamed).toEqual([]);
});
