import type { Fixture } from '../../../../helpers/documents.js';

/** `what`: the detail of the warning; null where nothing is lost. */
export type LostCase = readonly [name: string, document: Fixture, what: string | null];
