/** The existing signature field that --field names. */
import { DocconvError } from '../errors.js';
import { type FormField, formFields, type PdfRef, type PdfRevision } from '../pdf/index.js';

/** An object of its own, which can be replaced. */
export type SignatureField = FormField & { readonly ref: PdfRef };

/** Signed or not. Throws OPTION_INVALID where there is none with this fully qualified name. */
export function signatureField(revision: PdfRevision, name: string): SignatureField {
  const fields = formFields(revision).filter(
    (field): field is SignatureField => field.type === 'Sig' && field.ref !== null,
  );
  const found = fields.find(field => field.name === name);
  if (found) return found;
  const empty = fields.filter(({ value }) => revision.resolve(value) === null);
  const names = empty.map(field => field.name).join(', ');
  if (!names) throw new DocconvError('OPTION_INVALID.no-empty-field', { name });
  throw new DocconvError('OPTION_INVALID.no-such-field', { name, names });
}
