/** Equality of the data of streams (ISO 32000-2, 7.3.8.2 and 7.4): what a reader decodes, not how it is encoded. */
import { PdfArray, PdfDict, PdfName, type PdfObject, type PdfRevision, type PdfStream } from '../../../pdf/index.js';
import type { RevisionPair } from './equality.js';

/** Entries that describe the encoding of a stream. */
const ENCODING_KEYS = new Set(['Length', 'Filter', 'DecodeParms', 'F', 'FFilter', 'FDecodeParms', 'DL']);

export const isEncodingKey = (key: string): boolean => ENCODING_KEYS.has(key);

type Equal = (pair: RevisionPair, before: PdfObject, after: PdfObject) => boolean;

/** With /F the data is in another file, which no signature covers. */
export function hasEqualData(pair: RevisionPair, a: PdfStream, b: PdfStream, equal: Equal): boolean {
  if (a.dict.has('F') || b.dict.has('F')) return false;
  const { before, after } = pair;
  const [rawFrom, rawTo] = [before.revision.rawStream(a), after.revision.rawStream(b)];
  const stated = ['Filter', 'DecodeParms'].every(key => equal(pair, a.dict.get(key) ?? null, b.dict.get(key) ?? null));
  if (stated && Buffer.compare(rawFrom, rawTo) === 0) return true;
  const [from, to] = [decoded(before.revision, a), decoded(after.revision, b)];
  if (!from || !to || Buffer.compare(from.bytes, to.bytes) !== 0) return false;
  // filters that are not decoded here (images): the same ones with the same parameters, e.g. /JBIG2Globals
  return (
    from.remaining.length === to.remaining.length &&
    from.remaining.every(({ name, parameters }, i) => {
      const other = to.remaining[i]!;
      return name === other.name && equal(pair, parameters, other.parameters);
    })
  );
}

interface Filter {
  readonly name: string;
  /** As written; null: none. */
  readonly parameters: PdfObject;
}

/** The data up to the first filter that is not decoded, and the filters from there; null when readers may differ. */
function decoded(revision: PdfRevision, stream: PdfStream): { bytes: Uint8Array; remaining: Filter[] } | null {
  const filters = filtersOf(revision, stream.dict);
  if (!filters || filters.some(({ name }) => AMBIGUOUS.has(name))) return null;
  const { bytes, pending, damaged } = revision.decode(stream);
  if (damaged) return null;
  const start = pending === null ? filters.length : filters.findIndex(({ name }) => name === pending);
  return start < 0 ? null : { bytes, remaining: filters.slice(start) };
}

/** Abbreviations are defined for inline images only (8.9.7); what /Crypt does depends on the encryption dictionary. */
const AMBIGUOUS = new Set(['Crypt', 'Fl', 'LZW', 'AHx', 'A85', 'RL', 'CCF', 'DCT']);

/** Table 5: one name with one dictionary, or an array of names with an array of dictionaries and nulls; null otherwise. */
function filtersOf(revision: PdfRevision, dict: PdfDict): Filter[] | null {
  const filter = revision.resolve(dict.get('Filter'));
  const parameters = revision.resolve(dict.get('DecodeParms'));
  if (dict.has('DP')) return null;
  if (filter === null) return parameters === null ? [] : null;
  if (filter instanceof PdfName)
    return parameters === null || parameters instanceof PdfDict ? [{ name: filter.name, parameters }] : null;
  if (!(filter instanceof PdfArray) || !(parameters === null || parameters instanceof PdfArray)) return null;
  const list = parameters?.items ?? [];
  if (parameters && list.length !== filter.items.length) return null;
  const filters = filter.items.map((item, i) => filterFrom(revision, item, list[i] ?? null));
  return filters.every(found => found !== null) ? filters : null;
}

function filterFrom(revision: PdfRevision, item: PdfObject, parameters: PdfObject): Filter | null {
  const name = revision.resolve(item);
  const value = revision.resolve(parameters);
  const isDefined = name instanceof PdfName && (value === null || value instanceof PdfDict);
  return isDefined ? { name: name.name, parameters } : null;
}
