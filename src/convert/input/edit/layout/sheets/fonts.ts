/** Cells in Malgun Gothic, where it is not installed. Cells have no space between letters. */
import { type DocumentEdit, partOf } from '../../document.js';
import { isMalgun, MALGUN, substituteIn } from '../substitutes.js';
import { attributeIn, isPlain, tagEdits, whereReadable, withAttributes } from '../tags.js';

/** Elements that name a font, by the content types of their parts and their roots (ECMA-376-1, 18.8.29 and 18.4.5). */
const NAMED = [
  { type: /\.styles\+xml$/, root: 'styleSheet', element: 'name' },
  { type: /\.sharedstrings\+xml$/, root: 'sst', element: 'rFont' },
] as const;
/** Characters of a part that is read: more would take a noticeable part of the time of the conversion. */
const MAX_PART = 32 * 1024 * 1024;

export const substituteSheetFonts: DocumentEdit = whereReadable(async (document, { fonts }) => {
  for (const { type, root, element } of NAMED) {
    const part = await partOf(document, type);
    const text = part === null ? '' : document.text(part)!;
    if (part === null || text.length > MAX_PART || !MALGUN.test(text) || !isPlain(text, root)) continue;
    const family = substituteIn(await fonts());
    if (family === null) return;
    const renamed = (tag: string) =>
      isMalgun(attributeIn(tag, 'val') ?? null) ? withAttributes(tag, { val: family }) : null;
    document.change(part, tagEdits(text, element, renamed));
  }
});
