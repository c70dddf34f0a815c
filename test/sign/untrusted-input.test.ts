/** Documents, fields, images and signers that nobody vouches for: refused, or the signature shows and states only what it should. */
import { describe, expect, it } from 'vitest';
import { openPdf, type PdfDict, PdfRef, PdfStream, signatureFields } from '../../src/pdf/index.js';
import { createIdentity, localSigner, sign, type VisibleSignature } from '../../src/sign/index.js';
import { check } from '../../src/signatures/index.js';
import { formPdf } from '../helpers/form-pdf.js';
import { stream } from '../helpers/pdf-writer.js';
import { document } from './documents.js';
import { jpeg, png } from './images.js';

const anna = createIdentity('Anna');
const bob = createIdentity('Bob');
const PREPARED = stream('0 0 50 20 re f', '/Type/XObject/Subtype/Form/BBox[0 0 50 20]');

/** A field whose widget is itself, with the appearance that its author prepared. */
function withField(entries: string): Buffer {
  return document({
    catalog: '/AcroForm<</Fields[5 0 R]>>',
    page: '/Annots[5 0 R]',
    more: { 5: `<</FT/Sig/T(Here)/Type/Annot/Subtype/Widget/P 3 0 R${entries}>>`, 6: PREPARED },
  });
}

/** A field whose widgets are objects of their own: 7 and 8. */
function withWidgets(kids: string, { annotations = '7 0 R 8 0 R', value = '' } = {}): Buffer {
  const widget = (bottom: number) =>
    `<</Type/Annot/Subtype/Widget/Parent 5 0 R/P 3 0 R/Rect[10 ${bottom} 60 ${bottom + 20}]/AP<</N 6 0 R>>>>`;
  return document({
    catalog: '/AcroForm<</Fields[5 0 R]>>',
    page: `/Annots[${annotations}]`,
    more: { 5: `<</FT/Sig/T(Here)${value}/Kids[${kids}]>>`, 6: PREPARED, 7: widget(100), 8: widget(150) },
  });
}

/** What the object with this number shows, as text. */
async function contentOf(pdf: Uint8Array, num: number): Promise<string> {
  const { latest } = await openPdf(pdf);
  const widget = latest.object(num)?.value as PdfDict;
  const appearance = latest.get(latest.getDict(widget, 'AP'), 'N');
  if (!(appearance instanceof PdfStream)) throw new Error('no appearance');
  return Buffer.from(latest.decode(appearance).bytes).toString('latin1');
}

describe('an appearance that the author of the field prepared', () => {
  it.each(['/AP<</N 6 0 R>>', '/AP<</N<</On 6 0 R>>/D 6 0 R>>/AS/On'])('%s is not shown', async entries => {
    const signed = await sign(withField(`/Rect[10 100 60 120]${entries}`), anna, { field: 'Here' });
    expect((await check(signed)).valid).toBe(true);
    expect(await contentOf(signed, 5)).toBe('');
    const { latest } = await openPdf(signed);
    const widget = latest.object(5)?.value as PdfDict;
    expect([...latest.getDict(widget, 'AP')!.entries.keys()]).toEqual(['N']);
  });

  it('is not shown where the widget is an object of its own', async () => {
    const field = withWidgets('7 0 R');
    expect(await contentOf(await sign(field, anna, { field: 'Here' }), 7)).toBe('');
    const visible = await sign(field, anna, { field: 'Here', visible: { image: png() } });
    expect((await check(visible)).valid).toBe(true);
    expect(await contentOf(visible, 7)).toMatch(/Image Do/);
  });

  it('goes away where an earlier signature permits filling in', async () => {
    const certified = await sign(withField('/Rect[10 100 60 120]/F 4/AP<</N 6 0 R>>'), bob, { certify: 'fill' });
    const result = await check(await sign(certified, anna, { field: 'Here' }));
    expect(result.signers.map(({ changesAllowed }) => changesAllowed)).toEqual([true, true]);
  });
});

describe('a field that nobody sees', () => {
  it.each([
    ['hidden', '/F 2/Rect[10 100 60 120]', /hidden/],
    ['hidden on screens', '/F 36/Rect[10 100 60 120]', /hidden/],
    ['in a layer', '/OC<</Type/OCG/Name(Layer)>>/Rect[10 100 60 120]', /hidden/],
    ['beside the page', '/Rect[300 300 360 320]', /no area on a page/],
  ])('%s gets no visible signature', async (_, entries, message) => {
    const promise = sign(withField(entries), anna, { field: 'Here', visible: { image: png() } });
    await expect(promise).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringMatching(message),
    });
  });
});

it.each([undefined, { image: png() }])('a field in several places is not signed: visible %j', async visible => {
  const promise = sign(withWidgets('7 0 R 8 0 R'), anna, { field: 'Here', ...(visible && { visible }) });
  const message = expect.stringMatching(/Here cannot be signed: it is in several places.*--field/);
  await expect(promise).rejects.toMatchObject({ code: 'OPTION_INVALID', message });
});

it('a field in several places that is signed is called signed', async () => {
  const promise = sign(withWidgets('7 0 R 8 0 R', { value: '/V<</Type/Sig>>' }), anna, { field: 'Here' });
  await expect(promise).rejects.toThrow('The field Here is already signed.');
});

