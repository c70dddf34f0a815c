/** Trust stores: anchors from files, folders, the system's list, the folder of saved anchors, and the trusted lists. */

import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { DocconvError } from '../errors.js';
import { type Certificate, nameKey, parseCertificate, parseCertificates } from '../pki/index.js';
import { grouped } from '../system/collections.js';
import { isFolder, readInput } from '../system/files/files.js';
import { openAatl } from './aatl/stored-aatl.js';
import { type Anchor, firstFault, type PortableTrust, type TrustStore } from './anchor.js';
import { TrustRecord } from './record.js';
import { savedAnchors } from './saved-anchors.js';
import { Generations } from './store/generations.js';
import { type IndexedAnchors, openListedAnchors } from './store/listed-anchors.js';
import type { TrustSource } from './terms.js';

interface StoreSettings extends Omit<PortableTrust, 'certificates' | 'lists' | 'expected'> {
  /** See PortableTrust; asked again where the store is opened in another process. */
  readonly expected?: () => readonly TrustSource[];
}

/**
 * A store of certificates of the user, without duplicates, of the trusted lists in a folder, and of Adobe's list in the folder
 * `aatl`.
 */
export function trustStoreOf(
  certificates: readonly Certificate[],
  folder: string | null = null,
  { aatl = null, generation = null, excluded = [], expected = () => [] }: StoreSettings = {},
): TrustStore {
  const unique = [...new Map(certificates.map(certificate => [certificate.sha256, certificate])).values()];
  const byName = anchorsByName(unique);
  const isExpected = (source: TrustSource) => expected().includes(source);
  const { lists, note } = folder === null ? NO_LISTS : openListedAnchors(folder, isExpected('eu'), generation);
  const adobe = aatl === null ? null : openAatl(aatl, isExpected('aatl'));
  const isUsable = (anchors: IndexedAnchors | null | undefined) => anchors?.damage === null;
  return {
    // getters: damage of an index may be found by a look-up
    get sources() {
      const present: Record<TrustSource, boolean> = {
        file: unique.length > 0,
        eu: isUsable(lists),
        aatl: isUsable(adobe?.anchors),
      };
      return (['file', 'eu', 'aatl'] as const).filter(source => present[source]);
    },
    get generation() {
      return lists?.damage === null ? lists.generation : null;
    },
    get faults() {
      const found = {
        eu: note ?? lists?.damage,
        aatl: adobe?.note ?? adobe?.anchors?.damage,
      };
      return new Map(Object.entries(found).filter(([, fault]) => fault) as [TrustSource, string][]);
    },
    get note() {
      return firstFault(this);
    },
    find: subject => [
      ...(byName.get(nameKey(subject)) ?? []),
      ...(lists?.find(subject) ?? []),
      ...(adobe?.anchors?.find(subject) ?? []),
    ],
    listOf: territory => lists?.listOf(territory) ?? null,
    excluded,
    get portable() {
      const certificates = unique.map(({ der }) => der);
      return { certificates, lists: folder, aatl, generation, excluded, expected: expected() };
    },
    close: () => {
      lists?.close();
      adobe?.anchors?.close();
    },
  };
}

const NO_LISTS = { lists: null, note: null };

function anchorsByName(certificates: readonly Certificate[]): Map<string, Anchor[]> {
  const anchors = certificates.map((certificate): Anchor => ({ source: 'file', certificate, services: [] }));
  return grouped(anchors, ({ certificate }) => nameKey(certificate.subject));
}

/** The store that `portable` describes, in another process. Throws OPTION_INVALID for what is no certificate. */
export function trustStoreFrom({ certificates, lists, expected = [], ...others }: PortableTrust): TrustStore {
  return trustStoreOf(certificates.map(readAnchor), lists, { ...others, expected: () => expected });
}

function readAnchor(der: Uint8Array): Certificate {
  try {
    return parseCertificate(der);
  } catch (cause) {
    throw new DocconvError('OPTION_INVALID.certificate-not-parsed', {}, { cause });
  }
}

