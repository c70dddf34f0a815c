/** CSV and TSV: what stands in a field is printed. */
import { describe, expect, it } from 'vitest';
import { formatNamed } from '../../../src/convert/formats.js';
import { formatOfText } from '../../../src/convert/input/detect-text.js';
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
    '=',
    '=>',
    "=c|'d'!A0",
  ])('keeps %s as it stands there', async code => {
    // the last cell is the last one read by rows and by columns
    const bytes = Buffer.from(`name,amount,code\nA,1.5,${code}\n`);
    const { pdf } = await converter.convert({ name: 'a.csv', bytes }, { engine: 'native' });
    expect(await wordsOf(pdf)).toContain(` ${code.replaceAll('"', '')} Page 1`);
  });

  it('keeps a long line of equal signs', async () => {
    const line = '='.repeat(80);
    const { pdf } = await converter.convert({ name: 'a.csv', bytes: Buffer.from(`${line}\n`) }, { engine: 'native' });
    expect(await wordsOf(pdf)).toContain(line);
  });

  it('keeps lines and titles of equal signs among numbers and formulas', async () => {
    const lines = [
      'item,n',
      'a,10',
      'b,20',
      '=====,=====',
      '=== "T" ===,1',
      '"=== ""U"", V",2',
      '=no formula,3',
      'all,=SUM(B2:B3)',
    ];
    const { pdf } = await converter.convert(
      { name: 'a.csv', bytes: Buffer.from(lines.join('\r\n')) },
      { engine: 'native' },
    );
    const words = await wordsOf(pdf);
    // column by column, as pdftotext has them
    for (const text of ['b ===== ===', '20 ===== 1', '=== "T" ===', '=== "U", V', '=no formula', '3 30'])
      expect(words).toContain(text);
  });

  it('keeps the first field behind a byte order mark', async () => {
    const bytes = Buffer.from('\ufeff=====,0012\n\n');
    const { pdf } = await converter.convert({ name: 'a.csv', bytes }, { engine: 'native' });
    expect(await wordsOf(pdf)).toContain('===== 0012');
  });

  it('computes formulas', async () => {
    const formulas = ['=1+2', '=SUM(1;3)', '= 4 * 2', '=-5'];
    const bytes = Buffer.from(`${formulas.join('\t')}\n`);
    const { pdf } = await converter.convert({ name: 'a.tsv', bytes }, { engine: 'native' });
    expect(await wordsOf(pdf)).toContain('3 4 8 -5');
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
    ['are counted outside of quotes with quotes in them', 'a,b\n"x ""y"", 007",1\n', '44,34,76,1,'],
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

  it.each([
    ['US', 'Name,Amount\nAnn,1.5\nBob,2.5\n', ','],
    ['US with thousands in quotes', 'Name,Amount\nAnn,"1,234.50"\nBob,"2,345.60"\n', ','],
    ['lists in a field', 'Name,Tags\nAnn,x;y\nBob,z;w\n', ','],
    ['lists in a field, and lines without a comma', 'Name,Tags\nAnn\nBob,x;y\nEve;z\n', ','],
    ['German', 'Name;Betrag\nAnna;1,5\nBernd;2,5\n', ';'],
    ['German without a header', 'Anna;1,5\nBernd;2,5\n', ';'],
    ['German with currency and groups', 'Anna;1.234,50 €\nBernd;-2.345,60 €\n', ';'],
    ['only decimal numbers', '1,5;2,5\n1,6;2,7\n', ';'],
    ['one line of decimal numbers', '1,5;2,5;3,5', ';'],
    ['French', 'Nom;Prix\nAnne;1 234,50\nBob;12,5 %\n', ';'],
    ['French without a header', '1 234,50;5,5\n2 345,60;6,5\n', ';'],
    ['tabs with decimal commas', '1,2\t3,4', '\t'],
    ['tabs with a header and decimal commas', 'a\tb\n1,2\t3,4\n', '\t'],
    ['a log with milliseconds', '2024-01-01 10:00:00,123\tINFO\n2024-01-01 10:00:01,456\tINFO\n', '\t'],
    ['bars with decimal commas', '1,2|3,4\n5,6|7,8\n', '|'],
    ['a title', 'Sums\na;b;c\n1;2;3\n', ';'],
    ['a title and an empty line', 'Sums\n\nName;Sum\nAnna;1,5\n', ';'],
    ['a title with a comma', 'Sums, all\n\nName;Sum\nAnna;1,5\n', ';'],
    ['a title with semicolons', 'Report for: A; B; C\nName,Score\nAnn,1\nBob,2\n', ','],
    ['a title with both', 'Report; A, B\nName,Score\nAnn,1\nBob,2\n', ','],
    ['a note below', 'a;b;c\n1;2;3\n\nSource: x, y\n', ';'],
    ['a column of lists', 'Tags\nx;y\nz;w\n', ','],
    ['addresses', 'Name;Address\nAnna;Weg 5, 10115 Berlin\nBernd;Allee 7, 10117 Berlin\n', ';'],
    ['addresses in US', 'Name,Address\nAnn,"5 Main St, Rome; rear"\nBob,"7 Oak St, Troy; front"\n', ','],
    ['user agents', 'ip,ua\n1.1.1.1,Mozilla/5.0 (X11; Linux; rv:1)\n2.2.2.2,Mozilla/5.0 (X11; U)\n', ','],
    ['user agents without a header', '1.1.1.1,Mozilla/5.0 (X11; Linux)\n2.2.2.2,Mozilla/5.0 (X11; U)\n', ','],
    ['versions of programs', '1.1.1.1,5.0 (X11; Linux)\n2.2.2.2,5.0 (X11; U)\n', ','],
    ['JSON in a field', 'id;json\n1;"{""a"":1,""b"":2}"\n2;"{""a"":3,""b"":4}"\n', ';'],
    ['JSON of several lines', 'id;json\n1;"{\n""a"":1,\n""b"":2}"\n2;"{}"\n', ';'],
    ['a column of sentences', 'Comment\nFirst, we go\nSecond, we stay\n', ','],
    ['a column of sentences with semicolons', 'Comment\nFirst, we go\nSecond; no\nThird; x\n', ','],
    ['separators at the ends of lines', 'a,b;\n1,2;\n', ','],
    ['tabs at the ends of lines', 'a,b,c\t\n1,2,3\t\n', ','],
    ['semicolons also at the ends of lines', 'a;b;\n1,5;2,5;\n', ';'],
    ['blanks before quotes', 'a; "x,y,z"\nb; "z,w,q"\n', ';'],
    ['blanks before quotes behind commas', 'Ann, "x;y"\nBob, "z;w"\n', ','],
    ['blanks around quotes', 'a , "x;y;z" , b\nc , "x;y;z" , d\n', ','],
    ['blanks before lines in quotes', 'a; "x,\ny,\nz"\nb; "z,w,q"\n', ';'],
    ['quotes within fields', 'Ann "a;b;c" Lee,1\nBob "x;y;z" Roe,2\n', ','],
    ['a quote without an end', '"x;1\ny;2\n', ';'],
    ['quotes with a backslash', 'a,b\n"x\\"y;z",2\n"q\\"r;s",3\n', ','],
    ['a byte order mark before a quote', '\ufeff"a;x\ny;z",b\n"c;y",d\n', ','],
    ['a tie in one line', 'a,b;c', ','],
    ['a tie with bars', 'a|b,c\n1|2,3\n', ','],
    ['a tie of semicolons and tabs', 'a;b\tc\n1;2\t3\n', ';'],
    ['numbers with two commas', '1,2,3;4\n5,6,7;8\n', ','],
    ['quotes in all lines', '"a;b"\n"c;d"\n', ','],
    ['nothing', '', ','],
  ])('are cut at the separator of %s', async (_, text, separator) => {
    const format = await formatOfText(text, formatNamed('csv'));
    expect(String.fromCharCode(Number.parseInt(format!.inputOptions!, 10))).toBe(separator);
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
