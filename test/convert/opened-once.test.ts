/** However many steps read a document before the engine, its directory is read once. */
import { expect, it, vi } from 'vitest';
import { readCfb } from '../../src/convert/input/cfb.js';
import { prepareDocument } from '../../src/convert/input/prepare.js';
import { readArchive } from '../../src/convert/input/zip.js';
import type { PdfOptions } from '../../src/convert/options.js';
import { compoundFile, word6 } from '../helpers/documents/ancient.js';
import { excel97, pathFormula } from '../helpers/documents/excel-97.js';
import { documents } from '../helpers/documents.js';

vi.mock('../../src/convert/input/zip.js', async original => {
  const zip = await original<typeof import('../../src/convert/input/zip.js')>();
  return { ...zip, readArchive: vi.fn(zip.readArchive) };
});
vi.mock('../../src/convert/input/cfb.js', async original => {
  const cfb = await original<typeof import('../../src/convert/input/cfb.js')>();
  return { ...cfb, readCfb: vi.fn(cfb.readCfb) };
});

const PAGES = { paper: 'a5', landscape: true } as const;
const workbook = excel97('Excel 97', [{ name: 'A', cells: [pathFormula('Excel 97')], header: '&Z' }]).bytes;

const CASES: readonly [name: string, bytes: Uint8Array, pdf: PdfOptions, archives: number, compounds: number][] = [
  ['a.docx', documents.docx().bytes, { ...PAGES, changes: 'final' }, 1, 0],
  ['a.xlsx', documents.xlsx().bytes, { ...PAGES, sheets: '1', fit: 'page', singlePageSheets: true }, 1, 0],
  ['a.pptx', documents.pptx().bytes, {}, 1, 0],
  ['a.odt', documents.odt().bytes, { ...PAGES, changes: 'original' }, 1, 0],
  ['a.epub', documents.epub().bytes, {}, 1, 0],
  ['a.doc', word6('x'), {}, 0, 1],
  ['a.xls', workbook, { ...PAGES, sheets: '1', fit: 'page' }, 0, 1],
  ['a.ppt', compoundFile({ 'PowerPoint Document': Buffer.from('x') }), {}, 0, 1],
  ['a.html', documents.html().bytes, PAGES, 0, 0],
];

it.each(CASES)('%s', async (name, bytes, pdf, archives, compounds) => {
  vi.mocked(readArchive).mockClear();
  vi.mocked(readCfb).mockClear();
  await prepareDocument(bytes, { name, pdf });
  expect(vi.mocked(readArchive)).toHaveBeenCalledTimes(archives);
  expect(vi.mocked(readCfb)).toHaveBeenCalledTimes(compounds);
});
