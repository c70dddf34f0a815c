import { describe, expect, test } from 'vitest';
import {
  formFields,
  openPdf,
  PdfRef,
  type PdfRevision,
  pageList,
  permissions,
  signatureFields,
} from '../../src/pdf/index.js';
import { onePage, PAGE_OBJECTS } from './documents.js';

async function withForm(fields: string, objects: Record<number, string>, packed: number[] = []) {
  const catalog = `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${fields}]>>/Perms<</DocMDP 12 0 R>>>>`;
  const spec = { objects: { ...PAGE_OBJECTS, 1: catalog, ...objects }, xref: 'stream', packed } as const;
  return (await openPdf(onePage(spec).bytes)).latest;
}

describe('form fields', () => {
  test('names, types and values are inherited; widgets without /T are not fields', async () => {
    const latest = await withForm('10 0 R', {
      10: '<</T(a)/FT/Tx/V(x)/Ff 2/Kids[11 0 R 13 0 R]>>',
      11: '<</T(b)/Kids[12 0 R 14 0 R]>>',
      12: '<</Subtype/Widget/Rect[0 0 1 1]>>',
      13: '<</T(c)/FT/Ch/V(y)/Subtype/Widget/Rect[0 0 1 1]>>',
      14: '<</Subtype/Widget/Rect[0 0 1 1]>>',
    });
    const fields = formFields(latest);
    expect(fields.map(field => [field.name, field.type, field.widgets.length, field.flags])).toEqual([
      ['a.b', 'Tx', 2, 2],
      ['a.c', 'Ch', 1, 2],
    ]);
    expect(latest.resolve(fields[0]!.value)).toMatchObject({ bytes: Uint8Array.of(0x78) });
  });

  test('widgets that /Fields lists beside their field are no fields of their own, unless they state a type or value', async () => {
    const fields = async (entries: string) => {
      const latest = await withForm('10 0 R 11 0 R 12 0 R', {
        10: '<</T(a)/FT/Btn/Kids[11 0 R 12 0 R]>>',
        11: '<</Parent 10 0 R/Subtype/Widget/Rect[0 0 1 1]>>',
        12: `<</Parent 10 0 R/Subtype/Widget/Rect[0 0 1 1]${entries}>>`,
      });
      return formFields(latest).map(({ name, widgets }) => [name, widgets.length]);
    };
    expect(await fields('')).toEqual([['a', 2]]);
    expect(await fields('/FT/Sig/V 30 0 R')).toEqual([
      ['a', 2],
      ['a', 1],
    ]);
  });

  const SIGNED = '/FT/Sig/V 30 0 R';
  const VALUE = { 30: '<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>>>' };
  test.each<[what: string, fields: string, objects: Record<number, string>, signed: string[]]>([
    ['is its own kid', '10 0 R', { 10: `<</T(a)${SIGNED}/Kids[10 0 R]>>` }, ['a']],
    ['is its own kid and has no name', '10 0 R', { 10: `<<${SIGNED}/Kids[10 0 R]>>` }, ['']],
    ['is its own kid twice', '10 0 R', { 10: `<</T(a)${SIGNED}/Kids[10 0 R 10 0 R]>>` }, ['a']],
    [
      'has its parent as a kid',
      '10 0 R',
      { 10: '<</T(a)/Kids[11 0 R]>>', 11: `<</T(b)${SIGNED}/Kids[10 0 R]>>` },
      ['a.b'],
    ],
    [
      'is in a cycle of three',
      '10 0 R',
      { 10: `<</T(a)${SIGNED}/Kids[11 0 R]>>`, 11: '<</T(b)/Kids[12 0 R]>>', 12: '<</T(c)/Kids[10 0 R]>>' },
      ['a.b.c'],
    ],
    [
      'has a kid that /Fields lists before it',
      '11 0 R 10 0 R',
      { 10: `<</T(a)${SIGNED}/Kids[11 0 R]>>`, 11: '<</T(b)/FT/Tx>>' },
      ['a'],
    ],
    [
      'has a kid that /Fields lists after it',
      '10 0 R 11 0 R',
      { 10: `<</T(a)${SIGNED}/Kids[11 0 R]>>`, 11: '<</T(b)/Parent 10 0 R>>' },
      ['a.b'],
    ],
    [
      'shares its only kid with another field',
      '9 0 R 10 0 R',
      { 9: '<</T(z)/FT/Tx/Kids[11 0 R]>>', 10: `<</T(a)${SIGNED}/Kids[11 0 R]>>`, 11: '<</T(b)>>' },
      ['a'],
    ],
    ['has kids that are no dictionaries', '10 0 R', { 10: `<</T(a)${SIGNED}/Kids[null 7 99 0 R]>>` }, ['a']],
    [
      'has kids with values of their own',
      '10 0 R',
      { 10: `<</T(a)${SIGNED}/Kids[11 0 R]>>`, 11: '<</T(b)/FT/Tx/V(x)>>' },
      ['a'],
    ],
    [
      'is below a node without a name',
      '10 0 R',
      { 10: '<</T(a)/Kids[11 0 R]>>', 11: '<</Kids[12 0 R]>>', 12: `<</T(b)${SIGNED}>>` },
      ['a.b'],
    ],
    ['has the value in its widget', '10 0 R', { 10: '<</T(a)/FT/Sig/Kids[11 0 R]>>', 11: '<</V 30 0 R>>' }, ['a']],
    [
      'is the parent of a widget that a field of text has as a kid',
      '9 0 R 11 0 R',
      {
        9: '<</T(z)/FT/Tx/Kids[11 0 R]>>',
        10: `<</T(a)${SIGNED}>>`,
        11: '<</Parent 10 0 R/Subtype/Widget/Rect[0 0 1 1]>>',
      },
      ['a'],
    ],
    [
      'is the parent of the parent of a widget that another field has below it',
      '8 0 R 11 0 R',
      {
        8: '<</T(z)/FT/Tx/Kids[9 0 R]>>',
        9: '<</T(b)/Parent 10 0 R/Kids[11 0 R]>>',
        10: `<</T(a)${SIGNED}>>`,
        11: '<</Parent 9 0 R/Subtype/Widget/Rect[0 0 1 1]>>',
      },
      ['a.b'],
    ],
    [
      'is listed in /Fields and inherits from a parent that is not',
      '11 0 R',
      { 10: `<</T(a)${SIGNED}>>`, 11: '<</T(b)/Parent 10 0 R>>' },
      ['a.b'],
    ],
    [
      'is listed in /Fields and has parents that are a cycle',
      '11 0 R',
      { 9: '<</T(z)/Parent 10 0 R>>', 10: `<</T(a)${SIGNED}/Parent 9 0 R>>`, 11: '<</T(b)/Parent 10 0 R>>' },
      ['z.a.b'],
    ],
  ])('a signature field that %s is reported', async (_, fields, objects, signed) => {
    const latest = await withForm(fields, { ...objects, ...VALUE });
    expect(signatureFields(latest).map(({ name, signature }) => [name, signature !== null])).toEqual(
      signed.map(name => [name, true]),
    );
  });

  test.each([400, 600])('a signature below %i levels of fields is reported, or the file is rejected', async depth => {
    const chain = Array.from({ length: depth }, (_, i) => [10 + i, `<</T(x)/Kids[${11 + i} 0 R]>>`] as const);
    const objects = { ...Object.fromEntries(chain), [10 + depth]: `<</T(x)/FT/Sig/V<</ByteRange[]>>>>` };
    const latest = await withForm('10 0 R', objects);
    if (depth < 500) expect(signatureFields(latest)).toHaveLength(1);
    else expect(() => signatureFields(latest)).toThrow(expect.objectContaining({ code: 'LIMIT_EXCEEDED' }));
  });

  test('are the same whether or not earlier revisions were read before', async () => {
    const widget = '/Subtype/Widget/Rect[0 0 1 1]';
    const file = onePage({
      objects: {
        ...PAGE_OBJECTS,
        1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[10 0 R 11 0 R 16 0 R]>>>>',
        10: '<</T(a)/FT/Tx/Kids[12 0 R 13 0 R]>>',
        11: '<</T(b)/FT/Tx/Kids[14 0 R 13 0 R]>>',
        12: `<</T(c)${widget}>>`,
        13: `<</T(shared)${widget}>>`,
        14: `<<${widget}>>`,
        16: `<</T 17 0 R${widget}>>`,
        17: '(named)',
      },
      packed: [12, 17],
      xref: 'stream',
    })
      .revision({ objects: { 14: `<<${widget}/AS/On>>` } })
      .revision({ objects: { 12: `<</T(c)/V(1)${widget}>>` } })
      .revision({ objects: { 10: '<</T(a)/FT/Ch/Kids[12 0 R]>>' } })
      .revision({ objects: { 17: '(renamed)', 13: '<</T(d)>>' } })
      .revision({ objects: { 18: `<</T(e)${widget}>>`, 11: '<</T(b)/Kids[14 0 R 13 0 R 18 0 R]>>' } });
    const summaryOf = (revision: PdfRevision) =>
      formFields(revision).map(({ name, type, value, widgets }) => [
        name,
        type,
        value,
        widgets.map(({ dict }) => dict.span),
      ]);
    const summaries = (await openPdf(file.bytes)).revisions.map(summaryOf);
    for (const [i, fields] of summaries.entries()) {
      const alone = (await openPdf(file.bytes)).revisions[i]!;
      expect(fields).toEqual(summaryOf(alone));
    }
    expect(summaries.at(-1)!.map(([name]) => name)).toEqual(['a.c', 'b.d', 'b.e', 'b', 'renamed']);
  });

  test('signature fields may have any value; two fields may share one', async () => {
    const latest = await withForm(
      '10 0 R 11 0 R 13 0 R 14 0 R 15 0 R',
      {
        10: '<</T(one)/FT/Sig/V 12 0 R>>',
        11: '<</T(two)/FT/Sig/V 12 0 R>>',
        12: '<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>>>',
        13: '<</T(empty)/FT/Sig>>',
        14: '<</T(odd)/FT/Sig/V(text)>>',
        15: '<</T(untyped)/V<</ByteRange[]>>>>',
      },
      [15],
    );
    const found = signatureFields(latest);
    expect(found.map(field => [field.name, field.signature !== null, field.inObjectStream])).toEqual([
      ['one', true, false],
      ['two', true, false],
      ['odd', false, false],
      ['untyped', true, true],
    ]);
    expect(found[0]!.signatureRef).toEqual(new PdfRef(12, 0));
    expect(permissions(latest).docMDP).toEqual(new PdfRef(12, 0));
  });
});

describe('pages', () => {
  test('are numbered in the order of the tree, without loops', async () => {
    const objects = {
      ...PAGE_OBJECTS,
      2: '<</Type/Pages/Kids[5 0 R 3 0 R 2 0 R]>>',
      5: '<</Type/Pages/Kids[6 0 R 5 0 R 2 0 R 7 0 R]>>',
      6: '<</Type/Page>>',
      7: '<</Type/Page>>',
    };
    const list = pageList((await openPdf(onePage({ objects }).bytes)).latest)!;
    expect([6, 7, 3, 5].map(num => list.numberOf(new PdfRef(num, 0)))).toEqual([1, 2, 3, null]);
    expect(list.count).toBe(3);
  });
});
