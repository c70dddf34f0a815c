/**
 * Where PDFium renders a page differently than when it was signed, docconv reports a change that names the page, or does
 * not accept the document: for the published attacks and their twins, and for random changes of forms (for families of attacks:
 * attacks/families.long.test.ts). DOCCONV_MUTATIONS sets the number of forms.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { appearanceStream, type Edit, formPdf, OBJECTS, textAppearance } from '../helpers/form-pdf.js';
import { comparePageLooks } from '../helpers/looks/page-looks.js';
import { stream } from '../helpers/pdf-writer.js';
import { expectReported, printTotals, unnamedPages } from './attacks/page-looks.js';
import { ROWS, see } from './attacks/table.js';
import { assessFirst } from './changes/assess.js';
import { mutation } from './changes/mutations.js';

const COUNT = Number(process.env.DOCCONV_MUTATIONS ?? 150);

afterAll(printTotals);

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

describe.each(ROWS)('$number: $name', ({ name, attacks }) => {
  test.each(attacks)('$what: each page that looks different is reported', async attack => {
    const attacked = attack.attacked();
    await expectReported(name, attack, attacked, await see(attacked));
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
