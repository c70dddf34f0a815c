/** The sizes of the columns and rows of a sheet, as an engine gets them; quirks/ has those in a PDF. */
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../src/convert/options.js';
import { Warnings } from '../../../../src/convert/warnings.js';
import {
  CALIBRI,
  cell,
  MARGINS,
  type MeasuredSheet,
  measuredSheet,
  NS,
} from '../../../helpers/documents/measured-sheet.js';
import { edited } from '../../../helpers/documents/with.js';

async function laidOut(spec: MeasuredSheet, pdf: PdfOptions = {}): Promise<string> {
  const { name, bytes } = measuredSheet(spec);
  const prepared = await prepareDocument(bytes, { name, pdf });
  return Buffer.from(unzipSync(prepared.bytes)['xl/worksheets/sheet1.xml']!).toString();
}

const COLUMN = '<cols><col min="1" max="1" width="20" customWidth="1"/></cols>';
const FORMAT = '<sheetFormatPr defaultRowHeight="15"/>';
const row = (attributes: string, cells = '') => `<row r="1"${attributes}>${cells}</row>`;
const sheetOf = (rows: string) => `${FORMAT}${COLUMN}<sheetData>${rows}</sheetData>${MARGINS}`;
const heightOf = (xml: string) => /<row [^>]*\bht="([^"]*)"/.exec(xml)?.[1];

/** A shared text in a cell that wraps. */
const wrapped = '<c r="A1" s="2" t="s"><v>0</v></c>';

describe('columns', () => {
  it('have whole points, in the digits that LibreOffice counts', async () => {
    // 20 digits of 6 points are 120 points, which are 21.62 digits of 111 twips
    expect(await laidOut({ sheet: sheetOf('') })).toContain('<col width="21.6216" min="1" max="1" customWidth="1"/>');
  });

  it('of the default width have 8 digits and their margins, or 10 where the sheet has no format', async () => {
    expect(await laidOut({ sheet: sheetOf('') })).toContain('defaultColWidth="9.5495"'); // 53 points
    expect(await laidOut({ sheet: '<sheetData/>' })).toContain('<sheetFormatPr defaultColWidth="11.7117"'); // 65 points
  });

  it('stay where the widths of the Normal font are not known', async () => {
    const font = CALIBRI.replace('Calibri', 'Unknown');
    expect(await laidOut({ font, sheet: sheetOf('') })).toContain('width="20"');
  });
});

