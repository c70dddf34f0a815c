/** Pages with other content. */
import { type FormPdf, formPdf, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { type Body, stream } from '../../../helpers/pdf-writer.js';

/** Page 1 has this content instead; further objects start at 30. */
export function pageWith(content: string, resources = '', objects: Readonly<Record<number, Body>> = {}): FormPdf {
  const annots = '[10 0 R 11 0 R 12 0 R 13 0 R 20 0 R]';
  const page = `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>${resources}>>/Annots${annots}>>`;
  return formPdf({}, { [O.page]: page, [O.content]: stream(content), ...objects });
}
