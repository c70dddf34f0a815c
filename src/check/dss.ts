/** Validation data that a document carries beside its signatures: the document security store (EN 319 142-1, 5.4). */
import { PdfDict, type PdfDocument, type PdfObject, type PdfRevision, PdfStream } from '../pdf/index.js';
import {
  type Certificate,
  type Crl,
  type OcspResponse,
  parseCertificate,
  parseCrl,
  parseOcspResponse,
} from '../pki/index.js';

/** With the revision that brought it: a later document timestamp proves when it existed. */
export interface Stored<T> {
  readonly value: T;
  /** 1 = first. */
  readonly revision: number;
}

export interface SecurityStore {
  readonly certificates: readonly Stored<Certificate>[];
  readonly crls: readonly Stored<Crl>[];
  readonly ocspResponses: readonly Stored<OcspResponse>[];
}

/** Of all revisions together: what one of them took out again is still good evidence. */
export function readSecurityStore(document: PdfDocument): SecurityStore {
  const seen = new Set<number>();
  const store = { certificates: [], crls: [], ocspResponses: [] } as Mutable;
  for (const revision of document.revisions) {
    for (const dictionary of dictionariesOf(revision)) {
      store.certificates.push(...collect(revision, dictionary, ['Certs', 'Cert'], parseCertificate, seen));
      store.crls.push(...collect(revision, dictionary, ['CRLs', 'CRL'], parseCrl, seen));
      store.ocspResponses.push(...collect(revision, dictionary, ['OCSPs', 'OCSP'], parseOcspResponse, seen));
    }
  }
  return store;
}

interface Mutable extends SecurityStore {
  certificates: Stored<Certificate>[];
  crls: Stored<Crl>[];
  ocspResponses: Stored<OcspResponse>[];
}

/** The store itself and its entries per signature (/VRI). */
function dictionariesOf(revision: PdfRevision): PdfDict[] {
  const store = revision.getDict(revision.root, 'DSS');
  const perSignature = revision.getDict(store, 'VRI');
  const entries = [...(perSignature?.entries.values() ?? [])].map(entry => revision.resolve(entry));
  return [store, ...entries].filter(found => found instanceof PdfDict);
}

function collect<T>(
  revision: PdfRevision,
  dictionary: PdfDict,
  keys: readonly string[],
  parse: (der: Uint8Array) => T,
  seen: Set<number>,
): Stored<T>[] {
  const items = keys.flatMap(key => revision.getArray(dictionary, key)?.items ?? []);
  return items.flatMap(item => {
    const value = readOnce(revision, item, parse, seen);
    return value === null ? [] : [{ value, revision: revision.index }];
  });
}

/** Null for a stream met before, and for what cannot be read: lost evidence shows where it is missed. */
function readOnce<T>(
  revision: PdfRevision,
  item: PdfObject,
  parse: (der: Uint8Array) => T,
  seen: Set<number>,
): T | null {
  const stream = revision.resolve(item);
  if (!(stream instanceof PdfStream) || seen.has(stream.data.start)) return null;
  seen.add(stream.data.start);
  try {
    return parse(revision.decode(stream).bytes);
  } catch {
    return null;
  }
}
