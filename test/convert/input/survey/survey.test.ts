/** What the survey of a document finds, without an engine. */
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import { Warnings } from '../../../../src/convert/warnings.js';
import { edited, openTextWith, run, sheetWith, slideWith, wordWith } from '../../../helpers/documents/with.js';
import { documents, type Fixture } from '../../../helpers/documents.js';

async function surveyed({ bytes, name }: Fixture) {
  const warnings = new Warnings();
  const { content } = await prepareDocument(bytes, { name, warnings });
  return { found: warnings.list(), fonts: content.fonts && [...content.fonts].sort(), pictures: content.pictures };
}

describe('a plain document', () => {
  it.each(Object.entries(documents))('has nothing to warn of as %s', async (_, make) => {
    expect((await surveyed(make())).found).toEqual([]);
  });
});

const fieldMark = (type: string, more = '') => `<w:r><w:fldChar w:fldCharType="${type}"${more}/></w:r>`;
/** In a deletion. */
const CODE = `${fieldMark('begin')}<w:r><w:delInstrText>QUOTE a</w:delInstrText></w:r>`;

describe('tracked changes', () => {
  it('of Word are found with deleted text', async () => {
    const deleted = '<w:del w:id="1" w:author="A"><w:r><w:delText>old</w:delText></w:r></w:del>';
    const mark = '<w:r><w:rPr><w:del w:id="2" w:author="A"/></w:rPr></w:r>';
    const { found } = await surveyed(wordWith(`<w:p>${deleted}${mark}${deleted}</w:p>`));
    expect(found).toEqual([{ code: 'changes_printed', detail: { deletions: 2 } }]);
  });

  it.each([
    ['a word beside the code of a field', 1, `${CODE}<w:r><w:delText>old</w:delText></w:r>`],
    ['a word in the run of its end', 1, `${CODE}<w:r><w:fldChar w:fldCharType="end"/><w:delText>old</w:delText></w:r>`],
    ['another run', 1, `${CODE}<w:r><w:other/></w:r>`],
    ['no run', 1, '<m:oMath xmlns:m="m"/>'],
    ['an instruction of no field, which is printed', 1, '<w:r><w:delInstrText>old</w:delInstrText></w:r>'],
    ['an instruction in a result', 1, `${CODE}${fieldMark('separate')}<w:r><w:instrText>old</w:instrText></w:r>`],
    ['an instruction behind a field', 1, `${CODE}${fieldMark('end')}<w:r><w:instrText>old</w:instrText></w:r>`],
    ['nothing but the code of a field', 0, CODE],
    ['nothing but a code of another name', 0, CODE.replaceAll('delInstrText', 'instrText')],
  ])('of Word that delete %s count as %i', async (_, deletions, content) => {
    const deleted = `<w:del w:id="1" w:author="A">${content}</w:del>`;
    const { found } = await surveyed(wordWith(`<w:p>${deleted}<w:r><w:t>new</w:t></w:r></w:p>`));
    const changes = found.filter(({ code }) => code === 'changes_printed');
    expect(changes).toEqual(deletions > 0 ? [{ code: 'changes_printed', detail: { deletions } }] : []);
  });

  it('of OpenDocument are found with deleted text', async () => {
    const region =
      '<text:changed-region text:id="c"><text:deletion><text:p>old</text:p></text:deletion></text:changed-region>';
    const { found } = await surveyed(openTextWith(`<text:tracked-changes>${region}</text:tracked-changes>`));
    expect(found).toEqual([{ code: 'changes_printed', detail: { deletions: 1 } }]);
  });
});

it('deleted text and formulas of RTF are found', async () => {
  const text = String.raw`{\rtf1 a{\deleted\revauthdel1 old}{\deleted0 b}{\mmath{\*\moMath{\mr x}}}}`;
  const warnings = new Warnings();
  await prepareDocument(Buffer.from(text), { name: 'a.rtf', warnings, missing: ['Math'] });
  expect(warnings.list()).toEqual([
    { code: 'changes_printed', detail: { deletions: 1 } },
    { code: 'formulas_lost', detail: { formulas: 1 } },
  ]);
});

