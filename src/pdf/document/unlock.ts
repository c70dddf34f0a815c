/** Finds the encryption dictionary and sets up decryption. */
import { DocconvError } from '../../errors.js';
import { type PdfObject, PdfRef, PdfString } from '../syntax/objects.js';
import type { PdfRevision } from '../types.js';
import type { ObjectStore } from './object-store.js';

/** True when the document is encrypted. Throws PASSWORD_NEEDED, WRONG_PASSWORD, ENCRYPTION_UNSUPPORTED, CORRUPT_DOCUMENT. */
export function unlockDocument(
  revisions: readonly PdfRevision[],
  store: ObjectStore,
  password: string | undefined,
): boolean {
  const source = revisions.findLast(revision => (revision.trailer.get('Encrypt') ?? null) !== null);
  if (!source) return false;
  const value = source.trailer.get('Encrypt');
  if (revisions.some(revision => !sameReference(revision.trailer.get('Encrypt'), value))) {
    store.notes.add('encrypt-changed', 'Not every revision names the same encryption dictionary.');
  }
  const dict = source.getDict(source.trailer, 'Encrypt');
  if (!dict) throw new DocconvError('CORRUPT_DOCUMENT', 'This PDF is encrypted, but says not how: it is damaged.');
  const id = source.resolve(source.getArray(source.trailer, 'ID')?.items[0]);
  const documentId = id instanceof PdfString ? id.bytes : new Uint8Array(0);
  store.unlock(dict, documentId, password, value instanceof PdfRef ? value.num : null, item => source.resolve(item));
  return true;
}

function sameReference(a: PdfObject | undefined, b: PdfObject | undefined): boolean {
  if (a instanceof PdfRef && b instanceof PdfRef) return a.num === b.num && a.gen === b.gen;
  return typeof a === typeof b && !(a instanceof PdfRef) && !(b instanceof PdfRef);
}
