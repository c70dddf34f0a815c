import { attributeOf } from '../../../../system/xml.js';
import type { EditableDocument } from '../document.js';

/** The mode is that of Word 2007 where a document does not state it (MS-DOCX, 2.1.2). */
export async function isOfWord2013(document: EditableDocument): Promise<boolean> {
  for (const part of document.parts) {
    if (!/\.settings\+xml$/.test(await document.contentType(part))) continue;
    const settings = await document.elements(part, ['compatSetting']);
    const mode = settings.find(setting => attributeOf(setting, 'name') === 'compatibilityMode');
    if (mode) return Number(attributeOf(mode, 'val')) >= 15;
  }
  return false;
}
