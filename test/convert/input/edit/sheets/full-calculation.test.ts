/** Saved results of workbooks that ask for a calculation, as an engine gets them; quirks/ has one in a PDF. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../../src/convert/options.js';
import { quirksOf } from '../../../../../src/convert/quirks/index.js';
import { Warnings } from '../../../../../src/convert/warnings.js';
import { tabled } from '../../../../helpers/documents/tabled.js';
import { edited } from '../../../../helpers/documents/with.js';

const ASKS = '<calcPr calcId="124519" fullCalcOnLoad="1"/>';

async function sheetOf(
  cells: string,
  workbook = ASKS,
  pdf: PdfOptions = {},
  warnings = new Warnings(),
): Promise<string> {
  const sheet = `<sheetData><row r="1">${cells}</row></sheetData>`;
  const source = tabled({ style: '', ref: 'E5:F6', sheet });
  const { name, bytes } = edited(source, {
    'xl/workbook.xml': xml => xml.replace('</workbook>', `${workbook}</workbook>`),
  });
  const prepared = await prepareDocument(bytes, { name, pdf, quirks: quirksOf('7.4'), warnings });
  return Buffer.from(unzipSync(prepared.bytes)['xl/worksheets/sheet1.xml']!).toString();
}

const formula = (text: string, result = '<v>0</v>', type = '') => `<c r="A1"${type}><f>${text}</f>${result}</c>`;

describe('a formula loses its saved result', () => {
  it.each([
    ['of a number', formula('SUM(B1:B9)'), '<c r="A1"><f>SUM(B1:B9)</f></c>'],
    ['of a text', formula('B1&amp;"x"', '<v>x</v>', ' t="str"'), '<c r="A1" t="str"><f>B1&amp;"x"</f></c>'],
    ['that is empty', formula('B1', '<v/>'), '<c r="A1"><f>B1</f></c>'],
    ['of a column of a table', formula('SUM(Sales[2024])'), '<c r="A1"><f>SUM(Sales[2024])</f></c>'],
    ['of columns of a table', formula('SUM(Sales[[2023]:[2024]])'), '<c r="A1"><f>SUM(Sales[[2023]:[2024]])</f></c>'],
    ['with a text like a reference', formula('"[1]"&amp;B1'), '<c r="A1"><f>"[1]"&amp;B1</f></c>'],
    [
      'that cells share',
      '<c r="A1"><f t="shared" ref="A1:A2" si="0">B1*2</f><v>0</v></c><c r="A2"><f t="shared" si="0"/><v>0</v></c>',
      '<c r="A1"><f t="shared" ref="A1:A2" si="0">B1*2</f></c><c r="A2"><f t="shared" si="0"/></c>',
    ],
  ])('%s', async (_, cells, expected) => {
    expect(await sheetOf(cells)).toContain(expected);
    expect(await sheetOf(cells, ASKS, { to: 'xlsx', layout: 'libreoffice' })).toContain(expected);
    expect(await sheetOf(cells, '<calcPr fullCalcOnLoad="0"/>')).toContain(cells);
  });
});

describe('a formula keeps its saved result', () => {
  it.each([
    ['of another workbook', formula('[1]Prices!A1*2')],
    ['of a sheet in quotes of another workbook', formula("SUM('[1]Price list'!A1:A9)")],
    ['of a pivot table', formula('GETPIVOTDATA("Sum",A3)')],
    ['of the program', formula('INFO("release")')],
    ['of a service', formula('_xlfn.WEBSERVICE(B1)')],
    ['of an add-in', formula('_xll.PRICE(B1)')],
    ['of a function that LibreOffice does not know, in a workbook', formula('_xlfn.XLOOKUP(1,B1:B9,C1:C9)')],
    ['of a table of values', '<c r="A1"><f t="dataTable" ref="A1:A2" r1="B1"/><v>0</v></c>'],
    [
      'that cells share, in all of them',
      '<c r="A1"><f t="shared" ref="A1:A2" si="0">[1]A!B1</f><v>7</v></c><c r="A2"><f t="shared" si="0"/><v>8</v></c>',
    ],
  ])('%s', async (_, cells) => {
    expect(await sheetOf(cells, ASKS, { to: 'xlsx' })).toContain(cells);
  });
});

const NAMES =
  '<definedNames><definedName name="Rate">One!$B$1</definedName><definedName name="Price">Mine(One!$B$1)</definedName>' +
  '<definedName name="Gross">price*1.2</definedName></definedNames>';

describe('with the names of the workbook', () => {
  it.each([
    'B1*rate',
    'One!Rate+SUM(One!$B:$C,B:B,$1:$2,One:Two!A1)',
    'LOG10(B1)+1E5*1e-3+2.5E3',
    'IF(TRUE,#REF!,One!#REF!)&amp;"Mine(1)"',
    "'It''s'!B1+'Mine (1)'!C1+SUM({1,2;3,4})",
    'SUM(Sales[[#This Row],[Mine (1)]])',
    '_xlfn.STDEV.S(B1:B9)+_xlfn.ORG.LIBREOFFICE.RAND.NV()',
    'SUM (B1:OFFSET(B1,1,0))',
    '_xlfn.CONCAT(B1:B9)+_xlfn.IFS(B1,1)',
  ])('LibreOffice computes %s', async text => {
    expect(await sheetOf(formula(text, '<v>7</v>'), NAMES + ASKS)).toContain(`<c r="A1"><f>${text}</f></c>`);
  });

  it.each([
    ...['Mine(B1)', 'ThisWorkbook.Mine(1)', 'SQL.REQUEST("x")', 'CALL("x")', 'REGISTER.ID("a","b")', '_FV(B1,"Price")'],
    ...[
      '_xlfn._xlws.PY(0,1)',
      '_xlfn.FIELDVALUE(B1,"Price")',
      'B1.Price',
      'Missing+1',
      'SUM(Lost[A])',
      'price',
      '1+Gross',
    ],
    ...["'C:/x/[Book.xlsx]S'!A1", '[1]!Mine', "'a'!B1+'[1]b c'!B1", 'PHONETIC(B1)', '_xleta.SUM+1'],
    ...['CONCAT(B1:B9)', 'STDEV.S(B1:B9)', '_xlfn.SUM(B1)'], // the prefix lacks, or is too much
    `1${'+1'.repeat(4096)}`,
  ])('LibreOffice does not compute %.40s', async text => {
    const cells = formula(text, '<v>7</v>');
    expect(await sheetOf(cells, NAMES + ASKS, { to: 'xlsx' })).toContain(cells);
  });
});

it.each(['calcMode="manual"', 'iterate="1"'])('all formulas keep their saved results where %s', async stated => {
  const cells = formula('SUM(B1:B9)', '<v>7</v>');
  expect(await sheetOf(cells, ASKS.replace(' ', ` ${stated} `))).toContain(cells);
});

describe('the result 0 of a formula that is not computed', () => {
  const found = async (cells: string, workbook = ASKS) => {
    const warnings = new Warnings();
    await sheetOf(cells, workbook, {}, warnings);
    return warnings.list();
  };
  const warned = (functions: string, cells = 'A1', formulas = 1) => [
    { code: 'results_unknown', detail: { formulas, functions, cells } },
  ];

  it.each([
    ['that LibreOffice does not know', formula('SUM(_xlfn.XLOOKUP(1,B1:B9,C1:C9))'), warned('XLOOKUP')],
    [
      'in an array',
      formula('_xlfn._xlws.FILTER(B1:B9,C1:C9)').replace('<f', '<f t="array" ref="A1:A3"'),
      warned('FILTER'),
    ],
    ['of a service', formula('_xlfn.WEBSERVICE("SUM(1)")'), warned('WEBSERVICE')],
    ['of another workbook', formula('[1]Prices!A1*2'), warned('a name or another workbook')],
    [
      'in many cells',
      [...'ABCDEFG'].map(letter => formula('_xlfn.LET(_xlpm.a,1,_xlpm.a)').replace('A1', `${letter}1`)).join(''),
      warned('LET', 'A1, B1, C1, D1, E1, ...', 7),
    ],
    ['that is another number', formula('_xlfn.XLOOKUP(1,B1:B9,C1:C9)', '<v>5</v>'), []],
    ['that LibreOffice computes', formula('SUM(B1:B9)'), []],
  ])('%s', async (_, cells, expected) => {
    expect(await found(cells)).toEqual(expected);
    expect(await found(cells, '')).toEqual([]);
  });
});

it('a reference to a column of the table around it has the name of the table', async () => {
  const formulas = ['SUBTOTAL(109,[A])+SUM(Other[A],[7])&amp;"[A]"', '[[#This Row],[A]]*[1]Rates!A1', 'SUM([2024])'];
  const cells = formulas.map((text, i) => `<c r="${'ABC'[i]}2"><f>${text}</f></c>`).join('');
  const source = tabled({
    ...{ style: '', ref: 'A1:B3' },
    sheet: `<sheetData><row r="1"/><row r="2">${cells}</row></sheetData>`,
  });
  const { name, bytes } = edited(source, {
    'xl/workbook.xml': xml => xml.replace('</workbook>', `${ASKS}</workbook>`),
  });
  const prepared = await prepareDocument(bytes, { name, pdf: {}, quirks: quirksOf('7.4') });
  const sheet = Buffer.from(unzipSync(prepared.bytes)['xl/worksheets/sheet1.xml']!).toString();
  expect([...sheet.matchAll(/<f>([^<]*)/g)].map(([, formula]) => formula)).toEqual([
    'SUBTOTAL(109,Sales[A])+SUM(Other[A],Sales[7])&amp;"[A]"',
    'Sales[[#This Row],[A]]*[1]Rates!A1',
    'SUM([2024])', // beside the table
  ]);
});

it.each([
  ['<calcPr calcMode="manual" iterate="1"/>', '<calcPr calcMode="auto" iterate="1"/>'],
  ['<calcPr calcMode="autoNoTable"/>', '<calcPr calcMode="autoNoTable"/>'],
])('the calculation of %s is %s', async (stated, expected) => {
  const source = tabled({ style: '', ref: 'E5:F6', sheet: '<sheetData/>' });
  const { name, bytes } = edited(source, {
    'xl/workbook.xml': xml => xml.replace('</workbook>', `${stated}</workbook>`),
  });
  const prepared = await prepareDocument(bytes, { name, pdf: {}, quirks: quirksOf('7.4') });
  expect(Buffer.from(unzipSync(prepared.bytes)['xl/workbook.xml']!).toString()).toContain(expected);
});

it.each(['a'.repeat(160_000), '['.repeat(160_000), '1'.repeat(160_000)])(
  'a long formula takes little time',
  async word => {
    const begin = process.cpuUsage();
    await sheetOf(formula(`[x]+${word}`, '<v>1</v>').replace('A1', 'E6'));
    for (let i = 0; i < 20; i++) await sheetOf(formula(`[x]+${word.slice(0, 8000)}`, '<v>1</v>').replace('A1', 'E6'));
    const { user } = process.cpuUsage(begin);
    expect(user).toBeLessThan(5e6);
  },
);
