/** A document for each fault in the table of src/convert/quirks/. */
import type { QuirkId } from '../../../src/convert/quirks/table.js';
import { COLOURED, damaged } from '../../helpers/documents/coloured.js';
import { illustrated } from '../../helpers/documents/illustrated.js';
import { layoutBombs } from '../../helpers/documents/layout-bombs.js';
import { cell, MARGINS, measuredSheet } from '../../helpers/documents/measured-sheet.js';
import { animatedWebp, webp } from '../../helpers/documents/pictures.js';
import { numberedRows, sheets } from '../../helpers/documents/sheets.js';
import { BULLET, line, MEDIUM_2, slideOf, slideTable, textBox } from '../../helpers/documents/slide-texts.js';
import { slideSmartArt } from '../../helpers/documents/smart-art.js';
import { tabled } from '../../helpers/documents/tabled.js';
import { edited, openTextWith, sheetWith, slideWith, wordWith } from '../../helpers/documents/with.js';
import { CONTINUED, LEGAL, numberedDocument } from '../../helpers/documents/word/numbered.js';
import {
  gridTable,
  justifiedText,
  romanPages,
  tableOf2013,
  titlePage,
  wordOf2013,
} from '../../helpers/documents/word/word-2013.js';
import { documents } from '../../helpers/documents.js';
import { restyled } from '../input/archives.helper.js';
import { SECRET } from '../input/survey/hidden-cases.js';
import { html } from '../input/survey/lost-content/other-cases.js';
import { alternatives, WORD } from '../input/survey/lost-content/package-parts.js';
import { field, text, word } from '../input/survey/lost-content/word-cases.js';
import { type Demonstration, distance, fails, isBlank, lacks, lost, prints } from './demonstration.js';
import { HIDDEN_CONTENT, LOST_CONTENT } from './warned.js';

const ROWS = 120;
const SINGLE = '<a:pPr><a:lnSpc><a:spcPct val="100000"/></a:lnSpc></a:pPr>';
const TAB_STOP = '<a:pPr marL="0" indent="0"><a:tabLst><a:tab pos="3810000" algn="l"/></a:tabLst></a:pPr>';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MANIFEST = 'META-INF/manifest.xml';
const CONTENT = /<m:file-entry m:full-path="content.xml"[^>]*\/>/;

function limited(limit: string): Demonstration {
  return { document: layoutBombs().find(bomb => bomb.limit === limit)!, shows: null };
}

const writes =
  (pattern: RegExp): Demonstration['shows'] =>
  pdf =>
    pattern.test(pdf?.source ?? '');

const csv = (content: string) => ({ name: 'a.csv', bytes: Buffer.from(content) });
/** Lines of 20 points. */
function inMalgun(words: readonly string[]) {
  const fonts = '<w:rFonts w:ascii="Malgun Gothic" w:hAnsi="Malgun Gothic" w:eastAsia="Malgun Gothic"/>';
  const properties = `<w:rPr>${fonts}<w:sz w:val="40"/></w:rPr>`;
  return wordOf2013(words.map(word => `<w:p><w:r>${properties}<w:t>${word}</w:t></w:r></w:p>`).join(''));
}

const twenty = (word: string) => `<w:r><w:rPr><w:sz w:val="40"/></w:rPr><w:t>${word}</w:t></w:r>`;

const wideTable = `<table><tr>${'<td>column</td>'.repeat(40)}<td>${WORD}</td></tr></table>`;

/** Two comments at one place, of which one has no date. */
function comments(dates: readonly string[]) {
  const all = dates.map(
    (date, i) => `<office:annotation><dc:creator>${'ABC'[i]}</dc:creator>${date}<text:p>c</text:p></office:annotation>`,
  );
  return openTextWith(`<text:p>${all.join('')}</text:p>`);
}

/** An entry of a table of contents, with the number of its page as Word writes it. */
function contents() {
  const hidden = (content: string) => `<w:r><w:rPr><w:webHidden/></w:rPr>${content}</w:r>`;
  const mark = (type: string) => hidden(`<w:fldChar w:fldCharType="${type}"/>`);
  const page = `${mark('begin')}${hidden('<w:instrText> PAGEREF a \\h </w:instrText>')}${mark('separate')}${hidden(text)}${mark('end')}`;
  const link = `<w:hyperlink w:anchor="a"><w:r><w:t>Heading</w:t></w:r>${hidden('<w:tab/>')}${page}</w:hyperlink>`;
  return wordWith(`<w:p>${field('TOC \\o "1-3" \\h \\z \\u', '').replace('<w:r></w:r>', link)}</w:p>`);
}

