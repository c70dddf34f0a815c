/**
 * The one pass over a list. The same events feed the digests and the reader, so that nothing is read that was not hashed
 * and nothing is interpreted in two ways.
 */
import { createHash, type Hash } from 'node:crypto';
import { readEvents, type XmlHandler, XmlRefusal, type XmlStartTag } from '../../system/xml-events.js';
import { type ListElementReader, ListElements } from './list-elements.js';
import { refusal } from './refusal.js';
import type { ListDigest } from './signature/algorithms.js';
import { Canonicalizer } from './signature/canonical.js';
import type { ScannedList } from './signature/verify.js';
import { NAMESPACE, type XmlNode } from './tree.js';

const MAX_BYTES = 20 * 1024 * 1024;
const MAX_DEPTH = 64;
const MAX_IDS = 10_000;

/**
 * Hashes a list and hands its parts to the reader. Rejects with LIST_INVALID.
 */
export async function scanList(bytes: Uint8Array, reader: ListElementReader): Promise<ScannedList> {
  if (bytes.length > MAX_BYTES) throw refusal('TOO_LARGE');
  const scan = new Scan(reader);
  await readEvents(bytes, scan).catch(cause => {
    throw cause instanceof XmlRefusal ? refusal(XML_REASONS[cause.reason], cause.message, cause) : cause;
  });
  return scan.result();
}

const XML_REASONS = {
  complexity: 'TOO_COMPLEX',
  doctype: 'DOCTYPE',
  encoding: 'ENCODING',
  namespaces: 'NOT_XML',
  syntax: 'NOT_XML',
} as const;

class Scan implements XmlHandler {
  #depth = 0;
  #root: XmlStartTag | null = null;
  #signature: XmlNode | null = null;
  #isInSignature = false;
  readonly #ids = new Set<string>();
  readonly #digester = new Digester();
  readonly #canonicalizer = new Canonicalizer('exclusive', text => this.#digester.write(text));
  readonly #parts: ListElements;

  constructor(reader: ListElementReader) {
    this.#parts = new ListElements({
      enter: container => reader.enter(container),
      part: (container, part) => this.#take(container, part, reader),
    });
  }

  open(tag: XmlStartTag): void {
    if (++this.#depth > MAX_DEPTH) throw refusal('TOO_COMPLEX', `${this.#depth} levels`);
    this.#root ??= tag;
    if (isSignature(tag)) this.#enterSignature();
    this.#requireUniqueId(tag);
    if (!this.#isInSignature) this.#canonicalizer.open(tag);
    this.#parts.open(tag);
  }

  close(): void {
    this.#parts.close();
    if (!this.#isInSignature) this.#canonicalizer.close();
    if (--this.#depth === 1) this.#isInSignature = false;
  }

  text(text: string): void {
    if (this.#depth === 0) return; // white space around the root
    if (!this.#isInSignature) this.#canonicalizer.text(text);
    this.#parts.text(text);
  }

  comment(): void {
    if (this.#isInSignature) throw refusal('COMMENT_IN_VALUE', 'Signature');
    this.#parts.comment();
  }

  /** The canonical form has instructions in it, those outside the root depending on the reference; no list has any. */
  instruction(): void {
    throw refusal('INSTRUCTION');
  }

  result(): ScannedList {
    if (!this.#signature || !this.#root) throw refusal('NO_SIGNATURE');
    return { root: this.#root, signature: this.#signature, digests: this.#digester.digests() };
  }

  #enterSignature(): void {
    if (this.#depth !== 2 && !this.#isInSignature) throw refusal('SIGNATURE_MISPLACED');
    if (this.#signature || this.#isInSignature) throw refusal('SEVERAL_SIGNATURES');
    this.#isInSignature = true;
  }

  #take(container: string, part: XmlNode, reader: ListElementReader): void {
    if (isSignature(part.tag)) this.#signature = part;
    else reader.part(container, part);
  }

  /** Schemas call it Id, ID or id; another program could resolve a reference to any of them. */
  #requireUniqueId({ attributes }: XmlStartTag): void {
    for (const { local, value } of attributes) {
      if (local.length !== 2 || local.toLowerCase() !== 'id') continue;
      if (this.#ids.has(value)) throw refusal('DUPLICATE_ID', value.slice(0, 100));
      if (this.#ids.size >= MAX_IDS) throw refusal('TOO_COMPLEX', 'identifiers');
      this.#ids.add(value);
    }
  }
}

function isSignature({ local, uri }: XmlStartTag): boolean {
  return local === 'Signature' && uri === NAMESPACE.signature;
}

/** Characters that are hashed at once. */
const BLOCK = 64 * 1024;

/** All three digests: which one counts is known only at the end, where the signature is. */
class Digester {
  readonly #hashes: Readonly<Record<ListDigest, Hash>> = {
    sha256: createHash('sha256'),
    sha384: createHash('sha384'),
    sha512: createHash('sha512'),
  };
  #pending = '';

  write(text: string): void {
    this.#pending += text;
    if (this.#pending.length > BLOCK) this.#flush();
  }

  digests(): Record<ListDigest, Buffer> {
    this.#flush();
    const { sha256, sha384, sha512 } = this.#hashes;
    return { sha256: sha256.digest(), sha384: sha384.digest(), sha512: sha512.digest() };
  }

  #flush(): void {
    const bytes = Buffer.from(this.#pending);
    for (const hash of Object.values(this.#hashes)) hash.update(bytes);
    this.#pending = '';
  }
}