describe('fields that are computed anew', () => {
  const part = (instruction: string) => `<w:r><w:instrText>${instruction}</w:instrText></w:r>`;
  const cell = (formula: string) => `<c r="A2"><f>${formula}</f><v>1</v></c>`;

  it.each<[string, Fixture, string]>([
    ['a date of Word', wordWith(`<w:p><w:fldSimple w:instr=" DATE \\@ &quot;d&quot; "/></w:p>`), 'DATE'],
    [
      'an instruction in two runs',
      wordWith(`<w:p>${fieldMark('begin')}${part('TI')}${part('ME')}${fieldMark('end')}</w:p>`),
      'TIME',
    ],
    [
      'a date on a slide',
      slideWith('<p:sp><p:txBody><a:bodyPr/><a:p><a:fld id="{0}" type="datetime1"/></a:p></p:txBody></p:sp>'),
      'datetime',
    ],
    ['a formula', sheetWith(cell('A1+TODAY()')), 'TODAY'],
    ['what tells of the machine', sheetWith(cell('INFO("system")')), 'INFO'],
    [
      'a date of RTF',
      { ...documents.rtf(), bytes: Buffer.from(String.raw`{\rtf1{\field{\*\fldinst { DATE \\@ "d"}}{\fldrslt 1}}}`) },
      'DATE',
    ],
    ['a date of OpenDocument', openTextWith('<text:p><text:date>1</text:date></text:p>'), 'date'],
  ])('%s', async (_, document, fields) => {
    expect((await surveyed(document)).found).toEqual([{ code: 'fields_recomputed', detail: { fields, count: 1 } }]);
  });

  it.each<[string, Fixture]>([
    ['the date of saving', wordWith('<w:p><w:fldSimple w:instr="SAVEDATE"/></w:p>')],
    ['a word in the text', wordWith('<w:p><w:r><w:t>DATE TODAY()</w:t></w:r></w:p>')],
    ['a function of another name', sheetWith(cell('NOTTODAY()+TODAYS'))],
    [
      'a date of a layout',
      slideWith('', { 'ppt/slideLayouts/slideLayout1.xml': '<p:sldLayout><a:fld type="datetime1"/></p:sldLayout>' }),
    ],
    [
      'a date of the metadata',
      openTextWith('<text:p/>', '', {
        'meta.xml': '<office:document-meta><dc:date>2020-01-01</dc:date></office:document-meta>',
      }),
    ],
    ['a fixed date', openTextWith('<text:p><text:date text:fixed="true">1</text:date></text:p>')],
  ])('are not %s', async (_, document) => expect((await surveyed(document)).found).toEqual([]));
});

