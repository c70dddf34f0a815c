/** Numbers in the format General, as an engine gets them; quirks/ has one in a PDF. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../../src/convert/options.js';
import { quirksOf } from '../../../../../src/convert/quirks/index.js';
import { measuredSheet } from '../../../../helpers/documents/measured-sheet.js';

const FORMATS = ['<xf numFmtId="200"/>', '<xf numFmtId="2"/>', '<xf numFmtId="201"><alignment wrapText="1"/></xf>'];

/** Its cells and the formats of cells, in columns of `width` characters. */
async function printed(cells: string, { width = 20, ...pdf }: PdfOptions & { width?: number } = {}) {
  const columns = `<cols><col min="1" max="9" width="${width}"/></cols>`;
  const { name, bytes } = measuredSheet({
    sheet: `${columns}<sheetData><row r="1">${cells}</row></sheetData>`,
    codes: ['General', 'General'],
    formats: FORMATS,
  });
  const prepared = await prepareDocument(bytes, { name, pdf, quirks: quirksOf('7.4'), fonts: async () => new Set() });
  const parts = unzipSync(prepared.bytes);
  const [sheet, styles] = ['worksheets/sheet1', 'styles'].map(part => Buffer.from(parts[`xl/${part}.xml`]!).toString());
  return { cells: /<row[^>]*>(.*)<\/row>/.exec(sheet!)![1]!, formats: /<cellXfs>(.*)<\/cellXfs>/.exec(styles!)![1]! };
}

const number = (value: string, attributes = '') => `<c r="A1"${attributes}><v>${value}</v></c>`;

describe('a number without a format', () => {
  it.each([
    ['0.333333333333333', '0.333333333'],
    ['66.6666666666667', '66.66666667'],
    ['-1234567.8912345', '-1234567.891'],
    ['12345678901.5', '12345678902'],
    ['0.00012345678901', '0.000123457'],
    ['0.30000000000000004', '0.3'],
  ])('%s is %s', async (value, expected) => {
    expect((await printed(number(value))).cells).toBe(number(expected));
    expect((await printed(`<c r="A1" s="3"><f>B1/B2</f><v>${value}</v></c>`)).cells).toContain(`<v>${expected}</v>`);
  });

  it.each(['123456789012', '-4006381333931', '99999999999.6', '1E+20', '0.000012345678'])(
    '%s has an exponent',
    async value => {
      const { cells, formats } = await printed(number(value, ' s="5"'));
      expect(cells).toBe(`<c s="6" r="A1"><v>${value}</v></c>`);
      expect(formats).toMatch(/<xf numFmtId="202" applyNumberFormat="1"><alignment wrapText="1"\/><\/xf>$/);
    },
  );

  it.each<[string, string, (PdfOptions & { width?: number })?]>([
    ['with 11 digits', number('12345678901')],
    ['that has room for 9 places', number('0.00001')],
    ['of a format with places', number('0.333333333333333', ' s="4"')],
    ['that is a text', '<c r="A1" t="str"><v>0.333333333333333</v></c>'],
    ['beside a formula without a result', `${number('0.333333333333333')}<c r="B1"><f>A1*3</f></c>`],
    [
      'beside a formula that is computed anew',
      `${number('0.333333333333333')}<c r="B1"><f>OFFSET(A1,0,0)</f><v>1</v></c>`,
    ],
    ['with the layout of LibreOffice', number('0.333333333333333'), { layout: 'libreoffice' }],
    ['with an exponent that has no room', number('123456789012'), { width: 8 }],
  ])('%s stays', async (_, cells, options) => {
    expect((await printed(cells, options)).cells).toBe(cells);
  });
});
