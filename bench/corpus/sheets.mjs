/** Spreadsheets, one for each feature. */
import { chart, flat, MARGIN_HEIGHTS, p, picture, range, style, words } from './markup.mjs';

const text = (value, more = '') =>
  `<table:table-cell office:value-type="string" ${more}>${p(value)}</table:table-cell>`;
const number = (value, more = '') =>
  `<table:table-cell office:value-type="float" office:value="${value}" ${more}>${p(String(value))}</table:table-cell>`;
const formula = (code, value, more = '') =>
  `<table:table-cell table:formula="of:=${code}" office:value-type="float" office:value="${value}" ${more}>${p(String(value))}</table:table-cell>`;
const styled = name => `table:style-name="${name}"`;
const row = (cells, more = '') => `<table:table-row ${more}>${cells.join('')}</table:table-row>`;
const columns = (count, more = '') => `<table:table-column table:number-columns-repeated="${count}" ${more}/>`;
const sheet = (rows, { name = 'One', more = '', before = columns(8), shapes = '' } = {}) =>
  `<table:table table:name="${name}" ${more}>${shapes && `<table:shapes>${shapes}</table:shapes>`}${before}${rows.join('')}</table:table>`;
const book = (body, options) => flat('spreadsheet', body, options);
const grid = (rows, count) =>
  range(rows).map(i => row(range(count).map(k => (k === 0 ? text(`Row ${i + 1}`) : number(i * 10 + k)))));
const cellStyle = (name, cell, more = {}) =>
  style('table-cell', name, { ...(cell && { 'table-cell': cell }), ...more });

/** A number style, and the cell style that uses it. */
const numbers = (name, kind, content) =>
  `<number:${kind}-style style:name="N${name}">${content}</number:${kind}-style>${style('table-cell', name, {}, `style:data-style-name="N${name}"`)}`;
const decimals = (places, more = '') =>
  `<number:number number:decimal-places="${places}" number:min-decimal-places="${places}" number:min-integer-digits="1" ${more}/>`;
const formatted = (name, kind, content, values = [0.5, 1234.567, -98.7]) =>
  book(sheet(values.map(value => row([text('Value'), number(value, styled(name))]))), {
    automatic: numbers(name, kind, content),
  });

