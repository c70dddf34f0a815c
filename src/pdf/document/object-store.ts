/** Objects of a document, read once, each with the proof that it stands where the cross-reference says. */

import { createDecryptor, type Decryptor } from '../crypt/index.js';
import type { NoteBook } from '../notes.js';
import { latin1 } from '../syntax/chars.js';
import { MalformedObject } from '../syntax/malformed.js';
import { type IndirectObject, PdfDict, type PdfObject, PdfRef, PdfStream } from '../syntax/objects.js';
import type { FoundObject, ObjectReader } from '../syntax/reader.js';
import type { PdfNoteCode, PdfRevision, XrefEntry } from '../types.js';
import { ObjectStream } from './object-stream.js';

type OffsetEntry = Extract<XrefEntry, { kind: 'offset' }>;
type StreamEntry = Extract<XrefEntry, { kind: 'stream' }>;

/** Members of one object stream are counted below this. */
const MOST_MEMBERS = 1 << 20;

/** Decoded object streams are kept up to this size together. */
const KEPT_STREAMS = 32 << 20;

export class ObjectStore {
  #decryptor: Decryptor | null = null;
  /** The encryption dictionary itself is never encrypted. */
  #encryptNumber: number | null = null;
  /** By offset, or by place in an object stream; null is what could not be read there. */
  readonly #objects = new Map<number, IndirectObject | null>();
  readonly #streams = new Map<number, ObjectStream | null>();
  readonly #reading = new Set<number>();
  #streamBytes = 0;

  constructor(
    readonly reader: ObjectReader,
    readonly notes: NoteBook,
  ) {}

  /** What was read before may hold encrypted strings, and is forgotten. Throws what `createDecryptor` throws. */
  unlock(
    dict: PdfDict,
    documentId: Uint8Array,
    password: string | undefined,
    encryptNumber: number | null,
    resolve: (value: PdfObject | undefined) => PdfObject,
  ): void {
    this.#decryptor = createDecryptor(dict, documentId, password, resolve);
    this.#encryptNumber = encryptNumber;
    this.#objects.clear();
    this.#streams.clear();
  }

  /** `declaring`: the revision whose cross-reference has the entry; its bytes must hold the object. */
  atOffset(num: number, entry: OffsetEntry, declaring: PdfRevision): IndirectObject | null {
    const object = this.#once(entry.offset, num, () => this.#read(num, entry, declaring));
    if (!object || object.gen !== entry.gen) return null;
    if (object.span!.end <= declaring.endOffset) return object;
    const message = `The cross-reference places object ${num} beyond the end of its revision.`;
    this.notes.add('entry-outside-revision', message, declaring.index, num);
    return null;
  }

