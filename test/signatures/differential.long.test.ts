/**
 * Where PDFium renders a page differently than when it was signed, docconv reports a change that names the page, or does
 * not accept the document: for all attacks and their twins, and for random changes of forms. DOCCONV_MUTATIONS sets the
 * number of forms.
 */
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { type DocumentChange, extractRevision } from '../../src/signatures/index.js';
import { appearanceStream, type Edit, formPdf, OBJECTS, textAppearance } from '../helpers/form-pdf.js';
import { comparePageLooks } from '../helpers/looks/page-looks.js';
import { stream } from '../helpers/pdf-writer.js';
import { type Attack, FAMILIES, ROWS, see } from './attacks/table.js';
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

const totals = { documents: 0, compared: 0, differing: 0, accepted: 0 };
afterAll(() => {
  const { documents, compared, differing, accepted } = totals;
  console.log(
    `${documents} documents, ${compared} pages compared, ${differing} pages differ, ${accepted} of them in accepted documents`,
  );
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
  totals.accepted += differing.length;
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

/** Many attacks share their twin, which is compared once. */
const ofTwins = new Map<Attack['twin'], Promise<number[]>>();
function unnamedPagesOfTwin(twin: Attack['twin']): Promise<number[]> {
  const pages = ofTwins.get(twin) ?? unnamedPagesOf(twin());
  ofTwins.set(twin, pages);
  return pages;
}

describe('the view', () => {
  const form = formPdf();
  const seen = async (edit: Edit) => (await comparePageLooks(form.bytes, form.save(edit).bytes)).differing;
  const mark = (flags: number) =>
    seen(draft => {
      const look = draft.add(appearanceStream('1 0 0 rg 0 0 200 20 re f'));
      const stamp = draft.add(`<</Subtype/Stamp/F ${flags}/Rect[300 300 500 320]/AP<</N ${look} 0 R>>>>`);
      draft.append(OBJECTS.page, 'Annots', `${stamp} 0 R`);
    });

  test('sees marks on screen and in print, and no others', async () => {
    const [PRINT, HIDDEN, NO_VIEW] = [4, 2, 32];
    expect(await mark(PRINT)).toEqual([1]);
    expect(await mark(0)).toEqual([1]);
    expect(await mark(PRINT + NO_VIEW)).toEqual([1]);
    expect(await mark(HIDDEN)).toEqual([]);
    expect(await mark(NO_VIEW)).toEqual([]);
  });

  test('sees values of fields and content, of one page only', async () => {
    expect(await seen(draft => draft.set(OBJECTS.amountAppearance, textAppearance('101')))).toEqual([1]);
    expect(await seen(draft => draft.set(OBJECTS.secondContent, stream('')))).toEqual([2]);
    expect(await seen(draft => draft.set(OBJECTS.info, '<</Title(Other)>>'))).toEqual([]);
  });
});

describe('attacks', () => {
  test.each(ATTACKS.filter(({ visible }) => visible))('$name: PDFium shows it', async ({ name, clean, attacked }) => {
    const differing = await differingPages(clean().bytes, attacked().bytes);
    expect(differing.length > 0).toBe(!NOT_SHOWN.has(name));
  });

  test.each(ATTACKS)('$name: each page that looks different is reported', async ({ attacked, twin }) => {
    expect(await unnamedPagesOf(attacked())).toEqual([]);
    expect(await unnamedPagesOfTwin(twin)).toEqual([]);
  });
});

test(`${COUNT} changed forms: each page that looks different is reported`, {
  timeout: 180_000 + COUNT * 500,
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
