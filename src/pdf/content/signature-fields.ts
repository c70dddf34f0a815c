/** Signature fields (ISO 32000-2, 12.7.5.5) and the permissions dictionary (12.8.6). */
import type { PdfRevision } from '../document/revision.js';
import { isSignatureDictionary, PdfDict, PdfRef, sameRef } from '../syntax/objects.js';
import type { FormField, Permissions, SignatureField } from '../types.js';
import { formFields } from './form-fields.js';

/** Signature fields with a value, including values that are not a dictionary or refer to a missing object. */
export function signatureFields(revision: PdfRevision): SignatureField[] {
  return formFields(revision)
    .flatMap(field => [field, ...valuesOfWidgets(revision, field)])
    .filter(field => field.value !== null && isSignature(revision, field))
    .map(field => ({ ...field, ...signatureOf(revision, field) }));
}

/** Widgets with a value of their own: many readers take the value nearest to the widget. */
function valuesOfWidgets(revision: PdfRevision, field: FormField): FormField[] {
  return field.widgets.flatMap(({ ref, dict }) => {
    const value = dict.get('V') ?? null;
    if (dict === field.dict || value === null || sameRef(value, field.value)) return [];
    const isSigned = isSignatureDictionary(revision.resolve(value));
    return isSigned ? [{ ...field, type: 'Sig' as const, ref, dict, value, widgets: [] }] : [];
  });
}

/** /Perms of the catalog (12.8.6). */
export function permissions(revision: PdfRevision): Permissions {
  const perms = revision.getDict(revision.root, 'Perms');
  const reference = (key: string): PdfRef | null => {
    const value = perms?.get(key);
    return value instanceof PdfRef ? value : null;
  };
  return { docMDP: reference('DocMDP'), ur3: reference('UR3') };
}

/** A field without /FT counts as a signature field if its value has a /ByteRange: it must not be overlooked. */
function isSignature(revision: PdfRevision, field: FormField): boolean {
  if (field.type !== null) return field.type === 'Sig';
  return isSignatureDictionary(revision.resolve(field.value));
}

function signatureOf(
  revision: PdfRevision,
  field: FormField,
): Pick<SignatureField, 'signature' | 'signatureRef' | 'inObjectStream'> {
  const value = revision.resolve(field.value);
  const signatureRef = field.value instanceof PdfRef ? field.value : null;
  const holder = signatureRef ?? field.ref;
  return {
    signature: value instanceof PdfDict ? value : null,
    signatureRef,
    inObjectStream: holder !== null && revision.entry(holder.num)?.kind === 'stream',
  };
}
