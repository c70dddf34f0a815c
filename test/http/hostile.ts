/** Documents that make verification take long or use much memory. */
import { PdfWriter } from '../helpers/pdf-writer.js';

/** Signature fields with empty signatures. */
export function manyFields(count: number): Buffer {
  const objects: Record<number, string> = {};
  const references: string[] = [];
  for (let i = 0; i < count; i++) {
    const num = 10 + 2 * i;
    references.push(`${num} 0 R`);
    objects[num] = `<</Type/Annot/Subtype/Widget/FT/Sig/T(S${i})/V ${num + 1} 0 R/Rect[0 0 0 0]>>`;
    objects[num + 1] =
      '<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 9 19 9]/Contents<30>>>';
  }
  objects[1] = `<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[${references.join(' ')}]>>>>`;
  objects[2] = '<</Type/Pages/Count 1/Kids[3 0 R]>>';
  objects[3] = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>';
  return new PdfWriter().revision({ objects }).bytes;
}

/** A page tree that refers to one page many times. */
export function manyKids(count: number): Buffer {
  const objects = {
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>',
    2: `<</Type/Pages/Count ${count}/Kids[${'3 0 R '.repeat(count)}]>>`,
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
    4: '<</FT/Sig/T(S)/V<</Type/Sig/Filter/F/SubFilter/adbe.pkcs7.detached/ByteRange[0 9 19 9]/Contents<30>>>>>',
  };
  return new PdfWriter().revision({ objects }).bytes;
}
