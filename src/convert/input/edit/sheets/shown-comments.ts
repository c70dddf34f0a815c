/** Comments that a sheet shows are hidden: the margin has them, and the page would have them twice. */
import type { Edit } from '../../../xml.js';
import type { DocumentEdit, EditableDocument } from '../document.js';
import { openWorkbook97 } from '../excel-97.js';

export const hideShownComments: DocumentEdit = async document => {
  const { container } = document.format;
  if (container === 'cfb') hideNotes97(document);
  else if (container === 'odf' || container === 'flat-odf') hide(document, document.openPart('content'), annotations);
  else for (const part of document.parts) if (DRAWING.test(part)) hide(document, part, notes);
};

function hide(document: EditableDocument, part: string, hiding: (text: string) => Iterable<Edit>): void {
  document.change(part, [...hiding(document.text(part) ?? '')]);
}

const ANNOTATION = /<(?:\w+:)?annotation\s[^<>]*>/g;
/** office:display of office:annotation (ODF 1.3 part 3). */
const DISPLAY = /\s\w+:display\s*=\s*(?:"true"|'true')/g;

function* annotations(text: string): Generator<Edit> {
  for (const { 0: tag, index: start } of text.matchAll(ANNOTATION))
    for (const { 0: display, index } of tag.matchAll(DISPLAY))
      yield { from: start + index, to: start + index + display.length, text: '' };
}

/** Drawings with the notes of Excel (VML). Those that Excel writes may be HTML, so that no parser of XML reads them. */
const DRAWING = /\.vml$/i;
/** Start tags of shapes with content, and end tags: no shape is in another one. */
const SHAPE = /<(?:\w+:)?shape\s(?:[^<>]*[^<>/])?>|<\/(?:\w+:)?shape\s*>/g;
const IS_NOTE = /\sObjectType\s*=\s*["']Note["']/;
/** Up to the end of the value. */
const STYLE = /^[^>]*\sstyle\s*=\s*(?:"[^"]*|'[^']*)/;

/** LibreOffice reads the style of the shape, not the element that is for its visibility. */
function* notes(text: string): Generator<Edit> {
  const tags = [...text.matchAll(SHAPE)];
  for (const [i, { 0: tag, index }] of tags.entries()) {
    const shape = text.slice(index, tags[i + 1]?.index);
    if (tag.startsWith('</') || !IS_NOTE.test(shape)) continue;
    const style = STYLE.exec(shape)?.[0].length;
    const at = index + (style ?? shape.search(/\s/));
    yield { from: at, to: at, text: style === undefined ? ' style="visibility:hidden"' : ';visibility:hidden' };
  }
}

/** The record of a comment ([MS-XLS] NoteSh). */
const NOTE = 0x1c;
const FLAGS = 4;
const SHOWN = 2;

function hideNotes97(document: EditableDocument): void {
  const workbook = openWorkbook97(document);
  if (!workbook?.isBiff8) return;
  for (const sheet of workbook.sheets())
    for (const { type, data } of sheet.records) if (type === NOTE && data.length > FLAGS) data[FLAGS]! &= ~SHOWN;
  workbook.save();
}
