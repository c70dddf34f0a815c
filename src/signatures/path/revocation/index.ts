/** The status of a certificate: from CRLs and OCSP responses at hand, and from the network where it is allowed. */
export { Network } from './network.js';
export { RevocationReader, selectStatus, vouchesUntil } from './status.js';
export { needsRevocation, subjectAt } from './subject.js';
