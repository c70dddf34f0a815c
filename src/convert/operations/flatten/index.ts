/** Annotations and form fields become content of their pages. */
import { annotationsOf, isName, openPdf, type PdfRevision, pageList, UNLIMITED_WORK } from '../../../pdf/index.js';
import type { FlattenOperation } from '../../operation-types.js';
import { rewrite } from '../../output/pdf/qpdf.js';
import type { Context } from '../context.js';
import { withFieldFonts } from './field-fonts.js';

/** Adds the warning `annotations_left`. */
export async function flatten(pdf: Uint8Array, _: FlattenOperation, { warnings }: Context): Promise<Uint8Array> {
  const before = await openPdf(pdf, { maxWork: UNLIMITED_WORK });
  const flat = await flattened(pdf, before.latest);
  const { latest } = await openPdf(flat, { maxWork: UNLIMITED_WORK });
  const left = pageList(latest)!.pages.map(
    ({ dict }) => annotationsOf(latest, dict).filter(each => !isName(latest.get(each, 'Subtype'), 'Link')).length,
  );
  const annotations = left.reduce((sum, count) => sum + count, 0);
  if (annotations > 0) warnings.add('annotations_left', { annotations, page: left.findIndex(Boolean) + 1 });
  return flat;
}

export function flattened(pdf: Uint8Array, revision: PdfRevision): Promise<Uint8Array> {
  return rewrite(withFieldFonts(pdf, revision), ['--generate-appearances', '--flatten-annotations=all']);
}
