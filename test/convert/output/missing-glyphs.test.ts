/** Characters that no font has are counted in the PDFs of each version of LibreOffice, which write them in two ways. */
import { expect, it } from 'vitest';
import { warnMissing } from '../../../src/convert/output/review/missing-glyphs.js';
import { Warnings } from '../../../src/convert/warnings.js';
import { unprinted } from '../../../src/pdf/fonts/unprinted.js';
import { embeddedFont, findMissingGlyphs, openPdf, pageList, usedResources } from '../../../src/pdf/index.js';
import { PdfWriter, stream } from '../../helpers/pdf-writer.js';

const SIGN = 'a box of four lines.';
const LETTER = 'the outline of an A.';
const BLANK = '';

const unicode = (code: number, text: string): string =>
  `<${hex(code, 2)}> <${[...text].map(character => hex(character.codePointAt(0)!, 4)).join('')}>`;
const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** A TrueType program: outlines of its glyphs, and the glyphs of the codes from 1. */
function trueType(outlines: readonly string[], glyphs: readonly number[]): Buffer {
  const head = Buffer.alloc(54); // short offsets
  const maxp = Buffer.alloc(6);
  maxp.writeUInt16BE(outlines.length, 4);
  const ends = outlines.map((_, i) => outlines.slice(0, i + 1).join('').length);
  const loca = Buffer.alloc(2 * (outlines.length + 1));
  for (const [i, end] of ends.entries()) loca.writeUInt16BE(end / 2, 2 * (i + 1));
  const cmap = Buffer.alloc(12 + 6 + 256);
  cmap.writeUInt16BE(1, 2);
  cmap.writeUInt32BE(12, 8);
  cmap.set(glyphs, 12 + 6 + 1);
  return sfnt({ cmap, glyf: Buffer.from(outlines.join('')), head, loca, maxp });
}

function sfnt(tables: Readonly<Record<string, Buffer>>): Buffer {
  const names = Object.keys(tables);
  const directory = Buffer.alloc(12 + 16 * names.length);
  directory.writeUInt16BE(names.length, 4);
  let offset = directory.length;
  for (const [i, name] of names.entries()) {
    directory.write(name, 12 + 16 * i, 'latin1');
    directory.writeUInt32BE(offset, 12 + 16 * i + 8);
    directory.writeUInt32BE(tables[name]!.length, 12 + 16 * i + 12);
    offset += tables[name]!.length;
  }
  return Buffer.concat([directory, ...Object.values(tables)]);
}

const SHOWN = 'BT /F1 12 Tf <010202> Tj ET';

/** `letters`: of the document; `second`: the text of code 2; `form` is a form of the page, and the appearance of a field on it. */
async function missingIn(program: Buffer, second: string, content = SHOWN, form = '', letters = '') {
  const resources = '/Resources<</Font<</F1 5 0 R>>>>';
  const { bytes } = new PdfWriter().revision({
    objects: {
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>/XObject<</X1 9 0 R>>>>/Annots[10 0 R]>>',
      4: stream(content),
      5: '<</Type/Font/Subtype/TrueType/BaseFont/A+Own/FirstChar 0/LastChar 2/FontDescriptor 6 0 R/ToUnicode 8 0 R>>',
      6: '<</Type/FontDescriptor/FontName/A+Own/FontFile2 7 0 R>>',
      7: stream(program),
      8: stream(`2 beginbfchar ${unicode(1, 'A')} ${unicode(2, second)} endbfchar`),
      9: stream(form, `/Type/XObject/Subtype/Form/BBox[0 0 9 9]${resources}`),
      10: '<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/AP<</N 11 0 R>>>>',
      11: stream(form, `/Type/XObject/Subtype/Form/BBox[0 0 9 9]${resources}`),
    },
  });
  const revision = (await openPdf(bytes)).latest;
  const { pages } = pageList(revision)!;
  const { fonts } = usedResources(revision, pages);
  const embedded = fonts.map(font => embeddedFont(revision, font));
  const missing = findMissingGlyphs(revision, pages, embedded);
  const codes = new Set(Array.from(letters, letter => letter.codePointAt(0)!));
  const warnings = new Warnings();
  warnMissing(missing, warnings, unprinted(codes, { revision, pages, fonts, missing }));
  return warnings.list().map(({ detail }) => [detail.characters, detail.which]);
}

