/**
 * Structure trees of tagged documents (ISO 32000-2, 14.7): their elements below one root, and one parent tree, in which
 * the keys of each document follow those of the documents before it.
 */
import {
  arrayOf,
  dict,
  dictWith,
  numberTree,
  PdfArray,
  PdfDict,
  type PdfFile,
  PdfName,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  textString,
  writeNumberTree,
} from '../../pdf/index.js';
import type { Part } from './part.js';

const KEYS = ['StructParent', 'StructParents'] as const;

/** One more than the greatest key of the parent tree; 0 without one. */
export function parentTreeSize(revision: PdfRevision): number {
  const keys = numberTree(revision, parentTree(revision)).map(([key]) => key);
  return keys.reduce((size, key) => Math.max(size, key + 1), 0);
}

/** The dictionary with its keys of the parent tree moved by `by`. */
export function withStructureKeys(revision: PdfRevision, entries: PdfDict, by: number): PdfDict {
  if (by === 0) return entries;
  const moved = KEYS.flatMap(key => {
    const value = entries.has(key) ? revision.getNumber(entries, key) : null;
    return value === null ? [] : [[key, value + by]];
  });
  return moved.length === 0 ? entries : dictWith(entries, Object.fromEntries(moved));
}

/** Null: no document is tagged. `offsets`: by how much the keys of each document are moved. */
export function joinStructure(target: PdfFile, parts: readonly Part[], offsets: readonly number[]): PdfRef | null {
  const tagged = parts.filter(({ revision }) => treeOf(revision));
  if (tagged.length === 0) return null;
  const root = target.reserve();
  const [kids, parents]: [PdfObject[], Map<number, PdfObject>] = [[], new Map()];
  const maps: Record<'RoleMap' | 'ClassMap', Map<string, PdfObject>> = { RoleMap: new Map(), ClassMap: new Map() };
  for (const [i, part] of parts.entries()) {
    const { revision, copier, selection } = part;
    const tree = treeOf(revision);
    if (!tree) continue;
    copier.redirect(revision.root?.get('StructTreeRoot'), root);
    kids.push(...topElements(part, tree));
    for (const [key, value] of numberTree(revision, parentTree(revision))) {
      const copy = selection?.hasKey(key) === false ? null : copier.copy(value);
      if (copy !== null || !selection) parents.set(key + offsets[i]!, copy);
    }
    for (const [name, map] of Object.entries(maps))
      for (const [key, value] of revision.getDict(tree, name)?.entries ?? [])
        if (!map.has(key)) map.set(key, copier.copy(value));
  }
  const filled = Object.entries(maps).filter(([, map]) => map.size > 0);
  return target.add(
    root,
    dict({
      Type: new PdfName('StructTreeRoot'),
      K: arrayOf(kids),
      ParentTree: writeNumberTree(parents),
      ParentTreeNextKey: [...parents.keys()].reduce((next, key) => Math.max(next, key + 1), 0),
      ...Object.fromEntries(filled.map(([name, map]) => [name, new PdfDict(map, null)])),
    }),
  );
}

/** The elements of the first level, with the language of their document; '' is an unknown one (14.9.2.1). */
function topElements({ revision, copier, selection }: Part, tree: PdfDict): PdfObject[] {
  const kids = revision.get(tree, 'K');
  const items = kids instanceof PdfArray ? kids.items : [tree.get('K') ?? null];
  const language = revision.getString(revision.root, 'Lang') ?? textString('');
  for (const item of items) {
    const element = revision.resolve(item);
    if (item instanceof PdfRef && element instanceof PdfDict && !element.has('Lang'))
      copier.replace(item, { Lang: language });
  }
  const kept = selection ? items.filter(item => item instanceof PdfRef) : items;
  return kept.map(item => copier.copy(item)).filter(item => item !== null);
}

const treeOf = (revision: PdfRevision): PdfDict | null => revision.getDict(revision.root, 'StructTreeRoot');
const parentTree = (revision: PdfRevision): PdfObject => treeOf(revision)?.get('ParentTree') ?? null;