/** By name; `png` makes the bytes of a picture. */
export const SHEETS = png => ({
  numbers: book(sheet(grid(12, 5))),
  texts: book(sheet(range(10).map(i => row([text(`Text ${i}`), text('left'), number(i)])))),
  'fixed decimals': formatted('A', 'number', decimals(2)),
  thousands: formatted('B', 'number', decimals(2, 'number:grouping="true"'), [1234567.891, 12, -4321]),
  percent: formatted('D', 'percentage', `${decimals(1)}<number:text>%</number:text>`, [0.125, 0.5, 1]),
  currency: formatted(
    'E',
    'currency',
    `<number:currency-symbol number:language="en" number:country="US">$</number:currency-symbol>${decimals(2, 'number:grouping="true"')}`,
  ),
  scientific: formatted(
    'F',
    'number',
    '<number:scientific-number number:decimal-places="3" number:min-integer-digits="1" number:min-exponent-digits="2"/>',
    [0.000123, 98765432],
  ),
  dates: book(
    sheet(
      ['2024-01-31', '2024-12-24'].map(date =>
        row([
          `<table:table-cell table:style-name="G" office:value-type="date" office:date-value="${date}"><text:p>${date}</text:p></table:table-cell>`,
        ]),
      ),
    ),
    {
      automatic: numbers(
        'G',
        'date',
        '<number:day number:style="long"/><number:text>.</number:text><number:month number:style="long"/><number:text>.</number:text><number:year number:style="long"/>',
      ),
    },
  ),
  booleans: book(
    sheet([
      row([
        `<table:table-cell office:value-type="boolean" office:boolean-value="true">${p('TRUE')}</table:table-cell>`,
      ]),
    ]),
  ),
  formulas: book(
    sheet([...grid(5, 3), row([text('Sum'), formula('SUM([.B1:.B5])', 105), formula('AVERAGE([.C1:.C5])', 22)])]),
  ),
  'formulas with conditions': book(
    sheet(range(5).map(i => row([number(i), formula(`IF([.A${i + 1}]&gt;2;1;0)`, i > 2 ? 1 : 0)]))),
  ),
  'formulas of text': book(
    sheet([
      row([
        text('Ada'),
        `<table:table-cell table:formula="of:=UPPER([.A1])" office:value-type="string" office:string-value="ADA">${p('ADA')}</table:table-cell>`,
      ]),
    ]),
  ),
  'errors of formulas': book(sheet([row([number(0), formula('1/[.A1]', 0), formula('NOTHING()', 0)])])),
  'two sheets': book(sheet(grid(4, 3)) + sheet([row([formula('[$One.B2]*2', 22)])], { name: 'Two' })),
  'merged cells': book(
    sheet([
      row([
        text('Two columns', 'table:number-columns-spanned="2" table:number-rows-spanned="1"'),
        '<table:covered-table-cell/>',
        text('Two rows', 'table:number-columns-spanned="1" table:number-rows-spanned="2"'),
      ]),
      row([text('a'), text('b'), '<table:covered-table-cell/>']),
    ]),
  ),
  borders: book(sheet(range(4).map(() => row(range(3).map(i => number(i, styled('X')))))), {
    automatic: cellStyle('X', 'fo:border="1pt solid #000000"'),
  }),
  colours: book(sheet(range(4).map(() => row(range(3).map(i => number(i, styled('X')))))), {
    automatic: cellStyle('X', 'fo:background-color="#ffeecc"', { text: 'fo:color="#0000cc" fo:font-weight="bold"' }),
  }),
  alignment: book(
    sheet(['start', 'center', 'end'].map(name => row([text('Words', styled(name)), number(5, styled(name))]))),
    {
      automatic: ['start', 'center', 'end']
        .map(name => cellStyle(name, 'style:text-align-source="fix"', { paragraph: `fo:text-align="${name}"` }))
        .join(''),
    },
  ),
  'wrapped text': book(sheet([row([text(words(3), styled('X'))])]), {
    automatic: cellStyle('X', 'fo:wrap-option="wrap"'),
  }),
  'long text': book(sheet([row([text(words(2))]), row([text(words(2)), number(1)])])),
  'rotated text': book(sheet([row([text('Rotated', styled('X')), text('Upright')])]), {
    automatic: cellStyle('X', 'style:rotation-angle="45"'),
  }),
  'wide columns': book(sheet(grid(5, 3), { before: columns(3, styled('W')) }), {
    automatic: style('table-column', 'W', { 'table-column': 'style:column-width="5cm"' }),
  }),
  'high rows': book(sheet(range(4).map(i => row([number(i)], styled('H')))), {
    automatic: style('table-row', 'H', {
      'table-row': 'style:row-height="1.5cm" style:use-optimal-row-height="false"',
    }),
  }),
  'many rows': book(sheet(grid(150, 4))),
  'many columns': book(sheet(grid(10, 25), { before: columns(25) })),
  'repeated header': book(
    sheet([
      `<table:table-header-rows>${row(['Name', 'Q1', 'Q2'].map(name => text(name)))}</table:table-header-rows>`,
      ...grid(120, 3),
    ]),
  ),
  'page breaks': book(sheet(range(9).map(i => row([number(i)], i % 3 === 0 && i ? styled('B') : ''))), {
    automatic: style('table-row', 'B', { 'table-row': 'fo:break-before="page"' }),
  }),
  'print range': book(sheet(grid(10, 5), { more: 'table:print-ranges="One.A1:One.C4"' })),
  landscape: book(sheet(grid(30, 8)), {
    layout: 'fo:page-width="29.7cm" fo:page-height="21cm" style:print-orientation="landscape"',
  }),
  'fit to page': book(sheet(grid(70, 12), { before: columns(12) }), {
    layout: 'fo:page-width="21cm" fo:page-height="29.7cm" style:scale-to-pages="1"',
  }),
  'hidden rows and columns': book(
    sheet(
      [
        row([text('a'), text('b'), text('c')]),
        row([text('hidden')], 'table:visibility="collapse"'),
        row([text('d'), text('e'), text('f')]),
      ],
      { before: columns(1) + columns(1, 'table:visibility="collapse"') + columns(6) },
    ),
  ),
  'header and footer': book(sheet(grid(70, 4)), {
    page: `<style:header>${p('Report')}</style:header><style:footer>${p('Page <text:page-number>1</text:page-number>')}</style:footer>`,
    inLayout: MARGIN_HEIGHTS,
  }),
  pictures: book(
    sheet(grid(4, 3), { shapes: picture(png(), 'svg:x="5cm" svg:y="4cm" svg:width="4cm" svg:height="3cm"') }),
  ),
  chart: book(sheet(grid(4, 3), { shapes: chart('bar', 'svg:x="1cm" svg:y="4cm"') })),
  hyperlinks: book(
    sheet([
      row([
        `<table:table-cell office:value-type="string"><text:p><text:a xlink:href="https://example.org">the site</text:a></text:p></table:table-cell>`,
      ]),
    ]),
  ),
  Chinese: book(sheet([row([text('季度'), number(4)]), row([text('日本語'), number(5)])])),
  'from right to left': book(
    sheet([row([text('שלום'), number(1)]), row([text('עולם'), number(2)])], { more: styled('RL') }),
    { automatic: style('table', 'RL', { table: 'style:writing-mode="rl-tb"' }, 'style:master-page-name="Default"') },
  ),
  fonts: book(
    sheet(['Liberation Sans', 'Carlito', 'Nowhere Sans'].map((name, i) => row([text(name, styled(`F${i}`))]))),
    {
      automatic: ['Liberation Sans', 'Carlito', 'Nowhere Sans']
        .map((name, i) => cellStyle(`F${i}`, '', { text: `fo:font-family="'${name}'"` }))
        .join(''),
    },
  ),
});
