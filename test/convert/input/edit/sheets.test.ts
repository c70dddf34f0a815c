/** Which sheets and rows are printed; sheets.long.test.ts has every container and engine. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../src/convert/options.js';
import { binarySheets } from '../../../helpers/documents/libraries.js';
import { numberedRows, sheets } from '../../../helpers/documents/sheets.js';
import { documents } from '../../../helpers/documents.js';
import { partOf } from '../../../helpers/edit-package.js';
import { wordsOf } from '../../../helpers/pdf-text.js';
import { describeTools } from '../../../helpers/requires.js';
import { convertWorkbook, rowsOf } from '../../workbooks.js';

describeTools('the sheets of a workbook', ['soffice.bin', 'pdftotext'], async () => {
  it('are complete on single pages, although the workbook was saved scrolled', async () => {
    const source = sheets('xlsx', [{ name: 'One', rows: numberedRows(120), scrolledTo: 90 }]);
    expect(await rowsOf(await convertWorkbook(source, { singlePageSheets: true }))).toBe(120);
  });

  it('are not printed where they are hidden, even with a print area', async () => {
    const source = sheets('ods', [
      { name: 'One', rows: ['seen'] },
      { name: 'Two', rows: ['secret'], hidden: true, printArea: [1, 1, 1, 1] },
    ]);
    expect(await wordsOf(await convertWorkbook(source))).toBe('seen ');
  });
});

describe('--sheets', () => {
  const source = sheets('xlsx', [
    { name: '2', rows: [] },
    { name: 'Hidden', rows: [], hidden: true },
    { name: 'A, b', rows: [] },
    { name: "Ada's", rows: [] },
    { name: 'Last', rows: [] },
  ]);
  const chosen = async (list: string, options: PdfOptions = {}) =>
    (await prepareDocument(source.bytes, { name: source.name, pdf: { ...options, sheets: list } })).printed?.positions;

  it.each([
    ['last', [4]],
    ['2', [0]],
    ['3', [3]],
    ['2-3', [2, 3]],
    ['3-', [3, 4]],
    ["'A, b',Last", [2, 4]],
    ["'Ada''s', 1", [0, 3]],
    ["Ada's", [3]],
    ['Hidden', [1]],
  ])('%s chooses %j', async (list, positions) => {
    expect(await chosen(list)).toEqual(positions);
  });

  it.each(['None', '0', '5', '3-9', '4-2', 'A', "'2-3'"])('refuses %s with a list of the sheets', async list => {
    await expect(chosen(list)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringContaining("The workbook has 1: 2, hidden: Hidden, 2: A, b, 3: Ada's, 4: Last."),
      detail: { option: 'sheets' },
    });
  });

  it('writes one sheet as CSV', async () => {
    await expect(chosen('1-2', { to: 'csv' })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });

  it('hides the others, and moves the window to one that is printed', async () => {
    const { bytes } = await prepareDocument(source.bytes, { name: source.name, pdf: { sheets: 'Last' } });
    expect(partOf(bytes, 'xl/workbook.xml').match(/state="hidden"/g)).toHaveLength(4);
    expect(partOf(bytes, 'xl/workbook.xml')).toContain('activeTab="4"');
  });

  it.each([true, false])('have no print area in a binary workbook where they are hidden: %s', async hidden => {
    const source = binarySheets([
      { name: 'One', text: 'seen' },
      { name: 'Two', text: 'secret', hidden },
    ]);
    const { bytes } = await prepareDocument(source, { name: 'a.xlsb' });
    const [before, after] = [source, bytes].map(each => unzipSync(each)['xl/workbook.bin']!);
    const changed = [...after!].flatMap((byte, at) => (byte === before![at] ? [] : [before![at]! - byte]));
    expect([after!.length, changed]).toEqual([before!.length, hidden ? [0x20] : []]);
  });

  it('are written as CSV from the first one that is not hidden in a binary workbook, to which references lead', async () => {
    const sheets = [
      { name: 'One', text: 'secret', hidden: true },
      { name: 'Two', text: 'secret', hidden: true },
      { name: 'Three', text: 'seen' },
    ];
    const { bytes } = await prepareDocument(binarySheets(sheets), { name: 'a.xlsb', pdf: { to: 'csv' } });
    const moved = binarySheets(sheets, [2, 0, 1]);
    expect(unzipSync(bytes)['xl/workbook.bin']).toEqual(unzipSync(moved)['xl/workbook.bin']);
  });

  it('changes nothing of a workbook whose sheets are all printed', async () => {
    const { bytes } = documents.ods();
    expect((await prepareDocument(bytes, { name: 'a.ods' })).bytes).toBe(bytes);
  });
});
