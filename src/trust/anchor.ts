/** Trust anchors, at which certificate paths end, and where they come from. */
import type { Certificate } from '../pki/index.js';
import type { ServicePeriod, TrustedList } from './lists/model.js';
import type { TrustSource } from './terms.js';

export interface ListedService {
  readonly territory: string;
  readonly providerNames: readonly string[];
  readonly tradeNames: readonly string[];
  /** Newest first. */
  readonly periods: readonly ServicePeriod[];
}

/** Trusted by configuration: its own signature, revocation and validity are not checked (RFC 5280, 6.1.1 d). */
export interface Anchor {
  readonly source: TrustSource;
  readonly certificate: Certificate;
  /** The services of trusted lists that list it; empty for the other sources. */
  readonly services: readonly ListedService[];
  /** It counts only for certificates with one of these certificate policies; absent: for all. */
  readonly policies?: readonly string[];
}

/** A trusted list as it was loaded: a result says which copy of the list it relies on. */
export interface ListFacts extends Pick<TrustedList, 'territory' | 'sequence' | 'issued' | 'nextUpdate'> {
  /** When the list of lists was issued that does not name the signer of this list any more; null: it does. */
  readonly signerUntil: Date | null;
}

/** Looked up by name: with all trusted lists there are thousands of anchors, and a path needs one. */
export interface TrustStore {
  /** The sources that are present; empty: nothing is trusted. */
  readonly sources: readonly TrustSource[];
  /** The generation of the trusted lists; null: there are none. */
  readonly generation: string | null;
  /** The anchors whose subject is this name. */
  find(subject: Certificate['subject']): readonly Anchor[];
  /** The loaded list of a territory, e.g. 'EL', or the list of lists, 'EU'; null: it is not loaded. */
  listOf(territory: string): ListFacts | null;
  /** The sources that are present, but that the caller does not want; nothing of them is found. */
  readonly excluded: readonly TrustSource[];
  /** Why trusted lists that were loaded cannot be used, with a remedy; null: they can, or there are none. */
  readonly note: string | null;
  /** The same for each source that cannot be used. */
  readonly faults: ReadonlyMap<TrustSource, string>;
  /** What another process needs to open the same store. */
  readonly portable: PortableTrust;
  /** Closes the file of the trusted lists: nothing listed is found any more. */
  close(): void;
}

/** Plain data, see trustStoreFrom(). */
export interface PortableTrust {
  /** Certificates of the user as DER. */
  readonly certificates: readonly Uint8Array[];
  /** Folder of `docconv trust update`; null: without trusted lists. */
  readonly lists: string | null;
  /** Folder with Adobe's list; null or absent: without it. */
  readonly aatl?: string | null;
  /** The generation of the trusted lists to use; null or absent: the current one. */
  readonly generation?: string | null;
  /** See TrustStore. */
  readonly excluded?: readonly TrustSource[];
  /** Sources that were loaded: if their files are missing, that is a fault. Other sources may be missing. */
  readonly expected?: readonly TrustSource[];
}

export const NOTHING_TRUSTED: PortableTrust = { certificates: [], lists: null };

/** What a process reads that opens this trust. */
export function foldersOf({ lists, aatl }: Pick<PortableTrust, 'lists' | 'aatl'>): string[] {
  return [...new Set([lists, aatl].filter(folder => typeof folder === 'string'))];
}

/** `note` of a store. */
export function firstFault({ faults }: Pick<TrustStore, 'faults'>): string | null {
  const [first = null] = faults.values();
  return first;
}

/** A certificate of the user counts for itself; a listed one stands for its name and key (ETSI TS 119 612, 5.5.3). */
export function isAnchorFor({ source, certificate }: Anchor, found: Certificate): boolean {
  if (source === 'file') return certificate.sha256 === found.sha256;
  return Buffer.compare(certificate.publicKey.spki, found.publicKey.spki) === 0;
}
