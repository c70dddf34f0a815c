/** A Word document with what PDF/UA has rules about. */
import {
  Bookmark,
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  Document,
  ExternalHyperlink,
  FootnoteReferenceRun,
  HeadingLevel,
  ImageRun,
  InternalHyperlink,
  Packer,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableOfContents,
  TableRow,
  TextRun,
} from 'docx';
import { PNG } from 'pngjs';
import type { Fixture } from './documents.js';

const text = (content: string, options = {}) => new Paragraph({ children: [new TextRun(content)], ...options });
const line = (...children: ParagraphChild[]) => new Paragraph({ children });
const cell = (content: string, options = {}) => new TableCell({ children: [text(content)], ...options });
const row = (cells: readonly TableCell[], tableHeader = false) => new TableRow({ children: cells, tableHeader });

function picture(description: string): ImageRun {
  const data = PNG.sync.write(new PNG({ width: 20, height: 20, fill: true }));
  const altText = { title: 'Figure', description, name: description };
  return new ImageRun({ type: 'png', data, transformation: { width: 60, height: 60 }, altText });
}

/** Headings that skip a level, nested lists, tables over pages with joined cells, links, notes, a comment, pictures. */
export async function accessibleReport(): Promise<Fixture> {
  const link = 'https://example.org/';
  const long =
    'A link with so many words that they are broken over two lines of the text of this page, and more than that';
  const comment = [new CommentRangeStart(0), new TextRun('this'), new CommentRangeEnd(0)];
  const tall = Array.from({ length: 60 }, (_, i) => row([cell(`Row ${i}`), cell('y'), cell('z')]));
  const document = new Document({
    footnotes: { 1: { children: [text('A footnote.')] }, 2: { children: [text('Another one.')] } },
    comments: { children: [{ id: 0, author: 'Ann', date: new Date(0), children: [text('Is that so?')] }] },
    sections: [
      {
        children: [
          text('Report', { heading: HeadingLevel.TITLE }),
          new TableOfContents('Contents', { hyperlink: true, headingStyleRange: '1-3' }),
          text('First chapter', { heading: HeadingLevel.HEADING_2 }),
          line(
            new TextRun('Text'),
            new FootnoteReferenceRun(1),
            new TextRun({ text: 'Sprache', language: { value: 'de-DE' } }),
          ),
          text('Below it', { heading: HeadingLevel.HEADING_4 }),
          line(new ExternalHyperlink({ children: [new TextRun(long)], link }), new TextRun(' ends.')),
          line(new TextRun('About '), ...comment, new TextRun({ children: [new CommentReference(0)] })),
          ...[0, 1, 2, 1, 0].map(level => text(`Item ${level}`, { bullet: { level } })),
          new Table({
            rows: [
              row([cell('A'), cell('B'), cell('C')], true),
              row([cell('wide', { columnSpan: 2 }), cell('c')]),
              row([cell('high', { rowSpan: 2 }), cell('b'), cell('c')]),
              row([cell('b'), cell('c')]),
              ...tall,
            ],
          }),
          new Table({ rows: [row([cell('1'), cell('2')]), row([cell('3')])] }),
          line(picture('A black square')),
          line(new ExternalHyperlink({ children: [picture('A linked square')], link })),
          line(new InternalHyperlink({ children: [new TextRun('to the end')], anchor: 'end' })),
          line(new Bookmark({ id: 'end', children: [new TextRun('The end')] }), new FootnoteReferenceRun(2)),
        ],
      },
    ],
  });
  return { name: 'accessible.docx', bytes: await Packer.toBuffer(document), text: 'First chapter' };
}
