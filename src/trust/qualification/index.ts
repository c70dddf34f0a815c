/**
 * The qualified status of signatures, seals and timestamps (Regulation (EU) No 910/2014): pure functions over what a
 * certificate states, what trusted lists say of its issuer, and two moments.
 */

export { type CertificateFacts, certificateFacts } from './facts.js';
export type { StrictRules } from './reasons.js';
export { qualifySignature, type SignatureInput } from './signature.js';
export { qualifyTimestamp, type TimestampInput } from './timestamp.js';
export { SERVICE_TYPE, shortName } from './vocabulary.js';
