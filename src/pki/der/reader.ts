/**
 * Reads DER, and those parts of BER that occur in signatures: indefinite lengths, constructed strings, long-form lengths.
 * A node is a view of its source, so signed data is hashed exactly as sent and a long CRL needs no copy. Loading an ASN.1
 * schema library took 60 ms, half as long as the start of Node; this reader's load time is not measurable.
 */
import { DocconvError } from '../../errors.js';

/** Class and number of a tag, without the "constructed" bit: an OCTET STRING may be constructed. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  sequence: 0x10,
  set: 0x11,
  numericString: 0x12,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  visibleString: 0x1a,
  universalString: 0x1c,
  bmpString: 0x1e,
} as const;

/** The context-specific tag [n]. */
export const context = (n: number): number => 0x80 | n;

export interface Der {
  /** See TAG and context(). */
  readonly tag: number;
  readonly constructed: boolean;
  readonly indefinite: boolean;
  /** Tag, length and value as encoded in the source. */
  readonly bytes: Uint8Array;
  readonly content: Uint8Array;
}

const CONSTRUCTED = 0x20;
const MAX_DEPTH = 64;

/** The value that starts at `at`. Ignores what follows it. */
export function readDer(source: Uint8Array, at = 0, depth = 0): Der {
  if (depth > MAX_DEPTH) throw new DocconvError('CORRUPT_DOCUMENT.asn1-depth');
  const identifier = byteAt(source, at);
  if ((identifier & 0x1f) === 0x1f) throw new DocconvError('CORRUPT_DOCUMENT.asn1-tag-number');
  if (!hasRightForm(identifier)) throw new DocconvError('CORRUPT_DOCUMENT.asn1-tag-form', { identifier });
  const length = readLength(source, at + 1);
  const start = length.next;
  const end = length.value === null ? findEndOfContents(source, start, depth) : start + length.value;
  if (end > source.length) throw new DocconvError('CORRUPT_DOCUMENT.asn1-truncated');
  return {
    tag: identifier & ~CONSTRUCTED,
    constructed: (identifier & CONSTRUCTED) !== 0,
    indefinite: length.value === null,
    bytes: source.subarray(at, length.value === null ? end + 2 : end),
    content: source.subarray(start, end),
  };
}

/** Sequences and sets are constructed; of the primitive types, only OCTET STRING may be (X.690, 8). */
function hasRightForm(identifier: number): boolean {
  const tag = identifier & ~CONSTRUCTED;
  const isConstructed = tag !== identifier;
  if (tag === TAG.sequence || tag === TAG.set) return isConstructed;
  return !isConstructed || tag === TAG.octetString || !UNIVERSAL.has(tag);
}

const UNIVERSAL: ReadonlySet<number> = new Set(Object.values(TAG));

/** `value` is null for an indefinite length (X.690, 8.1.3.6). */
function readLength(source: Uint8Array, at: number): { value: number | null; next: number } {
  const first = byteAt(source, at);
  if (first < 0x80) return { value: first, next: at + 1 };
  if (first === 0x80) return { value: null, next: at + 1 };
  const count = first & 0x7f;
  let value = 0;
  for (let i = 1; i <= count; i++) {
    value = value * 256 + byteAt(source, at + i);
    if (value > 0xffffffff) throw new DocconvError('CORRUPT_DOCUMENT.asn1-length-too-large');
  }
  return { value, next: at + 1 + count };
}

function findEndOfContents(source: Uint8Array, start: number, depth: number): number {
  let at = start;
  while (byteAt(source, at) !== 0 || byteAt(source, at + 1) !== 0) at += readDer(source, at, depth + 1).bytes.length;
  return at;
}

function byteAt(source: Uint8Array, at: number): number {
  const byte = source[at];
  if (byte === undefined) throw new DocconvError('CORRUPT_DOCUMENT.asn1-truncated');
  return byte;
}

/** The values inside a constructed one. */
export function children({ constructed, content }: Der): Der[] {
  if (!constructed) throw new DocconvError('CORRUPT_DOCUMENT.asn1-structure-missing');
  const found: Der[] = [];
  for (let at = 0; at < content.length; ) {
    const child = readDer(content, at);
    at += child.bytes.length;
    found.push(child);
  }
  return found;
}

/** A chain has fewer than 10 certificates, and as many CRLs; crafted messages contain any number. */
const MAX_LISTED = 1000;

/** Reads the first 1000 children and skips unreadable ones: one malformed certificate must not hide the others. */
export function readReadable<T>(list: Der, read: (node: Der) => T): T[] {
  return children(list)
    .slice(0, MAX_LISTED)
    .flatMap(node => attempt(() => [read(node)]) ?? []);
}

/** The result of `step`, or null if it throws a DocconvError. */
export function attempt<T>(step: () => T): T | null {
  try {
    return step();
  } catch (error) {
    if (error instanceof DocconvError) return null;
    throw error;
  }
}

/** Reads the fields of a SEQUENCE or SET in order. */
export class Fields {
  private readonly nodes: Der[];
  private at = 0;

  constructor(node: Der, tag: number | null = TAG.sequence) {
    if (tag !== null) expectTag(node, tag);
    if (!node.constructed) throw new DocconvError('CORRUPT_DOCUMENT.asn1-structure-missing');
    this.nodes = children(node);
  }

  /** The next field without consuming it, or null at the end. */
  peek(): Der | null {
    return this.nodes[this.at] ?? null;
  }

  any(): Der {
    const node = this.peek();
    if (!node) throw new DocconvError('CORRUPT_DOCUMENT.asn1-field-missing');
    this.at++;
    return node;
  }

  take(tag: number): Der {
    return expectTag(this.any(), tag);
  }

  /** Consumes the next field if it has one of these tags. */
  maybe(...tags: readonly number[]): Der | null {
    const node = this.peek();
    if (!node || !tags.includes(node.tag)) return null;
    this.at++;
    return node;
  }

  /** Reads the next field if it has this tag; otherwise null. */
  optional<T>(tag: number, read: (node: Der) => T): T | null {
    const node = this.maybe(tag);
    return node && read(node);
  }

  /** Reads the value inside the next field if that has the explicit tag [n]; otherwise null. */
  explicit<T>(n: number, read: (node: Der) => T): T | null {
    return this.optional(context(n), wrapper => read(inside(wrapper)));
  }
}

/** The value inside an explicit tag. */
export function inside(wrapper: Der): Der {
  return new Fields(wrapper, null).any();
}

export function expectTag(node: Der, tag: number): Der {
  if (node.tag !== tag) throw new DocconvError('CORRUPT_DOCUMENT.asn1-tag', { expected: tag, found: node.tag });
  return node;
}
