/**
 * Pictures (ISO 14289-1, 7.3). LibreOffice 7.4 marks many of them as artifacts, which screen readers skip, and leaves their
 * element with the description empty. Lines without a description are the opposite: elements that mean nothing.
 */
import { type Box, boxOf, expanded, PdfRef } from '../../../pdf/index.js';
import { attribute } from './attributes.js';
import type { PageContent } from './content.js';
import { type Mark, type TaggedPage, unionOf } from './marks.js';
import type { Tag, TagTree } from './tags.js';

/** Points: LibreOffice rounds places. */
const TOLERANCE = 1.5;
/** Points: what is thinner is a line. */
const LINE = 4;

const isEmpty = ({ kids }: Tag): boolean => kids.length === 0;
const isDescribed = (tag: Tag): boolean => tag.get('Alt') !== null || tag.get('ActualText') !== null;

/** Those to repair, by the number of the page object. */
export function figuresByPage(tree: TagTree): Map<number, Tag[]> {
  const found = new Map<number, Tag[]>();
  for (const tag of tree.ofType('Figure')) {
    if (!isEmpty(tag) && isDescribed(tag)) continue;
    const page = tag.get('Pg');
    if (page instanceof PdfRef) found.set(page.num, [...(found.get(page.num) ?? []), tag]);
  }
  return found;
}

/** Changes the content of the page and its marks. */
export function repairFigures(tree: TagTree, page: TaggedPage, figures: readonly Tag[], content: PageContent): void {
  if (!content.hasMarks(page.marks.length)) return;
  for (const figure of figures) {
    const mark = isEmpty(figure) ? artifactOf(tree, page, figure) : markOf(page, figure);
    const isLine = !isDescribed(figure) && isThin(mark ? unionOf(mark) : boxOfFigure(tree, figure));
    if (isLine) {
      figure.parent?.replaceKid(figure);
      if (mark && mark.mcid !== null) setOwner(mark, null);
    } else if (mark && mark.mcid === null) {
      setOwner(mark, figure);
      figure.setKids([mark.mcid!]);
    }
  }

  /** Null: it becomes an artifact. */
  function setOwner(mark: Mark, owner: Tag | null): void {
    const mcid = mark.mcid ?? tree.nextMark(page.dict);
    tree.setOwner(page.dict, mcid, owner);
    mark.mcid = owner && mcid;
    content.remark(page.marks.indexOf(mark), owner && { type: 'Figure', mcid });
  }
}

const markOf = ({ marks }: TaggedPage, { kids }: Tag): Mark | null =>
  (kids.length === 1 && marks.find(({ mcid }) => mcid !== null && mcid === kids[0])) || null;

function artifactOf(tree: TagTree, { marks }: TaggedPage, figure: Tag): Mark | null {
  const box = boxOfFigure(tree, figure);
  if (!box) return null;
  const around = expanded(box, TOLERANCE);
  return marks.find(mark => mark.mcid === null && isWithin(unionOf(mark), around)) ?? null;
}

const boxOfFigure = ({ revision }: TagTree, figure: Tag): Box | null =>
  boxOf(revision, attribute(revision, figure, 'Layout', 'BBox'));

const isWithin = (box: Box | null, outer: Box): boolean =>
  box !== null &&
  box.left >= outer.left &&
  box.right <= outer.right &&
  box.bottom >= outer.bottom &&
  box.top <= outer.top;

const isThin = (box: Box | null): boolean =>
  box !== null && Math.min(box.right - box.left, box.top - box.bottom) < LINE;
