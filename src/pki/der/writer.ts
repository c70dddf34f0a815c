/** Writes DER: signed attributes as a sorted SET, keys with other parameters, OCSP requests. */
import { DocconvError } from '../../errors.js';
import { children, type Der, TAG } from './reader.js';
import { octets } from './values.js';

const CONSTRUCTED = 0x20;

/** One value; `tag` as in TAG or context(). */
export function encode(tag: number, content: Uint8Array, constructed = false): Uint8Array {
  const identifier = tag | (constructed ? CONSTRUCTED : 0);
  return Buffer.concat([Buffer.from([identifier, ...encodeLength(content.length)]), content]);
}

function encodeLength(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 0x100)) bytes.unshift(rest % 0x100);
  return [0x80 | bytes.length, ...bytes];
}

export function sequence(...parts: readonly Uint8Array[]): Uint8Array {
  return encode(TAG.sequence, Buffer.concat(parts), true);
}

/** A SET OF in the order that DER requires (X.690, 11.6). */
export function setOf(parts: readonly Uint8Array[]): Uint8Array {
  return encode(TAG.set, Buffer.concat([...parts].sort(Buffer.compare)), true);
}

/** An INTEGER that is not negative, from its hexadecimal digits: the sign bit is 0. */
export function encodeInteger(hex: string): Uint8Array {
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return encode(TAG.integer, bytes[0]! >= 0x80 ? Buffer.concat([Uint8Array.of(0), bytes]) : bytes);
}

export function encodeOid(oid: string): Uint8Array {
  const [first = 0n, second = 0n, ...rest] = oid.split('.').map(BigInt);
  return encode(TAG.oid, Buffer.from([first * 40n + second, ...rest].flatMap(base128)));
}

/** Arcs of UUIDs have 128 bits. */
function base128(arc: bigint): number[] {
  const digits = [Number(arc % 128n)];
  for (let rest = arc / 128n; rest > 0n; rest /= 128n) digits.unshift(Number(rest % 128n) | 0x80);
  return digits;
}

/** Re-encodes a value as DER: definite lengths, primitive strings, sorted sets. */
export function toDer(node: Der, depth = 0): Uint8Array {
  if (depth > 64) throw new DocconvError('CORRUPT_DOCUMENT.asn1-depth');
  if (!node.constructed) return isShort(node) ? node.bytes : encode(node.tag, node.content);
  if (node.tag === TAG.octetString) return encode(TAG.octetString, octets(node));
  const inner = children(node);
  const parts = inner.map(child => toDer(child, depth + 1));
  const isInOrder = node.tag !== TAG.set || parts.length < 2;
  if (isInOrder && isShort(node) && parts.every((part, i) => part === inner[i]!.bytes)) return node.bytes;
  return node.tag === TAG.set ? setOf(parts) : encode(node.tag, Buffer.concat(parts), true);
}

/** One tag byte and one length byte: there is no other encoding. */
const isShort = ({ bytes, content }: Der): boolean => bytes.length - content.length === 2 && bytes[1]! < 0x80;
