/** Formulas of workbooks that keep their saved results, as an engine gets them; quirks/ has one in a PDF. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../../src/convert/options.js';
import { quirksOf } from '../../../../../src/convert/quirks/index.js';
import { measuredSheet } from '../../../../helpers/documents/measured-sheet.js';
import { edited } from '../../../../helpers/documents/with.js';

const NAME = '<definedNames><definedName name="Twice">_xlfn.LAMBDA(_xlpm.x,_xlpm.x*2)</definedName></definedNames>';

async function sheetWith(cells: string, pdf: PdfOptions = {}, names = ''): Promise<string> {
  const workbook = measuredSheet({ sheet: `<sheetData><row r="1">${cells}</row></sheetData>` });
  const { name, bytes } = edited(workbook, {
    'xl/workbook.xml': xml => xml.replace('</workbook>', `${names}</workbook>`),
  });
  const prepared = await prepareDocument(bytes, { name, pdf, quirks: quirksOf('7.4') });
  return Buffer.from(unzipSync(prepared.bytes)['xl/worksheets/sheet1.xml']!).toString();
}

const formula = (text: string, attributes = ' t="array" ref="A1"', result = '<v>7</v>') =>
  `<c r="A1"><f${attributes}>${text}</f>${result}</c>`;

describe('a cell has its saved result alone', () => {
  it.each([
    ['of an array formula', formula('_xlfn._xlws.FILTER(B1:B9,B1:B9&gt;0)')],
    ['of a cube in an array formula', formula('SUM(CUBEVALUE("c","m"))')],
    ['of a service in an array formula', formula('_xlfn.WEBSERVICE("http://a.example")')],
    ['of an add-in in an array formula', formula('_xll.PRICE(B1:B2)')],
    ['of a missing add-in in an array formula', formula('_xludf.PRICE(B1:B2)')],
    ['of another workbook in an array formula', formula('[1]!Price(B1:B2)')],
    ['of a function within another one', formula('SUM(_xlfn.UNIQUE(B1:B9))')],
    ['of a function without a name', formula('_xlfn.LAMBDA(_xlpm.x,_xlpm.x+1)(2)', '')],
    ['of a lookup in one cell', formula('_xlfn.XLOOKUP(1,B1:B9,C1:C9)', '')],
  ])('%s', async (_, cell) => {
    expect(await sheetWith(cell)).toContain('<c r="A1"><v>7</v></c>');
    expect(await sheetWith(cell, { to: 'csv' })).toContain('<c r="A1"><v>7</v></c>');
  });

  it('of a function that the workbook defines', async () => {
    expect(await sheetWith(formula('1+twice(3)', ''), {}, NAME)).toContain('<c r="A1"><v>7</v></c>');
    expect(await sheetWith(formula('1+twice(3)', ''))).toContain('twice');
  });

  it('of names that use such names', async () => {
    const more = NAME.replace(
      '</definedNames>',
      '<definedName name="Four">twice(2)</definedName><definedName name="Loop">Loop+Four</definedName></definedNames>',
    );
    expect(await sheetWith(formula('FOUR+1', ''), {}, more)).toContain('<c r="A1"><v>7</v></c>');
    expect(await sheetWith(formula('loop', ''), {}, more)).toContain('<c r="A1"><v>7</v></c>');
  });

  it('of a formula that cells share', async () => {
    const cells = (last: string) =>
      `<c r="A1"><f t="shared" ref="A1:B1" si="0">_xlfn.XLOOKUP(1,B1:B9,C1:C9)</f><v>7</v></c><c r="B1"><f t="shared" si="0"/>${last}</c>`;
    expect(await sheetWith(cells('<v>8</v>'))).toContain('<c r="A1"><v>7</v></c><c r="B1"><v>8</v></c>');
    expect(await sheetWith(cells(''))).toContain(cells(''));
  });

  it.each(['<v></v>', '<v/>', '<v xml:space="preserve"> b</v>'])('that is a text: %s', async result => {
    const cell = `<c r="A1" t="str"><f t="array" ref="A1">_xlfn.TEXTAFTER(B1,&quot;,&quot;)</f>${result}</c>`;
    expect(await sheetWith(cell)).toContain(`<c r="A1" t="str">${result}</c>`);
  });

  it('beside the name of a sheet with a quotation mark', async () => {
    expect(await sheetWith(formula(`'it"s'!A1&amp;_xlfn.TEXTAFTER("a,b",",")`, ''))).toContain(
      '<c r="A1"><v>7</v></c>',
    );
  });

  it('with a prefix of its namespace', async () => {
    const cell = '<x:c r="A1" xmlns:x="urn:x"><x:f t="array">_xlfn.UNIQUE(B1)</x:f><x:v>7</x:v></x:c>';
    expect(await sheetWith(cell)).not.toContain('UNIQUE');
  });
});

describe('a cell keeps its formula', () => {
  it.each<[string, string, PdfOptions?]>([
    ['with functions that LibreOffice knows', formula('_xlfn.CONCAT(B1:B9)')],
    ['of older versions', formula('SUM(B1:B9*2)')],
    ['with the name of a function in a text', formula('_xlfn.CONCAT("_xlfn.UNIQUE(B1)")')],
    ['of a cube, which LibreOffice leaves', formula('CUBEVALUE("c","m")', '')],
    ['with a function of cubes in a text', formula('LEN("CUBEVALUE(")')],
    ['with a cell of another workbook', formula('SUM([1]One!A1:A2)')],
    ['without a saved result', formula('_xlfn.UNIQUE(B1:B9)', ' t="array" ref="A1"', '')],
    ['with an empty result', formula('_xlfn.UNIQUE(B1:B9)', ' t="array" ref="A1"', '<v></v>')],
    ['of a data table', formula('_xlfn.XLOOKUP(1,B1:B9,C1:C9)', ' t="dataTable" ref="A1:A9"')],
    ['with an empty element', formula('_xlfn.UNIQUE(B1:B9)', ' t="array" ref="A1"', '<v/>')],
    ['in a workbook', formula('_xlfn.UNIQUE(B1:B9)'), { to: 'ods' }],
  ])('%s', async (_, cell, options) => {
    expect(await sheetWith(cell, options)).toContain(cell);
  });
});
