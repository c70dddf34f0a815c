/** Object streams (ISO 32000-2, 7.5.7): N pairs of number and offset, then the objects. */
import { isWhite } from '../syntax/chars.js';
import type { ParsedObject } from '../syntax/object-reader.js';
import { isCount, PdfRef } from '../syntax/objects.js';
import { Parser } from '../syntax/parser.js';

/** More objects in one stream than any real document has. */
const MAX_MEMBERS = 1 << 20;
/** Of a pair in the header: two digits and the white space after them. */
const SHORTEST_PAIR = 4;

interface Member extends Pick<ParsedObject, 'value' | 'duplicateKey' | 'ambiguities'> {
  readonly isRegular: boolean;
}

export class ObjectStream {
  readonly #header: Header;

  constructor(
    readonly bytes: Uint8Array,
    /** The data ended early, or exceeds the limit. */
    readonly damaged: boolean,
    private readonly first: number,
    private readonly count: number,
  ) {
    this.#header = readHeader(bytes, count);
  }

  /** In memory. */
  get size(): number {
    return this.bytes.length + this.#header.members.byteLength;
  }

  /**
   * It has `count` members one after the other, each with another number. Programs differ in which members others have: they
   * look them up by number or by index, skip them or read them from their offset.
   */
  get isRegular(): boolean {
    const { members, end } = this.#header;
    const numbers = numbersOf(members);
    const offsets = members.filter((_, i) => i % 2 === 1);
    return (
      numbers.length === this.count &&
      (isAscending(numbers) || new Set(numbers).size === numbers.length) &&
      isAscending(offsets) &&
      this.#isBlank(end, this.first + (offsets[0] ?? 0))
    );
  }

  /**
   * `undefined`: the member at this index is another object, or missing. `isRegular`: it ends before the next one, and is no
   * reference (7.5.7). Throws MalformedObject.
   */
  member(index: number, num: number): Member | undefined {
    const { members } = this.#header;
    if (members[2 * index] !== num) return undefined;
    const parser = new Parser(this.bytes, null, true, this.first + members[2 * index + 1]!);
    const value = parser.object();
    const next = this.first + (members[2 * index + 3] ?? this.bytes.length);
    const isRegular = parser.position <= next && !(value instanceof PdfRef);
    return { value, duplicateKey: parser.duplicateKey, ambiguities: parser.ambiguities.list, isRegular };
  }

  #isBlank(from: number, to: number): boolean {
    return from <= to && this.bytes.subarray(from, to).every(isWhite);
  }
}

const isAscending = (numbers: Float64Array): boolean => numbers.every((num, i) => i === 0 || num > numbers[i - 1]!);

interface Header {
  /** Pairs of object number and offset. */
  readonly members: Float64Array;
  /** Behind the last pair. */
  readonly end: number;
}

/** The object numbers of the first `count` members; fewer if the data is malformed, none if `count` is no count. */
export const memberNumbers = (bytes: Uint8Array, count: unknown): Float64Array =>
  numbersOf(readHeader(bytes, count).members);

const numbersOf = (members: Float64Array): Float64Array => members.filter((_, i) => i % 2 === 0);

function readHeader(bytes: Uint8Array, count: unknown): Header {
  const parser = new Parser(bytes, null);
  const limit = isCount(count) ? Math.min(count, MAX_MEMBERS, Math.ceil(bytes.length / SHORTEST_PAIR)) : 0;
  const members = new Float64Array(2 * limit);
  let [length, end] = [0, 0];
  while (length < members.length) {
    parser.skipWhite();
    const num = parser.integer();
    parser.skipWhite();
    const offset = parser.integer();
    if (num === null || offset === null) break;
    members[length++] = num;
    members[length++] = offset;
    end = parser.position;
  }
  return { members: members.subarray(0, length), end };
}
