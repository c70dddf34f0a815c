/** Finds the signatures: every signature field with a value in some revision, as of the revision that it signed. */
import { DocconvError } from '../../errors.js';
import {
  dictOf,
  type IndirectObject,
  PdfDict,
  type PdfDocument,
  PdfRef,
  type PdfRevision,
  permissions,
  type SignatureField,
  sameRef,
  signatureFields,
} from '../../pdf/index.js';
import { observeRange, type RangeFacts } from './byte-range.js';
import { sameValue } from './same-value.js';

/** A signature dictionary in its field and revision. */
export interface SignatureSite {
  readonly field: string;
  /** The signed revision if the byte range ends with one; otherwise the one that introduced the dictionary. */
  readonly revision: PdfRevision;
  readonly dictionary: PdfDict | null;
  readonly inObjectStream: boolean;
  readonly range: RangeFacts;
  /** The value of the field is the same in the last revision. */
  readonly unchanged: boolean;
  /** The signed bytes include the revision in which the field received this value; null: they end with no revision. */
  readonly coversField: boolean | null;
  /** Belongs to a field; a signature that only /Perms references does not. */
  readonly inField: boolean;
  readonly ref: PdfRef | null;
}

/** A value of a field, with the revision that introduced it. */
type Version = Omit<SignatureSite, 'range' | 'unchanged' | 'coversField'>;

/** More than any real document has. */
const MAX_SIGNATURES = 1000;

/** In the order of their revisions. Throws LIMIT_EXCEEDED for more than MAX_SIGNATURES. */
export function findSignatures(document: PdfDocument): SignatureSite[] {
  const inLatest = valuesIn(document.latest);
  const sites = [...versionsByField(document)].map(([key, versions]) => siteOf(versions, inLatest.has(key)));
  const all = [...sites, ...orphansOf(document, sites)];
  limitCount(all.length);
  return all.sort((a, b) => a.revision.index - b.revision.index || (a.range.end ?? 0) - (b.range.end ?? 0));
}

function limitCount(actual: number): void {
  if (actual <= MAX_SIGNATURES) return;
  throw new DocconvError(
    'LIMIT_EXCEEDED.signatures',
    { limit: MAX_SIGNATURES },
    { detail: { limit: MAX_SIGNATURES, actual } },
  );
}

/** For each field its distinct values, oldest first. */
function versionsByField(document: PdfDocument): Map<string, Version[]> {
  const fields = new Map<string, Version[]>();
  for (const revision of document.revisions) {
    for (const [key, version] of valuesIn(revision)) {
      const versions = fields.get(key) ?? [];
      fields.set(key, versions);
      const last = versions.at(-1);
      if (!last || !sameValue(last.revision, last.dictionary, revision, version.dictionary)) versions.push(version);
    }
  }
  return fields;
}

function valuesIn(revision: PdfRevision): Map<string, Version> {
  const values = new Map<string, Version>();
  for (const [i, field] of signatureFields(revision).entries()) {
    const direct = values.has(field.name) ? `${field.name} ${i}` : field.name;
    values.set(field.ref ? `${field.ref}` : direct, fromField(revision, field));
  }
  limitCount(values.size);
  const { docMDP } = permissions(revision);
  const isKnown = () => [...values.values()].some(value => sameRef(value.ref, docMDP));
  if (docMDP && !isKnown()) values.set(`Perms ${docMDP}`, fromPermissions(revision, docMDP));
  return values;
}

function fromField(revision: PdfRevision, field: SignatureField): Version {
  const { name, signature: dictionary, signatureRef: ref, inObjectStream } = field;
  return { field: name, dictionary, ref, inObjectStream, inField: true, revision };
}

/** ISO 32000-2, 12.8.6: the catalog references a certification signature that belongs to no field. */
function fromPermissions(revision: PdfRevision, ref: PdfRef): Version {
  const object = revision.object(ref.num, ref.gen);
  const inObjectStream = object?.container != null;
  return { field: '/Perms/DocMDP', dictionary: dictOf(object?.value), ref, inObjectStream, inField: false, revision };
}

/** Selects the version that covers its own revision; otherwise the first that is not a placeholder. */
function siteOf(versions: readonly Version[], inLatest: boolean): SignatureSite {
  const candidates = versions.map(version => ({ version, range: observeRange(version.revision, version.dictionary) }));
  const selected =
    candidates.find(({ version, range }) => range.signed === version.revision) ??
    candidates.find(({ range }) => range.contents !== null) ??
    candidates[0]!;
  const { version, range } = selected;
  const unchanged = inLatest && version === versions.at(-1);
  // a later revision can assign an existing signature to another field, which then only looks signed
  const coversField = range.signed && version.revision.index <= range.signed.index;
  return { ...version, revision: range.signed ?? version.revision, range, unchanged, coversField };
}

/** Signature dictionaries in revisions after the first signature that belong to no field: a signature was removed. */
function orphansOf(document: PdfDocument, sites: readonly SignatureSite[]): SignatureSite[] {
  const first = Math.min(...sites.map(({ revision }) => revision.index));
  const later = document.revisions.filter(({ index }) => index > first);
  const known = new Set(sites.map(({ ref }) => ref?.num));
  return later.flatMap(revision => {
    const { ur3 } = permissions(revision);
    return [...revision.entries].flatMap(([num, entry]) => {
      const object = known.has(num) || num === ur3?.num || entry.kind === 'free' ? null : revision.object(num);
      const dictionary = signatureIn(object);
      return object && dictionary ? [orphan(revision, object, dictionary)] : [];
    });
  });
}

function signatureIn(object: IndirectObject | null): PdfDict | null {
  const { value } = object ?? {};
  return value instanceof PdfDict && value.has('ByteRange') && value.has('Contents') ? value : null;
}

function orphan(revision: PdfRevision, { num, gen, container }: IndirectObject, dictionary: PdfDict): SignatureSite {
  const ref = new PdfRef(num, gen);
  const version = { field: `(object ${num})`, dictionary, ref, inObjectStream: container !== null, inField: false };
  return siteOf([{ ...version, revision }], false);
}