it.each([
  ['7 0 R 7 0 R', '7 0 R 8 0 R'],
  ['7 0 R 8 0 R', '7 0 R'],
  ['8 0 R 7 0 R', '7 0 R'],
  ['8 0 R 7 0 R', '7 0 R 7 0 R'],
])('a field with the widgets %s is in one place where the page lists %s', async (kids, annotations) => {
  const visible = { image: png() };
  for (const options of [{ field: 'Here' }, { field: 'Here', visible }]) {
    const signed = await sign(withWidgets(kids, { annotations }), anna, options);
    expect((await check(signed)).valid).toBe(true);
    expect(await contentOf(signed, 7)).not.toContain('re f');
    expect(await contentOf(signed, 8)).toContain('re f');
  }
});

it('finds the page of a field among many pages with one list of annotations in little time', async () => {
  const pages = 2000;
  const more: Record<number, string> = {
    2: `<</Type/Pages/Count ${pages}/Kids[${numbers(10, pages)}]/MediaBox[0 0 200 200]>>`,
    5: '<</FT/Sig/T(Here)/Subtype/Widget/Rect[0 0 9 9]>>',
    6: `[${numbers(5000, 20_000)}]`,
  };
  for (let i = 0; i < pages; i++) more[10 + i] = '<</Type/Page/Parent 2 0 R/Annots 6 0 R>>';
  const original = document({ catalog: '/AcroForm<</Fields[5 0 R]>>', more });
  const before = process.cpuUsage();
  await expect(sign(original, anna, { field: 'Here', visible: { image: png() } })).rejects.toThrow(/no area on a page/);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(2);
});

const numbers = (first: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `${first + i} 0 R`).join(' ');

describe('a lock', () => {
  it('of a field, or by option, names the catalog as its data', async () => {
    const locking = withField('/Rect[0 0 0 0]/Lock<</Type/SigFieldLock/Action/Include/Fields[(Name)]>>');
    for (const signed of [
      await sign(locking, anna, { field: 'Here' }),
      await sign(formPdf().bytes, anna, { lock: { only: ['Name'] }, certify: 'fill' }),
    ]) {
      expect((await check(signed)).valid).toBe(true);
      const { latest } = await openPdf(signed);
      const references = latest.getArray(signatureFields(latest)[0]!.signature, 'Reference')!.items as PdfDict[];
      const [reference] = references.filter(one => latest.getName(one, 'TransformMethod') === 'FieldMDP');
      expect(reference?.get('Data')).toEqual(latest.trailer.get('Root'));
      expect(reference?.get('Data')).toBeInstanceOf(PdfRef);
    }
  });

  it.each([
    '<<>>',
    '<</Fields[(Name)]>>',
    '<</Action/Some/Fields[(Name)]>>',
    '<</Action/Include>>',
    '<</Action/Include/Fields[/Name]>>',
    '<</Action/Exclude/Fields(Name)>>',
    '<</Action/All/Action/Include/Fields[]>>',
    '(Name)',
  ])('%s of a field says nothing that every program understands', async lock => {
    const promise = sign(withField(`/Rect[0 0 0 0]/Lock ${lock}`), anna, { field: 'Here' });
    await expect(promise).rejects.toMatchObject({ code: 'NOT_PERMITTED', message: expect.stringMatching(/\/Lock/) });
  });
});

describe('an image', () => {
  const rect = { x: 10, y: 10, width: 3, height: 3 };
  const half = Buffer.concat([jpeg().subarray(0, -2), Buffer.alloc(9)]);
  it.each<[what: string, visible: VisibleSignature, message: RegExp]>([
    ['in an area that has no room for it', { page: 1, rect, image: png() }, /too small/],
    ['in an area without width', { page: 1, rect: { ...rect, height: 30 }, image: jpeg() }, /too small/],
    ['whose end is missing', { page: 1, rect: { ...rect, width: 30, height: 30 }, image: half }, /damaged/],
  ])('%s is refused', async (_, visible, message) => {
    await expect(sign(document(), anna, { visible })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringMatching(message),
    });
  });
});

describe('no result is returned', () => {
  it('where a page looks like the placeholder of the signature', async () => {
    const page = '/ByteRange[0 /********** /********** /**********]';
    for (const pdf of [document({ page }), document({ page, xref: 'stream', packed: [3] })]) {
      await expect(sign(pdf, anna)).rejects.toMatchObject({
        code: 'CORRUPT_DOCUMENT',
        message: expect.stringMatching(/placeholder/),
      });
    }
  });

  it('where a visible signature hides what an earlier one signed', async () => {
    const first = await sign(formPdf().bytes, bob);
    const rect = { x: 45, y: 670, width: 150, height: 75 };
    const promise = sign(first, anna, { visible: { page: 1, rect, image: png() } });
    await expect(promise).rejects.toThrow(/of “bob” in the field Signature1 .*: .*hides text, figures or pictures/i);
  });

  it.each([
    ['another key', localSigner(bob).sign],
    ['nothing', async () => new Uint8Array()],
  ])('with a value of %s', async (_, wrong) => {
    const signer = { ...localSigner(anna), sign: wrong };
    await expect(sign(document(), signer)).rejects.toMatchObject({ code: 'NOT_PERMITTED' });
  });
});
