/**
 * Text at a right, centred or decimal tab stop behind the right indent of its paragraph, such as the page numbers of a table of
 * contents: LibreOffice leaves it out. The indent ends where the last of these stops is.
 */
import type { Edit } from '../../../../xml.js';
import type { DocumentEdit } from '../../document.js';
import { isOfWord2013 } from '../mode.js';
import { restate } from '../spacing.js';
import { textWidth } from '../table-room.js';
import { numberIn, startTags, whereReadable } from '../tags.js';
import { changeTabbed, isWithin, type TabbedParagraph } from './stops.js';

/** LibreOffice prints text at left ones in the next line. */
const KINDS = ['right', 'end', 'center', 'decimal'];
const SIDES = ['right', 'end', 'rightChars', 'endChars'];

export const showTextBehindIndents: DocumentEdit = whereReadable(async document => {
  if (!(await isOfWord2013(document))) return;
  let width: number | null = null;
  await changeTabbed(document, {
    isRead: text => /<w:tab\s*\/>/.test(text),
    isReadWith: (styles, text) => hasIndent(text) || styles.indent(text),
    edits: (paragraph, main) => {
      if (!(paragraph.right > 0)) return [];
      width ??= textWidth(main);
      return withinStops(paragraph, width);
    },
  });
});

function hasIndent(text: string): boolean {
  for (const { tag } of startTags(text, 'w:ind')) if (SIDES.some(side => numberIn(tag, `w:${side}`) > 0)) return true;
  return false;
}

/** `width`: of the text of the page, in twips; that of a cell or text box is not known. */
function withinStops(tabbed: TabbedParagraph, width: number): Edit[] {
  const { paragraph, stops, right, childOf } = tabbed;
  const last = [...stops].reduce((at, [position, kind]) => (KINDS.includes(kind) ? Math.max(at, position) : at), 0);
  const free = isWithin(paragraph, ['tc', 'txbxContent']) ? 0 : Math.max(0, width - last);
  if (last === 0 || free >= right) return [];
  const properties = childOf(paragraph, 'pPr');
  const property = { owner: paragraph, properties, element: childOf(properties, 'ind') };
  return [restate('ind', property, { right: free }, SIDES)];
}
