/** Fonts of the form, and the text of their codes. */
import { describe, expect, test } from 'vitest';
import { readToUnicode } from '../../../../../src/pdf/content/to-unicode.js';
import { encodingTable, glyphText } from '../../../../../src/signatures/changes/field-looks/fonts/glyph-names.js';
import { type Edit, OBJECTS as O } from '../../../../helpers/form-pdf.js';
import { stream } from '../../../../helpers/pdf-writer.js';
import { AP, type Case, enter, form, look, replace, testCases, withLook } from '../cases.js';

const read = (map: string) => readToUnicode(Buffer.from(map))!;

test('Windows-1252 is not Latin-1', () => {
  const table = encodingTable('WinAnsiEncoding')!;
  expect([table[0x80], table[0x92], table[0xe4]]).toEqual(['€', '’', 'ä']);
});

test('an encoding with the name of a method is unknown', () => {
  expect(['valueOf', 'constructor'].map(encodingTable)).toEqual([null, null]);
  expect(glyphText('aconstructor')).toBeUndefined();
});

describe('ToUnicode', () => {
  test('has codes of one to four bytes in their code spaces', () => {
    const map = read(
      '3 begincodespacerange <00> <7F> <8000> <9FFF> <A0000000> <AFFFFFFF> endcodespacerange ' +
        '3 beginbfchar <41> <0061> <8041> <0062> <A0000041> <0063> endbfchar',
    );
    const bytes = Buffer.from('418041a0000041ff', 'hex');
    expect([0, 1, 3, 7].map(at => map.codeLength(bytes, at))).toEqual([1, 2, 4, null]);
    expect([map.text(0x41, 1), map.text(0x8041, 2), map.text(0xa0000041, 4), map.text(0x41, 2)]).toEqual([
      'a',
      'b',
      'c',
      undefined,
    ]);
  });

  test('has ranges, arrays, surrogates and ligatures', () => {
    const map = read(
      'beginbfrange <0010> <0012> <0041> <0020> <0021> [<0078> <00660069>] <0030> <0031> <D835DFCE> endbfrange beginbfrange <0040> <0041> [<0001>] endbfrange',
    );
    const texts = [0x10, 0x12, 0x20, 0x21, 0x30, 0x31, 0x41].map(code => map.text(code, 2));
    expect(texts).toEqual(['A', 'C', 'x', 'fi', '\u{1d7ce}', '\u{1d7cf}', undefined]);
  });

  test('replaces an earlier definition by a later one, also by nothing', () => {
    expect(read('beginbfchar <01> <0041> <01> <0042> endbfchar').text(1, 1)).toBe('B');
    expect(read('beginbfchar <01> <0041> <01> <004> endbfchar').text(1, 1)).toBeUndefined();
  });
});

test('names of glyphs are read as characters', () => {
  const names = ['one', 'A', 'eacute', 'Zcaron', 'uni0416', 'u1F600', 'fi', 'g17', '.notdef', 'uniD800'];
  expect(names.map(glyphText)).toEqual([
    '1',
    'A',
    '\u00e9',
    '\u017d',
    '\u0416',
    '\u{1f600}',
    'fi',
    undefined,
    undefined,
    undefined,
  ]);
});

describe('text of simple fonts', () => {
  /** Amount shows these codes in a font with these entries, which is also in the form as signed. */
  const shows = (value: string, codes: string, font: string): Case['signed'] & object => ({
    ...withLook(value, `BT /F 12 Tf 2 5 Td <${codes}> Tj ET`),
    [O.amountAppearance]: stream(
      `BT /F 12 Tf 2 5 Td <${codes}> Tj ET`,
      '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F 41 0 R>>>>',
    ),
    41: `<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Own/FontDescriptor 43 0 R${font}>>`,
    42: stream('beginbfchar <31> <0039> endbfchar'),
    43: '<</FontFile 5 0 R>>',
  });
  const remove: Edit = replace(O.amount, AP, '');
  const known = (what: string, value: string, codes: string, font: string): Case => ({
    what,
    signed: shows(value, codes, font),
    edit: remove,
    verdict: 'allowed',
  });
  const unknown = (what: string, value: string, codes: string, font: string): Case => ({
    ...known(what, value, codes, font),
    verdict: 'forbidden',
  });
  testCases([
    known('WinAnsiEncoding', '\\374', 'fc', '/Encoding/WinAnsiEncoding'),
    known('MacRomanEncoding', '\\374', '9f', '/Encoding/MacRomanEncoding'),
    unknown('StandardEncoding', '\\257', 'af', '/Encoding/StandardEncoding'),
    known('differences', '100', '414242', '/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[65/one/zero]>>'),
    unknown(
      'differences that say otherwise',
      '100',
      '313030',
      '/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[49/nine]>>',
    ),
    unknown('glyphs without a meaning', '100', '313030', '/Encoding<</Differences[48/g1/g2]>>'),
    unknown('no encoding', '100', '313030', ''),
    known('no encoding but ToUnicode', '9', '31', '/ToUnicode 42 0 R'),
    unknown('ToUnicode against the encoding', '9', '31', '/Encoding/WinAnsiEncoding/ToUnicode 42 0 R'),
    unknown('the encoding against ToUnicode', '1', '31', '/Encoding/WinAnsiEncoding/ToUnicode 42 0 R'),
  ]);
});

describe('fonts that are added to the form', () => {
  const add =
    (name: string, font: string): Edit =>
    draft => {
      const num = draft.add(font);
      draft.edit(O.form, body => body.replace('/Font<<', `/Font<</${name} ${num} 0 R`));
    };
  const TYPE_3 = '<</Type/Font/Subtype/Type3/FontMatrix[1 0 0 1 0 0]/CharProcs<<>>/Encoding<<>>>>';
  const HELVETICA = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';
  const content = 'BT /F9 12 Tf 2 5 Td (100) Tj ET';
  const signed = {
    ...withLook('100', content),
    [O.amountAppearance]: stream(content, '/Type/XObject/Subtype/Form/BBox[0 0 200 20]'),
  };
  const styled = withLook('100', null, '/DA(/F9 12 Tf 0 g)');
  const without = {
    [O.form]: form('')
      [O.form]!.toString()
      .replace(/\/DA\(.*?\)/, ''),
  };
  testCases([
    { what: 'under a name that an appearance selects', signed, edit: add('F9', TYPE_3), verdict: 'forbidden' },
    {
      what: 'under a name that a default appearance selects',
      signed: styled,
      edit: add('F9', TYPE_3),
      verdict: 'forbidden',
    },
    { what: 'a standard font under such a name', signed, edit: add('F9', HELVETICA), verdict: 'allowed' },
    { what: 'under another name', signed, edit: add('F8', TYPE_3), verdict: 'allowed' },
    { what: 'a default appearance', signed: without, edit: enter(O.form, '/DA(/Helv 12 Tf 0 g)'), verdict: 'allowed' },
    {
      what: 'a white default appearance',
      signed: without,
      edit: enter(O.form, '/DA(/Helv 12 Tf 1 g)'),
      verdict: 'forbidden',
    },
    {
      what: 'a default appearance of nothing',
      signed: without,
      edit: enter(O.form, '/DA(3 Tr /Helv 12 Tf 0 g)'),
      verdict: 'forbidden',
    },
    {
      what: 'a font for the look of before',
      signed,
      edit: look('BT /F9 12 Tf 4 5 Td (900) Tj ET'),
      verdict: 'forbidden',
    },
  ]);
});
