/**
 * Tabs to the middle or the right edge of the text of the page, whatever the stops of the paragraph are (ECMA-376-1, 17.3.3.23):
 * LibreOffice takes them for others. They get stops.
 */
import { attributeOf, type XmlElement } from '../../../../../system/xml.js';
import type { Edit } from '../../../../xml.js';
import type { DocumentEdit } from '../../document.js';
import { addProperty } from '../spacing.js';
import { marginWidth } from '../tables/room.js';
import { whereReadable } from '../tags.js';
import { changeTabbed, isWithin, type TabbedParagraph } from './stops.js';

/** In the order in which they can follow one another. */
const ORDER: readonly string[] = ['center', 'right'];

export const alignTabs: DocumentEdit = whereReadable(async document => {
  let width: number | null | undefined;
  await changeTabbed(document, {
    isRead: text => text.includes('<w:ptab'),
    edits: (paragraph, main) => {
      if (!isAligned(paragraph)) return [];
      if (width === undefined) width = marginWidth(main.text);
      return width === null ? [] : stops(paragraph, width);
    },
  });
});

/** Whether all of its tabs are such ones, and lead forwards. */
function isAligned({ paragraph, tabs, childOf }: TabbedParagraph): boolean {
  if (isWithin(paragraph, ['tc', 'txbxContent']) || childOf(childOf(paragraph, 'pPr'), 'framePr')) return false;
  const places = tabs.map(({ local }, i) => (local === 'ptab' ? placeOf(tabs[i]!) : -1));
  return places.every((place, i) => place > (places[i - 1] ?? -1));
}

/** -1 for one that does not depend on the margins, or leads to the left edge. */
function placeOf(tab: XmlElement): number {
  const kind = attributeOf(tab, 'relativeTo') === 'indent' ? '' : attributeOf(tab, 'alignment');
  return ORDER.indexOf(kind ?? '');
}

function stops({ paragraph, inherited, tabs, childOf }: TabbedParagraph, width: number): Edit[] {
  const prefix = tabs[0]!.name.slice(0, -'ptab'.length);
  const stop = (kind: string, position: number, leader = 'none') =>
    `<${prefix}tab ${prefix}val="${kind}" ${prefix}leader="${leader}" ${prefix}pos="${position}"/>`;
  const own = new Map(
    tabs.map(tab => {
      const kind = attributeOf(tab, 'alignment')!;
      const position = kind === 'center' ? Math.round(width / 2) : width;
      return [position, stop(kind, position, attributeOf(tab, 'leader'))];
    }),
  );
  const cleared = [...inherited.keys()].filter(position => !own.has(position)).map(position => stop('clear', position));
  const added = `<${prefix}tabs>${[...cleared, ...own.values()].join('')}</${prefix}tabs>`;
  const properties = childOf(paragraph, 'pPr');
  const known = childOf(properties, 'tabs');
  return [
    known ? { from: known.start, to: known.end, text: added } : addProperty(paragraph, properties, added),
    ...tabs.map(({ start, end }) => ({ from: start, to: end, text: `<${prefix}tab/>` })),
  ];
}