/** Where openTrustStore() reads trust anchors from. A place that is named and has none is a fault, see `record`. */
export interface TrustPlaces extends Partial<Pick<PortableTrust, 'lists' | 'aatl' | 'generation'>> {
  /** Files, folders, or 'system'. */
  readonly places: readonly string[];
  /** The folder of `docconv trust add`; null or absent: without saved anchors. */
  readonly kept?: string | null;
  /**
   * The folder in which docconv records what was loaded into `kept`, `lists` and `aatl`: only that has to be there. Null or
   * absent: each of them must have something.
   */
  readonly record?: string | null;
}

/**
 * Rejects with FILE_NOT_FOUND, FILE_UNREADABLE or OPTION_INVALID, naming the place; with TRUST_UNAVAILABLE when saved
 * certificates are missing or damaged; and with STORE_DAMAGED when the generation that is asked for cannot be used. Of lists
 * that cannot be used, `note` of the store tells.
 */
export async function openTrustStore({
  places,
  kept = null,
  lists = null,
  aatl = null,
  generation = null,
  record = null,
}: TrustPlaces): Promise<TrustStore> {
  if (generation !== null) requireGeneration(lists, generation);
  const found = await Promise.all(places.map(readAnchors));
  const known = record === null ? null : new TrustRecord(record);
  const saved = kept === null ? [] : await readSaved(kept, known);
  const expected = known === null ? () => LISTED : () => LISTED.filter(source => known.entries().includes(source));
  const store = trustStoreOf([...saved, ...found.flat()], lists, { aatl, generation, expected });
  if (generation !== null && store.generation !== generation)
    throw store.note === null
      ? new DocconvError('STORE_DAMAGED.generation', { generation })
      : DocconvError.received('STORE_DAMAGED', store.note);
  return store;
}

/** The sources of which a process has a file, and no certificates. */
const LISTED = ['eu', 'aatl'] as const satisfies readonly TrustSource[];

async function readSaved(folder: string, record: TrustRecord | null): Promise<Certificate[]> {
  const saved = await savedAnchors(folder, record).list();
  if (saved.length > 0 || record !== null) return saved.map(({ certificate }) => certificate);
  throw new DocconvError('TRUST_UNAVAILABLE.no-certificate', { folder });
}

function requireGeneration(lists: string | null, generation: string): void {
  const names = lists === null ? [] : new Generations(lists).names();
  if (names.includes(generation)) return;
  if (names.length === 0) throw new DocconvError('OPTION_INVALID.no-generations', { generation });
  throw new DocconvError('OPTION_INVALID.no-such-generation', { generation, kept: names.join(', ') });
}

export const SYSTEM = 'system';

/** All certificates in a file (PEM, DER or PKCS #7), a folder of such files, or 'system'. Rejects when there is none. */
export async function readAnchors(place: string): Promise<Certificate[]> {
  if (place === SYSTEM) return systemAnchors();
  const found = (await isFolder(place)) ? await readFolder(place) : parseCertificates(await readInput(place));
  if (found.length > 0) return found;
  throw new DocconvError('OPTION_INVALID.no-certificate', { place });
}

const CERTIFICATE_FILE = /\.(pem|crt|cer|der|p7b|p7c)$/i;

/** Ignores files of other types and without certificates, such as keys. Rejects when one cannot be read. */
async function readFolder(folder: string): Promise<Certificate[]> {
  const names = (await fs.readdir(folder)).filter(name => CERTIFICATE_FILE.test(name)).sort();
  const found = await Promise.all(names.map(async name => parseCertificates(await readInput(join(folder, name)))));
  return found.flat();
}

/** Debian, Fedora, SUSE, Alpine and macOS. On other systems, Node's built-in list is used. */
const SYSTEM_FILES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

async function systemAnchors(): Promise<Certificate[]> {
  for (const path of SYSTEM_FILES) {
    const found = await fs.readFile(path).then(parseCertificates, () => []);
    if (found.length > 0) return found;
  }
  const { rootCertificates } = await import('node:tls'); // takes 5 ms; most systems have a bundle
  return parseCertificates(Buffer.from(rootCertificates.join('\n')));
}

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
