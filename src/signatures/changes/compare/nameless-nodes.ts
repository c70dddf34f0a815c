/**
 * Nodes of the field tree between a field and its widgets that say nothing of their own (ISO 32000-2, 12.7.4.1 and 12.7.4.2):
 * without a name, and with entries alone that the widgets inherit. The field has the name, type and value that it has without
 * them. iText moves the widgets of a check box below such a node, which is its first widget until then.
 */
import { PdfArray, PdfDict, type PdfObject, PdfRef, type PdfRevision, sameRef } from '../../../pdf/index.js';

/** Of a node, besides /Kids and /Parent. Not /V: a value of its own is no part of the field above. */
const INHERITED = new Set(['FT', 'Ff', 'DA', 'Q', 'MaxLen', 'Opt', 'DV']);

/** The field to which the kids of a nameless node belong; null: `value` is no such node. Some readers find no type further up. */
function fieldAbove(revision: PdfRevision, value: PdfObject | undefined): PdfDict | null {
  if (!(value instanceof PdfDict && value.get('Parent') instanceof PdfRef && value.get('Kids') instanceof PdfArray))
    return null;
  if ([...value.entries.keys()].some(key => key !== 'Kids' && key !== 'Parent' && !INHERITED.has(key))) return null;
  const field = revision.getDict(value, 'Parent');
  return field?.has('T') && revision.getName(field, 'FT') !== null ? field : null;
}

/** The items of /Kids with the kids of a nameless node in its place; one that is listed again remains an item. */
export function widgetsBelow(revision: PdfRevision, items: readonly PdfObject[]): readonly PdfObject[] {
  const passed = new Set<PdfObject>();
  return items.flatMap(item => {
    const node = revision.resolve(item);
    if (!(node instanceof PdfDict) || passed.has(node) || !fieldAbove(revision, node)) return [item];
    passed.add(node);
    return revision.getArray(node, 'Kids')?.items ?? [];
  });
}

/** A widget with the entries of a nameless node above it that it does not have itself. */
export function withNode(revision: PdfRevision, dict: PdfDict | null): PdfDict | null {
  const node = dict && revision.getDict(dict, 'Parent');
  if (!node || !fieldAbove(revision, node)) return dict;
  const entries = [...node.entries].filter(([key]) => INHERITED.has(key));
  return new PdfDict(new Map([...entries, ...dict.entries]), null);
}

/** The /Parent of a field or widget, or where that is a nameless node, the field above it. */
export function fieldOrParent(revision: PdfRevision, parent: PdfObject): PdfObject {
  const node = revision.resolve(parent);
  return fieldAbove(revision, node) ? ((node as PdfDict).get('Parent') ?? null) : parent;
}

/** Whether `ref`, a part of `value`, refers to a nameless node from the field above it or from a widget below it. */
export function leadsThrough(revision: PdfRevision, value: PdfObject, ref: PdfRef): boolean {
  if (!(value instanceof PdfDict) || !(value.has('Kids') || value.has('Parent'))) return false;
  const field = fieldAbove(revision, revision.object(ref.num)?.value);
  return field !== null && (field === value || sameRef(value.get('Parent'), ref));
}
