/** Which sheets and rows are printed, in every container and with every engine that can convert workbooks. */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { EngineName } from '../../../../src/convert/index.js';
import { binarySheets } from '../../../helpers/documents/libraries.js';
import { numberedRows, type SheetSpec, type SheetsFormat, sheets } from '../../../helpers/documents/sheets.js';
import { documents } from '../../../helpers/documents.js';
import { pageCount, wordsOf } from '../../../helpers/pdf-text.js';
import { describeTools } from '../../../helpers/requires.js';
import { embedded, temporaryFolder } from '../../engine-setup.js';
import { convertWorkbook, rowsOf } from '../../workbooks.js';

const FORMATS: readonly SheetsFormat[] = ['xlsx', 'ods', 'fods'];
const ENGINES: readonly EngineName[] = embedded.met ? ['soffice', 'wasm'] : ['soffice'];
const EVERYWHERE = ENGINES.flatMap(engine => FORMATS.map(format => [format, engine] as const));

const refer = (format: SheetsFormat, cell: string) =>
  format === 'xlsx' ? `="="&${cell.replace('.', '!')}` : `="="&[.${cell}]`.replace('[.', '[$');

/** The hidden sheets stand before, between and behind the others. */
const mixed = (format: SheetsFormat): readonly SheetSpec[] => [
  { name: 'Hidden one', rows: ['S1'], hidden: true },
  { name: 'First', rows: ['F', refer(format, 'Hidden.A1')] },
  { name: 'Hidden', rows: ['S2'], hidden: true, printArea: [1, 1, 1, 1] },
  { name: 'Second', rows: ['B'], printArea: [1, 1, 1, 1] },
  { name: 'Third', rows: ['C'] },
  { name: 'Hidden last', rows: ['S3'], hidden: true },
];

describeTools('the sheets of a workbook', ['soffice.bin', 'pdftotext', 'qpdf'], async () => {
  const folder = await temporaryFolder();

  it.each(EVERYWHERE)('hidden in %s are left out by %s', async (format, engine) => {
    const pdf = await convertWorkbook(sheets(format, mixed(format)), {}, engine);
    expect((await wordsOf(pdf)).trim()).toBe('F =S2 B C');
    expect(await pageCount(pdf)).toBe(3);
  });

  it.each(ENGINES)('hidden in xlsb are left out by %s', async engine => {
    const bytes = binarySheets([
      { name: 'One', text: 'S1', hidden: true },
      { name: 'Two', text: 'seen' },
      { name: 'Three', text: 'S2', hidden: true },
    ]);
    const texts = [{}, { singlePageSheets: true }].map(async options =>
      (await wordsOf(await convertWorkbook({ name: 'a.xlsb', bytes }, options, engine))).trim(),
    );
    expect(await Promise.all(texts)).toEqual(['seen', 'seen']);
  });

  it.each([...ENGINES, 'native'] as const)('hidden in xlsb are not written as CSV by %s', async engine => {
    const bytes = binarySheets([
      { name: 'One', text: 'S1', hidden: true },
      { name: 'Two', text: 'seen' },
      { name: 'Three', text: 'second' },
    ]);
    const csv = await convertWorkbook({ name: 'a.xlsb', bytes }, { to: 'csv' }, engine);
    expect(Buffer.from(csv).toString().trim()).toBe('"seen"');
  });

  it.each(EVERYWHERE)('hidden in %s have no page of their own, by %s', async (format, engine) => {
    const pdf = await convertWorkbook(sheets(format, mixed(format)), { singlePageSheets: true }, engine);
    expect((await wordsOf(pdf)).trim()).toBe('F =S2 B C');
    expect(await pageCount(pdf)).toBe(3);
    // LibreOffice 7.4 writes no bookmarks here
    const possible = [['First', 'Second', 'Third'], ...(engine === 'wasm' ? [] : [[]])];
    expect(possible).toContainEqual(await bookmarksOf(folder, pdf));
    expect((await qpdf(folder, pdf, '--qdf')).includes('Hidden')).toBe(false);
  });

  it.each(EVERYWHERE)('of %s are chosen by --sheets, with %s', async (format, engine) => {
    const source = sheets(format, mixed(format));
    const texts = [
      await wordsOf(await convertWorkbook(source, { sheets: 'first,3' }, engine)),
      await wordsOf(await convertWorkbook(source, { sheets: 'first,3', singlePageSheets: true }, engine)),
      await wordsOf(await convertWorkbook(source, { sheets: 'Hidden last' }, engine)),
      await wordsOf(await convertWorkbook(source, { sheets: '2-3', singlePageSheets: true, pages: '2' }, engine)),
      Buffer.from(await convertWorkbook(source, { sheets: 'Third', to: 'csv' }, engine)).toString(),
      Buffer.from(await convertWorkbook(source, { to: 'csv' }, engine)).toString(),
    ];
    expect(texts.map(text => text.trim())).toEqual(['F =S2 C', 'F =S2 C', 'S3', 'C', '"C"', '"F"\n"=S2"']);
  });

  it.each(FORMATS)('of %s become one image each', async format => {
    const images = await convertWorkbook(sheets(format, mixed(format)), {
      singlePageSheets: true,
      to: 'png',
      pages: '1',
    });
    expect(images[0]).toBe(0x89);
  });

  it.each(FORMATS)('of %s are complete on single pages, whatever the window showed', async format => {
    const rows = numberedRows(120);
    for (const view of [{ scrolledTo: 90 }, { scrolledTo: 90, frozen: 2 }]) {
      const pdf = await convertWorkbook(sheets(format, [{ name: 'One', rows, ...view }]), { singlePageSheets: true });
      expect(await rowsOf(pdf)).toBe(120);
    }
  });

  it('cannot be chosen in a text file', async () => {
    await expect(convertWorkbook(documents.csv(), { sheets: '1' })).rejects.toMatchObject({
      code: 'OPTION_UNSUPPORTED',
      message: '--sheets does not work with csv files. Save the document as xlsx or ods.',
    });
  });

  it('stay valid as tagged PDF and as PDF/A', async () => {
    for (const options of [{ tagged: true }, { pdfa: '2b', title: 'T' }] as const) {
      const pdf = await convertWorkbook(sheets('xlsx', mixed('xlsx')), { singlePageSheets: true, ...options });
      await expect(qpdf(folder, pdf, '--check')).resolves.toBeDefined();
    }
  });
});

async function qpdf(folder: string, pdf: Uint8Array, ...args: string[]): Promise<Buffer> {
  const path = join(folder, 'checked.pdf');
  await writeFile(path, pdf);
  return execFileSync('qpdf', [...args, path, ...(args.includes('--qdf') ? ['-'] : [])]);
}

async function bookmarksOf(folder: string, pdf: Uint8Array): Promise<string[]> {
  const { outlines } = JSON.parse((await qpdf(folder, pdf, '--json', '--json-key=outlines')).toString()) as {
    outlines: { title: string }[];
  };
  return outlines.map(({ title }) => title);
}
