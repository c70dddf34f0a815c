/** What is told about the document as a whole. */
import { documentMetadata, type PdfDocument } from '../pdf/index.js';
import type { DocumentChange, DocumentInfo, Signer } from './result.js';

export function documentInfo(
  document: PdfDocument,
  sha256: string,
  signers: readonly Signer[],
  changes: DocumentChange[],
): DocumentInfo {
  const timestamps = signers.filter(signer => signer.kind === 'timestamp').length;
  return {
    size: document.size,
    sha256,
    revisions: document.revisions.length,
    encrypted: document.encrypted,
    ...documentMetadata(document),
    signatures: signers.length - timestamps,
    timestamps,
    docMDP: signers.find(signer => signer.kind === 'certification')?.docMDP ?? null,
    changes,
  };
}
