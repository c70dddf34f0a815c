/** `--locale`: which values it takes, and what it changes; locale.long.test.ts has workbooks. */
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../src/convert/input/prepare.js';
import { DEFAULT_LIMITS } from '../../src/convert/limits.js';
import { canonicalLocale } from '../../src/convert/locale.js';
import { parsePdfOptions } from '../../src/convert/option-values.js';
import type { PdfOptions } from '../../src/convert/options.js';
import { unsupportedByVersion } from '../../src/convert/output/export-filter.js';
import { localeWithPaper, paperOfEnvironment } from '../../src/convert/paper.js';
import { readElements } from '../../src/system/xml.js';
import { line, slideOf, textBox } from '../helpers/documents/slide-texts.js';
import { documents } from '../helpers/documents.js';
import { editPackage } from '../helpers/edit-package.js';
import { wordsOf } from '../helpers/pdf-text.js';
import { describeTools } from '../helpers/requires.js';
import { sharedConverter } from './engine-setup.js';
import { boxesOf } from './workbooks.js';

it.each([
  ['de', 'de-DE'],
  ['de_AT', 'de-AT'],
  ['EN-us', 'en-US'],
  ['zh-Hant-TW', 'zh-Hant-TW'],
  ['de-DE-u-nu-latn', 'de-DE'],
  ['xx-XX', null],
  ['german', null],
  ['d', null],
  ['de-DE,Batch=false', null],
])('%s is %s', (text, locale) => {
  expect(canonicalLocale(text)).toBe(locale);
});

it.each([
  [{}, 'a4'],
  [{ LANG: 'C.UTF-8' }, 'a4'],
  [{ LANG: 'en_US.UTF-8' }, 'letter'],
  [{ LANG: 'en_US.UTF-8', LC_PAPER: 'de_DE.UTF-8@euro' }, 'a4'],
  [{ LANG: 'de_DE', LC_PAPER: '', LC_ALL: 'es_MX' }, 'letter'],
  [{ LANG: 'not a locale' }, 'a4'],
])('%o has the paper %s', (environment, paper) => {
  expect(paperOfEnvironment(environment)).toBe(paper);
});

it.each([
  ['en-US', 'letter', 'en-US'],
  ['en-US', 'a4', 'en'],
  ['de-DE', 'letter', 'de-US'],
  ['de-AT', 'letter', 'de-AT'],
  ['es-MX', 'a4', 'es-MX'],
] as const)('%s with the paper %s is %s for the engine', (locale, paper, expected) => {
  expect(localeWithPaper(locale, paper)).toBe(expected);
});

const OWN = '<numFmt numFmtId="14" formatCode="yyyy"/>';

it.each([
  ['a4', 'its own among them', `<numFmts>${OWN}</numFmts>`, 21],
  ['a4', 'beside one of a differential format', `<fonts/><dxfs><dxf>${OWN}</dxf></dxfs>`, 22],
  ['a4', 'where it has nothing else', '', 21],
  ['letter', 'its own', `<numFmts>${OWN}</numFmts>`, 1],
] as const)('a workbook with the paper %s states formats of numbers, %s', async (defaultPaper, _, content, count) => {
  const sheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml';
  const part = content ? `<styleSheet xmlns="${sheet}">${content}</styleSheet>` : `<styleSheet xmlns="${sheet}"/>`;
  const bytes = editPackage(documents.xlsx().bytes, {
    '[Content_Types].xml': xml =>
      xml.replace('</Types>', `<Override PartName="/xl/styles.xml" ContentType="${type}"/></Types>`),
    'xl/styles.xml': part,
  });
  const prepared = await prepareDocument(bytes, { name: 'a.xlsx', pdf: { defaultPaper } });
  const styles = Buffer.from(unzipSync(prepared.bytes)['xl/styles.xml']!).toString();
  expect(styles.includes(OWN)).toBe(content !== '');
  expect(styles.match(/<numFmt /g)).toHaveLength(count);
  const elements = await readElements(styles, ['styleSheet', 'numFmts', 'numFmt', 'dxf'], 10);
  const list = elements.find(({ local }) => local === 'numFmts')!;
  expect(list.parent?.local).toBe('styleSheet');
});

it('refuses what is no language', () => {
  expect(() => parsePdfOptions({ locale: 'xx-XX' })).toThrow('--locale does not know "xx-XX"');
  expect(() => parsePdfOptions({ locale: 'de-DE,Batch=false' })).toThrow('--locale takes');
});

it('is refused by name for wasm, which has English locales only', () => {
  const wasm = { name: 'wasm', version: '24.8.4' } as const;
  const message = '--locale de does not work with LibreOffice 24.8.4 (wasm).';
  expect(unsupportedByVersion({ locale: 'de' }, wasm)).toMatchObject({ code: 'OPTION_UNSUPPORTED', message });
  for (const locale of ['en', 'en_US', 'en-GB', 'en-DK']) expect(unsupportedByVersion({ locale }, wasm)).toBeNull();
});

