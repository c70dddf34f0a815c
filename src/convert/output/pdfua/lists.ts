/** Lists (ISO 32000-1, 14.8.4.3.3): items are in lists, and have bodies, which LibreOffice's presentations lack. */
import { PdfDict, type Update } from '../../../pdf/index.js';
import { type Kid, Tag, type TagTree } from './tags.js';

export function completeLists(tree: TagTree, update: Update): void {
  const isOf = (kid: Kid, types: readonly string[]) => kid instanceof Tag && types.includes(tree.typeOf(kid) ?? '');
  const isItem = (kid: Kid) => isOf(kid, ['LI']);
  for (const tag of [...tree.all()]) {
    if (isItem(tag)) group(tree, tag, update, 'LBody', kid => !isOf(kid, ['Lbl', 'LBody']));
    else if (tree.typeOf(tag) !== 'L') group(tree, tag, update, 'L', isItem);
  }
  if (tree.tops.some(isItem)) tree.setTops(grouped(tree, tree.tops, update, 'L', isItem) as Tag[]);
}

/** Children that follow each other are in a new element of this type. */
function group(tree: TagTree, tag: Tag, update: Update, type: string, belongs: (kid: Kid) => boolean): void {
  if (!tag.kids.some(belongs)) return;
  const entries = { ...(tag.get('Pg') !== null && { Pg: tag.get('Pg') }) };
  tag.setKids(grouped(tree, tag.kids, update, type, belongs, entries));
  for (const kid of tag.kids) if (kid instanceof Tag && tree.typeOf(kid) === type) own(tree, kid);
}

function grouped(
  tree: TagTree,
  kids: readonly Kid[],
  update: Update,
  type: string,
  belongs: (kid: Kid) => boolean,
  entries = {},
): Kid[] {
  const result: Kid[] = [];
  const members = new Map<Tag, Kid[]>();
  for (const kid of kids) {
    const last = result.at(-1);
    const open = last instanceof Tag ? members.get(last) : undefined;
    if (!belongs(kid)) result.push(kid);
    else if (open) open.push(kid);
    else {
      const tag = tree.create(update, type, entries);
      members.set(tag, [kid]);
      result.push(tag);
    }
  }
  for (const [tag, own] of members) tag.setKids(own);
  return result;
}

/** The marked content among its children. */
function own(tree: TagTree, tag: Tag): void {
  const page = tree.revision.resolve(tag.get('Pg'));
  if (page instanceof PdfDict) for (const kid of tag.kids) if (typeof kid === 'number') tree.setOwner(page, kid, tag);
}
