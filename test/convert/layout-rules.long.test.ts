/**
 * Distances that rules of Office give, in the PDFs of docconv: ECMA-376-1 states most of them (its clauses are named), and the
 * measured ones of Excel for Mac are in docs/conversion.md. Each document has the words "first" and "second".
 */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { measuredSheet, cell as sheetCell } from '../helpers/documents/measured-sheet.js';
import { line, slideOf, textBox } from '../helpers/documents/slide-texts.js';
import { gridTable, justifiedText, tableOf2013, wordOf2013 } from '../helpers/documents/word/word-2013.js';
import { describeWith, program } from '../helpers/requires.js';
import { embedded, sharedConverter } from './engine-setup.js';

interface Row {
  readonly rule: string;
  readonly document: { readonly name: string; readonly bytes: Uint8Array };
  /** From the left upper corner of "first" to that of "second", in points. */
  readonly x?: number;
  readonly y?: number;
}

const converter = sharedConverter();

const word = (text: string, font = 'Arial', size = 10) =>
  `<w:r><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/><w:sz w:val="${2 * size}"/></w:rPr><w:t>${text}</w:t></w:r>`;
const paragraph = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const spaced = (attributes: string) => `<w:spacing ${attributes}/>`;
const TAB = '<w:r><w:tab/></w:r>';
const two = (properties: string, between = '') =>
  wordOf2013(paragraph(word('first'), properties) + between + paragraph(word('second'), properties));
const tabbed = (stops: string) =>
  wordOf2013(paragraph(word('first') + TAB + word('second'), `<w:tabs>${stops}</w:tabs>`));
const aligned = (alignment: string) =>
  `${paragraph(`${word('first')}<w:r><w:ptab w:relativeTo="margin" w:alignment="${alignment}" w:leader="none"/></w:r>${word('second')}`, '<w:tabs><w:tab w:val="left" w:pos="3000"/></w:tabs>')}<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:left="1440" w:right="1440" w:top="1440" w:bottom="1440"/></w:sectPr>`;
