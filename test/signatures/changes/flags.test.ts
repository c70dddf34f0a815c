/** Flags of fields and annotations: set ones protect, cleared ones are changes of their own. */
import { describe, expect, test } from 'vitest';
import { type Edit, formPdf, OBJECTS as O, sign } from '../../helpers/form-pdf.js';
import { assessFirst } from './assess.js';

/** The field “Amount” with other flags before and after signing. */
function changed(from: string, to: string, docMDP?: 1 | 2 | 3) {
  const amount = String(formPdf().objects[O.amount]).replace('/F 4', from);
  const signed = formPdf({}, { [O.amount]: amount }).save(sign(docMDP ? { docMDP } : {}));
  return assessFirst(signed.save(draft => draft.edit(O.amount, body => body.replace(from, to))));
}

describe('of a field', () => {
  test.each([
    ['ReadOnly', '/F 4', '/F 4/Ff 1'],
    ['ReadOnly beside Required', '/F 4/Ff 2', '/F 4/Ff 3'],
    ['Locked', '/F 4', '/F 132'],
    ['LockedContents beside Locked', '/F 132', '/F 644'],
    ['ReadOnly of the annotation', '/F 4', '/F 68'],
    ['Print', '/F 0', '/F 4'],
  ])('%s may be set, and is not reported', async (_, from, to) => {
    for (const level of [undefined, 2, 3] as const)
      expect(await changed(from, to, level)).toMatchObject({ after: 'form-filling', allowed: true, changes: [] });
    expect(await changed(from, to, 1)).toMatchObject({ allowed: false });
  });

  test.each([
    ['/F 4/Ff 1', '/F 4/Ff 0', 'the field is no longer read-only'],
    ['/F 4/Ff 3', '/F 4', 'the field is no longer read-only, required'],
    ['/F 4/Ff 2', '/F 4/Ff 1', 'the field is no longer required, and the field is now read-only'],
    ['/F 4/Ff 4', '/F 4/Ff 5', null],
    ['/F 4/Ff 4', '/F 4/Ff 1', 'the field is no longer excluded from export, and the field is now read-only'],
    ['/F 4', '/F 4/Ff 2', 'the field is now required'],
    [
      '/F 4/Ff 1',
      '/F 4/Ff 4096',
      'the field is no longer read-only, and the kind or the behaviour of the field was changed',
    ],
    ['/F 132', '/F 4', 'the field is no longer locked'],
    ['/F 516', '/F 132', 'the field is no longer locked in its content, and the field is now locked'],
    ['/F 4', '/F 12', 'the field is now independent of the zoom'],
    ['/F 4', '/F 20', 'the field is now independent of the rotation of the page'],
    ['/F 12', '/F 4', 'the field is no longer independent of the zoom'],
    ['/F 4', '/F 6', 'the field was hidden or shown, on the screen or in print'],
    ['/F 134', '/F 4', 'the field is no longer locked, and the field was hidden or shown, on the screen or in print'],
  ])('%s -> %s', async (from, to, what) => {
    const messages = what === null ? [] : [`page 1, field “Amount”: ${what}`];
    const verdict = await changed(from, to, 3);
    expect(verdict.allowed).toBe(what === null);
    expect(verdict.changes.map(({ message }) => message)).toEqual(messages);
  });
});

test('a rich text field that gets a plain value may lose the flag, and only then', async () => {
  const amount = String(formPdf().objects[O.amount]).replace('/F 4', '/F 4/Ff 33554434');
  const signed = formPdf({}, { [O.amount]: amount }).save(sign());
  const saved = (...edits: (readonly [string | RegExp, string])[]) =>
    assessFirst(
      signed.save(draft =>
        draft.edit(O.amount, body => edits.reduce((text, [from, to]) => text.replace(from, to), body)),
      ),
    );
  const [plain, filled] = [['/Ff 33554434', '/Ff 2'] as const, [/\/V\([^)]*\)|$/, '/V(Other)'] as const];
  expect(String(formPdf().objects[O.amount])).toMatch(/\/V\(/);
  expect(await saved(plain, filled)).toMatchObject({ allowed: true });
  expect(await saved(plain)).toMatchObject({ allowed: false });
  expect(await saved(['/Ff 33554434', '/Ff 0'], filled)).toMatchObject({ allowed: false });
});

describe('of an empty signature field', () => {
  const saved = (to: string, signing: boolean, docMDP?: 1 | 2) => {
    const approval = String(formPdf().objects[O.approval]).replace('/F 4', '/F 130');
    const signed = formPdf({}, { [O.approval]: approval }).save(sign(docMDP ? { docMDP } : {}));
    const show: Edit = draft => draft.edit(O.approval, body => body.replace('/F 130', to));
    const again = sign({ existing: O.approval });
    if (!signing) return assessFirst(signed.save(show));
    return assessFirst(
      signed.save({
        ...again,
        prepare(draft) {
          again.prepare(draft);
          show(draft);
        },
      }),
    );
  };

  test('Hidden may be cleared when it is signed, where signing is permitted', async () => {
    expect(await saved('/F 132', true)).toMatchObject({ after: 'form-filling', allowed: true });
    expect(await saved('/F 128', true, 2)).toMatchObject({ after: 'form-filling', allowed: true });
    expect(await saved('/F 132', true, 1)).toMatchObject({ allowed: false });
  });

  test('and not otherwise, nor Locked with it', async () => {
    expect(await saved('/F 132', false)).toMatchObject({ allowed: false });
    expect(await saved('/F 4', true)).toMatchObject({ allowed: false });
    expect(await saved('/F 160', true)).toMatchObject({ allowed: false });
  });
});

test('of a comment: cleared ones are reported, and permitted where comments are', async () => {
  const note = '<</Type/Annot/Subtype/Text/F 134/Contents(Seen)/Rect[500 800 520 820]/P 3 0 R>>';
  const page = String(formPdf().objects[O.page]).replace('20 0 R]', '20 0 R 30 0 R]');
  const saved = (flags: string, docMDP: 2 | 3) =>
    assessFirst(
      formPdf({}, { [O.page]: page, 30: note })
        .save(sign({ docMDP }))
        .save(draft => draft.edit(30, body => body.replace('/F 134', flags))),
    );
  const messages = async (flags: string) => (await saved(flags, 3)).changes.map(({ message }) => message);
  const unlocked = 'page 1: a comment or markup annotation is no longer locked';
  expect(await messages('/F 6')).toEqual([unlocked]);
  expect(await messages('/F 4')).toEqual([`${unlocked}, and a comment or markup annotation was shown`]);
  expect(await messages('/F 132')).toEqual(['page 1: a comment or markup annotation was shown']);
  expect(await saved('/F 6', 3)).toMatchObject({ after: 'annotations', allowed: true });
  expect(await saved('/F 6', 2)).toMatchObject({ after: 'annotations', allowed: false });
});
