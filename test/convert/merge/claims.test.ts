/** What a merged PDF claims of PDF/A: what all its documents claim, where the judged rules are kept; otherwise a warning. */
import { afterAll, expect, it } from 'vitest';
import { createConverter, type PdfOptions } from '../../../src/index.js';
import { openPdf, readXmp } from '../../../src/pdf/index.js';
import { archivalPdf, catalogWith, iccProfile, OBJECT, pageWith, xmpOf } from '../../helpers/archival-pdf.js';
import { stream } from '../../helpers/pdf-writer.js';
import { blankPdf } from '../../helpers/signed-pdf.js';

const converter = createConverter({ workers: 1 });
afterAll(() => converter.close());

const PDFA = 'http://www.aiim.org/pdfa/ns/id/';

async function merge(pdfs: readonly Uint8Array[], options: PdfOptions = {}) {
  const inputs = pdfs.map((bytes, i) => ({ source: { bytes, name: `${i}.pdf` } }));
  const { pdf, warnings } = await converter.merge(inputs, { pdf: options });
  const opened = await openPdf(pdf, options.openPassword === undefined ? {} : { password: options.openPassword });
  const xmp = await readXmp(opened.latest, { part: PDFA, conformance: PDFA });
  const claim = xmp?.part === undefined ? null : `${xmp.part}${xmp.conformance}`;
  return {
    claim,
    revision: opened.latest,
    lost: warnings.filter(({ code }) => code === 'pdfa_lost').map(({ detail }) => detail),
  };
}

const profiled = (profile: Buffer) => archivalPdf('2b', { objects: { [OBJECT.profile]: stream(profile, '/N 3') } });
const named = (text: string) => profiled(Buffer.concat([iccProfile(2, 'RGB '), Buffer.from(text)]));
const gray = (text: string) => {
  const profile = Buffer.concat([iccProfile(2, 'GRAY'), Buffer.from(text)]);
  return archivalPdf('2b', { objects: { [OBJECT.profile]: stream(profile, '/N 1') } });
};
const attaching = (relation: string) =>
  archivalPdf('2b', {
    objects: {
      [OBJECT.catalog]: catalogWith('/Names<</EmbeddedFiles<</Names[(a.pdf)20 0 R]>>>>/AF[20 0 R]'),
      20: `<</Type/Filespec/F(a.pdf)/UF(a.pdf)/EF<</F 21 0 R>>${relation}>>`,
      21: stream('%PDF-1.4', '/Type/EmbeddedFile/Subtype/application#2Fpdf'),
    },
  });
const spot = (names: string, space = `/Separation${names}`) => {
  const tint = '<</FunctionType 2/Domain[0 1]/N 1/C0[1 1 1]/C1[1 0 0]>>';
  return archivalPdf('2b', {
    objects: { [OBJECT.page]: pageWith('', `/ColorSpace<</S[${space}/DeviceRGB${tint}]>>`) },
  });
};
const layered = (order: string) =>
  archivalPdf('2b', {
    objects: {
      [OBJECT.catalog]: catalogWith(`/OCProperties<</OCGs[20 0 R]/D<</Name(Main)${order}>>>>`),
      20: '<</Type/OCG/Name(L)>>',
    },
  });
const levelA = (): Uint8Array => {
  const { dict, data } = xmpOf('2b') as { dict: string; data: Uint8Array };
  const text = Buffer.from(data).toString().replace('>B<', '>A<');
  return archivalPdf('2b', { objects: { [OBJECT.metadata]: stream(text, dict) } });
};