describe('a row', () => {
  it.each<[title: string, rows: string, shared: readonly string[], height: string | undefined]>([
    ['with a height of its own', row(' ht="30" customHeight="1"'), [], '28'],
    ['without one', row(' ht="17"', cell('A1', 'x')), [], '14'],
    ['with a number', row(' ht="17"', '<c r="A1" s="1"><v>1</v></c>'), [], '14'],
    ['with a formula', row('', '<c r="A1" s="1" t="str"><f>A2</f><v>x</v></c>'), [], '14'],
    ['whose text fits into its cell', row('', wrapped), ['<t>short text</t>'], '14'],
    ['whose text may take two lines', row('', wrapped), ['<t>a text that is too long for one line</t>'], '26'],
    ['whose text has two lines', row('', wrapped), ['<t>a\nb</t>'], '26'],
    ['whose text has fonts of its own', row('', wrapped), ['<r><rPr><sz val="20"/></rPr><t>a</t></r>'], '26'],
    [
      'whose columns are merged',
      `${row('', wrapped)}<mergeCell ref="A1:B1"/>`,
      ['<t>a text that is too long for one line</t>'],
      undefined,
    ],
    ['with a text that does not exist', row('', wrapped), [], undefined],
  ])('%s', async (_, rows, shared, height) => {
    expect(heightOf(await laidOut({ sheet: sheetOf(rows), shared }))).toBe(height ?? /ht="([^"]*)"/.exec(rows)?.[1]);
  });

  const saved = row(' ht="15"', '<c r="A1" s="1" t="s"><v>0</v></c>');
  const MALGUN = '<font><sz val="10"/><name val="Malgun Gothic"/></font>';
  const inMalgun = { fonts: [MALGUN], formats: ['<xf fontId="2" xfId="0"/>'] };
  const pieces = ['<r><rPr><rFont val="Malgun Gothic"/><sz val="10"/></rPr><t>a</t></r><r><t>b</t></r>'];

  it.each<[title: string, rows: string, shared: readonly string[], height: string | undefined]>([
    ['with a number', row(' ht="15"', '<c r="A1" s="3"><v>1</v></c>'), [], '15'],
    ['with a formula only', row(' ht="15"', '<c r="A1" s="3"><f>1+1</f><v>2</v></c>'), [], '14'],
    ['with an empty cell only', row(' ht="15"', '<c r="A1" s="3"/>'), [], '14'],
    ['with a formula that was saved high', row(' ht="30"', '<c r="A1" s="3"><f>1+1</f><v>2</v></c>'), [], '15'],
    ['with a formula that states no height', row('', '<c r="A1" s="3"><f>1+1</f><v>2</v></c>'), [], '15'],
    ['with letters in another font', saved, pieces, '14'],
    [
      'with letters in an unknown font',
      saved,
      ['<r><rPr><rFont val="Unknown"/><sz val="30"/></rPr><t>a</t></r>'],
      '15',
    ],
  ])('in a higher font %s', async (_, rows, shared, height) => {
    expect(heightOf(await laidOut({ sheet: sheetOf(rows), shared, ...inMalgun }))).toBe(height);
  });

  const aligned = (alignment: string) => ({ formats: [`<xf fontId="1" xfId="0"><alignment ${alignment}/></xf>`] });
  const TEXT = '<c r="A1" s="3" t="s"><v>0</v></c>';

  it.each<[title: string, alignment: string, cells: string]>([
    ['a rotated text', 'textRotation="90"', TEXT],
    ['a rotated number', 'textRotation="90"', '<c r="A1" s="3"><v>2024</v></c>'],
    ['a justified text', 'horizontal="justify"', TEXT],
    ['a distributed text', 'vertical="distributed"', TEXT],
    ['an indented text that wraps', 'wrapText="1" indent="5"', TEXT],
  ])('stays with %s', async (_, alignment, cells) => {
    const sheet = sheetOf(row(' ht="70"', cells));
    expect(heightOf(await laidOut({ sheet, shared: ['<t>Quarter total</t>'], ...aligned(alignment) }))).toBe('70');
  });

  it('stays with a text that fits into its cell only in regular letters', async () => {
    const shared = ['<t>bdghnopqubdg hnopqub</t>']; // 110 points of the 114 of the cell
    expect(heightOf(await laidOut({ sheet: sheetOf(row(' ht="26"', wrapped)), shared }))).toBe('14');
    const font = '<font><b/><sz val="10"/><name val="Arial"/></font>';
    const formats = ['<xf fontId="2" xfId="0"><alignment wrapText="1"/></xf>'];
    const sheet = sheetOf(row(' ht="26"', TEXT));
    expect(heightOf(await laidOut({ sheet, shared, fonts: [font], formats }))).toBe('26');
  });

  describe('stays with a higher font', () => {
    const high = {
      fonts: ['<font><sz val="24"/><name val="Arial"/></font>'],
      formats: ['<xf fontId="2" xfId="0"/>'],
    };

    it('of its own style', async () => {
      expect(heightOf(await laidOut({ sheet: sheetOf(row(' s="3" customFormat="1" ht="30"')), ...high }))).toBe('30');
    });

    it('of a column, as the rows that are not stated', async () => {
      const columns = '<cols><col min="1" max="1" width="20" style="3"/></cols>';
      const sheet = `<sheetFormatPr defaultRowHeight="30"/>${columns}<sheetData>${row(' ht="30"')}</sheetData>`;
      const xml = await laidOut({ sheet, ...high });
      expect(heightOf(xml)).toBe('30');
      expect(xml).toContain('defaultRowHeight="30"');
    });
  });

  it('takes several lines in a column of which no width is stated', async () => {
    const sheet = `${FORMAT}<cols><col min="1" max="1"/></cols><sheetData>${row(' ht="26"', wrapped)}</sheetData>`;
    expect(heightOf(await laidOut({ sheet, shared: ['<t>a text</t>'] }))).toBe('26');
  });

  it('stays where the Normal font is one of the theme', async () => {
    const font = CALIBRI.replace('</font>', '<scheme val="minor"/></font>');
    const xml = await laidOut({ font, sheet: sheetOf(row(' ht="30" customHeight="1"')) });
    expect(heightOf(xml)).toBe('30');
  });
});

