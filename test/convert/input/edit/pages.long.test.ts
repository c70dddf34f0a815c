/** Sizes of pages and scales of sheets, changed before the engine lays them out, checked in real PDFs. */
import { describe, expect, it } from 'vitest';
import type { EngineName } from '../../../../src/convert/index.js';
import type { PdfOptions } from '../../../../src/convert/options.js';
import { type SheetsFormat, sheets } from '../../../helpers/documents/sheets.js';
import { documents } from '../../../helpers/documents.js';
import { editPackage } from '../../../helpers/edit-package.js';
import { wordsOf } from '../../../helpers/pdf-text.js';
import { describeTools } from '../../../helpers/requires.js';
import { everySecond } from '../../../helpers/selection.js';
import { embedded } from '../../engine-setup.js';
import { boxesOf, convertWorkbook, type Source } from '../../workbooks.js';

const FORMATS = ['docx', 'odt', 'fodt', 'xlsx', 'ods', 'fods'] as const;
/** Wasm, where a page takes several times as long, gets every second format: what is edited does not depend on the engine. */
const ENGINES: readonly (readonly [EngineName, readonly (typeof FORMATS)[number][]])[] = [
  ['soffice', FORMATS],
  ...(embedded.met ? [['wasm', everySecond(FORMATS, 0)] as const] : []),
];

describeTools('pages', ['soffice.bin', 'pdftotext'], async () => {
  const sizeOf = async (source: Source, options: PdfOptions, engine?: EngineName) =>
    boxesOf(await convertWorkbook(source, options, engine)).map(box => box.map(Math.round));

  describe.each(ENGINES)('with %s', (engine, formats) => {
    it.each(formats)('of %s get the size of --paper', async format => {
      const source = documents[format]();
      const sizes = [
        ...(await sizeOf(source, { paper: 'a5' }, engine)),
        ...(await sizeOf(source, { paper: 'legal' }, engine)),
        ...(await sizeOf(source, { paper: 'tabloid', landscape: true }, engine)),
        ...(await sizeOf(source, { paper: 'a3', landscape: true }, engine)),
      ];
      const isWide = format === 'ods' || format === 'fods'; // the pages of these documents keep their orientation
      const turned = (size: readonly number[]) => (isWide ? size.toReversed() : size);
      const wanted = [turned([420, 595]), turned([612, 1008]), [1224, 792], [1191, 842]];
      for (const [i, size] of sizes.entries())
        for (const j of [0, 1]) expect(Math.abs(size[j]! - wanted[i]![j]!)).toBeLessThan(2);
      expect(sizes.map(([width = 0, height = 0]) => width > height)).toEqual([isWide, isWide, true, true]);
      expect(sizes).toHaveLength(4);
    });

    it.each(formats.filter(isOfSheets))('of %s are fitted', async format => {
      const wide = wideSheet(format);
      const pages = async (options: PdfOptions) => (await sizeOf(wide, { paper: 'a4', ...options }, engine)).length;
      const asTheyAre = await pages({});
      const [width, page] = [await pages({ fit: 'width' }), await pages({ fit: 'page' })];
      expect(page).toBe(1);
      expect(width).toBeGreaterThan(1);
      expect(asTheyAre).toBeGreaterThanOrEqual(2 * width);
      const words = await wordsOf(await convertWorkbook(wide, { fit: 'width', pages: '1' }, engine));
      expect(words).toContain('c20r1 ');
    });
  });

  it('of a workbook that is scaled already are fitted', async () => {
    const source = wideSheet('xlsx');
    const setUp = editPackage(source.bytes, {
      'xl/worksheets/sheet1.xml': xml =>
        xml
          .replace(
            '<sheetViews>',
            '<sheetPr><tabColor rgb="FFFF0000"/><pageSetUpPr autoPageBreaks="0"/></sheetPr><sheetViews>',
          )
          .replace(
            '</worksheet>',
            '<pageMargins left="0.7" right="0.7" top="0.7" bottom="0.7" header="0.3" footer="0.3"/><pageSetup scale="100" fitToHeight="9"/></worksheet>',
          ),
    });
    expect(await sizeOf({ ...source, bytes: setUp }, { fit: 'page' })).toHaveLength(1);
  });

  it.each([
    ['txt', { paper: 'a4' }],
    ['csv', { paper: 'a4' }],
    ['csv', { fit: 'width' }],
    ['docx', { fit: 'width' }],
    ['pptx', { paper: 'a4' }],
  ] as const)('of %s cannot be changed by %j', async (format, options) => {
    await expect(convertWorkbook(documents[format](), options)).rejects.toMatchObject({ code: 'OPTION_UNSUPPORTED' });
  });
});

const isOfSheets = (format: string): format is SheetsFormat => ['xlsx', 'ods', 'fods'].includes(format);

/** Three pages wide and some high. */
function wideSheet(format: SheetsFormat) {
  const rows = Array.from({ length: 300 }, (_, i) =>
    Array.from({ length: 20 }, (_, j) => `c${j + 1}r${i + 1}`).join('\t'),
  );
  return sheets(format, [{ name: 'One', rows }]);
}
