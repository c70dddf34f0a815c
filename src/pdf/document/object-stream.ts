/** Object streams (ISO 32000-2, 7.5.7): N pairs of number and offset, then the objects. */
import { isCount, type PdfObject, type PdfStream } from '../syntax/objects.js';
import { Parser } from '../syntax/parser.js';
import type { PdfRevision } from './revision.js';

/** More objects in one stream than any real document has. */
const MAX_MEMBERS = 1 << 20;
/** Of a pair in the header: two digits and the white space after them. */
const SHORTEST_PAIR = 4;

export class ObjectStream {
  /** Pairs of object number and offset. */
  readonly #members: Float64Array;
  readonly #first: number;

  private constructor(
    readonly bytes: Uint8Array,
    /** The data ended early, or exceeds the limit. */
    readonly damaged: boolean,
    first: number,
    count: number,
  ) {
    this.#first = first;
    this.#members = readMembers(bytes, count);
  }

  /** Null when the container is not an object stream. */
  static read(container: PdfStream, view: PdfRevision): ObjectStream | null {
    const count = view.getNumber(container, 'N');
    const first = view.getNumber(container, 'First');
    if (view.getName(container, 'Type') !== 'ObjStm' || !isCount(count) || !isCount(first)) return null;
    const { bytes, pending, damaged } = view.decode(container);
    return pending === null ? new ObjectStream(bytes, damaged, first, count) : null;
  }

  /** In memory. */
  get size(): number {
    return this.bytes.length + this.#members.byteLength;
  }

  /** An object number occurs twice: some programs look members up by number instead of by index. */
  get isAmbiguous(): boolean {
    const numbers = this.#members.filter((_, i) => i % 2 === 0);
    const ascends = numbers.every((num, i) => i === 0 || num > numbers[i - 1]!);
    return !ascends && new Set(numbers).size < numbers.length;
  }

  /** `undefined`: the member at this index is another object, or missing. Throws MalformedObject. */
  member(index: number, num: number): { value: PdfObject; duplicateKey: boolean } | undefined {
    if (this.#members[2 * index] !== num) return undefined;
    const parser = new Parser(this.bytes, null, true, this.#first + this.#members[2 * index + 1]!);
    return { value: parser.value(), duplicateKey: parser.duplicateKey };
  }
}

/** The first `count` pairs of object number and offset; fewer if the data is malformed. */
export function readMembers(bytes: Uint8Array, count: number): Float64Array {
  const parser = new Parser(bytes, null);
  const limit = Math.min(count, MAX_MEMBERS, Math.ceil(bytes.length / SHORTEST_PAIR));
  const members = new Float64Array(2 * limit);
  let length = 0;
  while (length < members.length) {
    parser.skipWhite();
    const num = parser.integer();
    parser.skipWhite();
    const offset = parser.integer();
    if (num === null || offset === null) break;
    members[length++] = num;
    members[length++] = offset;
  }
  return members.subarray(0, length);
}
