/** A list of lists and the lists of states, signed by a test PKI, in memory: the network of an update. */
import type { LotlAnchor } from '../../../src/trust/lists/lotl.js';
import { type ListSource, memorySource, updateLists } from '../../../src/trust/update/index.js';
import { createPki } from '../pki.js';
import { type ListRow, type ServiceRow, signedList } from './index.js';

export const LOTL = 'https://example.org/lotl.xml';
export const JOURNAL = 'https://example.org/journal';
export const listUrl = (territory: string): string => `https://example.org/${territory}.xml`;

export const pki = createPki({
  commission: {},
  successor: {},
  stranger: {},
  state: {},
  nextState: {},
  ca1: {},
  ca2: {},
  ca3: {},
  ca4: {},
  ca5: {},
});

export const ANCHOR: LotlAnchor = { publication: JOURNAL, signers: [pki.certificate('commission').sha256] };

const FRESH = { issued: '2026-01-05T10:00:00Z', nextUpdate: '2099-01-01T00:00:00Z' };

export interface StateRow extends ListRow {
  /** The row that signs; default: 'state'. */
  readonly signer?: string;
  /** Rows of the certificates of its services, one each. */
  readonly services?: readonly string[];
}

export function stateList(territory: string, { signer = 'state', services = ['ca1'], ...row }: StateRow = {}): Buffer {
  const rows: ServiceRow[] = services.map(name => ({ certificates: [pki.id(name).der] }));
  return signedList({ territory, providers: [{ services: rows }], ...FRESH, ...row }, pki.id(signer));
}

export interface LotlRow extends ListRow {
  readonly signer?: string;
  /** Who may sign the lists of the states; default: 'state'. */
  readonly announced?: readonly string[];
  /** Who may sign the next list of lists. */
  readonly successors?: readonly string[];
}

export function listOfLists(territories: readonly string[], row: LotlRow = {}): Buffer {
  const { signer = 'commission', announced = ['state'], successors = ['commission'], ...rest } = row;
  const ders = (names: readonly string[]) => names.map(name => pki.id(name).der);
  const lists = territories.map(territory => ({ url: listUrl(territory), territory, certificates: ders(announced) }));
  const self = { url: LOTL, territory: 'EU', kind: 'list-of-lists', certificates: ders(successors) } as const;
  const list = { kind: 'list-of-lists', uris: [JOURNAL], pointers: [self, ...lists], ...FRESH, ...rest } as const;
  return signedList(list, pki.id(signer));
}

export type World = Readonly<Record<string, Uint8Array>>;

/** URLs to documents: the list of lists and those of territories. */
export function world(states: Readonly<Record<string, Uint8Array>>, lotl: LotlRow = {}): World {
  const lists = Object.entries(states).map(([territory, bytes]) => [listUrl(territory), bytes] as const);
  return { [LOTL]: listOfLists(Object.keys(states), lotl), ...Object.fromEntries(lists) };
}

export interface UpdateRow {
  readonly source?: ListSource;
  readonly anchors?: readonly LotlAnchor[];
  readonly territories?: readonly string[];
  readonly acceptShrink?: boolean;
}

/** Updates the folder from the world. */
export function updateFrom(folder: string, documents: World, row: UpdateRow = {}) {
  const { anchors = [ANCHOR], territories = null, acceptShrink = false } = row;
  const source = row.source ?? memorySource(new Map(Object.entries(documents)));
  return updateLists(folder, { source, lotl: LOTL, anchors, territories, acceptShrink });
}
