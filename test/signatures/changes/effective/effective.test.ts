/** Values that hold without being stated, and values that are written in another way, are no change; any other value is one. */
import { describe, expect, test } from 'vitest';
import { type FormPdf, formPdf, OBJECTS as O, sign } from '../../../helpers/form-pdf.js';
import { assessAll, assessFirst } from '../assess.js';
import { documentOf } from './case.js';
import { EFFECTIVE } from './cases.js';

for (const effective of EFFECTIVE) {
  describe(effective.what, () => {
    const { after = 'none', permitted = () => false } = effective;
    const approved = documentOf(effective).save(sign({ existing: O.approval }));
    const certified = documentOf(effective).save(sign({ existing: O.approval, docMDP: 1 }));
    for (const [what, edit] of Object.entries(effective.same))
      test(`${what}: no change`, async () => {
        for (const pdf of [approved, certified])
          expect(await assessFirst(pdf.save(edit))).toMatchObject({ after, allowed: true, changes: [] });
      });
    for (const [what, edit] of Object.entries(effective.other))
      test(`${what}: a change`, async () => {
        const verdict = await assessFirst(approved.save(edit));
        expect([verdict.after === 'none', verdict.allowed]).toEqual([false, permitted(what)]);
        expect(await assessFirst(certified.save(edit))).toMatchObject({ allowed: false });
      });
  });
}

describe('many small changes add up', () => {
  const width = (points: string) => (pdf: FormPdf) =>
    pdf.save(draft => draft.set(O.pages, draft.text(O.pages).replace(/MediaBox\[0 0 \S+/, `MediaBox[0 0 ${points}`)));
  const signed = formPdf().save(sign());

  test('until they are a change', async () => {
    const steps = ['595.004', '595.008', '595.008', '595.012'].map(width);
    const allowed: boolean[] = [];
    let pdf = signed;
    for (const step of steps) {
      pdf = step(pdf);
      allowed.push((await assessFirst(pdf)).allowed);
    }
    expect(allowed).toEqual([true, true, true, false]);
  });

  test('also to and fro', async () => {
    const swinging = Array.from({ length: 8 }, (_, i) => width(i % 2 === 0 ? '595.006' : '595'));
    expect(await assessFirst(swinging.slice(0, 1).reduce((pdf, step) => step(pdf), signed))).toMatchObject({
      allowed: true,
    });
    expect(await assessFirst(swinging.reduce((pdf, step) => step(pdf), signed))).toMatchObject({ allowed: false });
  });

  test('also where the value moves from the page tree to the page and back', async () => {
    const own = signed.save(draft => draft.enter(O.page, '/MediaBox[0 0 595.006 842]'));
    expect(await assessFirst(own)).toMatchObject({ after: 'none', allowed: true });
    const shared = width('595.012')(own);
    expect(await assessFirst(shared)).toMatchObject({ allowed: false });
    const back = own.save(draft =>
      draft
        .edit(O.page, body => body.replace('/MediaBox[0 0 595.006 842]', ''))
        .edit(O.pages, body => body.replace('[0 0 595 842]', '[0 0 595.009 842]')),
    );
    expect(await assessFirst(back)).toMatchObject({ allowed: true });
    expect(await assessFirst(width('595.018')(back))).toMatchObject({ allowed: false });
  });

  test('since the first of several signatures', async () => {
    const again = width('595.006')(signed).save(sign({ field: 'Second' }));
    const [first, second] = await assessAll(width('595.012')(again));
    expect([first!.allowed, second!.allowed]).toEqual([false, false]);
  });
});