describe('a warning tells of', () => {
  const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const linked = (target: string, mode: string) =>
    `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="image" Target="${target}" TargetMode="${mode}"/></Relationships>`;
  const address = 'https://example.org/a.png?b=1&c=2';
  const PICTURE_FIELD = ` INCLUDEPICTURE "${address.replace('&', '&amp;')}" \\d `;
  const PICTURE_FIELD_OF_RICH_TEXT = ` INCLUDEPICTURE "${address}" \\\\d `;
  const fieldOfWord = (instruction: string, result: string) =>
    `<w:p>${fieldMark('begin')}<w:r><w:instrText>${instruction}</w:instrText></w:r>${fieldMark('separate')}<w:r>${result}</w:r>${fieldMark('end')}</w:p>`;
  const fieldOfRichText = (instruction: string, result: string): Fixture => ({
    ...documents.rtf(),
    bytes: Buffer.from(`{\\rtf1 {\\field{\\*\\fldinst {${instruction}}}{\\fldrslt {${result}}}} x\\par}`),
  });

  const svgOf = (content: string): Fixture => ({
    ...documents.svg(),
    bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`),
  });

  it.each<[string, Fixture]>([
    [
      'a picture of Word',
      wordWith('<a:blip r:link="rId1"/>', {
        'word/_rels/document.xml.rels': linked('https://example.org/a.png?b=1&amp;c=2', 'External'),
      }),
    ],
    [
      'a picture of OpenDocument',
      openTextWith(
        '<text:p><draw:frame><draw:image xlink:href="https://example.org/a.png?b=1&amp;c=2"/></draw:frame></text:p>',
      ),
    ],
    [
      'a picture of flat OpenDocument',
      {
        ...documents.fodt(),
        bytes: Buffer.from(
          Buffer.from(documents.fodt().bytes)
            .toString()
            .replace(
              '</office:text>',
              `<text:p><draw:frame><draw:image xlink:href="${address.replace('&', '&amp;')}"/></draw:frame></text:p></office:text>`,
            ),
        ),
      },
    ],
    ['a picture of a field of Word', wordWith(fieldOfWord(PICTURE_FIELD, '<w:t>x</w:t>'))],
    ['a picture of a simple field of Word', wordWith(`<w:p><w:fldSimple w:instr='${PICTURE_FIELD}'/></w:p>`)],
    [
      'a picture of a field of Word behind one that has its picture',
      wordWith(fieldOfWord('INCLUDEPICTURE "other.png"', '<w:drawing/>') + fieldOfWord(PICTURE_FIELD, '<w:t>x</w:t>')),
    ],
    ['a picture of a field of Rich Text', fieldOfRichText(PICTURE_FIELD_OF_RICH_TEXT, 'x')],
    ['a picture of a page', { ...documents.html(), bytes: Buffer.from(`<img src='${address}'>`) }],
    [
      'a picture of SVG',
      svgOf(`<image href="#a"/><image href="data:,x"/><image href="${address.replace('&', '&amp;')}"/>`),
    ],
    ['a picture of a filter of SVG', svgOf(`<filter><feImage href="${address.replace('&', '&amp;')}"/></filter>`)],
    ['a picture without quotes', { ...documents.html(), bytes: Buffer.from(`<p><IMG SRC=${address}></p>`) }],
    ['a button', { ...documents.html(), bytes: Buffer.from(`<form><input type=image src="${address}"></form>`) }],
    ['a background', { ...documents.html(), bytes: Buffer.from(`<table background="${address}"><tr><td>x`) }],
    [
      'a background of a style',
      { ...documents.html(), bytes: Buffer.from(`<p style="background: #fff url('${address}')">x</p>`) },
    ],
    [
      'a background of a style sheet',
      { ...documents.html(), bytes: Buffer.from(`<style>p { background: url(${address}) }</style><p>x`) },
    ],
    [
      'a background of a style sheet in the marks of a comment',
      { ...documents.html(), bytes: Buffer.from(`<style><!-- p { background: url(${address}) } --></style><p>x`) },
    ],
    [
      'an imported style sheet',
      {
        ...documents.html(),
        bytes: Buffer.from(
          `<style>@namespace url(http://www.w3.org/1999/xhtml); @import"${address}"; p { color: red }</style><p>x`,
        ),
      },
    ],
    ['a picture for several sizes', { ...documents.html(), bytes: Buffer.from(`<img srcset="${address} 2x">`) }],
    ['a picture of a film', { ...documents.html(), bytes: Buffer.from(`<p><audio poster="${address}"></audio>x`) }],
    [
      'a style sheet',
      { ...documents.html(), bytes: Buffer.from(`<LINK REL=stylesheet HREF="${address}"><img src="data:,x">`) },
    ],
  ])('%s that is not loaded', async (_, document) => {
    const detail = { links: 1, first: address };
    expect((await surveyed(document)).found).toEqual([{ code: 'links_ignored', detail }]);
  });

  it.each<[string, Fixture]>([
    ['Word', wordWith(fieldOfWord(PICTURE_FIELD, '<w:pict/>'))],
    ['Word, as an object', wordWith(fieldOfWord(PICTURE_FIELD, '<w:object/>'))],
    ['Word, one within the other', wordWith(fieldOfWord(PICTURE_FIELD, fieldOfWord(PICTURE_FIELD, '<w:pict/>')))],
    ['Rich Text', fieldOfRichText(PICTURE_FIELD_OF_RICH_TEXT, `{\\pict\\wmetafile8 0100}`)],
  ])('not of a picture that a field of %s has', async (_, document) => {
    const { found } = await surveyed(document);
    expect(found.filter(({ code }) => code === 'links_ignored')).toEqual([]);
  });

  it.each([
    ['with data, by a reference to a character', '<image href="&#100;ata:,x"/><image href="&#x64;ata:,x"/>'],
    ['that is not displayed', '<image display="none" href="a.png"/>'],
    ['named in another attribute', `<image title='see href="a.png"' href="data:,x"/>`],
  ])('not of a picture of SVG %s', async (_, content) => {
    expect((await surveyed(svgOf(content))).found).toEqual([]);
  });

  it('macros of Office and OpenDocument', async () => {
    for (const [document, part] of [
      [documents.docm(), 'word/vbaProject.bin'],
      [documents.odt(), 'Basic/Standard/Module1.xml'],
    ] as const) {
      const { found } = await surveyed(edited(document, { [part]: '<x/>' }));
      expect(found).toEqual([{ code: 'macros_ignored', detail: { part } }]);
    }
  });
});

