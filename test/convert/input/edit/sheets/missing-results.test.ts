/** Formulas without a saved result, for which LibreOffice prints an error: a warning names them. */
import { expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import { quirksOf } from '../../../../../src/convert/quirks/index.js';
import { Warnings } from '../../../../../src/convert/warnings.js';
import { tabled } from '../../../../helpers/documents/tabled.js';
import { edited } from '../../../../helpers/documents/with.js';

const NAMES =
  '<definedNames><definedName name="Rate">One!$B$1</definedName><definedName name="ราคาสินค้า">One!$B$1</definedName><definedName name="Twice">_xlfn.LAMBDA(_xlpm.x,_xlpm.x*2)</definedName></definedNames>';

async function warnedOf(cells: string, version = '7.4') {
  const source = tabled({ style: '', ref: 'E5:F6', sheet: `<sheetData><row r="1">${cells}</row></sheetData>` });
  const { name, bytes } = edited(source, {
    'xl/workbook.xml': xml => xml.replace('</workbook>', `${NAMES}</workbook>`),
  });
  const warnings = new Warnings();
  await prepareDocument(bytes, { name, pdf: {}, quirks: quirksOf(version), warnings });
  return warnings.list().map(({ detail }) => detail);
}

const formula = (text: string, result = '') => `<c r="A1"><f>${text}</f>${result}</c>`;

it.each([
  ['XLOOKUP(1,B1:B9,C1:C9)', 'XLOOKUP'],
  ['_xlfn.XLOOKUP(1,B1:B9,C1:C9)', 'XLOOKUP'],
  ['SUM(_xlfn._xlws.FILTER(B1:B9,C1:C9))', 'FILTER'],
  ['_xlfn.LET(_xlpm.a,1,_xlpm.a)', 'LET'],
  ['CONCAT(B1:B9)&amp;IFS(B1,1)', 'CONCAT, IFS'],
  ['Mine(1)+missing', 'Mine, missing'],
  ['Twice(2)', 'Twice'],
])('%s is warned of', async (text, functions) => {
  const expected = [{ formulas: 1, functions, cells: 'A1' }];
  for (const result of ['', '<v/>', '<v></v>', ' <v />'])
    expect(await warnedOf(formula(text, result))).toEqual(expected);
  expect(await warnedOf(formula(text, '<v>7</v>'))).toEqual([]);
});

it.each([
  'SUM(B1:B9)*rate',
  'SUM(ราคาสินค้า)',
  'ราคาสินค้า!A1+1',
  '_xlfn.CONCAT(B1:B9)',
  'SUM(Sales[2024])+VLOOKUP(1,$B:$C,2,FALSE)',
  '[1]Prices!A1*2',
  'IF(B1="XLOOKUP(1)",One!C1,"")',
])('%s is not', async text => {
  expect(await warnedOf(formula(text))).toEqual([]);
});

it('functions that the version has are not', async () => {
  for (const text of ['_xlfn.XLOOKUP(1,B1:B9,C1:C9)', '_xlfn.LET(_xlpm.a,1,_xlpm.a)', '_xlfn._xlws.SORT(B1:B9)'])
    expect(await warnedOf(formula(text), '24.8')).toEqual([]);
  for (const text of ['XLOOKUP(1,B1:B9,C1:C9)', '_xlfn.TEXTSPLIT(B1,&quot;,&quot;)'])
    expect(await warnedOf(formula(text), '24.8')).toHaveLength(1);
});

it('each cell without a result that shares a formula counts', async () => {
  const cells = `<c r="A1"><f t="shared" ref="A1:C1" si="0">XLOOKUP(1,B9,C9)</f><v>7</v></c><c r="B1"><f t="shared" si="0"/></c><c r="C1"><f t="shared" si="0"/><v/></c>`;
  expect(await warnedOf(cells)).toEqual([{ formulas: 2, functions: 'XLOOKUP', cells: 'B1, C1' }]);
});
