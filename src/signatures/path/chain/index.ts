/** Paths of certificates: built by names and signatures, then held against RFC 5280. */
export { findPaths, type Path, type PathSources } from './build.js';
export { CertificateIndex } from './certificate-index.js';
export { pathFaults } from './faults.js';
export { purposeFaults } from './purpose.js';
