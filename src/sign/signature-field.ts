/** The existing signature field that --field names, and how names of fields are found. */
import { DocconvError } from '../errors.js';
import { type FormField, formFields, type PdfRef, type PdfRevision } from '../pdf/index.js';

/** An object of its own, which can be replaced. */
export type SignatureField = FormField & { readonly ref: PdfRef };

/** Signed or not. Throws OPTION_INVALID where there is none with this fully qualified name, or one that is in several places. */
export function signatureField(revision: PdfRevision, name: string): SignatureField {
  const fields = formFields(revision).filter(({ type }) => type === 'Sig');
  const usable = fields.filter((field): field is SignatureField => field.ref !== null);
  const found = fieldNamed(usable, name);
  // ISO 32000-2, 12.7.5.5, forbids it, and some programs find no signature in such a field
  if (found && found.widgets.length > 1) throw new DocconvError('OPTION_INVALID.field-several-widgets', { name });
  if (found) return found;
  if (fieldNamed(fields, name)) throw new DocconvError('OPTION_INVALID.field-direct', { name });
  const empty = usable.filter(({ value }) => revision.resolve(value) === null);
  const names = empty.map(field => field.name).join(', ');
  if (!names) throw new DocconvError('OPTION_INVALID.no-empty-field', { name });
  throw new DocconvError('OPTION_INVALID.no-such-field', { name, names });
}

/** The one with this name; without an exact one, a name whose accents are composed otherwise, which looks the same. */
export function fieldNamed<Named extends { readonly name: string }>(
  fields: readonly Named[],
  name: string,
): Named | undefined {
  const composed = name.normalize('NFC');
  return fields.find(field => field.name === name) ?? fields.find(field => field.name.normalize('NFC') === composed);
}
