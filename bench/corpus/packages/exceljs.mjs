/** Workbooks by the package `exceljs`, one for each feature. */
import ExcelJS from 'exceljs';
import { range, words } from '../markup.mjs';

const THIN = { style: 'thin', color: { argb: 'FF336699' } };
const fill = argb => ({ type: 'pattern', pattern: 'solid', fgColor: { argb } });
const name = column => String.fromCharCode(65 + column);

/** A workbook whose sheets are filled by `makers`, in their order. */
function book(...makers) {
  const workbook = new ExcelJS.Workbook();
  workbook.created = workbook.modified = new Date('2024-05-01T10:00:00Z');
  for (const [i, fillSheet] of makers.entries()) fillSheet(workbook.addWorksheet(`Sheet ${i + 1}`), workbook);
  return workbook;
}

function grid(sheet, rows = 12, columns = 5) {
  sheet.addRow(['Name', ...range(columns - 1).map(k => `Column ${k + 1}`)]).font = { bold: true };
  for (const i of range(rows)) sheet.addRow([`Row ${i + 1}`, ...range(columns - 1).map(k => i * 10 + k)]);
  return sheet;
}

const gridBook = (change, rows, columns) => () => book(sheet => change(grid(sheet, rows, columns)));
const formatted = (format, values) => () =>
  book(sheet => {
    sheet.getColumn(2).width = 24;
    for (const value of values) sheet.addRow(['Value', value]).getCell(2).numFmt = format;
  });
const conditional = (...rules) => gridBook(sheet => sheet.addConditionalFormatting({ ref: 'B2:E13', rules }));
const printed = (setup, rows, columns) => gridBook(sheet => Object.assign(sheet.pageSetup, setup), rows, columns);

/** Pairs of a name and a function that promises the bytes; `png` makes the bytes of a picture. */
export function xlsxFiles(png) {
  const all = { ...VALUES, ...LOOKS, ...PAGES, ...CONTENT, ...pictures(png) };
  return Object.entries(all).map(([feature, make]) => [
    feature,
    async () => Buffer.from(await make().xlsx.writeBuffer()),
  ]);
}

const VALUES = {
  numbers: gridBook(() => {}),
  texts: () => book(sheet => range(10).map(i => sheet.addRow([`Text ${i}`, words(1, i)]))),
  decimals: formatted('0.00', [0.5, 1234.567, -98.7]),
  thousands: formatted('#,##0.00;[Red]-#,##0.00', [1234567.891, 12, -4321]),
  percent: formatted('0.0%', [0.125, 0.5, 1]),
  currency: formatted('"$"#,##0.00', [12.5, 1234.567, -98.7]),
  euros: formatted('#,##0.00 [$€-407]', [12.5, 1234.567, -98.7]),
  scientific: formatted('0.000E+00', [0.000123, 98765432]),
  fractions: formatted('# ?/?', [0.5, 1.25, 2.333]),
  dates: formatted('dd.mm.yyyy', [new Date('2024-01-31'), new Date('2024-12-24')]),
  'long dates': formatted('dddd, d mmmm yyyy hh:mm', [new Date('2024-01-31T10:20:00Z')]),
  times: formatted('[h]:mm:ss', [0.25, 1.75]),
  booleans: () => book(sheet => sheet.addRow([true, false])),
  errors: () =>
    book(sheet =>
      sheet.addRow([{ error: '#N/A' }, { error: '#DIV/0!' }, { formula: '1/0', result: { error: '#DIV/0!' } }]),
    ),
  'formulas with results': gridBook(sheet => sheet.addRow(['Sum', { formula: 'SUM(B2:B13)', result: 660 }])),
  'formulas without results': gridBook(sheet => sheet.addRow(['Sum', { formula: 'SUM(B2:B13)' }])),
  'shared formulas': gridBook(sheet => sheet.fillFormula('F2:F13', 'SUM(B2:E2)', i => i)),
  'names of ranges': gridBook(sheet => {
    sheet.workbook.definedNames.add("'Sheet 1'!$B$2:$B$13", 'Values');
    sheet.addRow(['Sum', { formula: 'SUM(Values)', result: 660 }]);
  }),
  'several sheets': () =>
    book(
      sheet => grid(sheet),
      sheet => grid(sheet, 60, 3),
      sheet => sheet.addRow([{ formula: "'Sheet 1'!B3", result: 10 }]),
    ),
};

