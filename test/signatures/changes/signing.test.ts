/** Documents that are signed again, certified, locked, stamped with time. */
import { describe, expect, test } from 'vitest';
import { type Edit, formPdf, look, OBJECTS as O, sign, textLook } from '../../helpers/form-pdf.js';
import { stream } from '../../helpers/pdf-writer.js';
import { judgeAll, judgeFirst } from './judging.js';

const approved = formPdf().save(sign());
const fill =
  (field: number, text: string): Edit =>
  draft => {
    const appearance = draft.add(textLook(text));
    draft.edit(field, body =>
      body.replace(/\/V\([^)]*\)/, `/V(${text})`).replace(/\/N \d+ 0 R/, `/N ${appearance} 0 R`),
    );
  };

describe('signing again', () => {
  test('in a new field: form-filling, told as such, and no change for the second signature', async () => {
    const [first, second] = await judgeAll(approved.save(sign({ field: 'Second' })));
    expect(first).toMatchObject({ after: 'form-filling', allowed: true });
    expect(first!.changes.map(change => change.message)).toContain(
      "page 1, field 'Second': the document was signed again",
    );
    expect(second).toMatchObject({ after: 'none', allowed: true });
  });

  test('in an empty field that was there', async () => {
    const verdict = await judgeFirst(approved.save(sign({ existing: O.approval })));
    expect(verdict).toMatchObject({ after: 'form-filling', allowed: true });
    expect(verdict.changes.map(change => change.message)).toEqual(["page 1, field 'Approval': the field was signed"]);
  });

  test('a document timestamp is archival, and allowed at P=1', async () => {
    const strict = formPdf().save(sign({ docMDP: 1 }));
    expect(await judgeFirst(strict.save(sign({ timestamp: true })))).toMatchObject({
      after: 'archival',
      allowed: true,
    });
    expect(await judgeFirst(strict.save(sign({ timestamp: true, existing: O.approval })))).toMatchObject({
      after: 'archival',
      allowed: true,
    });
    expect(await judgeFirst(strict.save(sign()))).toMatchObject({ after: 'form-filling', allowed: false });
  });

  test('a certification comes first or not at all', async () => {
    expect(await judgeFirst(approved.save(sign({ docMDP: 2 })))).toMatchObject({ after: 'content', allowed: false });
  });

  test('a value cannot be taken out of a signed field, nor changed', async () => {
    const value = approved.writer.size - 2;
    const removed = approved.save(draft => draft.edit(value + 1, body => body.replace(`/V ${value} 0 R`, '')));
    expect(await judgeFirst(removed)).toMatchObject({ after: 'content', allowed: false });
  });

  test('the look of a signature that is there stays', async () => {
    const field = approved.writer.size - 1;
    const dressed = approved.save(draft => draft.enter(field, `/AP<</N ${draft.add(look('n'))} 0 R>>`));
    expect(await judgeFirst(dressed)).toMatchObject({ after: 'content', allowed: false });
  });
});

describe('validation data', () => {
  const stored = formPdf()
    .save(sign())
    .save(draft => {
      const [first, second] = [draft.add(stream('one')), draft.add(stream('two'))];
      draft.enter(O.catalog, `/DSS<</Certs[${first} 0 R ${second} 0 R]>>`);
    })
    .save(sign({ field: 'Second' }));

  test('may be removed, with a warning', async () => {
    const less = stored.save(draft =>
      draft.edit(O.catalog, body => body.replace(/\/Certs\[(\d+ 0 R)[^\]]*\]/, '/Certs[$1]')),
    );
    const second = (await judgeAll(less)).at(-1)!;
    expect(second).toMatchObject({ after: 'archival', allowed: true });
    expect(second.warnings).toEqual(['validation data that was there at signing was removed']);
  });

  test('may move into objects of its own', async () => {
    const moved = stored.save(draft => {
      const list = /\/Certs(\[[^\]]*\])/.exec(draft.text(O.catalog))![1]!;
      const array = draft.add(list);
      draft.edit(O.catalog, body => body.replace(/\/Certs\[[^\]]*\]/, `/Certs ${array} 0 R`));
    });
    expect((await judgeAll(moved)).at(-1)).toMatchObject({ allowed: true, warnings: [] });
  });
});

