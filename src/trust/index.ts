/** Trust anchors: from files, folders and the system, those saved by `docconv trust add`, and trusted lists. */
export {
  type Anchor,
  foldersOf,
  isAnchorFor,
  NOTHING_TRUSTED,
  type PortableTrust,
  type TrustStore,
} from './anchor.js';
export { isListCurrent, LIST_GRACE_DAYS, LIST_OF_LISTS, type OutdatedList, outdatedLists } from './freshness.js';
export { expiredKeptSince, grantedAt, listedServices, stateAt } from './listed-services.js';
export {
  certificateFacts,
  qualifySignature,
  qualifyTimestamp,
  SERVICE_TYPE,
  type StrictRules,
} from './qualification/index.js';
export { TrustRecord } from './record.js';
export { reopeningTrustStore } from './reopening.js';
export { type SavedAnchor, savedAnchors, toPem } from './saved-anchors.js';
export { TRUST_SOURCES, type TrustSource } from './terms.js';
export {
  openTrustStore,
  readAnchors,
  SYSTEM,
  type TrustPlaces,
  trustStoreFrom,
  trustStoreOf,
  withSources,
} from './trust-store.js';
