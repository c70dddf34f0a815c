/** Validation data that a document carries beside its signatures: the document security store (EN 319 142-1, 5.4). */
import { PdfDict, type PdfDocument, type PdfRevision, PdfStream } from '../pdf/index.js';
import {
  type Certificate,
  type Crl,
  type OcspResponse,
  parseCertificate,
  parseCrl,
  parseOcspResponse,
} from '../pki/index.js';

/** With the revisions that hold it: a later document timestamp proves when it existed. */
export interface Stored<T> {
  readonly value: T;
  /** The first, counted from 1. */
  readonly revision: number;
  readonly lastRevision: number;
}

export interface SecurityStore {
  readonly certificates: readonly Stored<Certificate>[];
  readonly crls: readonly Stored<Crl>[];
  readonly ocspResponses: readonly Stored<OcspResponse>[];
}

/** Of all revisions together: what one of them took out again is still good evidence. */
export function readSecurityStore(document: PdfDocument): SecurityStore {
  const certificates = new Shelf(parseCertificate);
  const crls = new Shelf(parseCrl);
  const ocspResponses = new Shelf(parseOcspResponse);
  for (const revision of document.revisions) {
    for (const dictionary of dictionariesOf(revision)) {
      certificates.add(revision, dictionary, 'Certs', 'Cert');
      crls.add(revision, dictionary, 'CRLs', 'CRL');
      ocspResponses.add(revision, dictionary, 'OCSPs', 'OCSP');
    }
  }
  return { certificates: certificates.values, crls: crls.values, ocspResponses: ocspResponses.values };
}

/** The store itself and its entries per signature (/VRI). */
function dictionariesOf(revision: PdfRevision): PdfDict[] {
  const store = revision.getDict(revision.root, 'DSS');
  const perSignature = revision.getDict(store, 'VRI');
  const entries = [...(perSignature?.entries.values() ?? [])].map(entry => revision.resolve(entry));
  return [store, ...entries].filter(found => found instanceof PdfDict);
}

/** Values of one kind, each stream read once. */
class Shelf<T> {
  /** By where the stream stands in the file; null for what cannot be read: lost evidence shows where it is missed. */
  readonly #seen = new Map<number, Stored<T> | null>();

  constructor(private readonly parse: (der: Uint8Array) => T) {}

  get values(): Stored<T>[] {
    return [...this.#seen.values()].filter(stored => stored !== null);
  }

  add(revision: PdfRevision, dictionary: PdfDict, ...keys: string[]): void {
    for (const item of keys.flatMap(key => revision.getArray(dictionary, key)?.items ?? [])) {
      const stream = revision.resolve(item);
      if (stream instanceof PdfStream) this.#put(revision, stream);
    }
  }

  #put(revision: PdfRevision, stream: PdfStream): void {
    const known = this.#seen.get(stream.data.start);
    const stored = known === undefined ? this.#read(revision, stream) : known;
    this.#seen.set(stream.data.start, stored && { ...stored, lastRevision: revision.index });
  }

  #read(revision: PdfRevision, stream: PdfStream): Stored<T> | null {
    try {
      const value = this.parse(revision.decode(stream).bytes);
      return { value, revision: revision.index, lastRevision: revision.index };
    } catch {
      return null;
    }
  }
}
