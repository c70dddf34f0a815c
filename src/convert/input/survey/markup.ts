/** Reads what the inspection passes on: start tags, behind "<", in Latin-1, cut at 1 KB; the first bytes of pictures. */
import { withoutEntities } from '../../../system/xml.js';
import type { Kind, LostId } from '../../quirks/table.js';

/** The names of tags for the kind of a document, of lists with blanks; none for other kinds. */
export function namesOf(kind: Kind, lists: Readonly<Partial<Record<Kind, string>>>): readonly string[] {
  return (lists[kind] ?? '').split(' ').filter(Boolean);
}

/** In front of an attribute: what is in the value of another one is none. */
const BEFORE = `(?:[^"']|"[^"]*"|'[^']*')*?`;
const PATTERNS = new Map<string, RegExp>();

/** The value of an attribute with any prefix; null when it is absent. */
export function attribute(tag: string, name: string): string | null {
  let pattern = PATTERNS.get(name);
  if (!pattern) {
    pattern = new RegExp(`^${BEFORE}[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    PATTERNS.set(name, pattern);
  }
  const found = pattern.exec(tag);
  return found && decoded(found[1] ?? found[2]!);
}

/** Text of XML that was read as Latin-1. */
export function decoded(value: string): string {
  return withoutEntities(/[\x80-\xff]/.test(value) ? Buffer.from(value, 'latin1').toString() : value);
}

/** Whether tags are inside of an element, by the depth of its start tag. */
export class Inside {
  #depth = Number.POSITIVE_INFINITY;

  enter(depth: number): void {
    this.#depth = Math.min(this.#depth, depth);
  }

  /** For a tag or text with this many elements around it. */
  holds(depth: number): boolean {
    if (depth <= this.#depth) this.#depth = Number.POSITIVE_INFINITY;
    return depth > this.#depth;
  }

  reset(): void {
    this.#depth = Number.POSITIVE_INFINITY;
  }
}

/** Formats of pictures that LibreOffice does not read, by their first bytes in hexadecimal digits. */
const FOREIGN: readonly (readonly [kind: LostId, magic: RegExp])[] = [
  ['avif', /^.{8}66747970617669(?:66|73)/],
  ['heic', /^.{8}66747970(?:6865(?:69|76)|6d696631|6d736631)/],
  ['jpegXr', /^4949bc01/],
  ['jpeg2000', /^(?:0000000c6a502020|ff4fff51)/],
  ['bigTiff', /^(?:49492b00|4d4d002b)/],
  ['jpegXl', /^(?:ff0a|0000000c4a584c20)/],
  // one to 255 icons, of which the first has a reserved zero, at most one plane and at most 32 bits for each pixel
  ['icon', /^00000100(?!00)..00.{6}000[01]00(?:0[0148]|1[08]|20)00/],
];

/** Null for any other format. */
export function foreignPicture(head: Uint8Array): LostId | null {
  const digits = Buffer.from(head.subarray(0, 16)).toString('hex');
  return FOREIGN.find(([, magic]) => magic.test(digits))?.[0] ?? null;
}
