/** Alterations that no signature permits, appended to a signed file as an update. */
import { dict, dictWith, openPdf, PdfArray, pageList, Update } from '../../src/pdf/index.js';

export const ALTERATIONS = ['adds', 'hides'] as const;

/** What the first page shows is followed by another text, or covered by a white area. */
export async function altered(file: Buffer, how: (typeof ALTERATIONS)[number]): Promise<Buffer> {
  const document = await openPdf(file);
  const { latest } = document;
  const page = pageList(latest, 1)!.pages[0]!;
  const update = new Update(latest);
  const content = how === 'adds' ? 'BT /Helvetica 14 Tf 300 700 Td (and 9000 more) Tj ET' : '1 g 40 740 500 80 re f';
  const added = update.addStream(dict({}), Buffer.from(`q ${content} Q`));
  const written = latest.get(page.dict, 'Contents');
  const parts = written instanceof PdfArray ? written.items : [page.dict.get('Contents')!];
  update.replace(page.ref!, dictWith(page.dict, { Contents: new PdfArray([...parts, added], null) }));
  return update.appendTo(file);
}
