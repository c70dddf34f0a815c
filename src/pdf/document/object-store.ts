/** Reads and caches the objects of a document, and verifies that each is where the cross-reference says. */
import { createDecryptor, type Decryptor, EVERYTHING } from '../crypt/decryptor.js';
import type { ParserNotes, PdfNoteCode } from '../notes.js';
import { latin1 } from '../syntax/chars.js';
import { directLength, type ObjectReader, type ParsedObject } from '../syntax/object-reader.js';
import {
  dictOf,
  type IndirectObject,
  isCount,
  isName,
  isSignatureDictionary,
  nullIfMalformed,
  PdfArray,
  PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  type Resolve,
  type Span,
} from '../syntax/objects.js';
import { OFFSET_TOLERANCE } from '../xref/section.js';
import { ObjectStream } from './object-stream.js';
import type { OffsetEntry, PdfRevision, StreamEntry } from './revision.js';

/** Upper bound of the index in an object stream, see `inStream`. */
const MAX_MEMBERS = 1 << 20;

/** A /Length is an integer, in an object stream at most; but it could refer to a stream with a /Length of its own. */
const MAX_NESTED_LENGTHS = 32;

/** Bytes of decoded object streams in the cache. */
const MAX_CACHED_BYTES = 32 << 20;

export class ObjectStore {
  #decryptor: Decryptor | null = null;
  /** The encryption dictionary itself is never encrypted. */
  #encryptNumber: number | null = null;
  /** By offset, or by (negative) position in an object stream; null: could not be read. */
  readonly #objects = new Map<number, IndirectObject | null>();
  readonly #streams = new Map<number, ObjectStream | null>();
  readonly #reading = new Set<number>();
  #streamBytes = 0;
  #nestedLengths = 0;

  constructor(
    readonly reader: ObjectReader,
    readonly notes: ParserNotes,
  ) {}

  /** Clears the cache: objects read before may contain encrypted strings. Throws what `createDecryptor` throws. */
  unlock(
    dict: PdfDict,
    documentId: Uint8Array,
    password: string | undefined,
    encryptNumber: number | null,
    resolve: Resolve,
  ): void {
    this.#decryptor = createDecryptor(dict, documentId, password, resolve);
    this.#encryptNumber = encryptNumber;
    this.#objects.clear();
    this.#streams.clear();
  }

  get isEncrypted(): boolean {
    return this.#decryptor !== null;
  }

  get permissions(): number {
    return this.#decryptor?.permissions ?? EVERYTHING;
  }

  /** An object is being read: what is missing now may be the same object, for its own /Length. */
  get isReading(): boolean {
    return this.#reading.size > 0;
  }

  /** `declaring`: the revision whose cross-reference has the entry; the object must lie within its bytes. */
  atOffset(num: number, entry: OffsetEntry, declaring: PdfRevision): IndirectObject | null {
    const object = this.#once(entry.offset, num, () => this.#read(num, entry, declaring));
    if (!object || object.gen !== entry.gen) return null;
    if (object.span!.end <= declaring.endOffset) return object;
    this.notes.add('entry-outside-revision', declaring.index, num);
    return null;
  }

