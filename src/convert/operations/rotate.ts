import { dictWith, openPdf, PdfRef, pageList, quarterTurns, UNLIMITED_WORK, Update } from '../../pdf/index.js';
import type { RotateOperation } from '../operation-types.js';
import { pagesOf } from './context.js';

export async function rotate(pdf: Uint8Array, { angle, pages: range }: RotateOperation): Promise<Uint8Array> {
  const { latest } = await openPdf(pdf, { maxWork: UNLIMITED_WORK });
  const { pages, count } = pageList(latest)!;
  const update = new Update(latest);
  for (const number of pagesOf(range, count)) {
    const { ref, dict } = pages[number - 1]!;
    const turned = (quarterTurns(latest, dict) * 90 + angle) % 360;
    if (ref instanceof PdfRef) update.replace(ref, dictWith(dict, { Rotate: turned }));
  }
  return update.appendTo(pdf);
}
