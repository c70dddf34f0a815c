/** Object streams (ISO 32000-2, 7.5.7): N pairs of number and offset, then the objects. */
import type { PdfObject, PdfStream } from '../syntax/objects.js';
import { Parser } from '../syntax/parser.js';
import type { PdfRevision } from './revision.js';

/** More objects in one stream than any real document has. */
const MAX_MEMBERS = 1 << 20;

export class ObjectStream {
  readonly #members: readonly { num: number; offset: number }[];

  private constructor(
    readonly bytes: Uint8Array,
    /** The data ended early, or exceeds the limit. */
    readonly damaged: boolean,
    first: number,
    count: number,
  ) {
    this.#members = readMembers(bytes, count).map(({ num, offset }) => ({ num, offset: first + offset }));
  }

  /** Null when the container is not an object stream. */
  static read(container: PdfStream, view: PdfRevision): ObjectStream | null {
    const count = view.getNumber(container, 'N');
    const first = view.getNumber(container, 'First');
    if (view.getName(container, 'Type') !== 'ObjStm' || count === null || first === null) return null;
    const { bytes, pending, damaged } = view.decode(container);
    return pending === null ? new ObjectStream(bytes, damaged, first, Math.min(count, MAX_MEMBERS)) : null;
  }

  /** `undefined`: the member at this index is another object, or missing. Throws MalformedObject. */
  member(index: number, num: number): { value: PdfObject; duplicateKey: boolean } | undefined {
    const member = this.#members[index]?.num === num ? this.#members[index] : undefined;
    if (!member) return undefined;
    const parser = new Parser(this.bytes, null, true, member.offset);
    return { value: parser.value(), duplicateKey: parser.duplicateKey };
  }
}

/** The first `count` pairs; fewer if the data is malformed. */
export function readMembers(bytes: Uint8Array, count: number): { num: number; offset: number }[] {
  const parser = new Parser(bytes, null);
  const members: { num: number; offset: number }[] = [];
  while (members.length < count) {
    parser.skipWhite();
    const num = parser.integer();
    parser.skipWhite();
    const offset = parser.integer();
    if (num === null || offset === null) break;
    members.push({ num, offset });
  }
  return members;
}
