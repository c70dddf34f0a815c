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

  test('a loop of /Kids terminates', async () => {
    const latest = await withForm('10 0 R', { 10: '<</T(a)/Kids[11 0 R]>>', 11: '<</T(b)/Kids[10 0 R]>>' });
    expect(formFields(latest).map(field => field.name)).toEqual([]);
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
