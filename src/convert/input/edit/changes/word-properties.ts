/** Former properties of text, tables and sections: w:rPrChange and its like (ECMA-376-1, 17.13.5.29 to 17.13.5.38). */
import type { XmlElement } from '../../../../system/xml.js';
import type { Edit } from '../../../xml.js';

/** What a change of properties does not record, by its name: it stays as it is. */
export const PROPERTY_CHANGES: ReadonlyMap<string, readonly string[]> = new Map([
  ['rPrChange', ['ins', 'del', 'moveFrom', 'moveTo']],
  ['pPrChange', ['rPr', 'sectPr']],
  ['sectPrChange', ['headerReference', 'footerReference']],
  ['tblPrChange', []],
  ['tblPrExChange', []],
  ['tblGridChange', []],
  ['trPrChange', ['ins', 'del']],
  ['tcPrChange', ['cellIns', 'cellDel', 'cellMerge']],
]);

/** The elements that restoreProperties() looks for. */
export const PROPERTIES: readonly string[] = [
  ...[...PROPERTY_CHANGES.keys()].map(name => name.slice(0, -'Change'.length)),
  ...['headerReference', 'footerReference'],
];

/** Puts the former properties that each change holds in the place of those around it. `elements`: all of the part. */
export function restoreProperties(text: string, elements: readonly XmlElement[]): Edit[] {
  const changes = new Map<XmlElement | null, XmlElement>();
  for (const element of elements) {
    const { local, parent } = element;
    if (PROPERTY_CHANGES.has(local) && !changes.has(parent)) changes.set(parent, element); // one each: the schema
  }
  const holders = [...changes].flat();
  const children = new Map(holders.map(holder => [holder, [] as XmlElement[]]));
  for (const element of elements) children.get(element.parent)?.push(element);
  return [...changes.values()].flatMap(change => restore(text, change, children));
}

function restore(text: string, change: XmlElement, children: ReadonlyMap<XmlElement | null, XmlElement[]>): Edit[] {
  const properties = change.parent!;
  const former = children.get(change)!.find(({ local }) => `${local}Change` === change.local);
  const keptNames = PROPERTY_CHANGES.get(change.local) ?? [];
  const kept = children.get(properties)!.filter(({ local }) => keptNames.includes(local));
  let at = properties.contentStart;
  let added = former ? text.slice(former.contentStart, former.contentEnd) : '';
  const edits: Edit[] = [];
  for (const { start, end } of kept) {
    edits.push({ from: at, to: start, text: added });
    [at, added] = [end, ''];
  }
  return [...edits, { from: at, to: properties.contentEnd, text: added }];
}
