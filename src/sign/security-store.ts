/** Adds validation data to the document security store (DSS) of a PDF (EN 319 142-1, 5.4.2). */
import { DocconvError } from '../errors.js';
import { dict, dictWith, PdfArray, PdfName, PdfRef, type PdfRevision, Update } from '../pdf/index.js';
import type { LongTermData } from '../signatures/index.js';

/**
 * Returns the file with an update appended, also where no data is added: data that the store had before a signature counts
 * for it when the store refers to it afterwards. Without /VRI, which is optional.
 */
export function addToSecurityStore(file: Uint8Array, revision: PdfRevision, data: LongTermData): Buffer {
  const { root } = revision;
  const ref = revision.trailer.get('Root');
  if (!root || !(ref instanceof PdfRef)) throw new DocconvError('CORRUPT_DOCUMENT.no-catalog');
  const update = new Update(revision);
  const before = revision.getDict(root, 'DSS') ?? dict({ Type: new PdfName('DSS') });
  const list = (key: string, values: readonly Uint8Array[]): Record<string, PdfArray> => {
    if (values.length === 0) return {};
    const known = revision.getArray(before, key)?.items ?? [];
    return { [key]: new PdfArray([...known, ...values.map(der => update.addStream(dict({}), der))], null) };
  };
  const store = dictWith(before, {
    ...list('Certs', data.certificates),
    ...list('CRLs', data.crls),
    ...list('OCSPs', data.ocspResponses),
  });
  update.replace(ref, dictWith(root, { DSS: update.add(store) }));
  return update.appendTo(file);
}