describeTools('a worker that stays warm', ['soffice.bin', 'pdftotext'], async () => {
  const converter = sharedConverter();

  it('writes dates and chooses the paper by the locale of each document', async () => {
    const { bytes } = documents.docx();
    const dated = editPackage(bytes, {
      'word/document.xml': xml => xml.replace('<w:body>', '<w:body><w:p><w:fldSimple w:instr=" DATE "/></w:p>'),
    });
    const german = /\b\d\d\.\d\d\.\d\d\b/;
    for (const locale of ['de-DE', undefined, 'de', 'en-US']) {
      const pdf = locale ? { locale } : {};
      const docx = await converter.convert({ name: 'dated.docx', bytes: dated }, { pdf });
      expect(german.test(await wordsOf(docx.pdf))).toBe(locale?.startsWith('de') ?? false);
      const txt = await converter.convert(documents.txt(), { pdf });
      const [width = 0] = boxesOf(txt.pdf)[0] ?? [];
      expect(Math.round(width)).toBe(locale === 'en-US' ? 612 : 595);
    }
  });

  it('does not choose the paper by the language of a document', async () => {
    const page = (lang: string) => ({ name: 'page.html', bytes: Buffer.from(`<html ${lang}><p>Text</p></html>`) });
    for (const [lang, options, width] of [
      ['lang="de"', {}, 595],
      ['lang="en"', {}, 595],
      ['lang="de"', { defaultPaper: 'letter' }, 612],
      ['lang="de"', { locale: 'en-US' }, 612],
    ] as const) {
      const { pdf } = await converter.convert(page(lang), { pdf: options });
      expect(Math.round(boxesOf(pdf)[0]![0]!), lang).toBe(width);
      expect((await wordsOf(pdf)).trim()).toBe('Text');
    }
  });

  it('keeps numbers and dates where the paper is not that of the locale', async () => {
    const bytes = Buffer.from('day;price\n12/31/2025;1,234.5\n');
    for (const [defaultPaper, width] of [
      ['a4', 595],
      ['letter', 612],
    ] as const) {
      const { pdf } = await converter.convert({ name: 'a.csv', bytes }, { pdf: { defaultPaper } });
      expect(Math.round(boxesOf(pdf)[0]![0]!)).toBe(width);
      expect(await wordsOf(pdf)).toMatch(/12\/31\/2025\s+1,?234\.5/);
    }
  });

  it.each<[string, string, PdfOptions]>([
    ['of a Korean presentation', 'ko-KR', {}],
    ['of a Korean presentation that is edited', 'ko-KR', { title: 'x' }],
    ['of the options', 'de-DE', { locale: 'de-DE' }],
  ])('writes the language %s', async (_, language, pdf) => {
    const presentation = slideOf(textBox(line('한글')));
    const written = Buffer.from((await converter.convert(presentation, { pdf })).pdf).toString('latin1');
    expect(/\/Lang ?\((.*?)\)/.exec(written)?.[1]).toBe(language);
  });

  it('gives HTML the paper of the options, which the page itself cannot replace', async () => {
    const bytes = Buffer.from('<html><style>@page { size: 210mm 297mm }</style><p>Text</p></html>');
    const widthWith = async (pdf: PdfOptions) =>
      Math.round(boxesOf((await converter.convert({ name: 'page.html', bytes }, { pdf })).pdf)[0]![0]!);
    expect(await widthWith({})).toBe(595);
    expect(await widthWith({ paper: 'a5' })).toBe(420);
    expect(await widthWith({ paper: 'legal', landscape: true })).toBe(1008);
  });
});

describe('the language of a document', () => {
  const languageOf = async (name: string, bytes: Uint8Array) =>
    (await prepareDocument(bytes, { name, limits: DEFAULT_LIMITS })).content.language;

  it.each([
    [
      'the default text of a Word document',
      'a.docx',
      withStyles('<w:docDefaults><w:lang w:val="de-AT"/></w:docDefaults>'),
      'de-AT',
    ],
    ['a Word document without one', 'a.docx', documents.docx().bytes, null],
    ['the first default style of OpenDocument', 'a.fodt', flat('fo:language="fr" fo:country="BE"'), 'fr-BE'],
    ['OpenDocument without a language', 'a.fodt', flat('fo:language="none" fo:country="none"'), null],
    ['an HTML page', 'a.html', Buffer.from('<html lang=it><p>Testo</p></html>'), 'it'],
  ])('%s', async (_, name, bytes, language) => {
    expect(await languageOf(name, bytes)).toBe(language);
  });
});

function withStyles(content: string): Uint8Array {
  const styles = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${content}</w:styles>`;
  return zipSync({ ...unzipSync(documents.docx().bytes), 'word/styles.xml': Buffer.from(styles) });
}

function flat(attributes: string): Uint8Array {
  const urn = 'urn:oasis:names:tc:opendocument:xmlns';
  const names = `xmlns:office="${urn}:office:1.0" xmlns:style="${urn}:style:1.0" xmlns:text="${urn}:text:1.0" xmlns:fo="${urn}:xsl-fo-compatible:1.0"`;
  const style = `<style:default-style style:family="paragraph"><style:text-properties ${attributes}/></style:default-style>`;
  return Buffer.from(
    `<?xml version="1.0"?><office:document ${names} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:styles>${style}</office:styles><office:body><office:text><text:p>Text</text:p></office:text></office:body></office:document>`,
  );
}
