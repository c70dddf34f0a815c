/** Formats of dates for the value 0, as an engine gets them. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../../src/convert/options.js';
import { quirksOf } from '../../../../../src/convert/quirks/index.js';
import { measuredSheet } from '../../../../helpers/documents/measured-sheet.js';
import { edited } from '../../../../helpers/documents/with.js';

const ZERO = '<c r="A1" s="3"><v>0</v></c>';

interface Case {
  /** Null: a format of the workbook's program. */
  readonly code?: string | null;
  readonly id?: number;
  readonly cell?: string;
  readonly pdf?: PdfOptions;
  readonly workbook?: string;
}

/** The formats of the workbook, by number. */
async function formats({ code = 'm/d/yyyy', id = 200, cell = ZERO, pdf = {}, workbook = '' }: Case) {
  const { name, bytes } = edited(
    measuredSheet({
      codes: code === null ? [] : [code],
      formats: [`<xf numFmtId="${id}" applyNumberFormat="1"/>`],
      sheet: `<sheetData><row r="1">${cell}</row></sheetData>`,
    }),
    { 'xl/workbook.xml': xml => xml.replace('<sheets>', `${workbook}<sheets>`) },
  );
  const prepared = await prepareDocument(bytes, { name, pdf, quirks: quirksOf('7.4') });
  const styles = Buffer.from(unzipSync(prepared.bytes)['xl/styles.xml']!).toString();
  const all = styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g);
  return new Map([...all].map(([, number, format]) => [Number(number), unescaped(format!)]));
}

const unescaped = (xml: string) => xml.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');

const codeFor = async (given: Case) => (await formats(given)).get(given.id ?? 200);

describe('the day 0, which is none of LibreOffice', () => {
  it.each([
    ['m/d/yyyy', '[=0]"1/0/1900";m/d/yyyy'],
    ['yyyy\\-mm\\-dd;@', '[=0]"1900-01-00";yyyy\\-mm\\-dd'],
    ['d-mmm-yy', '[=0]"0-Jan-00";d-mmm-yy'],
    ['mmmm" of "yyyy', '[=0]"January of 1900";mmmm" of "yyyy'],
    ['[$-409]mmmm\\ d\\,\\ yyyy;@', '[=0][$-409]"January 0, 1900";[$-409]mmmm\\ d\\,\\ yyyy'],
    ['[$-407]dd.mm.yyyy', '[=0][$-407]"00.01.1900";[$-407]dd.mm.yyyy'],
    ['[Red]m/d/yyyy', '[=0][Red]"1/0/1900";[Red]m/d/yyyy'],
    ['dddd, m/d', '[=0]dddd", 1/0";dddd, m/d'],
    ['m/d/yyyy h:mm AM/PM', '[=0]"1/0/1900 "h:mm" "AM/PM;m/d/yyyy h:mm AM/PM'],
    ['mm:ss m/d', '[=0]mm:ss" 1/0";mm:ss m/d'],
  ])('has %s of Excel', async (code, expected) => {
    expect(await codeFor({ code })).toBe(expected);
  });

  it.each([
    'General',
    '0.00',
    'h:mm',
    '[h]:mm',
    'mm:ss.0',
    '@',
    'd;[Red]d',
    '[<5]d',
    'd\\"',
    'ggge',
    '[$-411]mmmm',
    '[$-F800]dddd, mmmm dd, yyyy',
    '[$-D07041E]d mmm yyyy',
    '"day"',
    'm/d/bbbb',
  ])('leaves %s', async code => {
    expect(await codeFor({ code })).toBe(code);
  });

  it('is stated for a format that the workbook only names', async () => {
    expect(await codeFor({ code: null, id: 14 })).toBe('[=0]"1/0/1900";m/d/yyyy');
    expect(await codeFor({ code: null, id: 22 })).toBe('[=0]"1/0/1900 "h:mm;m/d/yyyy h:mm');
  });

  it('is stated for the result of a formula', async () => {
    const given = { cell: '<c r="A1" s="3"><f>B1</f><v>0</v></c>' };
    expect(await codeFor(given)).toContain('[=0]');
  });

  it.each([
    ['another value', { cell: '<c r="A1" s="3"><v>1</v></c>' }],
    ['another cell', { cell: '<c r="A1" s="3"/><c r="B1"><v>0</v></c>' }],
    ['a text', { cell: '<c r="A1" s="3" t="s"><v>0</v></c>' }],
    ['days counted from 1904', { workbook: '<workbookPr date1904="1"/>' }],
    ['the layout of LibreOffice', { pdf: { layout: 'libreoffice' } as const }],
  ])('is not stated for %s', async (_, given) => {
    expect(await codeFor(given)).toBe('m/d/yyyy');
  });

  it('is stated in a time that grows with the sheet', async () => {
    const cpu = async (repeats: number) => {
      const start = process.cpuUsage();
      await formats({ cell: '<v>0</v><c s="'.repeat(repeats).concat(ZERO) });
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    };
    await cpu(1000);
    expect(await cpu(200_000)).toBeLessThan(2000);
  });
});
