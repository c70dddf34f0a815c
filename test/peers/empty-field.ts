/** A signature field, for programs that sign only in one that exists. */
import {
  dict,
  dictWith,
  openPdf,
  PdfArray,
  PdfName,
  PdfRef,
  pageList,
  textString,
  Update,
} from '../../src/pdf/index.js';

/** Appended as an update: without a place on the page. */
export async function withEmptyField(file: Buffer): Promise<{ file: Buffer; ref: PdfRef }> {
  const { latest } = await openPdf(file);
  const update = new Update(latest);
  const page = pageList(latest, 1)!.pages[0]!;
  const form = latest.getDict(latest.root, 'AcroForm')!;
  const written = latest.root!.get('AcroForm');
  const ref = update.reserve();
  update.replace(
    ref,
    dict({
      Type: new PdfName('Annot'),
      Subtype: new PdfName('Widget'),
      FT: new PdfName('Sig'),
      T: textString(`Signature ${ref.num}`),
      Rect: new PdfArray([0, 0, 0, 0], null),
      F: 132,
      P: page.ref!,
    }),
  );
  const grown = (owner: typeof form, key: string): PdfArray =>
    new PdfArray([...(latest.getArray(owner, key)?.items ?? []), ref], null);
  update.replace(page.ref!, dictWith(page.dict, { Annots: grown(page.dict, 'Annots') }));
  const extended = dictWith(form, { Fields: grown(form, 'Fields'), SigFlags: 3 });
  if (written instanceof PdfRef) update.replace(written, extended);
  else update.replace(latest.trailer.get('Root') as PdfRef, dictWith(latest.root!, { AcroForm: extended }));
  return { file: update.appendTo(file), ref };
}
