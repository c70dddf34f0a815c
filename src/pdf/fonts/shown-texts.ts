/** The texts that a PDF states for what its pages show: of the codes of their fonts, and of marked content. */
import { contentsOf } from '../content/page-contents.js';
import { readToUnicode } from '../content/to-unicode.js';
import { contentOperations } from '../content-stream/operations.js';
import type { PdfRevision } from '../document/revision.js';
import { PdfDict, PdfStream } from '../syntax/objects.js';

/** In no order. Marked content of forms is not read. */
export function* shownTexts(
  revision: PdfRevision,
  pages: readonly { readonly dict: PdfDict }[],
  fonts: readonly PdfDict[],
): Iterable<string> {
  for (const font of fonts) {
    const stream = revision.get(font, 'ToUnicode');
    if (stream instanceof PdfStream) yield* readToUnicode(revision.decode(stream).bytes)?.texts() ?? [];
  }
  for (const { dict } of pages)
    for (const stream of contentsOf(revision, dict))
      for (const { operator, operands } of contentOperations(revision.decode(stream).bytes)) {
        revision.budget.step();
        const [, properties] = operands;
        if (operator === 'BDC' && properties instanceof PdfDict) yield revision.getText(properties, 'ActualText') ?? '';
      }
}
