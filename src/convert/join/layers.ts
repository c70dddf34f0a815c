/** Optional content (ISO 32000-2, 8.11): without its groups, what a document hides would be shown. */
import { arrayOf, dict, isName, PdfName, type PdfObject, PdfRef, textString } from '../../pdf/index.js';
import { copiedItems, type Part } from './part.js';

/** Arrays of the default configuration that are joined. */
const LISTS = ['ON', 'OFF', 'RBGroups', 'Locked', 'AS'] as const;

/** Null: no document has optional content. */
export function joinLayers(parts: readonly Part[]): PdfObject {
  const groups: PdfObject[] = [];
  /** As PDF/A requires (ISO 19005-2, 6.9), an order has all groups. */
  const shown: PdfObject[] = [];
  let isOrdered = false;
  const lists = new Map<string, PdfObject[]>(LISTS.map(key => [key, []]));
  for (const part of parts) {
    const { revision } = part;
    const properties = revision.getDict(revision.root, 'OCProperties');
    if (!properties) continue;
    const own = copiedItems(part, properties, 'OCGs');
    const configuration = revision.getDict(properties, 'D');
    groups.push(...own);
    const order = copiedItems(part, configuration, 'Order');
    isOrdered ||= order.length > 0;
    shown.push(...(order.length > 0 ? order : own));
    for (const [key, items] of lists) items.push(...copiedItems(part, configuration, key));
    if (isName(revision.get(configuration, 'BaseState'), 'OFF')) {
      const on = numbersOf(copiedItems(part, configuration, 'ON'));
      lists.get('OFF')!.push(...own.filter(group => !(group instanceof PdfRef && on.has(group.num))));
    }
  }
  if (groups.length === 0) return null;
  if (isOrdered) lists.set('Order', shown);
  const filled = [...lists].filter(([, items]) => items.length > 0);
  const configuration = Object.fromEntries(filled.map(([key, items]) => [key, arrayOf(items)]));
  return dict({
    OCGs: arrayOf(groups),
    D: dict({ Name: textString('Layers'), BaseState: new PdfName('ON'), ...configuration }),
  });
}

function numbersOf(items: readonly PdfObject[]): Set<number> {
  return new Set(items.flatMap(item => (item instanceof PdfRef ? [item.num] : [])));
}
