/** Reads the document security store (DSS) with its validation data (EN 319 142-1, 5.4). */
import { DocconvError } from '../../errors.js';
import { PdfDict, type PdfDocument, PdfRef, type PdfRevision, PdfStream, type XrefEntry } from '../../pdf/index.js';
import {
  type Certificate,
  type Crl,
  type OcspResponse,
  parseCertificate,
  parseCrl,
  parseOcspResponse,
} from '../../pki/index.js';

/** A value with its revisions: a later document timestamp proves when it existed. */
export interface Stored<T> {
  readonly value: T;
  /** The revision that added its bytes; 1 = first. */
  readonly revision: number;
  /** The last revision whose store refers to it. */
  readonly lastRevision: number;
}

export interface ValidationData {
  readonly certificates: readonly Stored<Certificate>[];
  readonly crls: readonly Stored<Crl>[];
  readonly ocspResponses: readonly Stored<OcspResponse>[];
}

/**
 * Reads the stores of all revisions: data that a later one removed is still valid. The entries per signature (/VRI) should
 * only repeat the lists of the store; those of the last revision are read as well.
 */
export function readSecurityStore(document: PdfDocument): ValidationData {
  const [certificates, crls, ocspResponses] = [
    new DssCollector(parseCertificate),
    new DssCollector(parseCrl),
    new DssCollector(parseOcspResponse),
  ];
  let before: PdfDict | null = null;
  for (const revision of [...document.revisions].reverse()) {
    const store = revision.getDict(revision.root, 'DSS');
    const dictionaries = store && store !== before ? [store, ...(before ? [] : vriDictionaries(revision, store))] : [];
    for (const dictionary of dictionaries) {
      certificates.add(revision, dictionary, 'Certs', 'Cert');
      crls.add(revision, dictionary, 'CRLs', 'CRL');
      ocspResponses.add(revision, dictionary, 'OCSPs', 'OCSP');
    }
    before = store ?? before;
  }
  return { certificates: certificates.values, crls: crls.values, ocspResponses: ocspResponses.values };
}

const vriDictionaries = (revision: PdfRevision, store: PdfDict): PdfDict[] =>
  revision.values(revision.getDict(store, 'VRI')).filter(found => found instanceof PdfDict);

/** Collects the values of one type, reading each object once. Revisions have to be added from last to first. */
class DssCollector<T> {
  /** By cross-reference entry; null: unreadable. Missing data is reported where it is needed. */
  readonly #seen = new Map<XrefEntry, Stored<T> | null>();

  constructor(private readonly parse: (der: Uint8Array) => T) {}

  /** Sorted by revision. */
  get values(): Stored<T>[] {
    const found = [...this.#seen.values()].filter(stored => stored !== null);
    return found.sort((a, b) => a.revision - b.revision);
  }

  add(revision: PdfRevision, dictionary: PdfDict, ...keys: string[]): void {
    for (const item of keys.flatMap(key => revision.getArray(dictionary, key)?.items ?? [])) {
      const entry = item instanceof PdfRef ? revision.entry(item.num) : undefined;
      if (item instanceof PdfRef && entry && !this.#seen.has(entry)) this.#seen.set(entry, this.#read(revision, item));
    }
  }

  #read(revision: PdfRevision, ref: PdfRef): Stored<T> | null {
    const stream = revision.resolve(ref);
    if (!(stream instanceof PdfStream)) return null;
    try {
      const value = this.parse(revision.decode(stream).bytes);
      return { value, revision: introducedIn(ref, revision).index, lastRevision: revision.index };
    } catch (error) {
      if (error instanceof DocconvError && error.code === 'LIMIT_EXCEEDED') throw error;
      return null;
    }
  }
}

/** The revision whose cross-reference section added the object as of `revision`. */
function introducedIn({ num }: PdfRef, revision: PdfRevision): PdfRevision {
  return revision.document.revisions.findLast(one => one.index <= revision.index && one.entries.has(num)) ?? revision;
}
