/** Validation data that a document carries beside its signatures: the document security store (EN 319 142-1, 5.4). */
import { PdfDict, type PdfDocument, PdfRef, type PdfRevision, PdfStream, type XrefEntry } from '../../pdf/index.js';
import {
  type Certificate,
  type Crl,
  type OcspResponse,
  parseCertificate,
  parseCrl,
  parseOcspResponse,
} from '../../pki/index.js';

/** With the revisions that hold it: a later document timestamp proves when it existed. */
export interface Stored<T> {
  readonly value: T;
  /** Where its bytes came into the file, counted from 1. */
  readonly revision: number;
  /** The last one whose store names it. */
  readonly lastRevision: number;
}

export interface SecurityStore {
  readonly certificates: readonly Stored<Certificate>[];
  readonly crls: readonly Stored<Crl>[];
  readonly ocspResponses: readonly Stored<OcspResponse>[];
}

/**
 * Of all revisions together: what one of them took out again is still good evidence. The entries per signature (/VRI)
 * repeat what the lists of the store hold, or should; those of the last revision are looked through.
 */
export function readSecurityStore(document: PdfDocument): SecurityStore {
  const [certificates, crls, ocspResponses] = [
    new Shelf(parseCertificate),
    new Shelf(parseCrl),
    new Shelf(parseOcspResponse),
  ];
  let before: PdfDict | null = null;
  for (const revision of [...document.revisions].reverse()) {
    const store = revision.getDict(revision.root, 'DSS');
    const dictionaries = store && store !== before ? [store, ...(before ? [] : perSignature(revision, store))] : [];
    for (const dictionary of dictionaries) {
      certificates.add(revision, dictionary, 'Certs', 'Cert');
      crls.add(revision, dictionary, 'CRLs', 'CRL');
      ocspResponses.add(revision, dictionary, 'OCSPs', 'OCSP');
    }
    before = store ?? before;
  }
  return { certificates: certificates.values, crls: crls.values, ocspResponses: ocspResponses.values };
}

function perSignature(revision: PdfRevision, store: PdfDict): PdfDict[] {
  const entries = revision.getDict(store, 'VRI')?.entries.values() ?? [];
  return [...entries].map(entry => revision.resolve(entry)).filter(found => found instanceof PdfDict);
}

/** Values of one kind, each object read once. Revisions come last first. */
class Shelf<T> {
  /** By where the cross-reference finds it; null for what cannot be read: lost evidence shows where it is missed. */
  readonly #seen = new Map<XrefEntry, Stored<T> | null>();

  constructor(private readonly parse: (der: Uint8Array) => T) {}

  /** First come, first. */
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
      return { value, revision: bringerOf(ref, revision).index, lastRevision: revision.index };
    } catch {
      return null;
    }
  }
}

/** The revision whose cross-reference section brought the object that this one sees. */
function bringerOf({ num }: PdfRef, revision: PdfRevision): PdfRevision {
  return revision.document.revisions.findLast(one => one.index <= revision.index && one.entries.has(num)) ?? revision;
}
