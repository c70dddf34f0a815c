/** The background picture of a sheet (ECMA-376-1, 18.3.1.67), which Excel shows on screens and does not print. */
import { attributeOf } from '../../../../system/xml.js';
import { removal } from '../../../xml.js';
import { relationshipsOf } from '../../document.js';
import type { DocumentEdit, EditableDocument } from '../document.js';
import { EXCEL, sheetParts } from '../excel.js';
import { whereReadable } from '../layout/tags.js';

export const removeBackgrounds: DocumentEdit = whereReadable(async document => {
  for (const sheet of await sheetParts(document)) {
    if (!(await namesPicture(document, sheet))) continue;
    const pictures = await document.elements(sheet, ['picture']);
    document.change(sheet, pictures.filter(({ uri }) => EXCEL.includes(uri)).map(removal));
  }
});

/** Other pictures are those of the drawings of a sheet. */
async function namesPicture(document: EditableDocument, sheet: string): Promise<boolean> {
  const relations = await document.elements(relationshipsOf(sheet), ['Relationship']);
  return relations.some(relation => attributeOf(relation, 'Type')?.endsWith('/image'));
}
