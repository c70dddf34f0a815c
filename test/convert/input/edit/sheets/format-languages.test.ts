/** Formats of dates whose language has a tag, as an engine gets them. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../../src/convert/options.js';
import { quirksOf } from '../../../../../src/convert/quirks/index.js';
import { measuredSheet } from '../../../../helpers/documents/measured-sheet.js';
import { edited } from '../../../../helpers/documents/with.js';

async function styles(codes: readonly string[], change = (xml: string) => xml, pdf: PdfOptions = {}): Promise<string> {
  const workbook = measuredSheet({ codes, sheet: '<sheetData/>' });
  const { name, bytes } = edited(workbook, { 'xl/styles.xml': change });
  const prepared = await prepareDocument(bytes, { name, pdf, quirks: quirksOf('7.4') });
  return Buffer.from(unzipSync(prepared.bytes)['xl/styles.xml']!).toString();
}

async function codeOf(code: string, pdf?: PdfOptions): Promise<string> {
  return /formatCode="([^"]*)"/.exec(await styles([code], undefined, pdf))![1]!.replaceAll('&quot;', '"');
}

describe('the language of a format of a date', () => {
  it.each([
    ['[$-en-US]d\\-mmm\\-yy;@', '[$-409]d\\-mmm\\-yy;@'],
    ['[$-de-AT]d. mmmm yyyy', '[$-C07]d. mmmm yyyy'],
    ['[$-DE-at]d. mmmm', '[$-C07]d. mmmm'],
    ['[$-sr-Latn-RS]d. mmmm', '[$-241A]d. mmmm'],
    ['[$-sr-Cyrl-RS]d. mmmm', '[$-281A]d. mmmm'],
    ['[$-uz-Latn-UZ]d mmmm', '[$-443]d mmmm'],
    ['[$-sl]d mmmm', '[$-424]d mmmm'],
    ['[$-en-US]d "[$-de-DE]" mmmm \\[$-pl-PL]', '[$-409]d "[$-de-DE]" mmmm \\[$-pl-PL]'],
    ['[$-x-sysdate]dddd, mmmm dd, yyyy', '[$-F800]dddd, mmmm dd, yyyy'],
    ['[$-x-systime]h:mm:ss AM/PM', 'h:mm:ss AM/PM'],
    ['[$-F400]h:mm:ss\\ AM/PM', 'h:mm:ss\\ AM/PM'],
    ['[$-en-US,1]h:mm AM/PM', '[$-10409]h:mm AM/PM'],
    ['[$-th-TH,D07]d mmm yyyy', '[$-D07041E]d mmm yyyy'],
    ['[$-ja-JP-x-gannen]ggge"年"', '[$-411]ggge"年"'],
    ['[Red][$-fr-FR]mmmm;[$-en-GB]mmmm', '[Red][$-40C]mmmm;[$-809]mmmm'],
  ])('%s becomes a number', async (code, expected) => {
    expect(await codeOf(code)).toBe(expected);
  });

  it('is that of another country where its own has none', async () => {
    expect(await codeOf('[$-en-DE]d mmm')).toBe('[$-409]d mmm');
  });

  it('is left out where it is unknown', async () => {
    expect(await codeOf('[$-xx-YY]d mmm')).toBe('d mmm');
  });

  it.each(['[$-409]d mmm', '[$€-x-euro2] 0.00', '[$$-en-US]0.00', '[$-F800]dddd', '[$USD] 0', '0_-'])(
    '%s stays',
    async code => {
      expect(await codeOf(code)).toBe(code);
    },
  );

  it('is the time of the system in other languages than en-US', async () => {
    expect(await codeOf('[$-x-systime]h:mm:ss AM/PM', { locale: 'de-DE' })).toBe('[$-F400]h:mm:ss AM/PM');
  });

  it('stays in other texts than formats', async () => {
    const named = (xml: string) => xml.replace('name="Normal"', 'name="[$-en-US]d"');
    expect(await styles(['[$-en-US]d'], named)).toContain('name="[$-en-US]d"');
  });
});
