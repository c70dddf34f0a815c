/** Word documents by the package `docx`, one for each feature. */
import {
  Bookmark,
  ColumnBreak,
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  DeletedTextRun,
  EndnoteReferenceRun,
  ExternalHyperlink,
  Footer,
  FootnoteReferenceRun,
  Header,
  InsertedTextRun,
  InternalHyperlink,
  Packer,
  PageBreak,
  PageOrientation,
  SectionType,
  TableOfContents,
  TextRun,
} from 'docx';
import { ShapeRun } from 'docx/shapes';
import { TextWatermark } from 'docx/watermarks';
import { range, words } from '../markup.mjs';
import {
  anchored,
  cell,
  change,
  chart,
  document,
  EDGE,
  heading,
  p,
  pageNumbers,
  picture,
  row,
  run,
  sections,
  table,
} from './docx-parts.mjs';
import { LISTS_AND_TABLES, TEXT } from './docx-text.mjs';

/** Pairs of a name and a function that promises the bytes; `png` makes the bytes of a picture. */
export function docxFiles(png) {
  const all = { ...TEXT, ...LISTS_AND_TABLES, ...pictures(png), ...PAGES, ...NOTES };
  return Object.entries(all).map(([name, make]) => [name, async () => Packer.toBuffer(make())]);
}

const pictures = png => ({
  picture: () => document([p(words(2)), p([picture(png())]), p(words(2))]),
  'pictures in a table': () => document([table([row([cell([p([picture(png(1))])]), cell([p([picture(png(2))])])])])]),
  'picture with text around': () =>
    document([p([picture(png(), anchored(3000000, 1500000, { type: 1, side: 'bothSides' })), run(words(20))])]),
  'rotated picture': () =>
    document([p([picture(png(), { transformation: { width: 160, height: 120, rotation: 30 } })])]),
  shapes: () =>
    document([
      p(
        ['rectangle', 'ellipse', 'rightArrow'].map(
          type =>
            new ShapeRun({ type, transformation: { width: 140, height: 90 }, fill: { color: '4488CC' }, text: type }),
        ),
      ),
    ]),
  'chart of columns': () => chart('column'),
  'chart of lines': () => chart('line'),
  'chart of a pie': () =>
    chart('pie', { series: [{ name: 'Share', values: [4, 6, 9] }], dataLabels: { percentage: true } }),
  watermark: () =>
    document([p(words(10))], {
      section: { headers: { default: new Header({ children: [p([new TextWatermark({ text: 'DRAFT' })])] }) } },
    }),
});

const PAGES = {
  'header and footer': () =>
    document(
      range(40).map(i => p(words(3, i))),
      {
        section: {
          properties: { titlePage: true },
          headers: {
            default: new Header({ children: [p('Header')] }),
            first: new Header({ children: [p('First page')] }),
          },
          footers: {
            default: new Footer({ children: [pageNumbers()] }),
            first: new Footer({ children: [p('First footer')] }),
          },
        },
      },
    ),
  sections: () =>
    sections([
      { children: [heading('Upright'), p(words(4))] },
      {
        properties: {
          page: {
            size: { orientation: PageOrientation.LANDSCAPE },
            pageNumbers: { start: 10, formatType: 'upperRoman' },
          },
        },
        footers: { default: new Footer({ children: [pageNumbers()] }) },
        children: [heading('Turned'), p(words(4))],
      },
      { properties: { type: SectionType.CONTINUOUS }, children: [p(words(4))] },
    ]),
  columns: () =>
    document([p(words(12)), p([new ColumnBreak(), run(words(8))])], {
      section: { properties: { column: { count: 2, space: 700, separate: true } } },
    }),
  'page breaks': () => document(range(4).flatMap(i => [p(`Page ${i + 1}`), p([new PageBreak()])])),
  margins: () =>
    document([p(words(12))], {
      section: { properties: { page: { margin: { top: 3000, left: 3000, right: 400, bottom: 400 } } } },
    }),
  'page border': () =>
    document([p(words(6))], {
      section: {
        properties: {
          page: {
            borders: { pageBorderTop: EDGE, pageBorderBottom: EDGE, pageBorderLeft: EDGE, pageBorderRight: EDGE },
          },
        },
      },
    }),
  'background of the page': () => document([p(words(6))], { background: { color: 'F4ECD8' } }),
  'line numbers': () =>
    document([p(words(20))], { section: { properties: { lineNumbers: { countBy: 5, restart: 'continuous' } } } }),
  'table of contents': () =>
    document([
      new TableOfContents('Contents', { hyperlink: true, headingStyleRange: '1-3' }),
      ...range(6).flatMap(i => [heading(`Chapter ${i + 1}`, (i % 2) + 1), p(words(10, i))]),
    ]),
};

const NOTES = {
  footnotes: () =>
    document([p([run(words(2)), new FootnoteReferenceRun(1), run(words(2)), new FootnoteReferenceRun(2)])], {
      footnotes: { 1: { children: [p('The first note.')] }, 2: { children: [p('The second note.')] } },
    }),
  endnotes: () =>
    document([p([run(words(2)), new EndnoteReferenceRun(1)])], {
      endnotes: { 1: { children: [p('A note at the end.')] } },
    }),
  comments: () =>
    document(
      [
        p([
          new CommentRangeStart(0),
          run('Commented text'),
          new CommentRangeEnd(0),
          new TextRun({ children: [new CommentReference(0)] }),
        ]),
      ],
      {
        comments: {
          children: [{ id: 0, author: 'Anna Example', date: new Date('2024-05-01'), children: [p('Please check')] }],
        },
      },
    ),
  'tracked changes': () =>
    document([
      p([
        run('Kept '),
        new InsertedTextRun({ text: 'inserted ', ...change(1) }),
        new DeletedTextRun({ text: 'deleted ', ...change(2) }),
        run('end'),
      ]),
    ]),
  hyperlinks: () =>
    document([
      p([new ExternalHyperlink({ link: 'https://example.com/', children: [run('a link', { style: 'Hyperlink' })] })]),
      p([new InternalHyperlink({ anchor: 'there', children: [run('a place', { style: 'Hyperlink' })] })]),
      p([new PageBreak()]),
      p([new Bookmark({ id: 'there', children: [run('Here')] })]),
    ]),
};
