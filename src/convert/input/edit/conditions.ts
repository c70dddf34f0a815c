/**
 * IF fields of Word documents, of which LibreOffice prints nothing: as QUOTE fields they keep their saved result. Word shows
 * it as well until the fields are updated.
 */
import { attributeOf } from '../../../system/xml.js';
import type { Edit } from '../../xml.js';
import type { DocumentEdit, EditableDocument } from './document.js';

export const keepConditions: DocumentEdit = async document => {
  for (const part of document.parts) if (part.endsWith('.xml')) document.change(part, await quotes(document, part));
};

async function quotes(document: EditableDocument, part: string): Promise<Edit[]> {
  const text = document.text(part) ?? '';
  if (!/\bIF\b/i.test(text)) return [];
  const edits: Edit[] = [];
  let isName = false;
  for (const element of await document.elements(part, ['fldChar', 'instrText', 'fldSimple'])) {
    if (element.local === 'fldChar') isName = attributeOf(element, 'fldCharType') === 'begin';
    const isSimple = element.local === 'fldSimple';
    if (element.local === 'fldChar' || !(isSimple || isName)) continue;
    const from = isSimple ? element.start : element.contentStart;
    const piece = text.slice(from, isSimple ? element.contentStart : element.contentEnd);
    if (!isSimple && piece.trim() !== '') isName = false;
    const found = (isSimple ? /\binstr\s*=\s*["']\s*(?=IF\b)/i : /^\s*(?=IF\b)/i).exec(piece);
    if (found)
      edits.push({
        from: from + found.index + found[0].length,
        to: from + found.index + found[0].length + 2,
        text: 'QUOTE',
      });
  }
  return edits;
}
