/** CSV and TSV: what stands in a field is printed. */
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../src/convert/options.js';
import { Warnings } from '../../../src/convert/warnings.js';
import { wordsOf } from '../../helpers/pdf-text.js';
import { describeTools } from '../../helpers/requires.js';
import { sharedConverter } from '../engine-setup.js';

const converter = sharedConverter();

async function prepared(text: string, name = 'a.csv', pdf: PdfOptions = {}) {
  const warnings = new Warnings();
  const { format } = await prepareDocument(Buffer.from(text), { name, warnings, pdf });
  return { options: format.inputOptions, warnings: warnings.list() };
}

describeTools('a table as text', ['soffice.bin', 'pdftotext'], () => {
  it.each([
    '007',
    '00491761234567',
    '+491761234567',
    '12345678901234567890',
    '1E5',
    '"007"',
    '1/2',
    'March 5',
    'Mar-24',
    '3/4/2024',
    '01/02/2024 3:04 PM',
    '12:30',
    '1:05 PM',
    '12:30:45.678',
    '50%',
    '€5',
    '$1234.50',
    '2024-01-05',
  ])('keeps %s as it stands there', async code => {
    const bytes = Buffer.from(`name,code,amount\nA,${code},1.5\n`);
    const { pdf } = await converter.convert({ name: 'a.csv', bytes }, { engine: 'native' });
    expect(await wordsOf(pdf)).toContain(` ${code.replaceAll('"', '')} 1.5`);
  });

  it('keeps the currency in German', async () => {
    const bytes = Buffer.from('name;amount;day\nA;1.234,50 €;1.2.24\n');
    const { pdf } = await converter.convert({ name: 'a.csv', bytes }, { engine: 'native', pdf: { locale: 'de-DE' } });
    expect(await wordsOf(pdf)).toContain('1.234,50 € 1.2.24');
  });

  it('does not print the line that states the separator', async () => {
    const bytes = Buffer.from('\ufeffSEP=;\r\nname;amount\r\nA,B;1.5\r\n');
    const { pdf } = await converter.convert({ name: 'a.csv', bytes }, { engine: 'native' });
    expect(await wordsOf(pdf)).toMatch(/^a name amount A,B 1\.5/);
  });
});

describe('columns', () => {
  it.each([
    ['with codes are text', 'a,b,c\n1,"007",0\n2,7,+49\n', '44,34,76,1,2/2/3/2'],
    ['of numbers are not', 'a,b\n1,0.5\n-2,10\n0,+1.5\n', '44,34,76,1,'],
    ['are counted outside of quotes', 'a,b\n"x,007\n008,x",1\n', '44,34,76,1,'],
    ['are cut at the separator that the first line states, as for Excel', 'sep=|\na|b;c\n1|2;3\n', '124,34,76,2,'],
    ['are cut at a separator in quotes', '\ufeff"sep=;"\r\na;b,c\r\n', '59,34,76,2,'],
    ['are cut at semicolons around lines in quotes', 'a;b;c\n"x,\ny\nz";1,5;2,5\n', '59,34,76,1,'],
    ['are cut at semicolons below a title', 'Sums\n\na;b;c\nx;1,5;2,5\n', '59,34,76,1,'],
    ['are cut at semicolons below a title with a comma', 'Sums, all\n\na;b;c\nx;1,5;2,5\n', '59,34,76,1,'],
    ['are cut at semicolons between decimal numbers', 'x;1,5;2,5\ny;3,5;4,5\n', '59,34,76,1,'],
    ['are cut at commas between quotes within fields', 'a,b\n5" disk,1\n3" disk;new,2\n', '44,34,76,1,'],
    ['are cut at commas where a first line only begins like that', 'sep=;,b\nc,d\n', '44,34,76,1,'],
    ['of TSV as well', 'a\tb\n1\t007', '9,34,76,1,2/2'],
  ])('%s', async (_, text, options) => {
    const name = text.includes('\t') ? 'a.tsv' : 'a.csv';
    expect(await prepared(text, name)).toEqual({ options: `${options},0,false,false`, warnings: [] });
  });

  it('beyond those of a sheet are a warning', async () => {
    const { warnings } = await prepared(`${'x,'.repeat(16_384)}x\n`);
    expect(warnings).toEqual([{ code: 'content_lost', detail: { what: 'columns after 16384' } }]);
  });
});

it('rows beyond those of a sheet are a warning', async () => {
  const { warnings } = await prepared('x\n'.repeat(1_048_577));
  expect(warnings).toEqual([{ code: 'content_lost', detail: { what: 'rows after 1048576' } }]);
});

describe('fields that are longer than a page is wide', () => {
  const cut = [{ code: 'cells_cut', detail: { fields: 1 } }];
  it.each<[string, string, PdfOptions, unknown]>([
    ['are a warning', `a,b\n${'x'.repeat(120)},1\n`, {}, cut],
    ['are measured in letters', `${'я'.repeat(90)},1\n`, {}, []],
    ['are measured in each line', `"${`${'x'.repeat(50)}\n`.repeat(9)}",1\n`, {}, []],
    ['are no fault on a page of the size of the sheet', `${'x'.repeat(120)},1\n`, { singlePageSheets: true }, []],
    ['are no fault in a workbook', `${'x'.repeat(120)},1\n`, { to: 'xlsx' }, []],
  ])('%s', async (_, text, pdf, warnings) => {
    expect((await prepared(text, 'a.csv', pdf)).warnings).toEqual(warnings);
  });
});
