/** Numbers, dates and paper by `--locale` in workbooks, and the same default on every engine. */
import { expect, it } from 'vitest';
import type { EngineName } from '../../src/convert/index.js';
import { documents } from '../helpers/documents.js';
import { editPackage } from '../helpers/edit-package.js';
import { wordsOf } from '../helpers/pdf-text.js';
import { describeTools } from '../helpers/requires.js';
import { embedded } from './engine-setup.js';
import { boxesOf, convertWorkbook, type Source } from './workbooks.js';

const NS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const STYLES = `<styleSheet xmlns="${NS}"><fonts count="1"><font><sz val="11"/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="44" applyNumberFormat="1"/><xf numFmtId="15" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** 1234.56 and 2025-12-31 in formats 4 and 14 (ECMA-376-1, 18.8.30), which depend on the language. */
function workbook(rows = ''): Source {
  const { name, bytes } = documents.xlsx('Values');
  const edited = editPackage(bytes, {
    '[Content_Types].xml': xml =>
      xml.replace(
        '</Types>',
        '<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
      ),
    'xl/_rels/workbook.xml.rels': xml =>
      xml.replace(
        '</Relationships>',
        '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
      ),
    'xl/styles.xml': STYLES,
    'xl/worksheets/sheet1.xml': xml =>
      xml
        .replace('<sheetData>', '<cols><col min="1" max="2" width="20" customWidth="1"/></cols><sheetData>')
        .replace(
          '</row>',
          `</row><row r="2"><c r="A2" s="1"><v>1234.56</v></c><c r="B2" s="2"><v>46022</v></c></row>${rows}`,
        ),
  });
  return { name, bytes: edited };
}

/** In formats 44 and 15: an amount, and a day with the name of its month. */
const NEGATIVE = '<row r="3"><c r="A3" s="3"><v>-12.5</v></c><c r="B3" s="4"><v>46022</v></c></row>';

const csv = { name: 'values.csv', bytes: Buffer.from('a;b\n1.234,56;31.12.2025\n') };

describeTools('--locale', ['soffice.bin', 'pdftotext'], async () => {
  it('changes numbers and dates of a workbook, and its paper', async () => {
    const [german, english] = [
      await convertWorkbook(workbook(), { locale: 'de-DE' }),
      await convertWorkbook(workbook(), { defaultPaper: 'letter' }),
    ];
    expect(await wordsOf(german)).toContain('1.234,56 31.12.2025');
    expect(await wordsOf(english)).toContain('1,234.56 12/31/2025');
    expect(
      boxesOf(german)
        .concat(boxesOf(english))
        .map(([width]) => Math.round(width)),
    ).toEqual([595, 612]);
  });

  it('decides what is a number in CSV', async () => {
    expect(await wordsOf(await convertWorkbook(csv, { locale: 'de-DE' }))).toContain('1234,56 31.12.2025');
    expect(await wordsOf(await convertWorkbook(csv))).toContain('1.234,56 31.12.2025');
  });

  it('of several documents stays apart in one call', async () => {
    const locales = ['de-DE', 'en-US', 'de-DE', 'fr-FR', 'en-US', 'de-DE'];
    const pdfs = await Promise.all(locales.map(locale => convertWorkbook(workbook(), { locale })));
    for (const [i, pdf] of pdfs.entries()) {
      const date = { 'de-DE': '31.12.2025', 'en-US': '12/31/2025', 'fr-FR': '31/12/2025' }[locales[i]!]!;
      expect(await wordsOf(pdf)).toContain(date);
    }
  });

  const engines: readonly EngineName[] = ['native', 'soffice', ...(embedded.met ? (['wasm'] as const) : [])];
  it('and the same values with another paper, on every engine', async () => {
    for (const engine of engines)
      for (const [defaultPaper, width] of [
        ['a4', 595],
        ['letter', 612],
      ] as const) {
        const pdf = await convertWorkbook(workbook(NEGATIVE), { defaultPaper }, engine);
        const words = (await wordsOf(pdf)).split(' ');
        expect(words).toEqual(expect.arrayContaining(['$', '1,234.56', '(12.50)', '12/31/2025', '31-Dec-25']));
        expect(Math.round(boxesOf(pdf)[0]![0]!)).toBe(width);
      }
  });

  // 1.234,56 and 2025-12-31 in Denmark
  it.each([
    ['en-GB', '1,234.56 31/12/2025', 595],
    ['en-DK', '1.234,56 2025-12-31', 595],
    ['en-US', '1,234.56 12/31/2025', 612],
    ['de-DE', '1.234,56 31.12.2025', 595],
  ])('%s is the same on every engine that does not refuse it', async (locale, values, width) => {
    for (const engine of engines) {
      const converted = convertWorkbook(workbook(), { locale }, engine);
      if (engine === 'wasm' && !locale.startsWith('en')) {
        await expect(converted).rejects.toMatchObject({ code: 'OPTION_UNSUPPORTED' });
        continue;
      }
      const pdf = await converted;
      expect(await wordsOf(pdf)).toContain(values);
      expect(Math.round(boxesOf(pdf)[0]![0]!)).toBe(width);
    }
  });

  it.each(['odt', 'fodt', 'txt', 'md', 'html', 'rtf', 'docx', 'epub'] as const)(
    'is the same by default for %s without a page size, on every engine',
    async format => {
      const widths = [];
      for (const engine of engines)
        widths.push(boxesOf(await convertWorkbook(documents[format](), {}, engine))[0]?.[0]);
      const paper = format === 'rtf' || format === 'docx' ? 612 : 595;
      expect(widths.map(width => Math.round(width ?? 0))).toEqual(engines.map(() => paper));
    },
  );
});
