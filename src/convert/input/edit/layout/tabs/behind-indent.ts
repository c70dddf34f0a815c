/**
 * Text at a right, centred or decimal tab stop behind the right indent of its paragraph, such as the page numbers of a table of
 * contents: LibreOffice leaves it out. The indent ends where the last of these stops is.
 */
import { attributeOf } from '../../../../../system/xml.js';
import { type Edit, enclosing } from '../../../../xml.js';
import type { DocumentEdit } from '../../document.js';
import { isOfWord2013 } from '../mode.js';
import { restate } from '../spacing.js';
import { type TextWidths, textWidths } from '../tables/room.js';
import { numberIn, startTags, whereReadable } from '../tags.js';
import { changeTabbed, isWithin, numberOf, type TabbedParagraph } from './stops.js';

/** LibreOffice prints text at left ones in the next line. */
const KINDS = ['right', 'end', 'center', 'decimal'];
const SIDES = ['right', 'end', 'rightChars', 'endChars'];

export const showTextBehindIndents: DocumentEdit = whereReadable(async document => {
  if (!(await isOfWord2013(document))) return;
  let widths: TextWidths | null = null;
  await changeTabbed(document, {
    isRead: text => /<w:tab\s*\/>/.test(text),
    isReadWith: (styles, text) => hasIndent(text) || styles.indent(text),
    edits: (paragraph, main) => {
      if (!(paragraph.right > 0)) return [];
      widths ??= textWidths(main.text);
      return withinStops(paragraph, main.isOwn ? widths.at(paragraph.paragraph.start) : widths.narrowest);
    },
  });
});

function hasIndent(text: string): boolean {
  for (const { tag } of startTags(text, 'w:ind')) if (SIDES.some(side => numberIn(tag, `w:${side}`) > 0)) return true;
  return false;
}

/** `width`: of the text of the page, in twips. */
function withinStops(tabbed: TabbedParagraph, width: number): Edit[] {
  const { paragraph, stops, right, childOf } = tabbed;
  const last = [...stops].reduce((at, [position, kind]) => (KINDS.includes(kind) ? Math.max(at, position) : at), 0);
  const free = Math.max(0, roomOf(tabbed, width) - last);
  if (last === 0 || free >= right) return [];
  const properties = childOf(paragraph, 'pPr');
  const property = { owner: paragraph, properties, element: childOf(properties, 'ind') };
  return [restate('ind', property, { right: free }, SIDES)];
}

/** Of the margins of a cell that states none. */
const CELL_MARGINS = 2 * 108;

/** Of the text around the paragraph, in twips; 0 in a text box or a cell without a width, as it is not known. */
function roomOf({ paragraph, childOf }: TabbedParagraph, width: number): number {
  const cell = enclosing(paragraph, 'tc');
  if (isWithin(paragraph, ['txbxContent'])) return 0;
  if (cell === null) return width;
  const stated = childOf(childOf(cell, 'tcPr'), 'tcW');
  const isAbsolute = stated !== undefined && (attributeOf(stated, 'type') ?? 'dxa') === 'dxa';
  return isAbsolute ? numberOf(stated, 'w') - CELL_MARGINS || 0 : 0;
}
