/** The guarded fetcher: the only code that opens outgoing connections for documents, OCSP, CRLs, certificates and webhooks. */
export type { Fetcher, FetcherSettings, FetchRequest, MessageAnswer } from './fetcher.js';
export { createFetcher } from './guarded.js';
