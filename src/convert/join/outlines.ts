/** Bookmarks (ISO 32000-2, 12.3.3): one for each document, with the document's own below it. */
import { arrayOf, dict, type PdfFile, PdfName, type PdfObject, PdfRef, textString } from '../../pdf/index.js';
import type { Part } from './part.js';

/** Returns the outline of the new PDF. The bookmarks of documents are closed: only their titles are shown at first. */
export function joinOutlines(target: PdfFile, parts: readonly Part[]): PdfRef {
  const outline = target.reserve();
  const items = parts.map(() => target.reserve());
  for (const [i, part] of parts.entries()) {
    target.add(
      items[i]!,
      dict({
        Title: textString(part.title),
        Parent: outline,
        Dest: arrayOf([part.pageRefs[0]!, new PdfName('Fit')]),
        ...(i > 0 && { Prev: items[i - 1]! }),
        ...(i < items.length - 1 && { Next: items[i + 1]! }),
        ...ownItems(part, items[i]!),
      }),
    );
  }
  const entries = { Type: new PdfName('Outlines'), First: items[0]!, Last: items.at(-1)!, Count: items.length };
  return target.add(outline, dict(entries));
}

/** The first level of a document's bookmarks, below this item. */
function ownItems({ revision, copier }: Part, item: PdfRef): Record<string, PdfObject> {
  const outline = revision.getDict(revision.root, 'Outlines');
  copier.redirect(revision.root?.get('Outlines'), item);
  const [first, last] = [copier.copy(outline?.get('First')), copier.copy(outline?.get('Last'))];
  if (!(first instanceof PdfRef && last instanceof PdfRef)) return {};
  const shown = revision.getNumber(outline, 'Count') ?? 1;
  return { First: first, Last: last, Count: -Math.max(1, Math.abs(Math.trunc(shown))) };
}
