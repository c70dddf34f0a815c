/**
 * Repairs the tags that LibreOffice writes, as far as the document says what is right (ISO 14289-1, 7). What only an author
 * can add, such as the description of a picture, is left to the rules of pdfa/rules/accessibility.ts.
 */
import { openPdf, PdfRef, pageList, UNLIMITED_WORK, Update } from '../../../pdf/index.js';
import { annotationsOf, repairAnnotations } from './annotations.js';
import { PageContent } from './content.js';
import { figuresByPage, repairFigures } from './figures.js';
import { orderHeadings } from './headings.js';
import { completeLists } from './lists.js';
import { marksOf } from './marks.js';
import { identifyNotes } from './notes.js';
import { completeTables, scopeHeaders } from './tables.js';
import { TagTree } from './tags.js';

export { isTagged } from './annotations.js';
export { isMarked } from './content.js';
export { cellsOf, GROUPS, rowsOf, widthsOf } from './tables.js';
export { Tag, TagTree } from './tags.js';

/** The PDF with an incremental update; the same bytes where it has no tags. */
export async function repairTags(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await openPdf(pdf, { maxWork: UNLIMITED_WORK });
  const tree = TagTree.of(document.latest);
  if (!tree) return pdf;
  const update = new Update(document.latest);
  tree.removeStandardRoles();
  completeLists(tree, update);
  orderHeadings(tree);
  identifyNotes(tree);
  completeTables(tree, update);
  scopeHeaders(tree);
  repairPages(tree, update);
  tree.write(update);
  return update.appendTo(pdf);
}

function repairPages(tree: TagTree, update: Update): void {
  const { revision } = tree;
  const figures = figuresByPage(tree);
  for (const { ref, dict } of pageList(revision)?.pages ?? []) {
    const ofPage = (ref && figures.get(ref.num)) ?? [];
    const annotations = annotationsOf(revision, dict);
    if (!(ref instanceof PdfRef)) continue;
    const content = new PageContent(revision, dict);
    const isRead = ofPage.length > 0 || annotations.length > 0;
    const keyed = ofPage.length > 0 ? tree.withKey(dict) : dict;
    if (keyed !== dict) update.replace(ref, keyed);
    const page = { ref, dict: keyed, marks: isRead ? marksOf(revision, dict) : [] };
    if (ofPage.length > 0) repairFigures(tree, page, ofPage, content);
    if (annotations.length > 0) repairAnnotations(tree, page, annotations, update);
    content.markPaths();
    content.write(update);
  }
}