const LOOKS = {
  fonts: () =>
    book(sheet => {
      for (const font of ['Arial', 'Calibri', 'Cambria', 'Courier New', 'Nowhere Sans'])
        sheet.addRow([words(1)]).font = { name: font, size: 14, italic: true };
    }),
  'rich text': () =>
    book(sheet =>
      sheet.addRow([
        {
          richText: [
            { text: 'bold ', font: { bold: true } },
            { text: 'red', font: { color: { argb: 'FFCC0000' } } },
            { text: ' plain' },
          ],
        },
      ]),
    ),
  borders: gridBook(sheet =>
    sheet.eachRow(row =>
      row.eachCell(cell =>
        Object.assign(cell, { border: { top: THIN, left: THIN, bottom: THIN, right: { style: 'double' } } }),
      ),
    ),
  ),
  fills: gridBook(sheet =>
    sheet.eachRow((row, i) =>
      row.eachCell(cell => Object.assign(cell, { fill: fill(i % 2 ? 'FFFFEECC' : 'FFCCEEFF') })),
    ),
  ),
  'gradients and patterns': () =>
    book(sheet => {
      sheet.addRow(['gradient', 'pattern']).height = 40;
      sheet.getCell('A1').fill = {
        type: 'gradient',
        gradient: 'angle',
        degree: 0,
        stops: [
          { position: 0, color: { argb: 'FF4488CC' } },
          { position: 1, color: { argb: 'FFFFFFFF' } },
        ],
      };
      sheet.getCell('B1').fill = { type: 'pattern', pattern: 'darkTrellis', fgColor: { argb: 'FFCC4444' } };
    }),
  alignment: () =>
    book(sheet => {
      for (const horizontal of ['left', 'center', 'right', 'fill', 'justify', 'distributed']) {
        const row = sheet.addRow([horizontal, 'x']);
        row.height = 30;
        row.alignment = { horizontal, vertical: 'middle' };
      }
      sheet.getColumn(1).width = 30;
    }),
  'wrapped and rotated text': () =>
    book(sheet => {
      sheet.addRow([words(3), 'Rotated', 'Upwards', 'indented']);
      sheet.getColumn(1).width = 40;
      for (const [i, alignment] of [
        { wrapText: true },
        { textRotation: 45 },
        { textRotation: 'vertical' },
        { indent: 3 },
      ].entries())
        sheet.getCell(1, i + 1).alignment = alignment;
    }),
  'text that shrinks': () =>
    book(sheet => Object.assign(sheet.addRow([words(1), 'next']).getCell(1), { alignment: { shrinkToFit: true } })),
  'merged cells': gridBook(sheet => {
    sheet.mergeCells('A15:C16');
    Object.assign(sheet.getCell('A15'), {
      value: 'Merged',
      alignment: { horizontal: 'center', vertical: 'middle' },
      fill: fill('FFDDFFDD'),
    });
  }),
  'widths and heights': gridBook(sheet => {
    for (const k of range(5)) sheet.getColumn(k + 1).width = 6 + k * 6;
    sheet.getRow(3).height = 60;
  }),
  'hidden rows and columns': gridBook(sheet => {
    sheet.getColumn(3).hidden = true;
    sheet.getRow(4).hidden = true;
  }),
  'outline of rows': gridBook(sheet =>
    range(5).map(i => Object.assign(sheet.getRow(i + 3), { outlineLevel: 1, hidden: i > 2 })),
  ),
  'colour scale': conditional({
    type: 'colorScale',
    priority: 1,
    cfvo: [{ type: 'min' }, { type: 'max' }],
    color: [{ argb: 'FFFFFFFF' }, { argb: 'FF4488CC' }],
  }),
  'data bars': conditional({
    type: 'dataBar',
    priority: 1,
    cfvo: [{ type: 'min' }, { type: 'max' }],
    color: { argb: 'FF66AA66' },
  }),
  'icon sets': conditional({
    type: 'iconSet',
    priority: 1,
    iconSet: '3TrafficLights',
    cfvo: [0, 33, 67].map(value => ({ type: 'percent', value })),
  }),
  'formats with conditions': conditional(
    {
      type: 'cellIs',
      operator: 'greaterThan',
      priority: 1,
      formulae: [60],
      style: { font: { bold: true }, fill: { type: 'pattern', pattern: 'solid', bgColor: { argb: 'FFFFCCCC' } } },
    },
    { type: 'expression', priority: 2, formulae: ['MOD(ROW(),2)=0'], style: { font: { color: { argb: 'FF0055AA' } } } },
  ),
  'from right to left': () => book(sheet => Object.assign(grid(sheet), { views: [{ rightToLeft: true }] })),
};