/** "first", and "second" with a number whose level has this markup: its text at 36 points, the number 18 before. */
const numbered = (level: string) => {
  const indent = '<w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr>';
  const font = '<w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial"/><w:sz w:val="20"/></w:rPr>';
  const levels = `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>${level}${indent}${font}</w:lvl>`;
  const number = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
  return wordOf2013(paragraph(word('first')) + paragraph(word('second'), number), 15, {
    numbering: `<w:abstractNum w:abstractNumId="0">${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
  });
};
const LABEL = '<w:lvlText w:val="(1)"/>';
const fixedTable = (properties: string, cells: string) =>
  wordOf2013(
    `<w:tbl><w:tblPr><w:tblW w:w="6000" w:type="dxa"/><w:tblLayout w:type="fixed"/>${properties}</w:tblPr><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="4000"/></w:tblGrid>${cells}</w:tbl><w:p/>`,
  );
const tableCell = (text: string, width: number) =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${paragraph(word(text))}</w:tc>`;
const tableRow = (height: string, ...cells: string[]) => `<w:tr><w:trPr>${height}</w:trPr>${cells.join('')}</w:tr>`;

const sheet = (font: string, size: number, elements: string) =>
  measuredSheet({ font: `<font><sz val="${size}"/><name val="${font}"/></font>`, sheet: elements });
const columns = (width: number) => `<cols><col min="1" max="1" width="${width}" customWidth="1"/></cols>`;
const across = `<sheetData><row r="1">${sheetCell('A1', 'first')}${sheetCell('B1', 'second')}</row></sheetData>`;
const rowsOf = (height: number) =>
  `<sheetData><row r="1" ht="${height}" customHeight="1">${sheetCell('A1', 'first')}</row><row r="2" ht="${height}" customHeight="1">${sheetCell('A2', 'second')}</row></sheetData>`;

const lines = (properties: string) =>
  slideOf(textBox(line('first', 2000, { properties }) + line('second', 2000, { properties })));

const shrunk = (scale: string, size: number, texts: readonly string[] = ['first second', ...'abcdefgh']) =>
  slideOf(textBox(texts.map(text => line(text, size)).join(''), { fit: `<a:normAutofit ${scale}/>` }));

const ROWS: readonly Row[] = [
  { rule: 'exact spacing (17.3.1.33)', document: two(spaced('w:line="480" w:lineRule="exact"')), y: 24 },
  { rule: 'least spacing (17.3.1.33)', document: two(spaced('w:line="600" w:lineRule="atLeast"')), y: 30 },
  { rule: 'spacing without a rule (17.3.1.33)', document: two(spaced('w:line="480"')), y: 23 },
  // 0.905 + 0.212 + 0.033 of the size
  { rule: 'multiple spacing of Arial (17.3.1.33)', document: two(spaced('w:line="480" w:lineRule="auto"')), y: 23 },
  { rule: 'the larger of after and before', document: two(spaced('w:before="200" w:after="400"')), y: 31.5 },
  {
    rule: 'contextual spacing between paragraphs of a style (17.3.1.9)',
    document: two(`${spaced('w:before="400" w:after="400"')}<w:contextualSpacing/>`),
    y: 11.5,
  },
  {
    rule: 'a justified line with narrower blanks, in Word from 2013 on',
    document: justifiedText(),
    x: 468 - 32.24,
    y: 0,
  },
  {
    rule: 'lines in a font that is missing, and has the heights of Calibri',
    document: wordOf2013(
      paragraph(word('first', 'Calibri Light', 16)) + paragraph(word('second', 'Calibri Light', 16)),
    ),
    y: 19.53,
  },
  {
    rule: 'lines on a grid (17.6.5)',
    document: wordOf2013(
      `${paragraph(word('first'))}${paragraph(word('second'))}<w:sectPr><w:docGrid w:type="lines" w:linePitch="400"/></w:sectPr>`,
    ),
    y: 20,
  },
  {
    rule: 'exact spacing of a style on a grid (17.6.5)',
    document: wordOf2013(
      `${['first', 'second'].map(text => paragraph(word(text), '<w:pStyle w:val="E"/>')).join('')}<w:sectPr><w:docGrid w:type="lines" w:linePitch="400"/></w:sectPr>`,
      15,
      {
        styles: `<w:style w:type="paragraph" w:styleId="E"><w:name w:val="E"/><w:pPr>${spaced('w:line="600" w:lineRule="exact"')}</w:pPr></w:style>`,
      },
    ),
    y: 30,
  },
  { rule: 'a left tab stop (17.3.1.37)', document: tabbed('<w:tab w:val="left" w:pos="3000"/>'), x: 150 },
  // "second" is 32.24 points wide
  { rule: 'a right tab stop', document: tabbed('<w:tab w:val="right" w:pos="3000"/>'), x: 150 - 32.24 },
  { rule: 'default tab stops of 720 twips (17.15.1.25)', document: tabbed(''), x: 36 },
  // 468 points are between the margins
  {
    rule: 'a tab to the right margin, whatever stops there are (17.3.3.23)',
    document: wordOf2013(aligned('right')),
    x: 468 - 32.24,
  },
  { rule: 'a tab to the middle between the margins', document: wordOf2013(aligned('center')), x: 234 - 16.12 },
  {
    rule: 'a right tab stop behind the right indent',
    document: wordOf2013(
      paragraph(
        word('first') + TAB + word('second'),
        '<w:tabs><w:tab w:val="right" w:pos="9000"/></w:tabs><w:ind w:right="2000"/>',
      ),
    ),
    x: 450 - 32.24,
  },
  { rule: 'a number and a tab (17.9.28)', document: numbered(`<w:suff w:val="tab"/>${LABEL}`), x: 36 },
  // "(1)" is 12.22 points wide, a blank 2.78
  { rule: 'a number and a blank', document: numbered(`<w:suff w:val="space"/>${LABEL}`), x: 18 + 12.22 + 2.78 },
  { rule: 'a number on the right (17.9.7)', document: numbered(`${LABEL}<w:lvlJc w:val="right"/>`), x: 36 },
  {
    rule: 'columns of text with other widths (17.6.4)',
    document: wordOf2013(
      `${paragraph(word('first'))}${paragraph(`<w:r><w:br w:type="column"/></w:r>${word('second')}`)}<w:sectPr><w:pgSz w:w="12000" w:h="15000"/><w:pgMar w:left="1500" w:right="1500" w:top="1500" w:bottom="1500"/><w:cols w:num="2" w:equalWidth="0"><w:col w:w="2000" w:space="1000"/><w:col w:w="6000"/></w:cols></w:sectPr>`,
    ),
    x: 150,
    y: 0,
  },
  {
    rule: 'text of a frame on the page (17.3.1.11)',
    document: wordOf2013(
      paragraph(
        word('first'),
        '<w:framePr w:w="2000" w:wrap="around" w:vAnchor="page" w:hAnchor="page" w:x="1000" w:y="5000"/>',
      ) +
        paragraph(
          word('second'),
          '<w:framePr w:w="2000" w:wrap="around" w:vAnchor="page" w:hAnchor="page" w:x="4000" w:y="6000"/>',
        ),
    ),
    x: 150,
    y: 50,
  },
  {
    rule: 'fixed columns (17.4.52)',
    document: fixedTable('', tableRow('', tableCell('first', 2000), tableCell('second', 4000))),
    x: 100,
  },
  {
    rule: 'exact heights of rows (17.4.80)',
    document: fixedTable(
      '',
      ['first', 'second']
        .map(text => tableRow('<w:trHeight w:val="700" w:hRule="exact"/>', tableCell(text, 2000), tableCell('x', 4000)))
        .join(''),
    ),
    y: 35,
  },
  {
    rule: 'cells that differ from the grid, in a table of fixed columns (17.18.87)',
    document: gridTable({
      grid: [4320, 4320],
      cells: [2880, 5760],
      properties: '<w:tblLayout w:type="fixed"/>',
    }),
    x: 144,
  },
  {
    rule: 'cells that differ from the grid of a table without a width (17.4.71)',
    document: gridTable({ grid: [100, 100], cells: [2000, 4000] }),
    x: 100,
  },
  {
    rule: 'cells with shares of a table with a width (17.18.90)',
    document: gridTable({
      grid: [3000, 3000],
      cells: [1250, 3750],
      type: 'pct',
      width: '<w:tblW w:w="6000" w:type="dxa"/>',
    }),
    x: 75,
  },
  // 16.11 points of text and 10.8 of margins
  {
    rule: 'columns without widths, fitted to their text (17.18.87)',
    document: gridTable({ grid: [100, 100], cells: [0, 0], type: 'auto' }),
    x: 26.91,
  },
  {
    rule: 'columns that exceed their table give up the same share',
    document: wordOf2013(tableOf2013({ total: 4000, columns: [1000, 5000], rows: [['first', 'second']] })),
    x: 799 / 20,
  },
  { rule: 'columns in whole points of Calibri 11', document: sheet('Calibri', 11, columns(20) + across), x: 120 },
  { rule: 'columns in whole points of Arial 10', document: sheet('Arial', 10, columns(20) + across), x: 120 },
  {
    rule: 'columns in whole points of Times New Roman 12',
    document: sheet('Times New Roman', 12, columns(20) + across),
    x: 120,
  },
  {
    rule: 'a default column of Calibri 11',
    document: sheet('Calibri', 11, `<sheetFormatPr defaultRowHeight="15"/>${across}`),
    x: 53,
  },
  { rule: 'rows of a Normal font without a theme', document: sheet('Calibri', 11, rowsOf(30)), y: 28 },
  {
    rule: 'columns in whole points of Aptos Narrow 12',
    document: sheet('Aptos Narrow', 12, columns(20) + across),
    x: 120,
  },
  {
    rule: 'rows that neither the sheet nor they themselves measure',
    document: sheet(
      'Arial',
      10,
      `<sheetData><row r="1">${sheetCell('A1', 'first')}</row><row r="3">${sheetCell('A3', 'second')}</row></sheetData>`,
    ),
    y: 26,
  },
  {
    rule: 'spacing in points (21.1.2.2.12)',
    document: lines('<a:pPr><a:lnSpc><a:spcPts val="3600"/></a:lnSpc></a:pPr>'),
    y: 36,
  },
  {
    rule: 'the saved size of a shape that grows with its text (21.1.2.1.4)',
    document: slideOf(
      textBox(line('first'), { fit: '<a:spAutoFit/>' }).replace('"square"', '"none"'),
      textBox(line('second'), { fit: '<a:spAutoFit/>' }),
    ),
    x: 0,
  },
  {
    rule: 'tab stops of a slide (21.1.2.1.13), beside an indent of 0',
    document: slideOf(
      textBox(
        line('first\tsecond', 1800, {
          properties: '<a:pPr indent="0"><a:tabLst><a:tab pos="3810000" algn="l"/></a:tabLst></a:pPr>',
        }),
      ),
    ),
    x: 300,
  },
  // 22 points, shrunk to 13.75: 14; "first " is 1.889 times as wide
  { rule: 'the saved scale of shrunk text (21.1.2.1.3)', document: shrunk('fontScale="62500"', 2200), x: 26.4 },
  // single lines are 11.5 points high
  {
    rule: 'the saved line spacing of shrunk text',
    document: shrunk('lnSpcReduction="20000"', 1000, ['first', 'second']),
    y: 9.3,
  },
  { rule: 'text that is too long for its shape, without a saved scale', document: shrunk('', 4000), x: 75.6 },
];

/** Edges may be a tenth of a millimetre off, and those of sheets a pixel. */
const NEAR = 0.8;

const ENGINES = [
  ['native', program('soffice')],
  ['wasm', embedded],
] as const;

for (const [engine, requirement] of ENGINES)
  describeWith(
    `distances are those of the rules of Office, with ${engine}`,
    [requirement, program('pdftotext')],
    () => {
      it.each(ROWS)('$rule', async ({ document, x, y }) => {
        const { pdf } = await converter.convert(document, { engine });
        const boxes = execFileSync('pdftotext', ['-bbox', '-', '-'], { input: pdf }).toString();
        const place = (text: string) => {
          const [, left, top] = new RegExp(`xMin="([^"]+)" yMin="([^"]+)".*>${text}</word>`).exec(boxes) ?? [];
          return [Number(left), Number(top)] as const;
        };
        const [[x1, y1], [x2, y2]] = [place('first'), place('second')];
        if (x !== undefined) expect(Math.abs(x2 - x1 - x), `${x2 - x1} for ${x}`).toBeLessThan(NEAR);
        if (y !== undefined) expect(Math.abs(y2 - y1 - y), `${y2 - y1} for ${y}`).toBeLessThan(NEAR);
      });
    },
  );
