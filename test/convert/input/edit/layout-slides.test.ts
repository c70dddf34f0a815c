/** Texts of slides, as an engine gets them; quirks/ has the places in a PDF. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { firstChildren } from '../../../../src/convert/input/edit/layout/children.js';
import { baselineEdits } from '../../../../src/convert/input/edit/layout/slides/baselines.js';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../src/convert/options.js';
import type { XmlElement } from '../../../../src/system/xml.js';
import { BULLET, line, MEDIUM_2, slideOf, slideTable, textBox } from '../../../helpers/documents/slide-texts.js';
import { edited } from '../../../helpers/documents/with.js';

const SLIDE = 'ppt/slides/slide1.xml';

async function laidOut(box: string, pdf: PdfOptions = {}): Promise<string> {
  return slideIn(slideOf(box), pdf);
}

async function slideIn(
  document: ReturnType<typeof slideOf>,
  pdf: PdfOptions = {},
  fonts = ['notosanscjkkr'],
  part = SLIDE,
): Promise<string> {
  const { name, bytes } = document;
  const prepared = await prepareDocument(bytes, { name, pdf, fonts: async () => new Set(fonts) });
  return Buffer.from(unzipSync(prepared.bytes)[part]!).toString();
}

const SYMBOL_FONTS = [
  'Wingdings',
  'Wingdings 2',
  'wingdings 3',
  'Webdings',
  'Symbol',
  'ZapfDingbats',
  'ITC Zapf Dingbats',
  'Marlett',
  'MT Extra',
  'OpenSymbol',
];

const run = (font: string) => `<a:r><a:rPr>${font && `<a:latin typeface="${font}"/>`}</a:rPr><a:t>x</a:t></a:r>`;
const field = `<a:fld id="{1}" type="slidenum">${run('Arial').slice('<a:r>'.length, -'</a:r>'.length)}</a:fld>`;

describe('a bullet without a font', () => {
  it.each<[string, string, string]>([
    ['has that of the text', line('x', 1800, { font: 'A&amp;B', properties: BULLET }), 'A&amp;B'],
    ['has that of the theme where the text has none', `<a:p>${BULLET}<a:r><a:t>x</a:t></a:r></a:p>`, '+mn-lt'],
    [
      'has that of the theme where a later run has one only',
      `<a:p>${BULLET}${run('')}${run('Wingdings')}</a:p>`,
      '+mn-lt',
    ],
    [
      'has that of the theme where the first run has no properties',
      `<a:p>${BULLET}<a:r><a:t>x</a:t></a:r>${run('Arial')}</a:p>`,
      '+mn-lt',
    ],
    ['has that of the first run', `<a:p>${BULLET}${run('Arial')}${run('Courier New')}</a:p>`, 'Arial'],
    ['has that of a field that comes first', `<a:p>${BULLET}${field}${run('Courier New')}</a:p>`, 'Arial'],
    ...SYMBOL_FONTS.map(
      font => [`has not ${font}`, `<a:p>${BULLET}${run(font)}</a:p>`, '+mn-lt'] as [string, string, string],
    ),
  ])('%s', async (_, paragraph, font) => {
    expect(await laidOut(textBox(paragraph))).toContain(`<a:buFont typeface="${font}"/><a:buChar char="•"/>`);
  });

  const own = (font: string) => BULLET.replace('<a:buChar', `${font}<a:buChar`);
  const paragraph = line('x', null, { properties: BULLET });
  it.each<[string, string, PdfOptions?]>([
    ['that has one', textBox(line('x', null, { properties: own('<a:buFont typeface="Wingdings"/>') }))],
    ['that has that of the text', textBox(line('x', null, { properties: own('<a:buFontTx/>') }))],
    ['of a symbol font', textBox(line('x', null, { properties: BULLET.replace('•', '&#xF0A7;') }))],
    [
      'of a shape whose style has one',
      textBox(paragraph, { styles: '<a:lvl1pPr><a:buFont typeface="Symbol"/></a:lvl1pPr>' }),
    ],
    ['of a placeholder', textBox(paragraph, { kind: '<p:ph type="body"/>' })],
    ['with the layout of LibreOffice', textBox(paragraph), { layout: 'libreoffice' }],
  ])('%s stays', async (_, box, options) => {
    expect(await laidOut(box, options)).toContain(box);
  });
});

describe('a text is 0.06 of its size higher', () => {
  it.each([
    ['with the usual margins', '', line('x', 2000), 30_480, 60_960],
    ['with its own margins', ' tIns="91440" bIns="0"', line('x', 2000), 76_200, 15_240],
    ['with a margin that is smaller', ' tIns="10000"', line('x', 2000), 0, 55_720],
    ['with lines of several sizes', '', line('x', 3000) + line('y', 1000), 30_480, 60_960],
  ])('%s', async (_, properties, paragraphs, above, below) => {
    expect(await laidOut(textBox(paragraphs, { properties }))).toContain(` tIns="${above}" bIns="${below}"`);
  });

  const one = line('x', 2000);
  const spaced = '<a:pPr><a:lnSpc><a:spcPct val="90000"/></a:lnSpc></a:pPr>';
  it.each<[string, string, PdfOptions?]>([
    ['of unknown size', textBox(line('x', null))],
    ['of which one line has an unknown size', textBox(one + line('y', null))],
    ['of no size', textBox(line('x', 0))],
    ['of a huge size', textBox(line('x', 1e12))],
    ['without margins', textBox(one, { properties: ' tIns="0" bIns="0"' })],
    ['with a negative margin', textBox(one, { properties: ' tIns="-5"' })],
    ['with margins in another unit', textBox(one, { properties: ' tIns="0.1in" bIns="0.1in"' })],
    ['that runs downwards', textBox(one, { properties: ' vert="vert"' })],
    ['that is turned', textBox(one, { properties: ' rot="5400000"' })],
    ['with a spacing of lines', textBox(line('x', 2000, { properties: spaced }))],
    ['without paragraphs', textBox('')],
    ['of a placeholder', textBox(one, { kind: '<p:ph/>' })],
    ['with the layout of LibreOffice', textBox(one), { layout: 'libreoffice' }],
  ])('but one %s stays', async (_, box, options) => {
    expect(await laidOut(box, options)).toContain(box);
  });
});

it('the time for a text grows with the number of its paragraphs', () => {
  const body = element('txBody', null);
  const paragraphs = Array.from({ length: 40_000 }, () => element('p', body));
  const sized = paragraphs.map(paragraph => element('rPr', paragraph, { sz: '100' }));
  const elements = [body, element('bodyPr', body), ...sized];
  const before = process.cpuUsage();
  expect(baselineEdits({ elements, childOf: firstChildren(elements) })).toHaveLength(1);
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});

function element(
  local: string,
  parent: XmlElement | null,
  attributes: Readonly<Record<string, string>> = {},
): XmlElement {
  return {
    name: local,
    local,
    uri: '',
    attributes: Object.entries(attributes).map(([name, value]) => ({ name, local: name, uri: '', value })),
    parent,
    text: '',
    start: 0,
    contentStart: 0,
    contentEnd: 0,
    end: 0,
  };
}

describe('text in Malgun Gothic', () => {
  const FONTS = '<a:latin typeface="Noto Sans CJK KR"/><a:ea typeface="Noto Sans CJK KR"/>';
  const inMalgun = (text: string, font = 'Malgun Gothic') => textBox(line(text, 1000, { font, properties: SPACED }));
  // without other changes
  const SPACED = '<a:pPr><a:lnSpc><a:spcPct val="90000"/></a:lnSpc></a:pPr>';

  it.each([
    ['letters', '한글', 80],
    ['letters and blanks', '한 글', 87],
  ])('has the font that is installed, and wider %s', async (_, text, space) => {
    const slide = await laidOut(inMalgun(text));
    expect(slide).toContain(`<a:rPr spc="${space}" lang="en-US" sz="1000">${FONTS}</a:rPr><a:t>${text}</a:t>`);
  });

  it('has wider blanks where text is not Korean for LibreOffice', async () => {
    const slide = await slideIn(slideOf(inMalgun('한 글')), { locale: 'en-US' }, ['notosanscjkkr']);
    expect(slide).toContain('<a:rPr spc="96" lang="en-US"');
    const stated = await slideIn(slideOf(inMalgun('한 글').replace('en-US', 'ko-KR')), { locale: 'en-US' }, [
      'notosanscjkkr',
    ]);
    expect(stated).toContain('<a:rPr spc="87" lang="ko-KR"');
  });

  it('has Latin words and numbers in runs of their own, without more space', async () => {
    const slide = await laidOut(inMalgun('제 2.0판 &amp; R&amp;D'));
    const run = (text: string, space = '') =>
      `<a:r><a:rPr${space} lang="en-US" sz="1000">${FONTS}</a:rPr><a:t xml:space="preserve">${text}</a:t></a:r>`;
    expect(slide).toContain(
      [run('제 ', ' spc="91"'), run('2.0'), run('판 &amp; ', ' spc="71"'), run('R&amp;D')].join(''),
    );
  });

  it.each([
    ['Latin letters keep their space', inMalgun('abc'), `<a:rPr lang="en-US" sz="1000">${FONTS}`],
    ['its Korean name is known', inMalgun('한', '맑은 고딕'), `<a:rPr spc="80" lang="en-US" sz="1000">${FONTS}`],
    [
      'its own space is kept',
      inMalgun('한').replace(' sz=', ' spc="-100" sz='),
      `<a:rPr spc="-20" lang="en-US" sz="1000">${FONTS}`,
    ],
    [
      'letters without a size keep their space',
      inMalgun('한').replace(' sz="1000"', ''),
      `<a:rPr lang="en-US">${FONTS}`,
    ],
    [
      'letters of a huge size keep their space',
      inMalgun('한').replace('1000', '999999999'),
      `<a:rPr lang="en-US" sz="999999999">${FONTS}`,
    ],
  ])('%s', async (_, box, expected) => {
    expect(await laidOut(box)).toContain(expected);
  });

  it.each([
    ['is installed', ['malgungothic', 'notosanscjkkr']],
    ['is missing like its substitutes', ['nanumgothic']],
  ])('stays where the font %s', async (_, fonts) => {
    const box = inMalgun('한글');
    expect(await slideIn(slideOf(box), {}, fonts)).toContain(box);
  });
});

describe('the locale of the engine, and the language of the PDF', () => {
  const localeOf = async (text: string, pdf: PdfOptions = {}) => {
    const { name, bytes } = slideOf(textBox(line(text)));
    const { locale, language } = await prepareDocument(bytes, { name, pdf: { defaultPaper: 'letter', ...pdf } });
    return [locale, language];
  };

  it.each<[string, string, string, PdfOptions?]>([
    ['of a Korean presentation', '2026년 계획 by ACME', 'ko-KR'],
    ['of a Japanese one', '会議のメモ 2026', 'ja-JP'],
    ['of a Japanese one in katakana', 'コーヒー 2026', 'ja-JP'],
    ['of a Chinese one', '会议记录 2026', 'en-US'],
    ['of a Chinese one with its punctuation', '本公司产品采用新材料。质量优良、价格合理。', 'en-US'],
    ['of a Korean one in references', '&#xD55C;&#54620; 2026', 'ko-KR'],
    ['of a Japanese one in references', '&#x3042;&#12356; 2026', 'ja-JP'],
    ['of a Chinese one in references', '&#x4F1A;&#x3002;', 'en-US'],
    ['of an English one in references', '&#x41;&#x42;&#x43;&#x44;&#x45;한', 'en-US'],
    ['of a Korean one with other references', '한글 &amp; ABC', 'ko-KR'],
    ['of an English one with a Korean name', 'Report of the group 한글', 'en-US'],
    ['of an English one', 'Report', 'en-US'],
    ['with the layout of LibreOffice', '한글', 'en-US', { layout: 'libreoffice' }],
  ])('%s', async (_, text, expected, pdf) => {
    expect(await localeOf(text, pdf)).toEqual([expected, expected]);
  });

  it('is that of the options', async () => {
    expect(await localeOf('한글', { locale: 'de' })).toEqual(['de-US', 'de-DE']);
  });
});

it('slides in the strict format are read as well', async () => {
  const strict = (xml: string) =>
    xml
      .replaceAll('http://schemas.openxmlformats.org/drawingml/2006/main', 'http://purl.oclc.org/ooxml/drawingml/main')
      .replaceAll(
        'http://schemas.openxmlformats.org/presentationml/2006/main',
        'http://purl.oclc.org/ooxml/presentationml/main',
      );
  const slide = await slideIn(edited(slideOf(textBox(line('x', 2000))), { [SLIDE]: strict }));
  expect(slide).toContain(' tIns="30480" bIns="60960"');
});

describe('a style of tables that a slide names', () => {
  const definitions = async (id: string, defined?: string, pdf?: PdfOptions) => {
    const styles = await slideIn(slideTable(id, line('x'), defined), pdf, [], 'ppt/tableStyles.xml');
    return [...styles.matchAll(/<a:tblStyle styleId="([^"]*)"/g)].map(([, found]) => found);
  };
  const own = `<a:tblStyle styleId="${MEDIUM_2}" styleName="Own"/>`;

  it('is defined where its definition is missing', async () => {
    expect(await definitions(MEDIUM_2)).toEqual([MEDIUM_2]);
    expect(await definitions('{93296810-A885-4BE3-A3E7-6D5BEEA58F35}', own)).toHaveLength(2);
  });

  it('stays where it is defined, unknown, or LibreOffice lays out', async () => {
    expect(await definitions(MEDIUM_2, own)).toEqual([MEDIUM_2]);
    expect(await definitions('{00000000-0000-0000-0000-000000000000}')).toEqual([]);
    expect(await definitions(MEDIUM_2, '', { layout: 'libreoffice' })).toEqual([]);
  });
});

describe('an indent of 0 beside tab stops', () => {
  const stops = '<a:tabLst><a:tab pos="3810000" algn="l"/></a:tabLst>';
  const tabbed = (attributes: string, more = '', options = {}) =>
    slideOf(textBox(line('a\tb', 1800, { properties: `<a:pPr${attributes}>${more}${stops}</a:pPr>` }), options));
  const indents = (xml: string) => /<a:pPr([^>]*)>/.exec(xml)![1];
  const style = (name: string) => (xml: string) =>
    xml.replace('</p:presentation>', `<p:${name}><a:lvl1pPr indent="9"/></p:${name}>$&`);

  it('is left out', async () => {
    expect(indents(await slideIn(tabbed(' marL="0" indent="0"')))).toBe(' marL="0"');
  });

  it.each<[string, ReturnType<typeof slideOf>, PdfOptions?]>([
    ['another indent', tabbed(' indent="9"')],
    ['a left margin', tabbed(' marL="9" indent="0"')],
    ['a bullet', tabbed(' indent="0"', '<a:buChar char="•"/>')],
    ['a style of its shape', tabbed(' indent="0"', '', { styles: '<a:lvl1pPr indent="9"/>' })],
    ['a placeholder', tabbed(' indent="0"', '', { kind: '<p:ph idx="1"/>' })],
    ['an indent of all text', edited(tabbed(' indent="0"'), { 'ppt/presentation.xml': style('defaultTextStyle') })],
    ['the layout of LibreOffice', tabbed(' indent="0"'), { layout: 'libreoffice' }],
  ])('stays with %s', async (_, document, options) => {
    expect(indents(await slideIn(document, options))).toContain(' indent=');
  });
});
