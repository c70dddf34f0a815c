/** The revocation status of certificates: from CRLs and OCSP responses in the document, and from the network if allowed. */
export { concerns, mayIssue } from './crl.js';
export { mayRespond, responderCandidates } from './ocsp.js';
export { OnlineSources } from './online-sources.js';
export { type RecordedAnswers, type RevocationFault, revocationFault } from './revocation-fault.js';
export { freshUntil, RevocationReader, selectStatus } from './revocation-reader.js';
export { isApplicable, needsRevocation, type Subject, subjectAt } from './subject.js';