export const DEMONSTRATIONS = {
  ...LOST_CONTENT,
  ...HIDDEN_CONTENT,
  unusualZip: {
    document: { name: 'a.docx', bytes: restyled(documents.docx().bytes, { zip64: true }) },
    shows: fails,
  },
  statelessEncoding: {
    document: { name: 'a.html', bytes: Buffer.from('<html><body>Gr\xfc\xdfe</body></html>', 'latin1') },
    shows: lacks('Grüße'),
  },
  pngErrors: { document: illustrated('docx', [damaged('png')]), shows: fails },
  animatedWebp: {
    document: { name: 'a.webp', bytes: animatedWebp(Buffer.from(webp().subarray(12))) },
    shows: fails,
  },
  endlessSmartArt: { document: slideSmartArt('x'), shows: fails },
  // hangs the library by chance
  refresh: { document: html('<meta http-equiv="refresh" content="0; url=a.html">'), shows: null },
  internalSubset: {
    document: { name: 'a.html', bytes: Buffer.from('<!DOCTYPE html [ <!ENTITY a "b"> ]><html><body>c</body></html>') },
    shows: prints(']>'),
  },
  unknownBlocks: {
    document: html('<section>one</section><section>two</section>'),
    shows: prints('onetwo'),
  },
  // refused by soffice, which is not measured here
  incompleteManifest: {
    document: edited(documents.odt(), { [MANIFEST]: xml => xml.replace(CONTENT, '') }),
    shows: null,
  },
  hiddenSheets: {
    document: sheets('ods', [
      { name: 'One', rows: ['seen'] },
      { name: 'Two', rows: [SECRET], hidden: true, printArea: [1, 1, 1, 1] },
    ]),
    shows: prints(SECRET),
  },
  scrolledSheet: {
    document: sheets('xlsx', [{ name: 'One', rows: numberedRows(ROWS), scrolledTo: 90 }]),
    options: { singlePageSheets: true },
    shows: lacks('row 1.'),
  },
  ifFieldResult: lost('an IF field'),
  // the first and last letters of its lines begin where those of the same text do
  contentControls: {
    document: wordOf2013(
      `<w:p>${twenty('WWWWW FIRST')}</w:p><w:p><w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>${twenty('WWWWW SECOND')}</w:sdtContent></w:sdt></w:p>`,
    ),
    shows: pdf => pdf !== null && Math.abs(distance(pdf, 'FIRST', 'SECOND')[0]) > 1,
  },
  // which tables of contents are concerned is not known
  webHidden: { document: contents(), shows: null },
  onlyChoices: {
    document: slideWith(
      alternatives('http://schemas.microsoft.com/office/drawing/2010/main', textBox(line(WORD, 1800)), null),
    ),
    shows: lacks(WORD),
  },
  svgAlone: lost('an SVG picture without another one'),
  noteCommentsUnread: lost('a comment in a footnote', pdf => pdf === null || pdf.titles.length > 0),
  // both words begin where letters of 40 points do
  fieldRuns: {
    document: wordOf2013(
      '<w:p><w:r><w:rPr><w:sz w:val="80"/></w:rPr><w:t xml:space="preserve">first </w:t><w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText><w:fldChar w:fldCharType="separate"/><w:fldChar w:fldCharType="end"/><w:t xml:space="preserve"> second</w:t></w:r></w:p>',
    ),
    shows: pdf => pdf !== null && distance(pdf, 'first', 'second')[1] > 5,
  },
  savedFields: {
    document: wordOf2013(
      `<w:p><w:r><w:t>first</w:t></w:r><w:fldSimple w:instr=" REF gone "><w:r>${text}</w:r></w:fldSimple></w:p>`,
    ),
    shows: lacks(WORD),
  },
  romanCounts: { document: romanPages('NUMPAGES'), shows: lacks('1') },
  tabsBehindIndent: {
    document: wordOf2013(
      '<w:p><w:pPr><w:tabs><w:tab w:val="right" w:pos="8640"/></w:tabs><w:ind w:right="2000"/></w:pPr><w:r><w:t>first</w:t></w:r><w:r><w:tab/></w:r><w:r><w:t>second</w:t></w:r></w:p>',
    ),
    shows: lacks('second'),
  },
  // in the middle between margins of an inch, in Word 140 points further
  alignmentTabs: {
    document: wordOf2013(
      '<w:p><w:r><w:t>first</w:t></w:r><w:r><w:ptab w:relativeTo="margin" w:alignment="center" w:leader="none"/></w:r><w:r><w:t>second</w:t></w:r></w:p>',
    ),
    shows: pdf => pdf !== null && distance(pdf, 'first', 'second')[0] < 140,
  },
  // from the middle of a page of 11 inches
  alignedPages: { document: titlePage('first'), shows: pdf => (pdf?.places.get('first')?.[1] ?? 0) < 300 },
  // the distance between two lines of 10 points, without a space of 40 points
  spaceBehindBreak: {
    document: wordOf2013(
      '<w:p><w:r><w:t>first</w:t></w:r></w:p><w:p><w:r><w:br w:type="page"/></w:r></w:p><w:p><w:pPr><w:spacing w:before="800"/></w:pPr><w:r><w:t>second</w:t></w:r></w:p>',
    ),
    shows: pdf => pdf !== null && distance(pdf, 'first', 'second')[1] > 20,
  },
  // lines of 23 points in 20 points
  lineRules: {
    document: wordOf2013(
      ['first', 'second'].map(text => `<w:p><w:pPr><w:spacing w:line="240"/></w:pPr>${twenty(text)}</w:p>`).join(''),
    ),
    shows: pdf => pdf !== null && distance(pdf, 'first', 'second')[1] < 15,
  },
  // "second" needs 1.3 points more than its line has between 11 blanks
  justifiedLines: {
    document: justifiedText(),
    shows: pdf => pdf !== null && distance(pdf, 'first', 'second')[1] > 5,
  },
  // 40 points, on a grid of 20
  gridLines: {
    document: wordOf2013(
      `${['first', 'second'].map(text => `<w:p><w:pPr><w:spacing w:line="800" w:lineRule="exact"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')}<w:sectPr><w:docGrid w:type="lines" w:linePitch="400"/></w:sectPr>`,
    ),
    shows: pdf => pdf !== null && distance(pdf, 'first', 'second')[1] < 30,
  },
  legalNumbers: { document: numberedDocument(LEGAL, [0, 1]), shows: prints('Section I.01') },
  restartedNumbers: { document: numberedDocument(CONTINUED, [0, 1, 0, 1]), shows: lacks('Chapter 2') },
  // 20 points: lines of 34.6 points in Word, of 20 to 29 in LibreOffice, as its font asks for
  eastAsianLines: {
    document: inMalgun(['first', 'second']),
    other: 'substituteLines',
    shows: pdf => pdf !== null && distance(pdf, 'first', 'second')[1] < 32,
  },
  // only where the font of the edit is there
  substituteLines: { document: inMalgun(['first']), other: 'eastAsianLines', shows: null },
  // in Word 144 points
  tableGrid: {
    document: gridTable({ grid: [4320, 4320], cells: [2880, 5760] }),
    shows: pdf => pdf !== null && Math.abs(distance(pdf, 'first', 'second')[0] - 144) > 1,
  },
  // in Word the first column has 799 twips, of 1000 that are stated
  wideTables: {
    document: wordOf2013(tableOf2013({ total: 4000, columns: [1000, 5000], rows: [['first', 'second']] })),
    shows: pdf => pdf !== null && Math.abs(distance(pdf, 'first', 'second')[0] - 799 / 20) > 1,
  },
  // both at the left edge of a box of 551 points; LibreOffice centres a smaller one in its place
  computedHeight: {
    document: slideOf(
      textBox(line('first'), { fit: '<a:spAutoFit/>' }).replace('"square"', '"none"'),
      textBox(line('second'), { properties: ' tIns="900000"' }),
    ),
    shows: pdf => pdf !== null && Math.abs(distance(pdf, 'first', 'second')[0]) > 100,
  },
  // 20 points of 40, as is saved: 24 points from line to line
  computedFit: {
    document: slideOf(
      textBox(line('first', 4000) + line('second', 4000), { fit: '<a:normAutofit fontScale="50000"/>' }),
    ),
    shows: pdf => pdf !== null && distance(pdf, 'first', 'second')[1] > 30,
  },
  // in Arial as high as the letter beside it
  bulletFonts: {
    document: slideOf(textBox(line('bullet', 4000, { properties: BULLET }))),
    shows: pdf => pdf !== null && distance(pdf, '•', 'bullet')[1] > 4,
  },
  wideNumbers: {
    document: slideOf(
      textBox(
        line('text', 1800, {
          properties: '<a:pPr marL="342900" indent="-342900"><a:buAutoNum type="arabicDbPeriod"/></a:pPr>',
        }),
      ),
    ),
    shows: lacks('1.'),
  },
  // 300 points
  slideTabStops: {
    document: slideOf(textBox(line('first\tsecond', 1800, { properties: TAB_STOP }))),
    shows: pdf => pdf !== null && distance(pdf, 'first', 'second')[0] < 200,
  },
  // as high as one that is not moved, since its spacing of lines is stated; 6 points higher in PowerPoint
  slideBaselines: {
    document: slideOf(
      textBox(line('other', 10_000, { properties: SINGLE }), { properties: ' tIns="360000" lIns="3600000"' }),
      textBox(line('large', 10_000), { properties: ' tIns="360000"' }),
    ),
    shows: pdf => pdf !== null && distance(pdf, 'large', 'other')[1] < 4,
  },
  // 260 points in bold letters, 244 in regular ones
  slideTables: {
    document: slideTable(MEDIUM_2, line('mmmmmmm second', 4000)),
    shows: pdf => pdf !== null && distance(pdf, 'mmmmmmm', 'second')[0] < 252,
  },
  // only where the fonts of the machine are those of the edit
  narrowSubstitute: { document: slideOf(textBox(line('한글', 2000, { font: 'Malgun Gothic' }))), shows: null },
  // one word in PowerPoint; only where the machine has a font for it
  scriptSpaces: { document: slideOf(textBox(line('한글2026한글', 2000))), shows: null },
  // 40 characters: 240 points in Excel for Mac, 222 in LibreOffice
  unknownFunctions: {
    document: measuredSheet({
      sheet: `<sheetData><row r="1"><c r="A1"><f t="array" ref="A1">_xlfn.UNIQUE(B1:B2)</f><v>44927</v></c></row></sheetData>`,
    }),
    shows: lacks('44927'),
  },
  newFunctions: {
    document: measuredSheet({
      sheet:
        '<sheetData><row r="1"><c r="A1"><f>_xlfn.XLOOKUP(1,B1:B1,C1:C1)</f></c><c r="B1"><v>1</v></c><c r="C1"><v>44927</v></c></row></sheetData>',
    }),
    shows: prints('#NAME?'),
  },
  fullCalculation: {
    document: edited(
      measuredSheet({ sheet: '<sheetData><row r="1"><c r="A1"><f>600+60+6</f><v>7</v></c></row></sheetData>' }),
      { 'xl/workbook.xml': xml => xml.replace('</workbook>', '<calcPr fullCalcOnLoad="1"/></workbook>') },
    ),
    shows: lacks('666'),
  },
  manualCalculation: {
    document: edited(
      measuredSheet({
        sheet: '<sheetData><row r="1"><c r="A1" t="str"><f>"mar"&amp;"ked"</f><v>marked</v></c></row></sheetData>',
      }),
      { 'xl/workbook.xml': xml => xml.replace('</workbook>', '<calcPr calcMode="manual"/></workbook>') },
    ),
    shows: lacks('marked'),
  },
  relativeAreas: {
    document: edited(
      measuredSheet({ sheet: `<sheetData><row r="1">${cell('A1', 'in')}${cell('B1', SECRET)}</row></sheetData>` }),
      {
        'xl/workbook.xml': xml =>
          xml.replace(
            '</workbook>',
            '<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">One!$A1:$A2</definedName></definedNames></workbook>',
          ),
      },
    ),
    shows: prints(SECRET),
  },
  tableStyles: {
    document: tabled({
      style: 'TableStyleMedium1',
      ref: 'A1:C2',
      sheet: '<sheetData><row r="1"><c r="A1"/></row><row r="2"/></sheetData>',
    }),
    shows: isBlank,
  },
  sheetBackground: {
    document: edited(sheetWith('<c r="J1" t="inlineStr"><is><t>x</t></is></c>'), {
      'xl/worksheets/sheet1.xml': xml =>
        xml.replace('</worksheet>', `<picture xmlns:r="${RELATIONS}" r:id="rId1"/></worksheet>`),
      'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/image" Target="../media/a.png"/></Relationships>`,
      'xl/media/a.png': COLOURED.png.bytes,
    }),
    shows: pdf => !isBlank(pdf),
  },
  // 24 points in the format, 10 in the font of LibreOffice
  normalStyle: {
    document: edited(
      measuredSheet({
        font: '<font><sz val="24"/><name val="Arial"/></font>',
        sheet: `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>first</t></is></c>${cell('B1', 'second')}</row></sheetData>`,
      }),
      { 'xl/styles.xml': xml => xml.replace(/<cellStyles.*<\/cellStyles>/, '') },
    ),
    shows: pdf => pdf !== null && distance(pdf, 'first', 'second')[1] < 4,
  },
  formatLanguages: {
    document: measuredSheet({
      codes: ['[$-en-US]d\\-mmm\\-yy;@'],
      formats: ['<xf numFmtId="200" applyNumberFormat="1"/>'],
      sheet:
        '<cols><col min="1" max="1" width="40"/></cols><sheetData><row r="1"><c r="A1" s="3"><v>44927</v></c></row></sheetData>',
    }),
    shows: prints('44927'),
  },
  dayZero: {
    document: measuredSheet({
      codes: ['m/d/yyyy'],
      formats: ['<xf numFmtId="200" applyNumberFormat="1"/>'],
      sheet:
        '<cols><col min="1" max="1" width="40"/></cols><sheetData><row r="1"><c r="A1" s="3"><v>0</v></c></row></sheetData>',
    }),
    shows: prints('12/30/1899'),
  },
  columnWidths: {
    document: measuredSheet({
      sheet: `<cols><col min="1" max="1" width="40" customWidth="1"/></cols><sheetData><row r="1">${cell('A1', 'one')}${cell('B1', 'two')}</row></sheetData>`,
    }),
    shows: pdf => pdf !== null && distance(pdf, 'one', 'two')[0] < 235,
  },
  generalNumbers: {
    document: measuredSheet({
      sheet:
        '<cols><col min="1" max="1" width="40"/></cols><sheetData><row r="1"><c r="A1"><v>0.333333333333333</v></c></row></sheetData>',
    }),
    shows: prints('0.33333333333'),
  },
  // 10 rows: 140 points in Excel for Mac, 150 in LibreOffice
  rowHeights: {
    document: measuredSheet({
      sheet: `<sheetFormatPr defaultRowHeight="15"/><sheetData>${Array.from({ length: 11 }, (_, i) => `<row r="${i + 1}" ht="15" customHeight="1">${cell(`A${i + 1}`, `row${i}`)}</row>`).join('')}</sheetData>`,
    }),
    shows: pdf => pdf !== null && distance(pdf, 'row0', 'row10')[1] > 145,
  },
  // 30 points in Excel, with the lower edges of the texts on those of their rows
  unfittedRows: {
    document: measuredSheet({
      sheet: `<sheetFormatPr defaultRowHeight="15"/><sheetData><row r="1">${cell('A1', 'one')}</row><row r="2">${cell('A2', 'two', 3)}</row></sheetData>`,
      fonts: ['<font><sz val="24"/><name val="Arial"/></font>'],
      formats: ['<xf fontId="2" xfId="0" applyFont="1"/>'],
    }),
    other: 'rowHeights',
    shows: pdf => pdf !== null && distance(pdf, 'one', 'two')[1] < 5,
  },
  sheetOrigin: {
    document: measuredSheet({ sheet: `<sheetData><row r="1">${cell('A1', 'one')}</row></sheetData>${MARGINS}` }),
    shows: pdf => (pdf?.places.get('one')?.[0] ?? 0) < 55.25,
  },
  htmlComments: {
    document: html('<meta name="changed" content="00:00:00"><!-- a comment -->'),
    shows: pdf => (pdf?.titles.length ?? 0) > 0,
  },
  csvCodes: { document: csv('code\n007\n'), shows: lacks('007') },
  csvCut: { document: csv(`"${'long text '.repeat(20)}${WORD}"\n`), shows: lacks(WORD) },
  htmlTableCut: { document: html(wideTable), shows: lacks(WORD) },
  recomputed: { document: word(`<w:p>${field('DATE', text)}</w:p>`), shows: lacks(WORD) },
  commentOrder: {
    document: comments(['', '', '']),
    shows: pdf => pdf !== null && pdf.titles.map(title => title[0]).join('') !== 'ABC',
  },
  commentDate: { document: comments(['']), shows: pdf => pdf?.titles.some(title => /-1/.test(title)) ?? false },
  pdfVersion17: { document: documents.docx(), options: { pdfVersion: '1.7' }, shows: writes(/^%PDF-1\.6/) },
  pdfaConformance: {
    document: documents.docx(),
    options: { pdfa: '1b' },
    shows: writes(/pdfaid:conformance>A</),
  },
  pdfaDates: { document: documents.docx(), options: { pdfa: '2b' }, shows: writes(/0000-00-00/) },
  sheetPageRange: {
    document: sheets('xlsx', [
      { name: 'One', rows: ['1'] },
      { name: 'Two', rows: ['2'] },
    ]),
    options: { singlePageSheets: true, pages: '1' },
    shows: pdf => pdf?.pages === 2,
  },
  pageBreaks: limited('pageBreaks'),
  tableRows: limited('tableRows'),
  paragraphRuns: limited('paragraphRuns'),
} satisfies Record<QuirkId, Demonstration>;
