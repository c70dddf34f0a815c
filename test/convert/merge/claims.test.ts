/** What a merged PDF claims of PDF/A: what all its documents claim, where the judged rules are kept; otherwise a warning. */
import { afterAll, expect, it } from 'vitest';
import { createConverter, type PdfOptions } from '../../../src/index.js';
import { openPdf, readXmp } from '../../../src/pdf/index.js';
import { archivalPdf, iccProfile, OBJECT, xmpOf } from '../../helpers/archival-pdf.js';
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
  return { claim, lost: warnings.filter(({ code }) => code === 'pdfa_lost').map(({ detail }) => detail) };
}

const profiled = (profile: Buffer) => archivalPdf('2b', { objects: { [OBJECT.profile]: stream(profile, '/N 3') } });
const named = (text: string) => profiled(Buffer.concat([iccProfile(2, 'RGB '), Buffer.from(text)]));
const levelA = (): Uint8Array => {
  const { dict, data } = xmpOf('2b') as { dict: string; data: Uint8Array };
  const text = Buffer.from(data).toString().replace('>B<', '>A<');
  return archivalPdf('2b', { objects: { [OBJECT.metadata]: stream(text, dict) } });
};

it.each<[string, Uint8Array[], PdfOptions, string | null, object[]]>([
  ['one level', [archivalPdf('2b'), archivalPdf('2b')], {}, '2B', []],
  ['the later of two levels', [archivalPdf('1b'), archivalPdf('3b')], {}, '3B', []],
  ['a title', [archivalPdf('2b'), archivalPdf('2b')], { title: 'Both' }, '2B', []],
  ['profiles of sRGB', [named('sRGB IEC61966-2.1'), named('a\0s\0R\0G\0B')], {}, '2B', []],
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
  ['level A', [archivalPdf('2b'), levelA()], {}, '2B', [{ standard: 'PDF/A-2a', rules: 'not judged' }]],
  ['PDF/UA', [archivalPdf('ua'), blankPdf('Letter').bytes], {}, null, [{ standard: 'PDF/UA', rules: 'not judged' }]],
  ['no claim', [blankPdf('A').bytes, blankPdf('B').bytes], {}, null, []],
  ['a level that is asked for', [archivalPdf('1b'), levelA()], { pdfa: '2b' }, '2B', []],
])('with %s', async (_, pdfs, options, claim, lost) => {
  expect(await merge(pdfs, options)).toEqual({ claim, lost });
});

it.each<[string, Uint8Array[], string, RegExp]>([
  ['without a claim', [archivalPdf('2b'), blankPdf('Letter').bytes], 'OPTION_UNSUPPORTED', /and 1\.pdf does not/],
  ['of a later part', [archivalPdf('3b')], 'OPTION_UNSUPPORTED', /--pdfa 2b needs PDFs that claim .* 0\.pdf does not/],
  ['with another profile', [profiled(iccProfile(2, 'RGB ')), named('x')], 'PDFA_INVALID', /different profiles/],
])('refuses --pdfa for a PDF %s', async (_, pdfs, code, message) => {
  await expect(merge(pdfs, { pdfa: '2b' })).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
});