  /** The container is read as of `view`: a later revision can replace it together with its members. */
  inStream(num: number, entry: StreamEntry, view: PdfRevision): IndirectObject | null {
    const container = view.entry(entry.container)?.kind === 'offset' ? view.object(entry.container) : null;
    if (!(container?.value instanceof PdfStream)) return this.#missingMember(num, view);
    const stream = container.value;
    // of the object: another one may have the same data, with another /First or /Filter
    const { start } = container.span!;
    return this.#once(-(start * MAX_MEMBERS + entry.index), num, () => {
      const member = nullIfMalformed(() => this.#objectStream(start, stream, view)?.member(entry.index, num));
      if (!member) return this.#missingMember(num, view);
      if (member.duplicateKey) this.notes.add('duplicate-key', view.index, num);
      if (!member.isRegular) this.#noteContainer('object-stream-malformed', stream, view);
      const { value, ambiguities } = member;
      return { num, gen: 0, value, span: null, container: entry.container, ambiguities };
    });
  }

  rawStream(stream: PdfStream, view: PdfRevision): Uint8Array {
    const bytes = this.reader.source.read(stream.data.start, stream.data.end - stream.data.start);
    const type = view.getName(stream, 'Type');
    if (!this.#decryptor || type === 'XRef') return bytes;
    const choice = { filter: ownCryptFilter(stream, view), type, subtype: view.getName(stream, 'Subtype') };
    const note = () => this.#noteContainer('encryption-irregular', stream, view);
    return this.#decryptor.stream(bytes, stream.owner, choice, note);
  }

  encryptString(bytes: Uint8Array, owner: PdfRef): Uint8Array {
    return this.#decryptor ? this.#decryptor.encryptString(bytes, owner) : bytes;
  }

  encryptStream(bytes: Uint8Array, owner: PdfRef): Uint8Array {
    return this.#decryptor ? this.#decryptor.encryptStream(bytes, owner) : bytes;
  }

  /** Also guards against recursion (a /Length that refers to its own stream). */
  #once(key: number, num: number, read: () => IndirectObject | null): IndirectObject | null {
    const known = this.#objects.get(key);
    if (known?.num === num) return known;
    if (this.#reading.has(key)) return null;
    this.#reading.add(key);
    try {
      const object = read();
      if (object || known === undefined) this.#objects.set(key, object);
      return object;
    } finally {
      this.#reading.delete(key);
    }
  }

  #read(num: number, entry: OffsetEntry, declaring: PdfRevision): IndirectObject | null {
    const start = this.#startOf(num, entry, declaring);
    if (start === null) return null;
    const found = this.#parse(start, num, declaring);
    if (!found) return null;
    for (const code of found.faults) this.notes.add(code, declaring.index, num);
    // an object is a value (7.3.10); where it is a reference, most programs read null instead of following it
    if (found.value instanceof PdfRef) this.notes.add('object-malformed', declaring.index, num);
    if (found.value instanceof PdfStream) this.#noteDoubtfulLength(found.value, declaring);
    if (found.hasReal && isName(dictOf(found.value)?.get('Type'), 'ObjStm'))
      this.notes.add('object-stream-malformed', declaring.index, num);
    if (found.duplicateKey) this.notes.add(duplicateCode(found.value, num, declaring), declaring.index, num);
    const value =
      this.#decryptor && num !== this.#encryptNumber ? this.#decrypted(found, this.#decryptor, declaring) : found.value;
    return { num, gen: entry.gen, value, span: found.span, container: null, ambiguities: found.ambiguities };
  }

  /** Verifies that 'N G obj' is at the offset or, noted, exactly once within OFFSET_TOLERANCE of it. */
  #startOf(num: number, { offset, gen }: OffsetEntry, declaring: PdfRevision): number | null {
    const expected = `${num} ${gen} obj`;
    const actual = latin1(this.reader.source.read(offset, expected.length + 1));
    if (actual.startsWith(expected) && !/\w$/.test(actual)) return offset;
    const from = Math.max(0, offset - OFFSET_TOLERANCE);
    const around = latin1(this.reader.source.read(from, offset - from + OFFSET_TOLERANCE + 24));
    const header = new RegExp(`(?<!\\d)0*${num}\\s+0*${gen}\\s+obj(?![A-Za-z0-9])`, 'g');
    const starts = [...around.matchAll(header)].map(match => from + match.index);
    if (starts.includes(offset)) return offset;
    const [near, another] = starts.filter(start => Math.abs(start - offset) <= OFFSET_TOLERANCE);
    const isFound = near !== undefined && another === undefined;
    this.notes.add(isFound ? 'entry-inexact' : 'entry-mismatch', declaring.index, num);
    return isFound ? near : null;
  }

  #parse(start: number, num: number, declaring: PdfRevision): ParsedObject | null {
    const object = nullIfMalformed(() => this.reader.objectAt(start, length => this.#lengthOf(length, declaring)));
    if (!object) this.notes.add('object-malformed', declaring.index, num);
    return object;
  }

  #lengthOf(length: PdfObject | undefined, declaring: PdfRevision): number | null {
    if (this.#nestedLengths > MAX_NESTED_LENGTHS) return null;
    this.#nestedLengths++;
    try {
      return directLength(declaring.resolve(length));
    } finally {
      this.#nestedLengths--;
    }
  }

  /**
   * A /Length may extend over the end of its stream and further objects. Where it is an object, other programs use the newest,
   * while the stream is read here as of its own revision.
   */
  #noteDoubtfulLength({ dict, data, owner }: PdfStream, declaring: PdfRevision): void {
    if (declaring.index > 1 && this.reader.containsObjectEnd(data) && this.#containsObject(data, declaring)) {
      this.notes.add('stream-length', declaring.index, owner.num);
    }
    const length = dict.get('Length');
    if (!(length instanceof PdfRef)) return;
    for (const later of declaring.redefinitions(length.num, owner.num)) {
      if (later.resolve(length) !== declaring.resolve(length)) this.notes.add('stream-length', later.index, owner.num);
    }
  }

  #containsObject({ start, end }: Span, { entries }: PdfRevision): boolean {
    for (const entry of entries.values()) {
      this.reader.budget.step();
      if (entry.kind === 'offset' && entry.offset >= start && entry.offset < end) return true;
    }
    return false;
  }

  #decrypted({ value, num, gen }: ParsedObject, decryptor: Decryptor, declaring: PdfRevision): PdfObject {
    // 7.5.8.2: neither the data nor the strings of a cross-reference stream are encrypted
    if (value instanceof PdfStream && isName(value.dict.get('Type'), 'XRef')) return value;
    const owner = new PdfRef(num, gen);
    // the texts of a signature dictionary, which some signers do not encrypt, are not shown in the document
    const note = () => {
      if (!isSignatureDictionary(value)) this.notes.add('encryption-irregular', declaring.index, num);
    };
    const strings = (from: PdfObject) => decryptor.strings(from, owner, note);
    if (!(value instanceof PdfStream)) return strings(value);
    return new PdfStream(strings(value.dict) as PdfDict, value.data, owner);
  }

  /** `key`: the offset of the container. */
  #objectStream(key: number, container: PdfStream, view: PdfRevision): ObjectStream | null {
    const known = this.#streams.get(key);
    if (known !== undefined) return known;
    const stream = readObjectStream(container, view);
    if (stream?.damaged) this.#noteContainer('stream-truncated', container, view);
    if (stream && !(stream.isRegular && !container.dict.has('F')))
      this.#noteContainer('object-stream-malformed', container, view);
    this.#streamBytes += stream?.size ?? 0;
    if (this.#streamBytes > MAX_CACHED_BYTES) {
      this.#streams.clear();
      this.#streamBytes = stream?.size ?? 0;
    }
    this.#streams.set(key, stream);
    return stream;
  }

  #noteContainer(code: PdfNoteCode, { owner, data }: PdfStream, { document }: PdfRevision): void {
    const introducedIn = document.revisions.find(revision => data.start < revision.endOffset);
    this.notes.add(code, introducedIn?.index ?? null, owner.num);
  }

  #missingMember(num: number, view: PdfRevision): null {
    this.notes.add('object-stream-malformed', view.index, num);
    return null;
  }
}