const PAGES = {
  'frozen panes': gridBook(
    sheet => Object.assign(sheet, { views: [{ state: 'frozen', xSplit: 1, ySplit: 1, topLeftCell: 'C20' }] }),
    80,
  ),
  landscape: printed({ orientation: 'landscape' }, 40, 9),
  A3: printed({ paperSize: 8 }, 90, 9),
  letter: printed({ paperSize: 1 }, 60, 9),
  'fit to page': printed({ paperSize: 9, fitToPage: true, fitToWidth: 1, fitToHeight: 1 }, 90, 20),
  'fit to width': printed({ paperSize: 9, fitToPage: true, fitToWidth: 1, fitToHeight: 0 }, 120, 20),
  scale: printed({ scale: 60 }, 90, 12),
  margins: printed({ margins: { left: 2, right: 1, top: 2, bottom: 1, header: 0.5, footer: 0.5 } }),
  centred: printed({ horizontalCentered: true, verticalCentered: true }),
  'print area': printed({ printArea: 'A1:C6' }, 90),
  'print titles': printed({ printTitlesRow: '1:1', printTitlesColumn: 'A:A' }, 120, 20),
  'grid lines and headings': printed({ showGridLines: true, showRowColHeaders: true }),
  'order of pages': printed({ pageOrder: 'overThenDown' }, 120, 20),
  'page breaks': gridBook(sheet => sheet.getRow(5).addPageBreak(), 20),
  'many rows': gridBook(() => {}, 400),
  'many columns': gridBook(() => {}, 10, 40),
  'header and footer': gridBook(sheet => {
    Object.assign(sheet.headerFooter, {
      oddHeader: '&L&A&C&"Arial,Bold"Report&R2024',
      oddFooter: '&CPage &P of &N',
      differentFirst: true,
      firstHeader: '&CFirst',
    });
  }, 120),
};

const CONTENT = {
  hyperlinks: () =>
    book(sheet =>
      sheet.addRow([
        { text: 'a link', hyperlink: 'https://example.com/' },
        { text: 'a place', hyperlink: "#'Sheet 1'!A9" },
      ]),
    ),
  'data validation': gridBook(sheet => {
    sheet.getCell('B2').dataValidation = { type: 'list', allowBlank: true, formulae: ['"One,Two,Three"'] };
    sheet.getCell('C2').dataValidation = {
      type: 'whole',
      operator: 'between',
      formulae: [0, 9],
      showErrorMessage: true,
      error: 'Too large',
    };
  }),
  'automatic filter': gridBook(sheet => Object.assign(sheet, { autoFilter: 'A1:E1' })),
  'table with a style': () =>
    book(sheet =>
      sheet.addTable({
        name: 'Sales',
        ref: 'A1',
        headerRow: true,
        totalsRow: true,
        style: { theme: 'TableStyleMedium2', showRowStripes: true },
        columns: [
          { name: 'Year', totalsRowLabel: 'Total' },
          { name: 'Amount', totalsRowFunction: 'sum' },
        ],
        rows: range(6).map(i => [`${2018 + i}`, i * 11]),
      }),
    ),
  notes: gridBook(sheet => Object.assign(sheet.getCell('B3'), { note: 'Please check' })),
  'protected sheet': () => {
    const workbook = book(sheet => grid(sheet));
    workbook.worksheets[0].sheetProtection = { sheet: true, objects: true, scenarios: true };
    return workbook;
  },
  'hidden sheet': () =>
    book(
      sheet => grid(sheet),
      sheet => Object.assign(grid(sheet), { state: 'hidden' }),
    ),
  'colour of the tab': () => book(sheet => Object.assign(grid(sheet).properties, { tabColor: { argb: 'FF4488CC' } })),
  'line breaks': () =>
    book(sheet => Object.assign(sheet.addRow(['one\ntwo\nthree']).getCell(1), { alignment: { wrapText: true } })),
  'text beside empty cells': () =>
    book(sheet => range(4).map(i => sheet.addRow(i % 2 ? [words(2)] : [words(2), 'stops it']))),
};

const pictures = png => ({
  picture: () =>
    book((sheet, workbook) => {
      grid(sheet);
      sheet.addImage(workbook.addImage({ buffer: png(), extension: 'png' }), {
        tl: { col: 1.5, row: 15 },
        ext: { width: 160, height: 120 },
      });
    }),
  'picture over cells': () =>
    book((sheet, workbook) => {
      grid(sheet);
      sheet.addImage(workbook.addImage({ buffer: png(1), extension: 'png' }), `${name(1)}3:${name(3)}9`);
    }),
});
