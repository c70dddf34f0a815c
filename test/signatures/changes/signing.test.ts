/** Documents that are signed again, certified, locked and timestamped. */
import { describe, expect, test } from 'vitest';
import { appearanceStream, type Edit, formPdf, OBJECTS as O, sign, textAppearance } from '../../helpers/form-pdf.js';
import { stream } from '../../helpers/pdf-writer.js';
import { assessAll, assessFirst } from './assess.js';

const approved = formPdf().save(sign());
const fill =
  (field: number, text: string): Edit =>
  draft => {
    const appearance = draft.add(textAppearance(text));
    draft.edit(field, body =>
      body.replace(/\/V\([^)]*\)/, `/V(${text})`).replace(/\/N \d+ 0 R/, `/N ${appearance} 0 R`),
    );
  };

describe('signing again', () => {
  test('in a new field is reported as form-filling, and is no change for the second signature', async () => {
    const [first, second] = await assessAll(approved.save(sign({ field: 'Second' })));
    expect(first).toMatchObject({ after: 'form-filling', allowed: true });
    expect(first!.changes.map(change => change.message)).toContain(
      'page 1, field “Second”: the document was signed again',
    );
    expect(second).toMatchObject({ after: 'none', allowed: true });
  });

  test('in an existing empty field is permitted', async () => {
    const verdict = await assessFirst(approved.save(sign({ existing: O.approval })));
    expect(verdict).toMatchObject({ after: 'form-filling', allowed: true });
    expect(verdict.changes.map(change => change.message)).toEqual(['page 1, field “Approval”: the field was signed']);
  });

  test('in an existing field that becomes invisible is permitted', async () => {
    const resized =
      (rect: string): Edit =>
      draft =>
        draft.edit(O.approval, body => body.replace('/Rect[50 100 250 150]', rect));
    const signing = sign({ existing: O.approval });
    const signed = (rect: string) => ({
      ...signing,
      prepare: (draft: Parameters<Edit>[0]) => {
        signing.prepare(draft);
        resized(rect)(draft);
      },
    });
    expect(await assessFirst(approved.save(signed('/Rect[0 0 0 0]')))).toMatchObject({ allowed: true, warnings: [] });
    expect(await assessFirst(approved.save(signed('/Rect[50 690 250 720]')))).toMatchObject({ allowed: false });
    expect(await assessFirst(approved.save(signed('/Rect[0 0 0]')))).toMatchObject({ allowed: false });
    expect(await assessFirst(approved.save(resized('/Rect[0 0 0 0]')))).toMatchObject({ allowed: false });
  });

  test('a document timestamp is archival and permitted at P=1', async () => {
    const strict = formPdf().save(sign({ docMDP: 1 }));
    expect(await assessFirst(strict.save(sign({ timestamp: true })))).toMatchObject({
      after: 'archival',
      allowed: true,
    });
    expect(await assessFirst(strict.save(sign({ timestamp: true, existing: O.approval })))).toMatchObject({
      after: 'archival',
      allowed: true,
    });
    expect(await assessFirst(strict.save(sign()))).toMatchObject({ after: 'form-filling', allowed: false });
  });

  test('a certification signature must be the first one', async () => {
    expect(await assessFirst(approved.save(sign({ docMDP: 2 })))).toMatchObject({ after: 'content', allowed: false });
  });

  test('the value of a signed field can be neither removed nor changed', async () => {
    const value = approved.writer.size - 2;
    const removed = approved.save(draft => draft.edit(value + 1, body => body.replace(`/V ${value} 0 R`, '')));
    expect(await assessFirst(removed)).toMatchObject({ after: 'content', allowed: false });
  });

  test('the appearance of an existing signature cannot be changed', async () => {
    const field = approved.writer.size - 1;
    const dressed = approved.save(draft => draft.enter(field, `/AP<</N ${draft.add(appearanceStream('n'))} 0 R>>`));
    expect(await assessFirst(dressed)).toMatchObject({ after: 'content', allowed: false });
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
    const second = (await assessAll(less)).at(-1)!;
    expect(second).toMatchObject({ after: 'archival', allowed: true });
    expect(second.warnings).toEqual(['validation data that existed at signing was removed']);
  });

  test('may be moved into separate objects', async () => {
    const moved = stored.save(draft => {
      const list = /\/Certs(\[[^\]]*\])/.exec(draft.text(O.catalog))![1]!;
      const array = draft.add(list);
      draft.edit(O.catalog, body => body.replace(/\/Certs\[[^\]]*\]/, `/Certs ${array} 0 R`));
    });
    expect((await assessAll(moved)).at(-1)).toMatchObject({ allowed: true, warnings: [] });
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
      expect((await assessFirst(locked.save(fill(O.name, 'Bob')))).allowed).toBe(nameAllowed);
      expect((await assessFirst(locked.save(fill(O.amount, '200')))).allowed).toBe(amountAllowed);
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
    expect((await assessFirst(byField.save(fill(O.amount, '200')))).allowed).toBe(false);
    expect((await assessFirst(byField.save(fill(O.name, 'Bob')))).allowed).toBe(true);
    const byLevel = withLock('/Action/Include/Fields[]/P 1').save(sign({ existing: O.approval }));
    expect((await assessFirst(byLevel.save(fill(O.name, 'Bob')))).allowed).toBe(false);
  });

  test('a lock of a later signature does not apply to an earlier one', async () => {
    const both = approved.save(sign({ field: 'Second', fieldMDP: '/Action/All' })).save(fill(O.name, 'Bob'));
    expect((await assessAll(both)).map(verdict => verdict.allowed)).toEqual([true, false]);
  });
});

