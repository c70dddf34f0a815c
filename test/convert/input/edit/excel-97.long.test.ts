/** Workbooks of Excel 5 to 2003, written record by record and by LibreOffice, with every engine for spreadsheets. */
import { describe, expect, it } from 'vitest';
import type { EngineName } from '../../../../src/convert/index.js';
import { readCfb } from '../../../../src/convert/input/cfb.js';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import { DEFAULT_LIMITS } from '../../../../src/convert/limits.js';
import type { PdfOptions } from '../../../../src/convert/options.js';
import { compoundFile } from '../../../helpers/documents/ancient.js';
import {
  type ExcelVersion,
  excel97,
  nameFormula,
  pathFormula,
  referenceTo,
  type SheetSpec97,
  sharedFormula,
  sharedPart,
} from '../../../helpers/documents/excel-97.js';
import { sheets } from '../../../helpers/documents/sheets.js';
import { sheetWith } from '../../../helpers/documents/with.js';
import { legacy } from '../../../helpers/documents.js';
import { pageCount, wordsOf } from '../../../helpers/pdf-text.js';
import { describeTools } from '../../../helpers/requires.js';
import { embedded } from '../../engine-setup.js';
import { boxesOf, convertWorkbook, MIXED_97, type Source } from '../../workbooks.js';

const ALL_OPTIONS: PdfOptions = { sheets: '1', paper: 'a5', landscape: true, fit: 'page' };
const VERSIONS: readonly ExcelVersion[] = ['Excel 5', 'Excel 97'];
const ENGINES: readonly EngineName[] = embedded.met ? ['soffice', 'wasm'] : ['soffice'];
const EVERYWHERE = ENGINES.flatMap(engine => VERSIONS.map(version => [version, engine] as const));

/** `shown`: what pdftotext reads, numbers last. */
const paths = (
  version: ExcelVersion,
): readonly (readonly [name: string, spec: Omit<SheetSpec97, 'name'>, shown: string])[] => [
  ['a header', { header: 'x&Z&F', cells: ['y'] }, 'xsheets.xls y'],
  ['a header with an ampersand', { header: '&LA&&Z&z', cells: ['y'] }, 'A&Z y'],
  ['a formula', { cells: [pathFormula(version), 'y'] }, 'saved y'],
  ['a formula of a number', { cells: [pathFormula(version, 12), 'y'] }, 'y 12'],
  ['a formula of a truth value', { cells: [pathFormula(version, true), 'y'] }, 'y 1'],
  [
    'a shared formula',
    { cells: [sharedFormula('one', sharedPart(pathFormula(version), 2)), sharedFormula('two'), 'y'] },
    'one two y',
  ],
  ['a defined name', { cells: [nameFormula(version, 1), nameFormula(version, 2), 'y'] }, 'saved saved y'],
];