it.each([
  ['copies of glyph 0, as LibreOffice 7 writes them', [SIGN, LETTER, SIGN], [1, 2], 'B', 2],
  ['glyphs without an outline, as LibreOffice 26 writes them', [BLANK, LETTER, BLANK], [1, 2], 'B', 2],
  ['the last glyph without an outline, which is left out', [BLANK, LETTER], [1, 2], 'B', 2],
  ['glyph 0 without an outline', [BLANK, LETTER], [1, 0], 'B', 2],
  ['not a blank', [BLANK, LETTER, BLANK], [1, 2], ' ', 0],
  ['not a character that is never visible', [BLANK, LETTER, BLANK], [1, 2], '\u200d', 0],
  ['not an unused glyph 0', [SIGN, LETTER, LETTER], [1, 2], 'B', 0],
])('characters without a glyph are %s', async (_, outlines, glyphs, second, count) => {
  expect(await missingIn(trueType(outlines, glyphs), second)).toEqual(count ? [[count, 'U+0042 B']] : []);
});

it('characters for which nothing is drawn are named also where each glyph of the fonts has an outline', async () => {
  const letters = trueType([SIGN, LETTER, LETTER], [1, 2]);
  const shown = '/Span<</ActualText<feff4e2d>>>\nBDC\nBT /F1 12 Tf <01> Tj ET\nEMC\n';
  expect(await missingIn(letters, 'B', shown)).toEqual([]);
  expect(await missingIn(letters, 'B', `${shown}/Span<</ActualText<feff4e2d>>>\nBDC\nEMC`)).toEqual([[1, 'U+4E2D 中']]);
});

const font = trueType([SIGN, LETTER, SIGN], [1, 2]);
const span = (hex: string) => `/Span<</ActualText<feff${hex}>>> BDC BT /F1 12 Tf <02> Tj ET EMC`;

it.each([
  ['once each', `${SHOWN} ${SHOWN}`, '', [[4, 'U+0042 B']]],
  [
    'as the text says that they stand for',
    `${SHOWN} ${span('d83dde00')} ${span('0e17')} ${span('0940')} ${span('e000')} ${SHOWN}`,
    '',
    [[8, 'U+0042 B, U+1F600 😀, U+0E17 ท, U+0940 \u25cc\u0940, U+E000']],
  ],
  ['where nothing is drawn for them', '/Span<</ActualText<feff4e2d>>>\nBDC\nEMC', '', [[1, 'U+4E2D 中']]],
  ['not where a blank is left out', '/Span<</ActualText<feff0020>>>\nBDC\nEMC /P<</MCID 0>>\nBDC\nEMC', '', []],
  ['as one sign', span('0031fe0f20e3'), '', [[1, 'U+0031 U+FE0F U+20E3 1️⃣']]],
  ['in forms and fields', '/X1 Do /X1 Do', SHOWN, [[4, 'U+0042 B']]],
  [
    'up to twenty',
    Array.from({ length: 25 }, (_, i) => span((0xe17 + i).toString(16).padStart(4, '0'))).join(' '),
    '',
    [[25, expect.stringMatching(/^U\+0E17 ท, .*, and 5 more$/)]],
  ],
])('characters without a glyph are named %s', async (_, content, form, expected) => {
  expect(await missingIn(font, 'B', content, form)).toEqual(expected);
});

const whole = trueType([SIGN, LETTER, LETTER], [1, 2]);

it.each<[title: string, letters: string, second: string, content: string, expected: unknown[]]>([
  ['of a script of which the PDF has nothing are named', 'ก漢', 'B', SHOWN, [[2, 'U+0E01 ก, U+6F22 漢']]],
  ['that the PDF has are not named', 'ก', 'ก', SHOWN, []],
  ['of which the PDF has others are not named', 'กข漢', 'ฃ中', SHOWN, []],
  ['that marked content states are not named', '中', 'B', span('4e2d'), []],
  ['beside others are named', 'กन', 'ก', SHOWN, [[1, 'U+0928 न']]],
])('letters of the document %s', async (_, letters, second, content, expected) => {
  expect(await missingIn(whole, second, content, '', letters)).toEqual(expected);
});

it('letters that are left out are named with those that have a sign', async () => {
  expect(await missingIn(font, 'B', SHOWN, '', 'ก')).toEqual([[3, 'U+0042 B, U+0E01 ก']]);
});