  /** The container is the one that `view` sees: a later revision can replace it with everything in it. */
  inStream(num: number, entry: StreamEntry, view: PdfRevision): IndirectObject | null {
    const container = view.entry(entry.container)?.kind === 'offset' ? view.object(entry.container) : null;
    if (!(container?.value instanceof PdfStream)) return this.#missingMember(num, entry, view);
    const stream = container.value;
    return this.#once(-(stream.data.start * MOST_MEMBERS + entry.index), num, () => {
      const member = this.#member(num, entry, stream, view);
      if (!member) return this.#missingMember(num, entry, view);
      this.#noteDuplicate(num, member.duplicated, view.index);
      return { num, gen: 0, value: member.value, span: null, container: entry.container };
    });
  }

  rawStream(stream: PdfStream, view: PdfRevision): Uint8Array {
    const bytes = this.reader.source.read(stream.data.start, stream.data.end - stream.data.start);
    const type = view.getName(stream, 'Type');
    if (!this.#decryptor || type === 'XRef') return bytes;
    return this.#decryptor.stream(bytes, stream.owner, {
      filter: ownCryptFilter(stream, view),
      metadata: type === 'Metadata',
    });
  }

  encryptString(bytes: Uint8Array, owner: PdfRef): Uint8Array {
    return this.#decryptor ? this.#decryptor.encryptString(bytes, owner) : bytes;
  }

  /** Also guards against objects that need themselves to be read (a /Length that refers to its own stream). */
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
    for (const code of found.faults)
      this.notes.add(code, FAULTS[code] ?? FAULTS['object-malformed']!, declaring.index, num);
    this.#noteDuplicate(num, found.duplicated, declaring.index);
    const value =
      this.#decryptor && num !== this.#encryptNumber ? this.#decrypted(found, this.#decryptor) : found.value;
    return { num, gen: entry.gen, value, span: found.span, container: null };
  }

  /** The proof: 'N G obj' at the offset, or (noted) within a few bytes of it, once. */
  #startOf(num: number, { offset, gen }: OffsetEntry, declaring: PdfRevision): number | null {
    const expected = `${num} ${gen} obj`;
    const stands = latin1(this.reader.source.read(offset, expected.length + 1));
    if (stands.startsWith(expected) && !/\w$/.test(stands)) return offset;
    const from = Math.max(0, offset - NEAR);
    const around = latin1(this.reader.source.read(from, offset - from + NEAR + 24));
    const header = new RegExp(`(?<!\\d)0*${num}\\s+0*${gen}\\s+obj(?![A-Za-z0-9])`, 'g');
    const starts = [...around.matchAll(header)].map(match => from + match.index);
    if (starts.includes(offset)) return offset;
    const [near, another] = starts.filter(start => Math.abs(start - offset) <= NEAR);
    if (near === undefined || another !== undefined) {
      const message = `Object ${num} ${gen} does not stand at offset ${offset}, where the cross-reference places it.`;
      this.notes.add('entry-mismatch', message, declaring.index, num);
      return null;
    }
    this.notes.add(
      'entry-inexact',
      `The place of object ${num} is off by ${near - offset} bytes.`,
      declaring.index,
      num,
    );
    return near;
  }

  #parse(start: number, num: number, declaring: PdfRevision): FoundObject | null {
    try {
      return this.reader.objectAt(start, length => lengthOf(declaring.resolve(length)));
    } catch (thrown) {
      if (!(thrown instanceof MalformedObject)) throw thrown;
      this.notes.add('object-malformed', `Object ${num} cannot be read: ${thrown.message}.`, declaring.index, num);
      return null;
    }
  }

  #decrypted({ value, num, gen }: FoundObject, decryptor: Decryptor): PdfObject {
    const owner = new PdfRef(num, gen);
    if (!(value instanceof PdfStream)) return decryptor.strings(value, owner);
    return new PdfStream(decryptor.strings(value.dict, owner) as PdfDict, value.data, owner);
  }

  #noteDuplicate(num: number, key: string | null, revision: number): void {
    if (key !== null) this.notes.add('duplicate-key', `Object ${num} has the key /${key} twice.`, revision, num);
  }

  #member(
    num: number,
    entry: StreamEntry,
    container: PdfStream,
    view: PdfRevision,
  ): ReturnType<ObjectStream['member']> {
    try {
      return this.#objectStream(container, view)?.member(entry.index, num);
    } catch (thrown) {
      if (thrown instanceof MalformedObject) return undefined;
      throw thrown;
    }
  }

  #objectStream(container: PdfStream, view: PdfRevision): ObjectStream | null {
    const key = container.data.start;
    const known = this.#streams.get(key);
    if (known !== undefined) return known;
    const stream = ObjectStream.read(container, view);
    if (stream?.damaged) this.#noteTruncated(container, view);
    this.#streamBytes += stream?.bytes.length ?? 0;
    if (this.#streamBytes > KEPT_STREAMS) {
      this.#streams.clear();
      this.#streamBytes = stream?.bytes.length ?? 0;
    }
    this.#streams.set(key, stream);
    return stream;
  }

  #noteTruncated({ owner, data }: PdfStream, { document }: PdfRevision): void {
    const bringer = document.revisions.find(revision => data.start < revision.endOffset);
    const message = `Object stream ${owner.num} ends early, or unpacks to more than is read.`;
    this.notes.add('stream-truncated', message, bringer?.index ?? null, owner.num);
  }

  #missingMember(num: number, entry: StreamEntry, view: PdfRevision): null {
    const message = `Object ${num} is not in object stream ${entry.container}, where the cross-reference places it.`;
    this.notes.add('object-stream-malformed', message, view.index, num);
    return null;
  }
}

const NEAR = 20;

const FAULTS: Partial<Record<PdfNoteCode, string>> = {
  'endobj-missing': "An object is not closed by 'endobj'.",
  'stream-length': 'The /Length of a stream is wrong.',
  'object-malformed': 'An object departs from the syntax of the standard.',
};

const lengthOf = (value: PdfObject): number | null =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;

/** The /Name that belongs to a /Crypt filter, which must come first (7.4.10). */
function ownCryptFilter(stream: PdfStream, view: PdfRevision): string | null {
  const first = (value: PdfObject): PdfObject =>
    value !== null && typeof value === 'object' && 'items' in value ? view.resolve(value.items[0]) : value;
  const filter = first(view.get(stream, 'Filter'));
  if (filter === null || typeof filter !== 'object' || !('name' in filter) || filter.name !== 'Crypt') return null;
  const parameters = first(view.get(stream, 'DecodeParms'));
  return (parameters instanceof PdfDict ? view.getName(parameters, 'Name') : null) ?? 'Identity';
}
