/** What the edits of Excel workbooks have in common (ECMA-376-1, 18), and the one that needs nothing else. */
import { editStartTag } from '../../xml.js';
import type { DocumentEdit, EditableDocument } from './document.js';

/** Transitional and strict (ECMA-376-1, annex A). */
export const EXCEL = [
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
];

/** `contentType`: of the part, in lower case. */
export function isSheetPart(contentType: string): boolean {
  return /\.(work|chart)sheet\+xml$/.test(contentType);
}

export async function sheetParts(document: EditableDocument): Promise<string[]> {
  const parts: string[] = [];
  for (const part of document.parts) if (isSheetPart(await document.contentType(part))) parts.push(part);
  return parts;
}

/**
 * Without the saved scroll position: a sheet on a single page would begin with the first row that the window showed. Frozen
 * rows and columns are kept.
 */
export const removeScrollPositions: DocumentEdit = async document => {
  for (const part of await sheetParts(document)) {
    const views = await document.elements(part, ['sheetView', 'pane']);
    const scrolled = views.filter(({ uri, attributes }) => EXCEL.includes(uri) && attributes.some(isPosition));
    document.change(
      part,
      scrolled.map(view => editStartTag(view, attribute => !isPosition(attribute))),
    );
  }
};

const isPosition = ({ name }: { name: string }): boolean => name === 'topLeftCell';
