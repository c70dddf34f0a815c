/**
 * The guarded fetcher: the only code that opens outgoing connections for documents, OCSP, CRLs, certificates and webhooks,
 * and to the operator's store of documents.
 */
export type {
  ClientCertificate,
  FetchAnswer,
  Fetcher,
  FetcherSettings,
  FetchRequest,
  GuardedFetcher,
  MessageAnswer,
} from './fetcher.js';
export { requestKey } from './fetcher.js';
export { createFetcher } from './guarded.js';
export { createOwnServer, type OwnServer } from './own-server.js';
