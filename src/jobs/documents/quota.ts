/** How many bytes the documents and results of jobs may take: the same in every store of documents. */
import { DocconvError } from '../../errors.js';

/** Of all bytes; the rest is for results, so that accepted jobs can end. */
const FOR_DOCUMENTS = 1 / 2;
/** Of all bytes, with the results of the account. */
const PER_ACCOUNT = 1 / 4;

/** Bytes of all documents and results, and of those of one account. */
export interface Usage {
  readonly all: number;
  readonly own: number;
}

/** @param total bytes that all may take */
export const quotasOf = (total: number) => ({ documents: total * FOR_DOCUMENTS, account: total * PER_ACCOUNT });

/** Throws OVERLOADED when a document of a new job has no room. @param total bytes that all may take */
export function requireQuotaForDocument({ all, own }: Usage, size: number, total: number): void {
  const { documents, account } = quotasOf(total);
  if (own + size > account) throw noSpaceOfAccount();
  if (all + size > documents) throw noSpaceOfService();
}

/** Throws OVERLOADED when there is no room for results. */
export function requireQuotaForResult(all: number, total: number): void {
  if (all >= total) throw noSpaceOfService();
}

export function noSpaceOfAccount(): DocconvError {
  return new DocconvError('OVERLOADED.space-of-account', { path: '/v1/jobs/{id}' }, LATER);
}

export function noSpaceOfService(): DocconvError {
  return new DocconvError('OVERLOADED.space-of-service', {}, LATER);
}

const LATER = { detail: { retryAfter: 30 } };
