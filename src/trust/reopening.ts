/** The store of a process that runs for long: it is opened again after an update of the trusted lists, and an import of Adobe's. */
import { aatlVersion } from './aatl/stored-aatl.js';
import type { PortableTrust, TrustStore } from './anchor.js';
import { Generations } from './store/generations.js';
import { trustStoreFrom } from './trust-store.js';

/** Runs the task with the newest store. The task must not keep it: a replaced store is closed when no task uses it. */
export type UseTrust = <T>(task: (store: TrustStore) => Promise<T>) => Promise<T>;

interface Opened {
  readonly version: string;
  readonly store: TrustStore;
  users: number;
}

/** How long the lists are used before newer ones are looked for. */
const REOPEN_MS = 60_000;

/** Opens the store that `portable` describes. Throws OPTION_INVALID for what is no certificate. */
export function reopeningTrustStore(portable: PortableTrust, everyMs = REOPEN_MS): UseTrust {
  const expected = new Set(portable.expected);
  const open = (version: string): Opened => {
    const store = trustStoreFrom({ ...portable, expected: [...expected] });
    for (const source of store.sources) expected.add(source); // lists that this process used cannot become "none"
    return { version, store, users: 0 };
  };
  let [current, asked] = [open(versionOf(portable)), performance.now()];
  const closeIfUnused = (opened: Opened) => {
    if (opened !== current && opened.users === 0) opened.store.close();
  };
  const renew = () => {
    if (performance.now() - asked < everyMs) return;
    asked = performance.now();
    const newest = versionOf(portable);
    if (newest === current.version && current.store.note === null) return;
    const former = current;
    current = open(newest);
    closeIfUnused(former);
  };
  return async task => {
    renew();
    const used = current;
    used.users++;
    try {
      return await task(used.store);
    } finally {
      used.users--;
      closeIfUnused(used);
    }
  };
}

/** Another one after each update and import. */
function versionOf({ lists, aatl }: PortableTrust): string {
  return [lists && new Generations(lists).current(), aatl && aatlVersion(aatl)].join();
}