describe('overlays', () => {
  const visible =
    (rect: string, field = 'Visible') =>
    (pdf: typeof approved) => {
      const signing = sign({ field, rect });
      return pdf.save({
        ...signing,
        prepare(draft) {
          signing.prepare(draft);
          const appearance = draft.add(appearanceStream('1 g 0 0 200 20 re f'));
          draft.enter(draft.next - 2, `/AP<</N ${appearance} 0 R>>`);
        },
      });
    };
  const over = visible('[40 690 300 720]');
  const beside = visible('[300 300 400 350]');

  test('a visible new signature over text fails after certification, unless overlays are tolerated', async () => {
    const certified = formPdf().save(sign({ docMDP: 2 }));
    expect((await assessFirst(over(certified))).allowed).toBe(false);
    const tolerated = await assessFirst(over(certified), { tolerateOverlays: true });
    expect(tolerated.allowed).toBe(true);
    expect(tolerated.warnings.join()).toContain('covers content of the page');
    expect((await assessFirst(beside(certified))).allowed).toBe(true);
  });

  test('without certification, too', async () => {
    const verdict = await assessFirst(over(approved));
    expect(verdict).toMatchObject({ after: 'form-filling', allowed: false });
    expect(verdict.changes.at(-1)!.message).toBe(
      'page 1, field “Visible”: the appearance of the new signature hides text, figures or pictures of the page',
    );
    expect(await assessFirst(over(approved), { tolerateOverlays: true })).toMatchObject({ allowed: true });
    expect(await assessFirst(beside(approved))).toMatchObject({ allowed: true, warnings: [] });
  });

  test('many signatures on the lines for them are permitted: each is rendered once', async () => {
    const bottoms = [60, 100, 140, 180, 220, 260];
    const lines = bottoms.map(y => `300 ${y + 10} m 500 ${y + 10} l`).join(' ');
    let pdf = formPdf({}, { [O.content]: stream(`1 w ${lines} S`) }).save(sign());
    for (const y of bottoms) pdf = visible(`[300 ${y} 500 ${y + 30}]`, `At ${y}`)(pdf);
    const verdicts = await assessAll(pdf);
    expect(verdicts.map(({ allowed, warnings }) => [allowed, warnings])).toEqual(verdicts.map(() => [true, []]));
  });

  test('is found for each of the signatures before it, whatever was added between them', async () => {
    const three = over(visible('[300 300 400 350]', 'Second')(approved));
    expect((await assessAll(three)).map(({ allowed }) => allowed)).toEqual([false, false, true]);
    const stamped = approved.save(draft => {
      const look = draft.add(textAppearance('Paid'));
      const stamp = `<</Type/Annot/Subtype/Stamp/P 3 0 R/Rect[300 300 400 350]/F 4/AP<</N ${look} 0 R>>>>`;
      draft.append(O.page, 'Annots', `${draft.add(stamp)} 0 R`);
    });
    const covered = beside(stamped.save(sign({ field: 'Second' })));
    expect((await assessAll(covered)).map(({ allowed }) => allowed)).toEqual([true, false, true]);
  });

  const highlight =
    (state: string): Edit =>
    draft => {
      const appearance = draft.add(
        appearanceStream('/G gs 1 1 0 rg 0 0 200 20 re f', `<</ExtGState<</G<<${state}>>>>>>`),
      );
      const mark = draft.add(
        `<</Type/Annot/Subtype/Highlight/Rect[50 695 250 715]/P 3 0 R/AP<</N ${appearance} 0 R>>>>`,
      );
      draft.append(O.page, 'Annots', `${mark} 0 R`);
    };

  test('a transparent highlight is permitted, an opaque rectangle is not', async () => {
    expect((await assessFirst(approved.save(highlight('/BM/Multiply')))).allowed).toBe(true);
    expect((await assessFirst(approved.save(highlight('/BM/Normal')))).allowed).toBe(false);
  });
});