it.each<[string, Uint8Array[], PdfOptions, string | null, object[]]>([
  ['one level', [archivalPdf('2b'), archivalPdf('2b')], {}, '2B', []],
  ['the later of two levels', [archivalPdf('1b'), archivalPdf('3b')], {}, '3B', []],
  ['a title', [archivalPdf('2b'), archivalPdf('2b')], { title: 'Both' }, '2B', []],
  ['profiles of sRGB', [named('sRGB IEC61966-2.1'), named('a\0s\0R\0G\0B\0 \0b\0u\0i\0l\0t\0-\0i\0n')], {}, '2B', []],
  [
    'a document without a claim',
    [archivalPdf('2b'), blankPdf('Letter').bytes],
    {},
    null,
    [{ standard: 'PDF/A-2b', rules: 'other document', document: '1.pdf' }],
  ],
  [
    'encryption',
    [archivalPdf('2b'), archivalPdf('2b')],
    { openPassword: 'p' },
    null,
    [{ standard: 'PDF/A-2b', rules: 'encryption' }],
  ],
  [
    'different profiles',
    [profiled(iccProfile(2, 'RGB ')), named('other')],
    {},
    null,
    [{ standard: 'PDF/A-2b', rules: 'output-intent' }],
  ],
  [
    'profiles that have a part of sRGB',
    [named('sRGB IEC61966-2.1'), named('Display P3 Gamut with sRGB Transfer')],
    {},
    null,
    [{ standard: 'PDF/A-2b', rules: 'output-intent' }],
  ],
  [
    'a profile of gray',
    [gray('sRGB built-in'), named('sRGB built-in')],
    {},
    null,
    [{ standard: 'PDF/A-2b', rules: 'output-intent' }],
  ],
  [
    'an attached file without a relation',
    [attaching(''), archivalPdf('3b')],
    {},
    null,
    [{ standard: 'PDF/A-3b', rules: 'attachments' }],
  ],
  [
    'a spot colour of one name',
    [spot('/Spot'), spot('', '/DeviceN[/Other/Spot]')],
    {},
    null,
    [{ standard: 'PDF/A-2b', rules: 'not judged' }],
  ],
  ['spot colours of different names', [spot('/Spot'), spot('/Other')], {}, '2B', []],
  ['level A', [archivalPdf('2b'), levelA()], {}, '2B', [{ standard: 'PDF/A-2a', rules: 'not judged' }]],
  ['PDF/UA', [archivalPdf('ua'), blankPdf('Letter').bytes], {}, null, [{ standard: 'PDF/UA', rules: 'not judged' }]],
  ['no claim', [blankPdf('A').bytes, blankPdf('B').bytes], {}, null, []],
  ['a level that is asked for', [archivalPdf('1b'), levelA()], { pdfa: '2b' }, '2B', []],
])('with %s', async (_, pdfs, options, claim, lost) => {
  expect(await merge(pdfs, options)).toMatchObject({ claim, lost });
});

it.each([
  ['none', '', '', 0],
  ['one', '', '/Order[20 0 R]', 2],
  ['all', '/Order[20 0 R]', '/Order[20 0 R]', 2],
])('lists the layers of all documents where %s lists its own', async (_, first, second, count) => {
  const { claim, revision } = await merge([layered(first), layered(second)]);
  expect(claim).toBe('2B');
  const configuration = revision.getDict(revision.getDict(revision.root, 'OCProperties'), 'D');
  expect(revision.getText(configuration, 'Name')).toBe('Layers');
  expect(revision.getArray(configuration, 'Order')?.items ?? []).toHaveLength(count);
});

it.each<[string, Uint8Array[], string, RegExp]>([
  ['without a claim', [archivalPdf('2b'), blankPdf('Letter').bytes], 'OPTION_UNSUPPORTED', /and 1\.pdf does not/],
  ['of a later part', [archivalPdf('3b')], 'OPTION_UNSUPPORTED', /--pdfa 2b needs PDFs that claim .* 0\.pdf does not/],
  ['with another profile', [profiled(iccProfile(2, 'RGB ')), named('x')], 'PDFA_INVALID', /different profiles/],
])('refuses --pdfa for a PDF %s', async (_, pdfs, code, message) => {
  await expect(merge(pdfs, { pdfa: '2b' })).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
});
