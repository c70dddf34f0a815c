/** XObjects in the default resources of the form (ISO 32000-2, 12.7.3, DR): some programs store drawings there. */
import { formFields, type PdfObject, type PdfRevision, PdfStream, PdfString, textOf } from '../../../pdf/index.js';
import { cached } from '../../../system/collections.js';
import { appearancesOf } from '../appearances.js';

/**
 * Whether a field may paint such a drawing: its default appearance does, or an appearance without resources of its own,
 * for which some readers use those of the form.
 */
export const paintsFormDrawing = cached((revision: PdfRevision): boolean => {
  const dicts = formFields(revision).flatMap(field => [field.dict, ...field.widgets.map(widget => widget.dict)]);
  const form = revision.getDict(revision.root, 'AcroForm');
  return [...(form ? [form] : []), ...dicts].some(
    dict =>
      isPainting(revision, revision.get(dict, 'DA')) ||
      appearancesOf(revision, dict).some(appearance => isPainting(revision, appearance)),
  );
});

/** By the operator alone: a reader that finds it somewhere else in the content is wrong in the safe direction. */
function isPainting(revision: PdfRevision, value: PdfObject): boolean {
  revision.budget.step();
  if (value instanceof PdfString) return /\bDo\b/.test(textOf(value.bytes));
  if (!(value instanceof PdfStream) || value.dict.has('Resources')) return false;
  const { bytes, pending, damaged } = revision.decode(value);
  return pending !== null || damaged || /\bDo\b/.test(Buffer.from(bytes).toString('latin1'));
}
