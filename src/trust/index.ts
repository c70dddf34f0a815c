/** Trust anchors: from files, folders and the system, and those saved by `docconv trust add`. */
export { type SavedAnchor, type SavedAnchors, savedAnchors, toPem } from './saved-anchors.js';
export { openTrustStore, readAnchors, SYSTEM, type TrustPlaces, type TrustStore, trustStoreOf } from './trust-store.js';
