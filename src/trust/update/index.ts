/** Loading trusted lists, and their state. Separate from trust/index.ts: a check loads none of this. */
export { readAatl } from '../aatl/read-settings.js';
export { type AatlState, aatlFile, openAatl, saveAatl } from '../aatl/stored-aatl.js';
export { OFFICIAL_JOURNAL } from '../lists/lotl.js';
export type { Unreadable } from '../lists/model.js';
export { Generations, makeListsFolder } from '../store/generations.js';
export { exportLists, readExport } from './export.js';
export { lotlAnchors, readLotlSigners, writeLotlSigners } from './lotl-signers.js';
export type { Outcome } from './outcome.js';
export { type ListSource, memorySource, mirrorSource, networkSource } from './sources.js';
export { type TerritoryStatus, type TrustStatus, trustStatus } from './status.js';
export { EU_LOTL, type UpdateResult, updateLists } from './update.js';
