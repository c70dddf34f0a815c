/** Headings (ISO 14289-1, 7.4.2): they begin with H1, and no level is skipped from one to a lower one. */
import { PdfName } from '../../../pdf/index.js';
import type { Tag, TagTree } from './tags.js';

/** ISO 32000-1 has no more. */
const LEVELS = 6;

/**
 * Levels become those of the outline that the headings make: H3 below H1 is H2. What a document formats with the styles of
 * headings alone, without their levels, is a heading as well; one without any text is none.
 */
export function orderHeadings(tree: TagTree): void {
  const above: number[] = [];
  for (const tag of tree.all()) {
    const level = levelOf(tree, tag);
    if (level === null) continue;
    if (tag.kids.length === 0) {
      setType(tag, 'P');
      continue;
    }
    while (above.length > 0 && above.at(-1)! >= level) above.pop();
    above.push(level);
    setType(tag, `H${Math.min(above.length, LEVELS)}`);
  }
}

/** LibreOffice names the type of a paragraph that it takes for plain text like the style. */
function levelOf(tree: TagTree, tag: Tag): number | null {
  const type = tree.typeOf(tag);
  if (type === 'H') return 1; // the title of a slide
  const [, level] = /^H([1-6])$/.exec(type ?? '') ?? (type === 'P' ? (/^Heading ([1-9])$/.exec(tag.type) ?? []) : []);
  return level === undefined ? null : Number(level);
}

function setType(tag: Tag, type: string): void {
  if (tag.type !== type) tag.set('S', new PdfName(type));
}
