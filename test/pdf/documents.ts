/** Small documents as a starting point for the tests of the PDF reader. */
import { PdfWriter, type RevisionSpec, stream } from '../helpers/pdf-writer.js';

export const PAGE_OBJECTS: RevisionSpec['objects'] = {
  1: '<</Type/Catalog/Pages 2 0 R>>',
  2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>',
  4: stream('BT (Hello) Tj ET'),
};

/** One page, one revision. */
export function onePage(spec: Partial<RevisionSpec> = {}): PdfWriter {
  return new PdfWriter().revision({ objects: PAGE_OBJECTS, ...spec });
}
