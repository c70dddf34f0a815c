/** Which field a signature signs: a later revision can assign an existing signature to another one. */
import { describe, expect, test } from 'vitest';
import { check, type Signer } from '../../src/signatures/index.js';
import { type Edit, type FormPdf, formPdf, OBJECTS as O, type SigningOptions, sign } from '../helpers/form-pdf.js';
import { createPki } from '../helpers/pki.js';

const pki = createPki({ root: {}, ann: { issuer: 'root' }, bob: { issuer: 'root' } });
const by = (name: 'ann' | 'bob', options: SigningOptions = {}) =>
  sign({ field: name, make: bytes => pki.cms(name, bytes), ...options });

/** Empty signature fields: 22; 23 with the kids 24 (a field) and 25 (a widget). */
const EMPTY = {
  22: '<</FT/Sig/T(Empty)/Type/Annot/Subtype/Widget/Rect[0 0 0 0]>>',
  23: '<</FT/Sig/T(Parent)/Kids[24 0 R 25 0 R]>>',
  24: '<</T(Kid)/Parent 23 0 R>>',
  25: '<</Parent 23 0 R/Type/Annot/Subtype/Widget/Rect[0 0 0 0]>>',
  [O.form]: '<</Fields[10 0 R 11 0 R 12 0 R 13 0 R 22 0 R 23 0 R]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 12 Tf 0 g)>>',
};
const signed = (): FormPdf => formPdf({}, EMPTY).save(by('ann'));
const dictionaryOf = (pdf: FormPdf): number =>
  Number(Object.keys(pdf.objects).findLast(num => String(pdf.objects[Number(num)]).includes('/ByteRange')));
const ANN = dictionaryOf(signed());
const FIELD = ANN + 1;

const outcome = ({ findings }: Signer) => findings.find(({ rule }) => rule === 'signature-covers-field')?.outcome;
const see = async (pdf: FormPdf) => {
  const { valid, signers } = await check(pdf.bytes, { at: pki.now });
  return { valid, signers: signers.map(signer => [signer.field, signer.intact, outcome(signer), signer.indication]) };
};

describe('a field whose value is an existing signature', () => {
  const value = `/V ${ANN} 0 R`;
  test.each<[what: string, field: string, edit: Edit]>([
    ['is empty at signing', 'Empty', draft => draft.enter(22, value)],
    ['has the name of an empty field and no appearance', 'Approval', draft => draft.enter(O.approval, value)],
    ['is a kid', 'Parent.Kid', draft => draft.enter(24, value)],
    ['inherits the value', 'Parent.Kid', draft => draft.enter(23, value)],
    ['has the value in its widget', 'Parent', draft => draft.enter(25, value)],
    [
      'is new',
      'New',
      draft => {
        const field = draft.add(`<</FT/Sig/T(New)/Type/Annot/Subtype/Widget/Rect[0 0 0 0]${value}>>`);
        draft.append(O.form, 'Fields', `${field} 0 R`);
      },
    ],
    ['is new and a direct object', 'New', draft => draft.append(O.form, 'Fields', `<</FT/Sig/T(New)${value}>>`)],
    [
      'is a signature field only since',
      'Name',
      draft => draft.edit(O.name, body => body.replace('/FT/Tx', '/FT/Sig').replace('/V(Ann)', value)),
    ],
    ['refers to it through another object', 'Empty', draft => draft.enter(22, `/V ${draft.add(`${ANN} 0 R`)} 0 R`)],
  ])('is not signed by it, where the field %s', async (_, field, edit) => {
    const { valid, signers } = await see(signed().save(edit));
    expect(valid).toBe(false);
    expect(signers).toContainEqual(['ann', true, 'pass', expect.any(String)]);
    expect(signers).toContainEqual([field, true, 'fail', 'TOTAL_FAILED']);
  });

  test('is not signed by it where the value was moved, and the first field fails', async () => {
    const moved = signed().save(draft => {
      draft.edit(FIELD, body => body.replace(value, '')).enter(22, value);
    });
    const { valid, signers } = await see(moved);
    expect(valid).toBe(false);
    expect(signers).toContainEqual(['ann', true, 'pass', 'TOTAL_FAILED']);
    expect(signers).toContainEqual(['Empty', true, 'fail', 'TOTAL_FAILED']);
  });

  test('fails in both fields where two were swapped', async () => {
    const two = signed().save(by('bob'));
    const bob = dictionaryOf(two);
    const swapped = two.save(draft => {
      draft.edit(FIELD, body => body.replace(value, `/V ${bob} 0 R`));
      draft.edit(bob + 1, body => body.replace(`/V ${bob} 0 R`, value));
    });
    expect((await see(two)).valid).toBe(true);
    const { valid, signers } = await see(swapped);
    expect(valid).toBe(false);
    expect(signers.map(([, , , indication]) => indication)).toEqual(['TOTAL_FAILED', 'TOTAL_FAILED']);
  });
});

describe('is signed', () => {
  test.each<[what: string, pdf: () => FormPdf, count: number]>([
    ['a new field', signed, 1],
    ['an existing field', () => formPdf({}, EMPTY).save(by('ann', { existing: 22 })), 1],
    ['a kid', () => formPdf({}, EMPTY).save(by('ann', { existing: 24 })), 1],
    ['a field before another is signed', () => signed().save(by('bob')), 2],
    ['a field before another existing one is signed', () => signed().save(by('bob', { existing: 22 })), 2],
    [
      'a field before it is saved again with the same value',
      () => signed().save(draft => draft.set(FIELD, draft.text(FIELD))),
      1,
    ],
  ])('%s', async (_, pdf, count) => {
    const { valid, signers } = await see(pdf());
    expect(signers.map(([, intact, covers]) => [intact, covers])).toEqual(Array(count).fill([true, 'pass']));
    expect(valid).toBe(true);
  });

  test('each of two fields that shared the signature when it was made', async () => {
    const { prepare, make } = by('ann');
    const shared = formPdf({}, EMPTY).save({
      make,
      prepare: draft => {
        prepare(draft);
        draft.enter(22, `/V ${ANN} 0 R`);
      },
    });
    const { signers } = await see(shared);
    expect(signers.map(([field, intact, covers]) => [field, intact, covers]).toSorted()).toEqual([
      ['Empty', true, 'pass'],
      ['ann', true, 'pass'],
    ]);
  });
});

test('a file with more than 1,000 signatures is rejected', async () => {
  const numbers = Array.from({ length: 1001 }, (_, i) => 100 + i);
  const field = (num: number) => `<</FT/Sig/T(F${num})/V<</ByteRange[0 1 2 ${num}]/Contents<00>>>>>`;
  const many = formPdf(
    {},
    {
      ...Object.fromEntries(numbers.map(num => [num, field(num)])),
      [O.form]: `<</Fields[${numbers.map(num => `${num} 0 R`).join(' ')}]>>`,
    },
  );
  await expect(check(many.bytes)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
});
