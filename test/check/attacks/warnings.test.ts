/** What is no attack by itself and yet told, and what must only not take long. */
import { describe, expect, test } from 'vitest';
import { trustStoreOf } from '../../../src/trust/index.js';
import { type FormPdf, formPdf, OBJECTS as O } from '../../helpers/form-pdf.js';
import { PdfWriter, stream } from '../../helpers/pdf-writer.js';
import { annotate, by, certified, pki, see, signed, stamped } from './documents.js';

describe('warned of', () => {
  const warnings = async (pdf: FormPdf) =>
    (await see(pdf)).signers.flatMap(({ findings }) =>
      findings.filter(({ level, outcome }) => level === 'warn' && outcome === 'fail').map(({ message }) => message),
    );
  const catalog = (entries: string, objects = {}) =>
    signed({}, formPdf({}, { ...objects, [O.catalog]: `<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R${entries}>>` }));

  const active: [string, () => FormPdf, RegExp][] = [
    ['scripts', () => catalog('/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(1)>>]>>>>'), /JavaScript/],
    ['an action on opening', () => catalog('/OpenAction<</S/Launch/F(a.exe)>>'), /action when it is opened/],
    ['layers', () => catalog('/OCProperties<</OCGs[30 0 R]/D<<>>>>', { 30: '<</Type/OCG/Name(a)>>' }), /layers/],
    ['a stream of another file', () => catalog('', { [O.content]: stream('', '/F(other.txt)') }), /another file/],
    [
      'fonts that are not there',
      () => catalog('', { [O.font]: '<</Type/Font/Subtype/TrueType/BaseFont/Odd>>' }),
      /fonts/,
    ],
  ];
  for (const [what, build, expected] of active) {
    test(`25: ${what}`, async () => {
      const pdf = build();
      expect((await see(pdf)).valid).toBe(true);
      expect((await warnings(pdf)).join()).toMatch(expected);
    });
  }

  test('25: a plain form has no such warning', async () => expect(await warnings(signed())).toEqual([]));

  test('17: attributes in an order that is not DER', async () => {
    const pdf = signed({ make: by({ disorder: 'signed' }) });
    expect((await see(pdf)).valid).toBe(true);
    expect(await warnings(pdf)).toHaveLength(1);
  });

  test('10: a mark that covers nothing, at P=3', async () => {
    const pdf = certified(3).save(annotate('/Subtype/Stamp/Rect[300 300 340 340]'));
    expect(await see(pdf)).toMatchObject({
      valid: true,
      signers: [{ changesAfter: 'annotations', changesAllowed: true }],
    });
  });
});

describe('limits', () => {
  test('24: pages in a ring, objects in a ring: an answer at once', async () => {
    const started = performance.now();
    const ringed = new PdfWriter().revision({
      objects: {
        1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[3 0 R]>>>>',
        2: '<</Type/Pages/Kids[2 0 R 2 0 R]/Parent 2 0 R>>',
        3: '<</T(a)/Kids[3 0 R]/Parent 3 0 R>>',
      },
    });
    expect((await see(ringed.bytes)).valid).toBe(false);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test('22: a timestamp by a certificate that is no timestamping authority proves nothing', async () => {
    const trust = trustStoreOf([pki.certificate('root')]);
    const result = await see(stamped('ann')(), { trust });
    expect(result.signers[1]).toMatchObject({ kind: 'timestamp', trusted: false });
  });

  test('26: MD5 collisions are of no use: the algorithm is refused', async () => {
    const result = await see(signed({ make: by({ digest: 'MD5' as never }, 'rsa') }));
    expect(result.valid).toBe(false);
  });
});
