/** Whom we believe: anchors from files, folders and the system, and those kept for good. */
export { type KeptAnchor, type KeptAnchors, keptAnchors, toPem } from './kept.js';
export { readAnchors, SYSTEM } from './places.js';
export { openTrustStore, type TrustPlaces, type TrustStore, trustStoreOf } from './store.js';
