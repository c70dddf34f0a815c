/** Numbers in the format General, as an engine gets them; quirks/ has one in a PDF. */
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../../src/convert/options.js';
import { quirksOf } from '../../../../../src/convert/quirks/index.js';
import { measuredSheet } from '../../../../helpers/documents/measured-sheet.js';

const EXPONENT = '0.#####E+00';
const FORMATS = ['<xf numFmtId="200"/>', '<xf numFmtId="2"/>', '<xf numFmtId="201"><alignment wrapText="1"/></xf>'];

interface Given extends PdfOptions {
  /** Of the columns, in characters. */
  readonly width?: number;
  /** Of cells with the style 6. */
  readonly format?: string;
  /** Whether the workbook has a chart. */
  readonly chart?: boolean;
  /** Normalized names of the fonts of the machine. */
  readonly installed?: readonly string[];
}

/** Its cells, and the formats of cells and of numbers. */
async function printed(cells: string, { width = 20, format, chart = false, installed = [], ...pdf }: Given = {}) {
  const columns = `<cols><col min="1" max="9" width="${width}"/></cols>`;
  const { name, bytes } = measuredSheet({
    sheet: `${columns}<sheetData><row r="1">${cells}</row></sheetData>`,
    fonts: ['<font><sz val="28"/><name val="Calibri"/></font>'],
    codes: ['General', 'General'],
    formats: format === undefined ? FORMATS : [...FORMATS, format],
  });
  const workbook = chart ? withChart(bytes) : bytes;
  const prepared = await prepareDocument(workbook, {
    name,
    pdf,
    quirks: quirksOf('7.4'),
    fonts: async () => new Set(installed),
  });
  const parts = unzipSync(prepared.bytes);
  const [sheet, styles] = ['worksheets/sheet1', 'styles'].map(part => Buffer.from(parts[`xl/${part}.xml`]!).toString());
  return {
    cells: /<row[^>]*>(.*)<\/row>/.exec(sheet!)![1]!,
    formats: /<cellXfs>(.*)<\/cellXfs>/.exec(styles!)![1]!,
    codes: /<numFmts>(.*)<\/numFmts>/.exec(styles!)![1]!,
  };
}

function withChart(workbook: Uint8Array): Uint8Array {
  const parts = unzipSync(workbook);
  const type = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml';
  const types = Buffer.from(parts['[Content_Types].xml']!).toString();
  const added = `<Override PartName="/xl/charts/chart1.xml" ContentType="${type}"/></Types>`;
  const chart = strToU8('<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"/>');
  const changed = { '[Content_Types].xml': strToU8(types.replace('</Types>', added)), 'xl/charts/chart1.xml': chart };
  return zipSync({ ...parts, ...changed });
}

const number = (value: string, attributes = '') => `<c r="A1"${attributes}><v>${value}</v></c>`;

describe('a number without a format', () => {
  it.each([
    ['0.333333333333333', '0.000000000'],
    ['66.6666666666667', '0.00000000'],
    ['-1234567.8912345', '0.000'],
    ['12345678901.5', '0'],
    ['0.00012345678901', '0.000000000'],
    ['0.30000000000000004', '0.0'],
    ['123456789012', EXPONENT],
    ['-4006381333931', EXPONENT],
    ['99999999999.6', EXPONENT],
    ['1E+20', EXPONENT],
    ['0.000012345678', EXPONENT],
  ])('%s has the format %s, and its value', async (value, code) => {
    for (const formula of ['', '<f>B1/B2</f>', '<f t="shared" si="1"/>']) {
      const { cells, formats, codes } = await printed(`<c r="A1" s="5">${formula}<v>${value}</v></c>`);
      expect(cells).toBe(`<c s="6" r="A1">${formula}<v>${value}</v></c>`);
      expect(formats).toMatch(/<xf numFmtId="202" applyNumberFormat="1"><alignment wrapText="1"\/><\/xf>$/);
      expect(codes).toContain(`numFmtId="202" formatCode="${code}"`);
    }
  });

  it('has a style for each style and format, once', async () => {
    const { cells, codes } = await printed(
      number('0.333333333333333') + number('0.666666666666667') + number('1E+20') + number('1E+20', ' s="3"'),
    );
    expect([...cells.matchAll(/ s="(\d+)"/g)].map(([, style]) => style)).toEqual(['6', '6', '7', '8']);
    expect(codes.match(/numFmtId="20[2-9]"/g)).toHaveLength(2);
  });

  it.each<[string, string, Given?]>([
    ['with 11 digits', number('12345678901')],
    ['that has room for 9 places', number('0.00001')],
    ['that is none', number('1.2.3.4.5.6.7')],
    ['of a format with places', number('0.333333333333333', ' s="4"')],
    ['that is a text', '<c r="A1" t="str"><v>0.333333333333333</v></c>'],
    ['with the layout of LibreOffice', number('0.333333333333333'), { layout: 'libreoffice' }],
    ['in a workbook that is written', number('0.333333333333333'), { to: 'xlsx' }],
    ['with an exponent that has no room', number('123456789012'), { width: 8 }],
    ['with digits that have no room', number('0.333333333333333'), { width: 11.9 }],
    ['in large digits', number('123456789012', ' s="6"'), { format: '<xf fontId="2"/>' }],
    ['that is rotated', number('123456789012', ' s="6"'), { format: '<xf><alignment textRotation="90"/></xf>' }],
    ['that is indented', number('123456789012', ' s="6"'), { format: '<xf><alignment indent="3"/></xf>' }],
    ['in a workbook with a chart', number('0.333333333333333'), { chart: true }],
  ])('%s stays', async (_, cells, given) => {
    expect((await printed(cells, given)).cells).toBe(cells);
  });

  it.each([
    ['in Arial', ' s="1"', 10.8, 10.7],
    ['in Calibri', '', 10.8, 10.7],
    ['in large digits', ' s="6"', 26, 25.9],
  ])(
    '%s gets its format where the column has room for its digits, whose widths are known',
    async (_, style, room, none) => {
      const given = { format: '<xf fontId="2"/>', installed: ['liberationsans', 'carlito'] };
      const cells = number('0.333333333333333', style);
      expect((await printed(cells, { ...given, width: room })).cells).not.toBe(cells);
      expect((await printed(cells, { ...given, width: none })).cells).toBe(cells);
    },
  );
});