/** Null when the container is not an object stream. */
function readObjectStream(container: PdfStream, view: PdfRevision): ObjectStream | null {
  const [count, first] = [view.getNumber(container, 'N'), view.getNumber(container, 'First')];
  if (view.getName(container, 'Type') !== 'ObjStm' || !isCount(count) || !isCount(first)) return null;
  const { bytes, pending, damaged } = view.decode(container);
  return pending === null ? new ObjectStream(bytes, damaged, first, count) : null;
}

/** An object that existed before may have been judged already, with entries that other programs do not read. */
function duplicateCode(value: PdfObject, num: number, declaring: PdfRevision): PdfNoteCode {
  const isSignature = isSignatureDictionary(value) && value.has('Contents');
  const isOwn = isSignature && !repeatsKeyInside([...value.entries.values()]);
  return isOwn && !declaring.previousEntry(num) ? 'duplicate-signature-key' : 'duplicate-key';
}

const repeatsKeyInside = (values: readonly PdfObject[]): boolean =>
  values.some(value => {
    if (value instanceof PdfArray) return repeatsKeyInside(value.items);
    return value instanceof PdfDict && (value.duplicates.length > 0 || repeatsKeyInside([...value.entries.values()]));
  });

/** The /Name of a /Crypt filter, which must be the first filter (7.4.10). */
function ownCryptFilter(stream: PdfStream, view: PdfRevision): string | null {
  const first = (value: PdfObject): PdfObject => (value instanceof PdfArray ? view.resolve(value.items[0]) : value);
  if (!isName(first(view.get(stream, 'Filter')), 'Crypt')) return null;
  const parameters = first(view.get(stream, 'DecodeParms'));
  return (parameters instanceof PdfDict ? view.getName(parameters, 'Name') : null) ?? 'Identity';
}
