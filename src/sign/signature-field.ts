/** The existing signature field that --field names, and how names of fields are found. */
import { DocconvError } from '../errors.js';
import { type FormField, formFields, PdfRef, type PdfRevision, pageList, type Widget } from '../pdf/index.js';

/** An object of its own, which can be replaced. */
export type SignatureField = FormField & { readonly ref: PdfRef };

/** Signed or not. Throws OPTION_INVALID where there is none with this fully qualified name. */
export function signatureField(revision: PdfRevision, name: string): SignatureField {
  const fields = formFields(revision).filter(({ type }) => type === 'Sig');
  const usable = fields.filter((field): field is SignatureField => field.ref !== null);
  const found = fieldNamed(usable, name);
  if (found) return { ...found, widgets: placesOf(revision, found) };
  if (fieldNamed(fields, name)) throw new DocconvError('OPTION_INVALID.field-direct', { name });
  const empty = usable.filter(({ value }) => revision.resolve(value) === null);
  const names = empty.map(field => field.name).join(', ');
  if (!names) throw new DocconvError('OPTION_INVALID.no-empty-field', { name });
  throw new DocconvError('OPTION_INVALID.no-such-field', { name, names });
}

/** Of several widgets, each once, and only those that a page lists: others are no places of the field. */
function placesOf(revision: PdfRevision, { widgets }: FormField): readonly Widget[] {
  if (widgets.length < 2) return widgets;
  const lists = new Set(pageList(revision)?.pages.map(({ dict }) => revision.getArray(dict, 'Annots')));
  const items = [...lists].flatMap(list => list?.items ?? []);
  const listed = new Set(items.map(item => (item instanceof PdfRef ? item.num : null)));
  const distinct = new Map(widgets.map(widget => [widget.ref?.num, widget]));
  return [...distinct.values()].filter(({ ref }) => ref && listed.has(ref.num));
}

/** The one with this name; without an exact one, a name whose accents are composed otherwise, which looks the same. */
export function fieldNamed<Named extends { readonly name: string }>(
  fields: readonly Named[],
  name: string,
): Named | undefined {
  const composed = name.normalize('NFC');
  return fields.find(field => field.name === name) ?? fields.find(field => field.name.normalize('NFC') === composed);
}
