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

/** Throws OVERLOADED when a document of a new job has no room. @param total bytes that all may take */
export function requireQuotaForDocument({ all, own }: Usage, size: number, total: number): void {
  if (own + size > total * PER_ACCOUNT)
    throw new DocconvError('OVERLOADED.space-of-account', { path: '/v1/jobs/{id}' }, LATER);
  if (all + size > total * FOR_DOCUMENTS) throw new DocconvError('OVERLOADED.space-of-service', {}, LATER);
}

/** Throws OVERLOADED when there is no room for results. */
export function requireQuotaForResult(all: number, total: number): void {
  if (all >= total) throw new DocconvError('OVERLOADED.space-of-service', {}, LATER);
}

const LATER = { detail: { retryAfter: 30 } };