describe('the fonts of text', () => {
  const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
  const fonts = (name: string, attributes = 'w:ascii') => `<w:rPr><w:rFonts ${attributes}="${name}"/></w:rPr>`;
  const style = (id: string, basedOn: string, content: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:basedOn w:val="${basedOn}"/>${content}</w:style>`;
  const styles = `<w:styles ${W}><w:docDefaults><w:rPrDefault>${fonts('minorHAnsi', 'w:asciiTheme')}</w:rPrDefault></w:docDefaults>${style('A', 'B', '')}${style('B', 'A', fonts('From style'))}</w:styles>`;
  const theme = `<a:theme ${A}><a:fontScheme><a:majorFont><a:latin typeface="Major"/></a:majorFont><a:minorFont><a:latin typeface="From theme"/></a:minorFont></a:fontScheme></a:theme>`;
  const parts = { 'word/styles.xml': styles, 'word/theme/theme1.xml': theme };
  const said = '<w:r><w:t>said</w:t></w:r>';

  it.each<[string, string, string[]]>([
    ['of runs', run('R &amp; B', 'said'), ['From theme', 'R & B']],
    ['of styles', `<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr>${said}</w:p>`, ['From style', 'From theme']],
    [
      'of Asian text',
      '<w:p><w:r><w:rPr><w:rFonts w:ascii="Not used" w:eastAsia="宋体"/></w:rPr><w:t>中文</w:t></w:r></w:p>',
      ['From theme', '宋体'],
    ],
    ['not of spaces and symbols', run('Unused', ' – ☐ '), ['From theme']],
    [
      'not of hidden text',
      '<w:p><w:r><w:rPr><w:rFonts w:ascii="Hidden"/><w:vanish/></w:rPr><w:t>said</w:t></w:r></w:p>',
      ['From theme'],
    ],
    [
      'not of alternatives',
      `<mc:AlternateContent xmlns:mc="m"><mc:Fallback>${run('Old', 'said')}</mc:Fallback></mc:AlternateContent>`,
      ['From theme'],
    ],
  ])('of Word: %s', async (_, xml, expected) => {
    expect((await surveyed(wordWith(xml, parts))).fonts).toEqual(expected);
  });

  it('of a presentation: of runs, and of the master', async () => {
    const shape = (ph: string, font: string) =>
      `<p:sp><p:nvSpPr><p:nvPr>${ph}</p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/><a:p><a:r><a:rPr>${font}</a:rPr><a:t>said</a:t></a:r></a:p></p:txBody></p:sp>`;
    const master = `<p:sldMaster xmlns:p="p" ${A}><p:txStyles><p:titleStyle><a:latin typeface="+mj-lt"/></p:titleStyle><p:bodyStyle><a:latin typeface="Unused"/></p:bodyStyle></p:txStyles></p:sldMaster>`;
    const slide = slideWith(shape('<p:ph type="title"/>', '') + shape('', '<a:latin typeface="Own"/>'), {
      'ppt/slideMasters/slideMaster1.xml': master,
      'ppt/theme/theme2.xml': theme.replace('Major', 'Of notes'),
      'ppt/theme/theme1.xml': theme,
    });
    expect((await surveyed(slide)).fonts).toEqual(['Major', 'Own']);
  });

  it('of a workbook: of cells with content', async () => {
    const xlsx = sheetWith('<c r="A2" s="1"><v>1</v></c><c r="A3" s="2"/>', {
      'xl/styles.xml':
        '<styleSheet><fonts><font><name val="Zero"/></font><font><name val="One"/></font><font><name val="Two"/></font></fonts><cellStyleXfs><xf fontId="2"/></cellStyleXfs><cellXfs><xf fontId="0"/><xf fontId="1"/><xf fontId="2"/></cellXfs></styleSheet>',
    });
    const rich = (font: string) => `<r><rPr><rFont val="${font}"/></rPr><t>x</t></r>`;
    const texts = edited(xlsx, {
      'xl/sharedStrings.xml': `<sst><si>${rich('Rich')}</si></sst>`,
      'xl/comments1.xml': `<comments><commentList><comment><text>${rich('Not printed')}</text></comment></commentList></comments>`,
    });
    expect((await surveyed(xlsx)).fonts).toEqual(['One', 'Zero']);
    expect((await surveyed(texts)).fonts).toEqual(['One', 'Rich', 'Zero']);
  });

  it('of OpenDocument: of the nearest style that names one', async () => {
    const face = (name: string) =>
      `<style:font-face style:name="${name}" svg:font-family="&apos;${name} Family&apos;"/>`;
    const named = (family: string, name: string, font: string) =>
      `<style:style style:name="${name}" style:family="${family}"><style:text-properties style:font-name="${font}"/></style:style>`;
    const odt = openTextWith(
      '<text:p text:style-name="P"><text:span text:style-name="S">in</text:span>after</text:p><text:p text:style-name="U"> </text:p>',
      `${face('F')}${face('G')}${named('paragraph', 'P', 'F')}${named('text', 'S', 'G')}${named('paragraph', 'U', 'Unused')}`,
    );
    expect((await surveyed(odt)).fonts).toEqual(['F Family', 'G Family']);
  });

  it('of OpenDocument: of the style of a shape', async () => {
    const style =
      '<style:style style:name="G" style:family="graphic"><style:text-properties fo:font-family="Own"/></style:style>';
    const frame = '<draw:frame draw:style-name="G"><draw:text-box><text:p>said</text:p></draw:text-box></draw:frame>';
    expect((await surveyed(openTextWith(frame, style))).fonts).toEqual(['Own']);
  });

  it('of OpenDocument: not of embedded documents', async () => {
    const chart =
      '<office:document><office:automatic-styles><style:style style:name="P" style:family="paragraph"><style:text-properties style:font-name="Other"/></style:style></office:automatic-styles><office:master-styles><style:master-page/></office:master-styles><office:body><text:p text:style-name="P">in</text:p></office:body></office:document>';
    const style =
      '<style:style style:name="P" style:family="paragraph"><style:text-properties fo:font-family="Own"/></style:style>';
    const odt = openTextWith(
      `<text:p text:style-name="P">said<draw:frame><draw:object>${chart}</draw:object></draw:frame></text:p>`,
      style,
    );
    expect((await surveyed(odt)).fonts).toEqual(['Own']);
  });

  it('of charts: of their text, and of the theme that they name', async () => {
    const text = (font: string, words: string) =>
      `<c:title><c:tx><c:rich><a:p><a:r><a:rPr>${font}</a:rPr><a:t>${words}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;
    const chart = (content: string) => `<c:chartSpace xmlns:c="c" ${A}><c:chart>${content}</c:chart></c:chartSpace>`;
    const named = chart(text('<a:latin typeface="Of chart"/><a:ea typeface="Unused"/>', 'Sales'));
    const docx = edited(documents.docx(), {
      'word/charts/chart1.xml': named,
      'word/charts/chart2.xml': chart(text('<a:latin typeface="+mn-lt"/>', 'Sales')),
      'word/theme/theme1.xml': theme,
    });
    expect((await surveyed(docx)).fonts).toEqual(['From theme', 'Of chart']);
    const empty = edited(documents.xlsx(), { 'xl/charts/chart1.xml': chart('<a:latin typeface="Without text"/>') });
    expect((await surveyed(empty)).fonts).toEqual([]);
  });

  it('of charts of OpenDocument: of their styles', async () => {
    const style = (family: string, font: string) =>
      `<style:style style:name="c" style:family="${family}"><style:text-properties fo:font-family="&apos;${font}&apos;"/></style:style>`;
    const chart = `<office:document-content xmlns:office="o" xmlns:style="s" xmlns:fo="f">${style('chart', 'Of chart')}${style('graphic', 'Other')}</office:document-content>`;
    expect((await surveyed(edited(documents.odt('x'), { 'Object 1/content.xml': chart }))).fonts).toEqual(['Of chart']);
  });

  const table = String.raw`{\fonttbl{\f0\fnil{\*\panose 02}Zero Sans{\*\falt Other};}{\f1 One;}{\f2 Two;}{\f3 \'cb\'ce;}}`;

  it.each<[string, string, string[]]>([
    ['of the text', String.raw`\f1 said`, ['One']],
    ['the default one', String.raw`{\f1\plain said}{\f2 \fs24\u8220?}`, ['Zero Sans']],
    ['of each group', String.raw`\f1{\f2 said}{\f0 ...}after`, ['One', 'Two']],
    ['not of Asian text', String.raw`\loch\f1\dbch\f2 said`, ['One']],
    ['not of hidden text', String.raw`\f1{\f2\v said}{\f2\v\v0 said}`, ['Two']],
    [
      'not of what is no text',
      String.raw`{\stylesheet{\f1 Normal;}}{\*\generator\f2 x;}{\f1\'e4}\f0 said`,
      ['Zero Sans'],
    ],
    ['not with a name in a code page', String.raw`\f3 said`, []],
  ])('of RTF: %s', async (_, text, expected) => {
    const rtf = { ...documents.rtf(), bytes: Buffer.from(`{\\rtf1\\deff0${table}${text}\\par}`) };
    const { fonts } = await surveyed(rtf);
    expect(fonts).toEqual(expected);
  });

  it('are not known of other formats', async () => expect((await surveyed(documents.html())).fonts).toBeNull());
});

