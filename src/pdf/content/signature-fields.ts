/** Signature fields (ISO 32000-2, 12.7.5.5) and the permissions dictionary (12.8.6). */
import type { PdfRevision } from '../document/revision.js';
import { PdfDict, PdfRef } from '../syntax/objects.js';
import type { FormField, Permissions, SignatureField } from '../types.js';
import { formFields } from './form-fields.js';

/** Signature fields with a value, including values that are not a dictionary or refer to a missing object. */
export function signatureFields(revision: PdfRevision): SignatureField[] {
  return formFields(revision)
    .filter(field => field.value !== null && isSignature(revision, field))
    .map(field => ({ ...field, ...signatureOf(revision, field) }));
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
  const value = revision.resolve(field.value);
  return value instanceof PdfDict && value.has('ByteRange');
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