describe('locks', () => {
  const rows: [string, string, boolean, boolean][] = [
    ['all fields', '/Action/All', false, false],
    ['one field', '/Action/Include/Fields[(Name)]', false, true],
    ['all but one', '/Action/Exclude/Fields[(Name)]', true, false],
  ];
  for (const [what, fieldMDP, nameAllowed, amountAllowed] of rows) {
    test(`FieldMDP locks ${what}`, async () => {
      const locked = formPdf().save(sign({ fieldMDP }));
      expect((await judgeFirst(locked.save(fill(O.name, 'Bob')))).allowed).toBe(nameAllowed);
      expect((await judgeFirst(locked.save(fill(O.amount, '200')))).allowed).toBe(amountAllowed);
    });
  }

  test('the /Lock of the signed field counts, with its /P', async () => {
    const withLock = (lock: string) =>
      formPdf(
        {},
        {
          [O.approval]: `<</Type/Annot/Subtype/Widget/FT/Sig/T(Approval)/Rect[50 100 250 150]/P 3 0 R/Lock<<${lock}>>>>`,
        },
      );
    const byField = withLock('/Action/Include/Fields[(Amount)]').save(sign({ existing: O.approval }));
    expect((await judgeFirst(byField.save(fill(O.amount, '200')))).allowed).toBe(false);
    expect((await judgeFirst(byField.save(fill(O.name, 'Bob')))).allowed).toBe(true);
    const byLevel = withLock('/Action/Include/Fields[]/P 1').save(sign({ existing: O.approval }));
    expect((await judgeFirst(byLevel.save(fill(O.name, 'Bob')))).allowed).toBe(false);
  });

  test('a lock of a later signature does not bind an earlier one', async () => {
    const both = approved.save(sign({ field: 'Second', fieldMDP: '/Action/All' })).save(fill(O.name, 'Bob'));
    expect((await judgeAll(both)).map(verdict => verdict.allowed)).toEqual([true, false]);
  });
});

describe('what lies over the page', () => {
  const visible = (rect: string) => (pdf: typeof approved) =>
    pdf.save(draft => {
      const signing = sign({ field: 'Visible', rect });
      signing.prepare(draft);
      const appearance = draft.add(look('1 g 0 0 200 20 re f'));
      draft.enter(draft.next - 2, `/AP<</N ${appearance} 0 R>>`);
    });
  const over = visible('[40 690 300 720]');
  const beside = visible('[300 300 400 350]');

  test('a visible new signature over text fails after certification, unless overlays are tolerated', async () => {
    const certified = formPdf().save(sign({ docMDP: 2 }));
    expect((await judgeFirst(over(certified))).allowed).toBe(false);
    const tolerated = await judgeFirst(over(certified), { tolerateOverlays: true });
    expect(tolerated.allowed).toBe(true);
    expect(tolerated.warnings.join()).toContain('covers content of the page');
    expect((await judgeFirst(beside(certified))).allowed).toBe(true);
  });

  test('without certification it is an ordinary second signature', async () => {
    expect((await judgeFirst(over(approved))).allowed).toBe(true);
  });

  const highlight =
    (state: string): Edit =>
    draft => {
      const appearance = draft.add(look('/G gs 1 1 0 rg 0 0 200 20 re f', `<</ExtGState<</G<<${state}>>>>>>`));
      const mark = draft.add(
        `<</Type/Annot/Subtype/Highlight/Rect[50 695 250 715]/P 3 0 R/AP<</N ${appearance} 0 R>>>>`,
      );
      draft.append(O.page, 'Annots', `${mark} 0 R`);
    };

  test('a highlighter lets the text through, a bar of colour does not', async () => {
    expect((await judgeFirst(approved.save(highlight('/BM/Multiply')))).allowed).toBe(true);
    expect((await judgeFirst(approved.save(highlight('/BM/Normal')))).allowed).toBe(false);
  });
});
