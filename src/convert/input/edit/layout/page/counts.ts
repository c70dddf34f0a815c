/**
 * The number of pages in a section with Roman page numbers or letters: Word writes it in Arabic digits unless the field states
 * others (ECMA-376-1, 17.16.5.40), LibreOffice as the page numbers.
 */
import { type DocumentEdit, mainPart } from '../../document.js';
import { isOtherText } from '../../word.js';
import { fieldsOf } from '../field-results.js';
import { attributeIn, isPlain, startTags, whereReadable } from '../tags.js';

const ROOTS = ['w:document', 'w:hdr', 'w:ftr'];
/** Formats of a field that are none of its number. */
const OTHER_FORMATS = /\\\*\s*(?:MERGEFORMAT|CHARFORMAT|Upper|Lower|FirstCap|Caps)\b/gi;

export const countInDigits: DocumentEdit = whereReadable(async document => {
  const main = await mainPart(document);
  if (main === null || !hasOtherDigits(document.text(main)!)) return;
  for (const part of document.parts) {
    if (part !== main && !(await isOtherText(document, part))) continue;
    const text = document.text(part)!;
    if (!/NUMPAGES/i.test(text) || !ROOTS.some(root => isPlain(text, root))) continue;
    const counts = fieldsOf(text).fields.filter(({ name }) => /^NUMPAGES$/i.test(name));
    const unstated = counts.filter(({ switches }) => !switches.replace(OTHER_FORMATS, '').includes('\\*'));
    document.change(
      part,
      unstated.map(({ name, at }) => ({ from: at + name.length, to: at + name.length, text: ' \\* Arabic' })),
    );
  }
});

function hasOtherDigits(text: string): boolean {
  for (const { tag } of startTags(text, 'w:pgNumType'))
    if ((attributeIn(tag, 'w:fmt') ?? 'decimal') !== 'decimal') return true;
  return false;
}
