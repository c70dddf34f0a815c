/** The guarded fetcher: the only code that opens outgoing connections for documents, OCSP, CRLs and certificates. */
export type { Fetcher, FetcherSettings, FetchRequest } from './fetcher.js';
export { createFetcher } from './guarded.js';
