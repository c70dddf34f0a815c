/** Sheets, pages and paths in workbooks of Excel 5 to 2003; excel-97.long.test.ts converts all of them. */
import { describe, expect, it } from 'vitest';
import { formatNamed } from '../../../../src/convert/formats.js';
import { SourceDocument } from '../../../../src/convert/input/document.js';
import { EditableDocument } from '../../../../src/convert/input/edit/document.js';
import { openWorkbook97 } from '../../../../src/convert/input/edit/excel-97.js';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import { DEFAULT_LIMITS } from '../../../../src/convert/limits.js';
import type { PdfOptions } from '../../../../src/convert/options.js';
import { compoundFile, excel4 } from '../../../helpers/documents/ancient.js';
import {
  type ExcelVersion,
  excel97,
  pathFormula,
  record,
  streamOf,
  words,
} from '../../../helpers/documents/excel-97.js';
import { wordsOf } from '../../../helpers/pdf-text.js';
import { describeTools } from '../../../helpers/requires.js';
import { convertWorkbook, MIXED_97 } from '../../workbooks.js';

const VERSIONS: readonly ExcelVersion[] = ['Excel 5', 'Excel 97'];
const ALL_OPTIONS: PdfOptions = { sheets: '1', paper: 'a5', landscape: true, fit: 'page' };
const prepare = async (bytes: Uint8Array, pdf: PdfOptions = {}) => prepareDocument(bytes, { name: 'a.xls', pdf });

describeTools('a workbook', ['soffice.bin', 'pdftotext'], async () => {
  it.each(VERSIONS)('of %s is printed without its hidden sheets and without a path', async version => {
    const source = excel97(version, [...MIXED_97, { name: 'Path', cells: [pathFormula(version)], header: '&Z&F' }]);
    expect((await wordsOf(await convertWorkbook(source))).trim()).toBe('F B C sheets.xls saved');
    expect((await wordsOf(await convertWorkbook(source, { sheets: 'größe,Hidden' }))).trim()).toBe('S2 C');
  });
});

describe('a workbook', () => {
  it.each(VERSIONS)('of %s keeps its bytes where nothing is to be changed', async version => {
    const { bytes } = excel97(version, [{ name: 'One', cells: ['x'], header: '&F' }]);
    expect((await prepare(bytes)).bytes).toBe(bytes);
  });

  it.each(VERSIONS)('of %s keeps its length', async version => {
    const source = excel97(version, [...MIXED_97, { name: 'Path', cells: [pathFormula(version)], header: '&Z&F' }]);
    const { bytes, printed } = await prepare(source.bytes, ALL_OPTIONS);
    expect(bytes).toHaveLength(source.bytes.length);
    expect(printed).toEqual({ count: 6, positions: [1] });
  });

  it.each(VERSIONS)('of %s without page setup refuses to change it', async version => {
    const { bytes } = excel97(version, [{ name: 'One', cells: ['x'], setup: null }]);
    await expect(prepare(bytes, { paper: 'a4' })).rejects.toMatchObject({ code: 'OPTION_UNSUPPORTED' });
  });

  it('of Excel 5 refuses another sheet than the first one as CSV', async () => {
    const { bytes } = excel97('Excel 5', MIXED_97);
    await expect(prepare(bytes, { to: 'csv', sheets: '2' })).rejects.toMatchObject({ code: 'OPTION_UNSUPPORTED' });
  });

  it.each(['sheets', 'paper', 'fit', 'landscape'] as const)('of Excel 4 refuses %s', async option => {
    const rejection = { code: 'OPTION_UNSUPPORTED', detail: { option } };
    await expect(prepare(excel4('x'), { [option]: ALL_OPTIONS[option] })).rejects.toMatchObject(rejection);
  });

  it('that becomes encrypted behind its first records is not edited', async () => {
    const [head, ...rest] = [streamOf('Excel 97', MIXED_97), record(0x2f, words(0, 1, 2))];
    const stream = Buffer.concat([head.subarray(0, 20), record(0x5e, words(0)), ...rest, head.subarray(20)]);
    const bytes = compoundFile({ Workbook: stream });
    expect((await prepare(bytes)).bytes).toBe(bytes);
    await expect(prepare(bytes, { sheets: '1' })).rejects.toMatchObject({ code: 'OPTION_UNSUPPORTED' });
  });

  it('whose sheets overlap is read once', () => {
    const begin = streamOf('Excel 97', []).subarray(0, 20);
    const entry = (offset: number) => record(0x85, words(offset, 0, 0), Buffer.from([1, 0, 65]));
    const start = begin.length + 500 * entry(0).length + 4;
    const entries = Array.from({ length: 500 }, (_, i) => entry(start + 4 * i));
    const records = Array.from({ length: 500 }, () => record(0x5e));
    const hostile = compoundFile({ Workbook: Buffer.concat([begin, ...entries, record(0x0a), ...records]) });
    const workbook = openWorkbook97(
      new EditableDocument(new SourceDocument(hostile, DEFAULT_LIMITS), formatNamed('xls')),
    )!;
    const read = [...workbook.sheets()].flatMap(sheet => [...sheet.records].filter(({ type }) => type === 0x5e));
    expect(read).toHaveLength(500);
  });
});
