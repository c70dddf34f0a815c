/** Visible fields in the structure of a tagged PDF, where screen readers find them (ISO 32000-2, 14.7.5.3 and 14.8.4.8.3). */
import {
  dict,
  dictWith,
  numberTree,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  type Update,
} from '../../pdf/index.js';
import { appendTo } from './append.js';

/** The entries that the widget gets; none where the PDF has no structure, or one that cannot be extended. */
export function addFormElement(
  update: Update,
  catalog: PdfDict,
  widget: PdfRef,
  page: PdfRef,
): Record<string, PdfObject> {
  const { revision } = update;
  const rootRef = catalog.get('StructTreeRoot');
  const root = revision.getDict(catalog, 'StructTreeRoot');
  const tree = revision.getDict(root, 'ParentTree');
  if (!(rootRef instanceof PdfRef) || !root || !tree) return {};
  const parent = firstElement(revision, root);
  const content = dict({ Type: new PdfName('OBJR'), Obj: widget, Pg: page });
  const element = update.add(
    dict({ Type: new PdfName('StructElem'), S: new PdfName('Form'), P: parent?.ref ?? rootRef, Pg: page, K: content }),
  );
  const key = nextKey(revision, root, tree);
  const grown = withEntry(update, tree, key, element);
  const treeRef = root.get('ParentTree');
  if (treeRef instanceof PdfRef && grown !== tree) update.replace(treeRef, grown);
  const entries = { ParentTreeNextKey: key + 1, ...(!(treeRef instanceof PdfRef) && { ParentTree: grown }) };
  const ownRoot = parent ? root : appendTo(update, root, 'K', element);
  update.replace(rootRef, dictWith(ownRoot, entries));
  if (parent) {
    const changed = appendTo(update, parent.dict, 'K', element);
    if (changed !== parent.dict) update.replace(parent.ref, changed);
  }
  return { StructParent: key };
}

/** Usually of the type Document. */
function firstElement(revision: PdfRevision, root: PdfDict): { ref: PdfRef; dict: PdfDict } | null {
  const ref = revision.getArray(root, 'K')?.items[0] ?? root.get('K');
  const found = revision.resolve(ref);
  return ref instanceof PdfRef && found instanceof PdfDict ? { ref, dict: found } : null;
}

/** 14.7.2: greater than any key in the tree; not every program states it. */
function nextKey(revision: PdfRevision, root: PdfDict, tree: PdfDict): number {
  const keys = numberTree(revision, tree).map(([key]) => key);
  return keys.reduce((next, key) => Math.max(next, key + 1), revision.getNumber(root, 'ParentTreeNextKey') ?? 0);
}

/** The greatest key of all is the last one: in the array of a small tree, in a leaf of its own of a large one (7.9.7). */
function withEntry(update: Update, tree: PdfDict, key: number, element: PdfRef): PdfDict {
  if (!tree.has('Kids')) return appendTo(update, tree, 'Nums', key, element);
  const limits = new PdfArray([key, key], null);
  const leaf = update.add(dict({ Limits: limits, Nums: new PdfArray([key, element], null) }));
  return appendTo(update, tree, 'Kids', leaf);
}
