/** The grid of a table whose cells state other widths, as an engine gets it; layout-rules has the places in a PDF. */
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import { edited } from '../../../helpers/documents/with.js';
import { gridTable } from '../../../helpers/documents/word-2013.js';

const DIFFERENT = { grid: [4000, 4000], cells: [2000, 6000] };
const FIXED = '<w:tblLayout w:type="fixed"/>';

async function gridOf(table: Parameters<typeof gridTable>[0], change: (xml: string) => string = xml => xml) {
  const { name, bytes } = edited({ ...gridTable(table), text: '' }, { 'word/document.xml': change });
  const prepared = await prepareDocument(bytes, { name });
  const xml = Buffer.from(unzipSync(prepared.bytes)['word/document.xml']!).toString();
  return [...xml.matchAll(/<w:gridCol w:w="(\d+)"/g)].map(([, twips]) => Number(twips));
}

const saved = (xml: string) => xml.replaceAll('<w:tr>', '<w:tr w:rsidR="00F91EE7">');
const long = (xml: string) => xml.replace('first', 'x'.repeat(30));

it.each<[title: string, table: Parameters<typeof gridTable>[0], change: (xml: string) => string, first: number]>([
  ['follows the cells', DIFFERENT, xml => xml, 2000],
  ['is kept where Word has saved it', DIFFERENT, saved, 4000],
  ['follows the cells of fixed columns, whoever has saved it', { ...DIFFERENT, properties: FIXED }, saved, 2000],
  ['is kept where a word would not fit', DIFFERENT, long, 4000],
  ['is kept where the cells exceed the page', { grid: [4000, 4000], cells: [6000, 6000] }, xml => xml, 4000],
  ['is kept where the cells of a column differ', DIFFERENT, xml => xml.replace('"2000"', '"3000"'), 4000],
  ['is kept beside a table within', DIFFERENT, xml => xml.replace('<w:p>', '<w:tbl></w:tbl><w:p>'), 4000],
])('%s', async (_, table, change, first) => {
  expect((await gridOf(table, change))[0]).toBe(first);
});
