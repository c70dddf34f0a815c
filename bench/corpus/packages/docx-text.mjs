/** Word documents by the package `docx`: text, lists and tables. */
import {
  AlignmentType,
  CheckBox,
  LineRuleType,
  Math as MathBlock,
  MathFraction,
  MathRadical,
  MathRun,
  MathSum,
  MathSuperScript,
  ShadingType,
  SymbolRun,
  Tab,
  TabStopType,
  TextRun,
  VerticalAlignTable,
  WidthType,
} from 'docx';
import { range, words } from '../markup.mjs';
import { cell, document, EDGE, grid, heading, ITEMS, numbered, p, row, run, sections, table } from './docx-parts.mjs';

/** By name. */
export const TEXT = {
  paragraphs: () => document(range(10).map(i => p(words(5, i)))),
  headings: () => document(range(12).flatMap(i => [heading(`Chapter ${i + 1}`, (i % 3) + 1), p(words(3, i))])),
  'default font': () => sections([{ children: range(6).map(i => p(words(5, i))) }], { styles: {} }),
  styles: () =>
    document([p('Styled', { style: 'Own' }), p([run('Characters', { style: 'Marked' })])], {
      styles: {
        paragraphStyles: [
          {
            id: 'Own',
            name: 'Own',
            run: { color: '884400', size: 36, bold: true },
            paragraph: { spacing: { after: 400 } },
          },
        ],
        characterStyles: [{ id: 'Marked', name: 'Marked', run: { italics: true, color: '0055AA' } }],
      },
    }),
  'looks of characters': () =>
    document(
      [
        ['bold', 'italics', 'strike', 'doubleStrike', 'smallCaps', 'allCaps', 'subScript', 'superScript', 'emboss'].map(
          look => p([run(`Text ${look} `, { [look]: true }), run('plain')]),
        ),
        p([run('underlined', { underline: { type: 'wave', color: 'FF0000' } })]),
        p([run('highlighted', { highlight: 'yellow' })]),
        p([run('shaded', { shading: { type: ShadingType.SOLID, color: 'DDEEFF', fill: 'DDEEFF' } })]),
        p([run('spaced', { characterSpacing: 60 }), run(' raised', { position: '6pt' })]),
      ].flat(),
    ),
  fonts: () =>
    document(
      ['Arial', 'Calibri', 'Cambria', 'Courier New', 'Liberation Mono', 'DejaVu Sans', 'Nowhere Sans'].map(font =>
        p([run(`${font}: ${words(1)}`, { font })]),
      ),
    ),
  alignment: () =>
    document(['LEFT', 'CENTER', 'RIGHT', 'BOTH'].map(name => p(words(4), { alignment: AlignmentType[name] }))),
  'spacing and indents': () =>
    document([
      p(words(3), { spacing: { before: 400, after: 800, line: 480, lineRule: LineRuleType.AUTO } }),
      p(words(3), { indent: { left: 1440, right: 720, firstLine: 360 } }),
      p(words(3), { indent: { left: 720, hanging: 720 }, spacing: { line: 300, lineRule: LineRuleType.EXACT } }),
    ]),
  'borders and shading': () =>
    document([
      p(words(2), { border: { top: EDGE, bottom: EDGE, left: EDGE, right: EDGE } }),
      p(words(2), { shading: { type: ShadingType.CLEAR, fill: 'EEF3D0' } }),
      p('', { thematicBreak: true }),
    ]),
  tabs: () =>
    document(
      range(5).map(i =>
        p(
          [
            run(`Entry ${i}`),
            new TextRun({ children: [new Tab(), 'right'] }),
            new TextRun({ children: [new Tab(), '1.5'] }),
          ],
          {
            tabStops: [
              { type: TabStopType.RIGHT, position: 5000, leader: 'dot' },
              { type: TabStopType.DECIMAL, position: 8000 },
            ],
          },
        ),
      ),
    ),
  'from right to left': () =>
    document([
      p([run('שלום עולם, זה מסמך לדוגמה.', { rightToLeft: true, font: 'DejaVu Sans' })], { bidirectional: true }),
      p([run('مرحبا بالعالم', { rightToLeft: true, font: 'DejaVu Sans' })], { bidirectional: true }),
      p(words(2)),
    ]),
  'other scripts': () =>
    document(['Ελληνικά', 'Русский', 'Türkçe ğüşıöç', 'Việt', '日本語', '한국어'].map(text => p(text))),
  symbols: () =>
    document([p([new SymbolRun('F0FC'), run(' done '), new SymbolRun({ char: 'F0A7', symbolfont: 'Wingdings' })])]),
  formulas: () =>
    document([
      p([
        new MathBlock({
          children: [
            new MathFraction({ numerator: [new MathRun('a+b')], denominator: [new MathRun('2')] }),
            new MathRun('='),
            new MathRadical({ children: [new MathRun('x')] }),
            new MathSum({
              children: [new MathSuperScript({ children: [new MathRun('i')], superScript: [new MathRun('2')] })],
            }),
          ],
        }),
      ]),
    ]),
  'check boxes': () =>
    document([
      p([new CheckBox({ alias: 'one', checked: true }), run(' yes')]),
      p([new CheckBox({ alias: 'two', checked: false }), run(' no')]),
    ]),
};

export const LISTS_AND_TABLES = {
  bullets: () => document(ITEMS.map(([text, level]) => p(text, { bullet: { level } }))),
  numbers: () =>
    numbered(ITEMS, [
      ['DECIMAL', '%1.'],
      ['LOWER_LETTER', '%2)'],
      ['LOWER_ROMAN', '%3.'],
    ]),
  'numbers by level': () =>
    numbered(ITEMS, [
      ['DECIMAL', '%1'],
      ['DECIMAL', '%1.%2'],
      ['DECIMAL', '%1.%2.%3'],
    ]),
  'bullets of Wingdings': () =>
    numbered(ITEMS, [
      ['BULLET', '\uF0A7'],
      ['BULLET', '\u2013'],
      ['BULLET', '\u25CF'],
    ]),
  table: () => document([table(grid(5, 4)), p('After the table')]),
  'merged cells': () =>
    document([
      table([
        row([
          cell('Two columns', { columnSpan: 2 }),
          cell('Two rows', { rowSpan: 2, verticalAlign: VerticalAlignTable.CENTER }),
        ]),
        row(['one', 'two']),
        row(['three', cell('last two', { columnSpan: 2 })]),
      ]),
    ]),
  'nested table': () => document([table([row(['Outer', cell([table(grid(2, 2)), p('')])])])]),
  'long table': () => document([table([row(['Name', 'Value', 'Note'], { tableHeader: true }), ...grid(70, 3)])]),
  'colours of cells': () =>
    document([
      table(
        range(4).map(i =>
          row(
            range(3).map(k =>
              cell(`${i}.${k}`, {
                shading: { type: ShadingType.CLEAR, fill: ['FFEECC', 'CCEEFF', 'DDFFDD'][(i + k) % 3] },
                borders: { top: EDGE, bottom: EDGE, left: EDGE, right: EDGE },
                margins: { top: 100, bottom: 100, left: 200, right: 200 },
              }),
            ),
          ),
        ),
      ),
    ]),
  'widths of columns': () =>
    document([
      table(grid(3, 3), {
        width: { size: 9000, type: WidthType.DXA },
        columnWidths: [1500, 5500, 2000],
        layout: 'fixed',
      }),
    ]),
  'rotated text in cells': () =>
    document([
      table([row([cell('Upwards', { textDirection: 'btLr' }), 'level'], { height: { value: 2000, rule: 'exact' } })]),
    ]),
};