describe('a row that states no height', () => {
  const ofTheme = CALIBRI.replace('</font>', '<scheme val="minor"/></font>');
  const turned = [255, 45, 135, 180].map(direction => `textRotation="${direction}"`);
  const formats = ['', 'textRotation="90"', 'vertical="justify"', ...turned].map(
    (alignment, i) => `<xf fontId="${i === 0 ? 1 : 0}" xfId="0"><alignment wrapText="1" ${alignment}/></xf>`,
  );
  const text = (words: string, place = ' r="A1"', style = 3) =>
    `<c${place} s="${style}" t="inlineStr"><is><t>${words}</t></is></c>`;
  const long = text('alpha beta gamma delta epsilon zeta');
  const data = (cells: string, attributes = ' r="1"') => `<sheetData><row${attributes}>${cells}</row></sheetData>`;
  const breaks = (count: number) => 'a\n'.repeat(count).trim();
  const merged = (range: string) => `<mergeCells><mergeCell ref="${range}"/></mergeCells>`;
  const MICROSOFT = 'http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac';
  const excel = `<sheetFormatPr defaultRowHeight="15" xmlns:x14ac="${MICROSOFT}" x14ac:dyDescent="0.25"/>`;

  it.each<[title: string, sheet: string, height: string | undefined]>([
    ['with words in a column that is not stated', FORMAT + data(long), '65'],
    ['with words in a wide column by the format', `<sheetFormatPr defaultColWidth="60"/>${data(long)}`, undefined],
    ['with line breaks', FORMAT + data(text(breaks(3))), '39'],
    ['with line breaks of a text that does not wrap', FORMAT + data(text(breaks(3), ' r="A1"', 1)), '39'],
    ['without places', FORMAT + COLUMN + data(text(breaks(3), ''), ''), '39'],
    [
      'with a cell without a place in a narrow column',
      FORMAT + data(text('a', '') + text('alpha beta gamma', ''), ''),
      '26',
    ],
    ['that is higher than a row can be', FORMAT + data(text(breaks(40))), '409'],
    ['with East Asian letters', FORMAT + data(text('漢\n字')), '29'],
    ['with merged columns', FORMAT + data(long) + merged('A1:B1'), undefined],
    ['with merged columns and line breaks', FORMAT + data(text(breaks(3))) + merged('A1:B1'), '39'],
    ['with merged rows', FORMAT + data(text(breaks(3))) + merged('A1:A2'), undefined],
    ['with merged rows and no places', FORMAT + data(text(breaks(3), ''), '') + merged('A1:A2'), undefined],
    ['with a rotated text of short lines', FORMAT + data(text(breaks(3), ' r="A1"', 4)), undefined],
    ['with a text turned upwards', FORMAT + data(text('alpha beta gamma delta', ' r="A1"', 4)), '115'],
    ['with a text turned downwards', FORMAT + data(text('alpha beta gamma delta', ' r="A1"', 9)), '115'],
    ['with a text that rises', FORMAT + data(text('alpha beta gamma delta', ' r="A1"', 7)), '93'],
    ['with a text that falls', FORMAT + data(text('alpha beta gamma delta', ' r="A1"', 8)), '93'],
    ['with letters below each other', FORMAT + data(text('ABC&amp;EFGH', ' r="A1"', 6)), '115'],
    [
      'with letters below each other beside a turned text',
      FORMAT + data(text('ABCDEFGH', ' r="A1"', 6) + text('ab', ' r="B1"', 4)),
      '115',
    ],
    [
      'with a turned text in merged rows',
      FORMAT + data(text('alpha beta gamma', ' r="A1"', 4)) + merged('A1:A9'),
      undefined,
    ],
    ['with a justified text', FORMAT + data(text(breaks(3), ' r="A1"', 5)), undefined],
    ['that Excel has saved', excel + COLUMN + data(text(breaks(3))), undefined],
    ['that ExcelJS has saved', excel.replace('0.25', '55') + COLUMN + data(text(breaks(3))), '39'],
    [
      'with a line of the Normal font',
      `<sheetFormatPr defaultRowHeight="14.4"/>${data(text('a', ' r="A1"', 0))}`,
      undefined,
    ],
    ['with more cells than can be passed to a function', FORMAT + data('<c/>'.repeat(130_000)), undefined],
  ])('%s', async (_, sheet, height) => {
    expect(heightOf(await laidOut({ sheet, font: ofTheme, formats }))).toBe(height);
  });

  it('takes a bounded time with many cells of one long text', async () => {
    const cells = '<c r="A1" s="3" t="s"><v>0</v></c>'.repeat(20_000);
    const shared = [`<t>${'word '.repeat(6_000)}</t>`];
    expect(heightOf(await laidOut({ sheet: FORMAT + data(cells), font: ofTheme, formats, shared }))).toBe('409');
  }, 40_000);

  it('is fitted while the texts of all sheets together are not too long', async () => {
    const sheet = FORMAT + data('<c r="A1" s="3" t="s"><v>0</v></c>');
    const shared = [`<t>${'word '.repeat(120_000)}</t>`];
    const copies = Object.fromEntries(
      [2, 3].map(i => [`xl/worksheets/sheet${i}.xml`, `<worksheet xmlns="${NS}">${sheet}</worksheet>`]),
    );
    const types = (xml: string) =>
      xml.replace(/<Override [^<>]*sheet1\.xml[^<>]*>/, tag =>
        [1, 2, 3].map(i => tag.replace('1.xml', `${i}.xml`)).join(''),
      );
    const { name, bytes } = edited(measuredSheet({ sheet, font: ofTheme, formats, shared }), {
      ...copies,
      '[Content_Types].xml': types,
    });
    const warnings = new Warnings();
    const parts = unzipSync((await prepareDocument(bytes, { name, warnings })).bytes);
    const heights = [1, 2, 3].map(i => heightOf(Buffer.from(parts[`xl/worksheets/sheet${i}.xml`]!).toString()));
    expect(heights).toEqual(['409', undefined, undefined]);
    expect(warnings.list()).toContainEqual({ code: 'rows_unfitted', detail: { characters: 2 ** 20 } });
  });

  it('gives no alarm for long texts that do not wrap, which need one line', async () => {
    const shared = [`<t>${'word '.repeat(120_000)}</t>`, `<t>${'more '.repeat(120_000)}</t>`];
    const cells = '<c r="A1" s="1" t="s"><v>0</v></c><c r="B1" s="1" t="s"><v>1</v></c>';
    const { name, bytes } = measuredSheet({ sheet: FORMAT + data(cells + long), font: ofTheme, formats, shared });
    const warnings = new Warnings();
    const prepared = await prepareDocument(bytes, { name, warnings });
    expect(warnings.list()).toEqual([]);
    expect(heightOf(Buffer.from(unzipSync(prepared.bytes)['xl/worksheets/sheet1.xml']!).toString())).toBe('65');
  });

  it('gives no alarm for a long sheet without a cell that wraps', async () => {
    const cells = data(text('word '.repeat(900_000), ' r="A1"', 1));
    const { name, bytes } = measuredSheet({ sheet: FORMAT + cells, font: ofTheme, formats });
    const warnings = new Warnings();
    await prepareDocument(bytes, { name, warnings });
    expect(warnings.list()).toEqual([]);
  });

  it.each([
    ['of a library', FORMAT, '', [{ code: 'rows_unfitted', detail: { characters: 2 ** 22 } }]],
    ['of a library, with heights', FORMAT, ' ht="15"', []],
    ['of Excel', excel, '', []],
  ])('is not fitted in a sheet of more than 4 million characters %s', async (_, format, height, expected) => {
    const cells = data(text('word '.repeat(900_000)), ` r="1"${height}`);
    const { name, bytes } = measuredSheet({ sheet: format + cells, font: ofTheme, formats });
    const warnings = new Warnings();
    await prepareDocument(bytes, { name, warnings });
    expect(warnings.list()).toEqual(expected);
  });

  it.each(['Calibri Light', 'Aptos Narrow'])('has the widths of Calibri in %s', async name => {
    const font = ofTheme.replace('Calibri', name);
    const cells = text('CUSTOMER NAME', ' r="A1"', 3);
    const own = ['<xf fontId="0" xfId="0"><alignment wrapText="1"/></xf>'];
    const sheet = `<cols><col min="1" max="1" width="15.7109375"/></cols>${data(cells)}`;
    expect(heightOf(await laidOut({ sheet: FORMAT + sheet, font, formats: own }))).toBeUndefined();
  });
});

