/** The status of a certificate: from CRLs and OCSP responses at hand, and from the network where it is allowed. */
export { Network, type NetworkNote } from './network.js';
export { hasRevocationData, RevocationReader, selectStatus, vouchesUntil } from './status.js';
export { needsRevocation, subjectAt } from './subject.js';
