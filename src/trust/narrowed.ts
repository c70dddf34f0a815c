/** A part of a trust store. */
import { firstFault, type TrustSource, type TrustStore } from './anchor.js';

/** The same store with these sources only; closing one closes both. */
export function withSources(store: TrustStore, wanted: readonly TrustSource[]): TrustStore {
  const isWanted = (source: TrustSource) => wanted.includes(source);
  const hasLists = isWanted('eu');
  return {
    get sources() {
      return store.sources.filter(isWanted);
    },
    get excluded() {
      return [...store.excluded, ...store.sources.filter(source => !isWanted(source))];
    },
    get generation() {
      return hasLists ? store.generation : null;
    },
    get faults() {
      return new Map([...store.faults].filter(([source]) => isWanted(source)));
    },
    get note() {
      return firstFault(this);
    },
    find: subject => store.find(subject).filter(({ source }) => isWanted(source)),
    listOf: territory => (hasLists ? store.listOf(territory) : null),
    get portable() {
      return {
        certificates: isWanted('file') ? store.portable.certificates : [],
        lists: hasLists ? store.portable.lists : null,
        aatl: isWanted('aatl') ? (store.portable.aatl ?? null) : null,
        generation: hasLists ? (store.portable.generation ?? null) : null,
        excluded: this.excluded,
        expected: (store.portable.expected ?? []).filter(isWanted),
      };
    },
    close: () => store.close(),
  };
}
