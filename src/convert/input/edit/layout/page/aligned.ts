/**
 * Sections whose text is in the middle or at the bottom of their pages, as title pages (ECMA-376-1, 17.6.23): LibreOffice prints
 * it at the top. Where it fits on a page by an estimate, it becomes a frame with this place.
 */
import type { Edit } from '../../../../xml.js';
import { type DocumentEdit, mainPart } from '../../document.js';
import { stylesPart } from '../../word.js';
import { type Section, sectionAt } from '../sections.js';
import { elementsIn, isPlain, type TagElement, valueIn, whereReadable } from '../tags.js';
import { type HeightOf, heights, pageOf } from './heights.js';

const PLACES = ['center', 'bottom'];
/** What LibreOffice does not print in a frame, or at another place, and what shows that a section has several pages. */
const NOT_FRAMED =
  /<(?:w:(?:framePr|pBdr|pict|object|footnoteReference|endnoteReference|pageBreakBefore|lastRenderedPageBreak)|wp:anchor)[\s/>]|<w:br\s[^<>]*w:type/;
/** What may stand between two paragraphs. */
const BETWEEN = /(?:\s|<w:(?:bookmarkStart|bookmarkEnd|proofErr)\s[^<>]*>){0,99}/y;
/** Of a paragraph, its properties and its style. */
const START = /(<w:p(?:\s[^<>]*)?\/?>)\s*(<w:pPr(?=[\s/>])[^<>]*>)?\s*(<w:pStyle\s[^<>]*>)?/y;
const MAX_PARAGRAPHS = 200;
/** Of no visible height: it has the properties of the section. */
const LAST = '<w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/>';

export const alignPages: DocumentEdit = whereReadable(async document => {
  const main = await mainPart(document);
  const text = main === null ? '' : document.text(main)!;
  if (!isPlain(text, 'w:document') || text.includes('<w:sectPrChange')) return;
  const sections = [...elementsIn(text, 'w:sectPr')];
  if (!sections.some(isAligned)) return;
  const styles = await stylesPart(document);
  const heightOf = heights(styles === null ? '' : document.text(styles)!, NOT_FRAMED);
  document.change(
    main!,
    sections.flatMap((section, i) => {
      const isOwnPage = (i === 0 || startsPage(section)) && (i + 1 === sections.length || startsPage(sections[i + 1]!));
      return isAligned(section) && isOwnPage ? sectionEdits(text, section, sections[i - 1], heightOf) : [];
    }),
  );
});

function isAligned({ content }: TagElement): boolean {
  return (
    PLACES.includes(valueIn(content, 'w:vAlign') ?? '') && !/<w:(?:textDirection|cols\s[^<>]*w:num)\b/.test(content)
  );
}

const startsPage = ({ content }: TagElement): boolean => valueIn(content, 'w:type') !== 'continuous';

function sectionEdits(text: string, section: TagElement, before: TagElement | undefined, heightOf: HeightOf): Edit[] {
  const start = before ? text.indexOf('</w:p>', endOf(text, before)) + '</w:p>'.length : text.indexOf('<w:body>') + 8;
  const paragraphs = paragraphsTo(text, start, section);
  const page = pageOf(section.content);
  const height = paragraphs?.reduce((sum, { from, to }) => sum + heightOf(text.slice(from, to), page.width), 0);
  if (!paragraphs || !(height! <= page.height)) return [];
  const frame = `<w:framePr w:w="${page.width}" w:wrap="around" w:vAnchor="margin" w:hAnchor="margin" w:xAlign="left" w:yAlign="${valueIn(section.content, 'w:vAlign')}"/>`;
  const framed = paragraphs.map(({ from }) => withProperty(text, from, frame));
  return [...framed, ...lastParagraph(text, section, paragraphs.at(-1)!)];
}

/** Those of a section; null where it has something else, or none. */
function paragraphsTo(text: string, start: number, section: TagElement): Section[] | null {
  const found: Section[] = [];
  for (let at = start; at <= section.from; ) {
    BETWEEN.lastIndex = at;
    at += BETWEEN.exec(text)![0].length;
    if (at === section.from) break;
    const paragraph = /<w:p[\s/>]/y.test(text.slice(at, at + 5)) ? sectionAt(text, 'w:p', at) : null;
    if (!paragraph || NOT_FRAMED.test(text.slice(at, paragraph.to)) || found.length >= MAX_PARAGRAPHS) return null;
    found.push(paragraph);
    at = paragraph.to;
  }
  return found.length > 0 ? found : null;
}

/** A new paragraph gets the properties of the section from the last one that it has, or stands before them. */
function lastParagraph(text: string, section: TagElement, { to }: Section): Edit[] {
  const end = endOf(text, section);
  if (to <= section.from) return [{ from: section.from, to: section.from, text: `<w:p><w:pPr>${LAST}</w:pPr></w:p>` }];
  const moved = `<w:p><w:pPr>${LAST}${text.slice(section.from, end)}</w:pPr></w:p>`;
  return [
    { from: section.from, to: end, text: '' },
    { from: to, to, text: moved },
  ];
}

function endOf(text: string, { tag, to, content }: TagElement): number {
  return tag.endsWith('/>') ? to : text.indexOf('>', to + content.length) + 1;
}

/** Behind the style of the paragraph that begins at `from`, which has to be known first. */
function withProperty(text: string, from: number, property: string): Edit {
  START.lastIndex = from;
  const [start, paragraph, properties = '', style = ''] = START.exec(text)!;
  const [, isEmpty] = paragraph!.match(/(\/)?>$/)!;
  if (properties && !properties.endsWith('/>')) return { from, to: from + start.length, text: `${start}${property}` };
  const own = `<w:pPr>${property}</w:pPr>`;
  const to = from + start.length - style.length;
  return { from, to, text: isEmpty ? `${paragraph!.slice(0, -2)}>${own}</w:p>` : `${paragraph}${own}` };
}
