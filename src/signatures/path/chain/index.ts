/** Certification paths: building by names and signatures, and the checks of RFC 5280. */

export { CertificateIndex } from './certificate-index.js';
export { maySign, purposeFaults } from './key-usage.js';
export { findPaths, type IsSignedBy, limitedVerifier, MAX_PATH_LENGTH, type Path } from './path-building.js';
export { fieldFaults, pathFaults } from './path-constraints.js';
