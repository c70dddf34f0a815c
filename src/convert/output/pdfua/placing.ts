/** Where the element of an annotation belongs in the structure tree: at the marked content that is painted at its place. */
import { type Box, dict, expanded, PdfDict, PdfName, type PdfObject, type PdfRef } from '../../../pdf/index.js';
import type { Mark, TaggedPage } from './marks.js';
import { type Kid, Tag, type TagTree } from './tags.js';

/** Points by which text may begin outside of the area of its link. */
const TOLERANCE = 1;

/** Elements of text within a block (ISO 32000-1, 14.8.4.4). */
const INLINE = new Set(['Span', 'Link', 'Figure', 'Formula', 'Reference', 'Quote', 'Code', 'Lbl', 'Form', 'Annot']);

/** `tag`: a new element. Links enclose their text or picture; other annotations follow the content at their place. */
export function placeAnnotation(
  tree: TagTree,
  page: TaggedPage,
  annotation: { ref: PdfRef; area: Box },
  tag: Tag,
): Tag {
  const object = dict({ Type: new PdfName('OBJR'), Obj: annotation.ref, Pg: page.ref });
  const at = contentAt(tree, page, annotation.area);
  const link = tag.type === 'Link' && at ? enclosingLink(tree, at.owner) : null;
  if (link) {
    link.setKids([...link.kids, object]); // of a link that continues on another line
    return link;
  }
  tag.setKids([object]);
  const last = tree.tops.at(-1);
  if (!at) last?.setKids([...last.kids, tag]);
  else if (tag.type !== 'Link') insertAfter(...blockOf(tree, at.owner, at.kid), tag);
  else if (at.isInside) enclose(tree, page, at, tag);
  else insertAfter(at.owner, at.kid, tag);
  return tag;
}

interface ContentPlace {
  readonly mark: Mark;
  readonly owner: Tag;
  readonly kid: Kid;
  /** The annotation is at the content; else it is the nearest one. */
  readonly isInside: boolean;
}

function contentAt(tree: TagTree, page: TaggedPage, area: Box): ContentPlace | null {
  const around = expanded(area, TOLERANCE);
  const found = page.marks
    .filter(({ mcid, places }) => mcid !== null && places.length > 0)
    .map(mark => ({ mark, distance: Math.min(...mark.places.map(place => distance(around, place))) }))
    .sort((a, b) => a.distance - b.distance);
  for (const { mark, distance } of found) {
    const owner = tree.ownerOf(page.dict, mark.mcid!);
    const kid = owner && kidOf(tree, owner, mark.mcid!);
    if (owner && kid !== null && kid !== undefined) return { mark, owner, kid, isInside: distance === 0 };
  }
  return null;
}

/** How much farther another line of text is than another place on the same line. */
const OTHER_LINE = 1000;
/** Text goes on from where it begins: what is left of the area may reach it. */
const BEFORE = 0.01;

/** 0: the middle of the place is in the area. */
function distance(area: Box, place: Box): number {
  const [x, y] = [(place.left + place.right) / 2, (place.bottom + place.top) / 2];
  const vertical = Math.max(area.bottom - y, y - area.top, 0);
  return vertical * OTHER_LINE + Math.max((area.left - x) * BEFORE, x - area.right, 0);
}

function enclosingLink(tree: TagTree, tag: Tag): Tag | null {
  for (let each: Tag | null = tag; each; each = each.parent) if (tree.typeOf(each) === 'Link') return each;
  return null;
}

/** A picture, or a piece of text with a look of its own, as a whole; else its marked content. */
function enclose(tree: TagTree, page: TaggedPage, { owner, kid, mark }: ContentPlace, link: Tag): void {
  const isWhole = owner.kids.length === 1 && INLINE.has(tree.typeOf(owner) ?? '');
  const content = isWhole ? owner : kid;
  (isWhole ? owner.parent : owner)?.replaceKid(content, link);
  link.setKids([content, ...link.kids]);
  if (!isWhole) tree.setOwner(page.dict, mark.mcid!, link);
}

/** The block around a piece of text, and its child with it. */
function blockOf(tree: TagTree, owner: Tag, kid: Kid): [block: Tag, child: Kid] {
  let [block, child] = [owner, kid];
  while (block.parent && INLINE.has(tree.typeOf(block) ?? '')) [block, child] = [block.parent, block];
  return [block, child];
}

const insertAfter = (parent: Tag, child: Kid, tag: Tag): void => parent.replaceKid(child, child, tag);

/** As a number, or in a dictionary (MCR), which names the page. */
function kidOf(tree: TagTree, owner: Tag, mcid: number): Kid | undefined {
  return owner.kids.find(kid => {
    if (kid === mcid) return true;
    const reference = kid instanceof Tag ? null : tree.revision.resolve(kid as PdfObject);
    return reference instanceof PdfDict && reference.get('MCID') === mcid;
  });
}
