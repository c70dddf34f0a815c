/** A PDF with one page for each content stream; /F1 is Helvetica. */
import { type Body, PdfWriter, stream } from '../helpers/pdf-writer.js';

interface PagesOptions {
  /** Width and height in points. */
  readonly size?: readonly [number, number];
  /** Additional objects, with numbers 4 to 9; the pages have 10, 12, 14, ... */
  readonly objects?: Readonly<Record<number, Body>>;
  /** Additional resources, e.g. '/XObject<</Im 4 0 R>>'. */
  readonly resources?: string;
}

export function pagesPdf(contents: readonly string[], options: PagesOptions = {}): Uint8Array {
  const { size = [300, 100], objects = {}, resources = '' } = options;
  const pages = contents.map((_, i) => 10 + 2 * i);
  const page = (content: number) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size.join(' ')}]/Contents ${content} 0 R/Resources<</Font<</F1 3 0 R>>${resources}>>>>`;
  const bodies: Record<number, Body> = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Count ${pages.length}/Kids[${pages.map(page => `${page} 0 R`).join(' ')}]>>`,
    3: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  };
  for (const [i, content] of contents.entries()) {
    bodies[pages[i]!] = page(pages[i]! + 1);
    bodies[pages[i]! + 1] = stream(content);
  }
  return new PdfWriter().revision({ objects: { ...bodies, ...objects } }).bytes;
}
