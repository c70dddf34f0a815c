/** Parts of Word documents by the package `docx`. */
import {
  BorderStyle,
  Document,
  HeadingLevel,
  ImageRun,
  LevelFormat,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { ChartRun } from 'docx/charts';
import { range, words } from '../markup.mjs';

const FONT = { font: 'Liberation Serif', size: 24 };
export const p = (children, more = {}) =>
  new Paragraph(typeof children === 'string' ? { text: children, ...more } : { children, ...more });
export const run = (text, more = {}) => new TextRun({ text, ...more });
export const heading = (text, level = 1) => p(text, { heading: HeadingLevel[`HEADING_${level}`] });
export const document = (children, { section = {}, ...more } = {}) => sections([{ children, ...section }], more);
export const sections = (all, more = {}) =>
  new Document({ styles: { default: { document: { run: FONT } } }, ...more, sections: all });
export const cell = (content, more = {}) =>
  new TableCell({ children: typeof content === 'string' ? [p(content)] : content, ...more });
export const row = (cells, more = {}) =>
  new TableRow({ children: cells.map(one => (one.root ? one : cell(one))), ...more });
export const table = (rows, more = {}) =>
  new Table({ rows, width: { size: 100, type: WidthType.PERCENTAGE }, ...more });
export const grid = (rows, columns) => range(rows).map(i => row(range(columns).map(k => `Cell ${i + 1}.${k + 1}`)));
export const picture = (data, more = {}) =>
  new ImageRun({ type: 'png', data, transformation: { width: 160, height: 120 }, ...more });
export const anchored = (horizontal, vertical, wrap) => ({
  floating: { horizontalPosition: { offset: horizontal }, verticalPosition: { offset: vertical }, wrap },
});
const levels = formats =>
  formats.map(([format, text], level) => ({
    level,
    format: LevelFormat[format],
    text,
    style: { paragraph: { indent: { left: 500 * (level + 1), hanging: 400 } } },
  }));
export const numbered = (items, formats) =>
  document(
    items.map(([text, level]) => p(text, { numbering: { reference: 'list', level } })),
    { numbering: { config: [{ reference: 'list', levels: levels(formats) }] } },
  );
export const ITEMS = range(12).map(i => [`Item ${i + 1}: ${words(i % 3)}`, [0, 1, 2, 1][i % 4]]);
export const chart = (type, more = {}) =>
  document([
    heading('Sales'),
    p([
      new ChartRun({
        type,
        title: 'Sales by year',
        categories: ['2021', '2022', '2023'],
        series: [
          { name: 'North', values: [4, 6, 9] },
          { name: 'South', values: [7, 5, 8] },
        ],
        ...more,
      }),
    ]),
    p(words(3)),
  ]);
export const pageNumbers = () =>
  p([run('Page '), new TextRun({ children: [PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES] })]);
export const change = number => ({ id: number, author: 'Anna Example', date: '2024-05-01T10:00:00Z' });
export const EDGE = { style: BorderStyle.DOUBLE, size: 6, color: '336699', space: 4 };