it('cells stand half a point further in, on as much paper', async () => {
  const xml = await laidOut({ sheet: sheetOf('') });
  const [left, top, right, bottom] = ['left', 'top', 'right', 'bottom'].map(side =>
    Number(new RegExp(`${side}="([^"]*)"`).exec(xml)?.[1]),
  );
  expect([left! + right!, top! + bottom!]).toEqual([1.5, 2]);
  expect(left! * 72).toBeCloseTo(54.5);
});

describe('a sheet is left as it is', () => {
  const sheet = sheetOf(row(' ht="30" customHeight="1"', cell('A1', 'x')));

  it.each<[string, MeasuredSheet, PdfOptions]>([
    ['with the layout of LibreOffice', { sheet }, { layout: 'libreoffice' }],
    ['with a comment, in which a text may look like a tag', { sheet: `<!-- <col width="1"/> -->${sheet}` }, {}],
    ['with more columns than Excel has', { sheet: sheet.replace('</cols>', `${'<col/>'.repeat(16_384)}</cols>`) }, {}],
    ['with a text that may look like a tag', { sheet: sheet.replace('x', '<![CDATA[<row>]]>') }, {}],
  ])('%s', async (_, spec, options) => {
    const xml = await laidOut(spec, options);
    expect(xml).toContain('<row r="1" ht="30" customHeight="1">');
    expect(xml).toContain('width="20"');
    expect(xml).toContain(MARGINS);
  });

  it.each(['xl/styles.xml', 'xl/sharedStrings.xml'])('where %s is missing or damaged', async part => {
    const { name, bytes } = measuredSheet({ sheet });
    const parts = unzipSync(bytes);
    const { bytes: prepared } = await prepareDocument(
      zipSync({ ...parts, [part]: Buffer.from('<styleSheet xmlns="x"><fonts><font/></fonts></styleSheet>') }),
      { name },
    );
    expect(prepared.length).toBeGreaterThan(0);
  });
});

describe('Malgun Gothic', () => {
  const shared = ['<r><rPr><rFont val="맑은 고딕"/></rPr><t>a</t></r>'];
  const spec = { sheet: sheetOf(''), shared, fonts: ['<font><sz val="10"/><name val="Malgun Gothic"/></font>'] };

  async function namesWith(fonts: readonly string[]): Promise<string[]> {
    const { name, bytes } = measuredSheet(spec);
    const parts = unzipSync((await prepareDocument(bytes, { name, fonts: async () => new Set(fonts) })).bytes);
    const texts = ['styles', 'sharedStrings'].map(part => Buffer.from(parts[`xl/${part}.xml`]!).toString());
    return texts.map(text => /<(?:name|rFont) val="([^"]*[^A-Za-z"][^"]*)"/.exec(text)![1]!);
  }

  it('is replaced where only a font of its widths is there', async () => {
    expect(await namesWith(['notosanscjkkr'])).toEqual(['Noto Sans CJK KR', 'Noto Sans CJK KR']);
  });

  it.each([[['malgungothic', 'notosanscjkkr']], [[]]])('stays with %j', async fonts => {
    expect(await namesWith(fonts)).toEqual(['Malgun Gothic', '맑은 고딕']);
  });
});