describeTools('workbooks', ['soffice.bin', 'pdftotext'], async () => {
  const textOf = async (source: Source, options: PdfOptions = {}, engine?: EngineName) =>
    (await wordsOf(await convertWorkbook(source, options, engine))).trim();

  it.each(EVERYWHERE)('of %s are printed without hidden sheets by %s', async (version, engine) => {
    const source = excel97(version, MIXED_97);
    expect(await textOf(source, {}, engine)).toBe('F B C');
    const single = await convertWorkbook(source, { singlePageSheets: true }, engine);
    expect(await pageCount(single)).toBe(3);
    expect(await wordsOf(single)).not.toContain('S');
    expect(await textOf(source, { sheets: 'größe,1' }, engine)).toBe('F C');
    expect(await textOf(source, { sheets: 'Hidden' }, engine)).toBe('S2');
  });

  it.each(EVERYWHERE)('of %s get paper, orientation and scale by %s', async (version, engine) => {
    const cells = Array.from({ length: 60 }, (_, i) => `row ${i + 1}`);
    const source = excel97(
      version,
      [0, 2, 4, 6].map(setup => ({ name: `S${setup}`, cells, setup })),
    );
    const sizes = async (options: PdfOptions) =>
      boxesOf(await convertWorkbook(source, { fit: 'page', ...options }, engine)).map(box =>
        box.map(Math.round).join(),
      );
    expect(await sizes({ paper: 'a5', landscape: true })).toEqual(Array(4).fill('595,420'));
    expect(await sizes({ paper: 'a5' })).toEqual(['595,420', '420,595', '420,595', '420,595']);
    expect(await sizes({ landscape: true })).toEqual(Array(4).fill('842,595'));
    expect((await sizes({ paper: 'a5', fit: 'width' })).length).toBeGreaterThan(4);
  });

  describe.each(VERSIONS)('of %s do not show the path in', version => {
    it.each(paths(version))('%s', async (_, spec, shown) => {
      const names = { Place: pathFormula(version).tokens, Second: nameFormula(version, 1).tokens };
      expect(await textOf(excel97(version, [{ name: 'One', ...spec }], names))).toBe(shown);
    });
  });

  it('of Excel 97 have headers of two bytes for each character', async () => {
    const source = excel97('Excel 97', [{ name: 'One', cells: ['y'], header: 'П&Z&F' }]);
    expect(await textOf(source)).toBe('Пsheets.xls y');
  });

  it.each(ENGINES)('become CSV of the first visible or the chosen sheet by %s', async engine => {
    const last = { name: 'Last', cells: [1, 2, 4].map(referenceTo) };
    const source = excel97('Excel 97', [...MIXED_97, last, { name: 'Empty', cells: [] }]);
    const csv = async (options: PdfOptions) =>
      Buffer.from(await convertWorkbook(source, { ...options, to: 'csv' }, engine))
        .toString()
        .trim();
    expect(await csv({})).toBe('"F"');
    expect(await csv({ sheets: 'Größe' })).toBe('"C"');
    expect(await csv({ sheets: 'Last' })).toBe('"0F"\n"0S2"\n"0C"');
  });

  it('of LibreOffice are printed by sheets, on the paper that is wanted', async () => {
    const modern = sheets('xlsx', [
      { name: 'First', rows: ['F', '="="&Hidden!A1'] },
      { name: 'Hidden', rows: ['S'], hidden: true, printArea: [1, 1, 1, 1] },
      { name: 'Second', rows: ['B'], printArea: [1, 1, 1, 1] },
    ]);
    const source = await legacy({ ...modern, text: 'sheets of LibreOffice' }, 'xls');
    expect(await textOf(source)).toBe('F =S B');
    expect(await textOf(source, { sheets: '2' })).toBe('B');
    const pdf = await convertWorkbook(source, { paper: 'a5', landscape: true, fit: 'width' });
    expect(boxesOf(pdf).map(box => box.map(Math.round))).toEqual(Array(2).fill([595, 420]));
  });

  it('of LibreOffice do not show the path', async () => {
    const modern = sheetWith('<c r="A1" t="str"><f>MID("x"&amp;CELL("filename",A1),1,6)</f><v>saved</v></c>', {
      'xl/worksheets/sheet1.xml': xml =>
        xml.replace(
          '</worksheet>',
          '<headerFooter><oddHeader>&amp;L&amp;Z&amp;F</oddHeader></headerFooter></worksheet>',
        ),
    });
    const source = await legacy({ ...modern, text: 'paths of LibreOffice' }, 'xls');
    const text = await textOf(source);
    expect(text).toContain(source.name);
    expect(text).not.toContain('/tmp');
  });
});

describe('a workbook', () => {
  it('that is damaged is converted as it is, or refused', async () => {
    const { bytes } = excel97('Excel 97', [...MIXED_97, { name: 'P', cells: [pathFormula('Excel 97')], header: '&Z' }]);
    const workbook = Buffer.from(readCfb(bytes, DEFAULT_LIMITS).head('Workbook', 1300)!);
    const codes = new Set<string>();
    for (let at = 4; at < workbook.length; at += 7) {
      const damaged = Buffer.from(workbook);
      damaged[at] = at % 2 === 0 ? 0 : 0xff;
      for (const pdf of [{}, ALL_OPTIONS, { to: 'csv' }] as const) codes.add(await outcome(damaged, pdf));
      codes.add(await outcome(workbook.subarray(0, at), {}));
    }
    expect([...codes].sort()).toEqual(['OPTION_UNSUPPORTED', 'done']);
  });
});

async function outcome(workbook: Uint8Array, pdf: PdfOptions): Promise<string> {
  const prepared = prepareDocument(compoundFile({ Workbook: workbook }), { name: 'a.xls', pdf });
  return prepared.then(
    () => 'done',
    error => error.code ?? String(error),
  );
}