describe('pictures', () => {
  const { bytes: png } = documents.png();
  const relation = '<Relationships><Relationship Id="rId1" Type="image" Target="media/a.png"/></Relationships>';
  const inWord = (xml: string) =>
    wordWith(xml, { 'word/media/a.png': png, 'word/media/b.png': png, 'word/_rels/document.xml.rels': relation });

  it('that are used are expected in the PDF, the same one once', async () => {
    const { pictures } = await surveyed(inWord('<a:blip r:embed="rId1"/><a:blip r:embed="rId1"/>'));
    expect(pictures).toMatchObject({ shown: [{ width: expect.any(Number) }], others: [] });
  });

  it('that are not used, or in an alternative, may be missing', async () => {
    for (const xml of [
      '',
      '<a:blipFill><a:blip r:embed="rId1"/></a:blipFill>',
      '<w:object><v:imagedata r:id="rId1"/></w:object>',
    ])
      expect((await surveyed(inWord(xml))).pictures).toMatchObject({
        shown: [],
        others: [{ height: expect.any(Number) }],
      });
  });

  it('of OpenDocument are expected once for each frame', async () => {
    const frame =
      '<text:p><draw:frame><draw:image xlink:href="Pictures/a.png"/><draw:image xlink:href="Pictures/b.png"/></draw:frame></text:p>';
    const other = documents.jpg().bytes;
    const { pictures } = await surveyed(openTextWith(frame, '', { 'Pictures/a.png': png, 'Pictures/b.png': other }));
    expect([pictures.shown.length, pictures.others.length]).toEqual([1, 1]);
  });

  const picture = `{\\pict\\pngblip ${Buffer.from(png).toString('hex')}}`;

  it.each<[string, string, number]>([
    ['of RTF', `{\\*\\shppict${picture}}`, 1],
    ['of RTF are expected once', `${picture}{\\*\\shppict${picture}}{\\header ${picture}}`, 1],
    ['of RTF in shapes', `{\\shp{\\*\\shpinst{\\sp{\\sn pib}{\\sv ${picture}}}}}`, 1],
    ['of RTF that fill shapes may be missing', `{\\shp{\\*\\shpinst{\\sp{\\sn fillBlip}{\\sv ${picture}}}}}`, 0],
    ['of RTF in headers may be missing', `{\\header ${picture}}`, 0],
    ['of RTF in destinations that are not known may be missing', `{\\*\\secret${picture}}`, 0],
    ['of RTF that are hidden may be missing', `{\\v ${picture}}`, 0],
  ])('%s', async (_, text, shown) => {
    const { pictures } = await surveyed({ ...documents.rtf(), bytes: Buffer.from(`{\\rtf1 ${text}}`) });
    expect([pictures.shown.length, pictures.others.length]).toEqual([shown, 1 - shown]);
  });

  it('of a page are expected unless they are hidden or very small', async () => {
    const image = (bytes: Uint8Array, more = '') =>
      `<img ${more} src="data:image/png;base64,${Buffer.from(bytes).toString('base64')}">`;
    const hidden = image(documents.jpg().bytes, 'style="display: none"');
    const page = image(png) + image(png) + hidden + image(documents.gif().bytes);
    const { pictures } = await surveyed({ ...documents.html(), bytes: Buffer.from(page) });
    expect(pictures).toEqual({ shown: [{ width: 16, height: 16 }], others: [] });
  });

  it('are documents themselves', async () => expect((await surveyed(documents.jpg())).pictures.shown).toHaveLength(1));
});
