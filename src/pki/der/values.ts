/** Primitive ASN.1 values: integers, object identifiers, strings and times. */
import { DocconvError } from '../../errors.js';
import { asBuffer } from '../../system/bytes.js';
import { children, type Der, expectTag, readDer, TAG } from './reader.js';

export function oidOf(node: Der, tag: number = TAG.oid): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of expectTag(node, tag).content) {
    arc = arc * 128 + (byte & 0x7f);
    if (arc > Number.MAX_SAFE_INTEGER) throw new DocconvError('CORRUPT_DOCUMENT.asn1-object-identifier-too-large');
    if (byte >= 0x80) continue;
    arcs.push(arc);
    arc = 0;
  }
  const [first, ...rest] = arcs;
  if (first === undefined) throw new DocconvError('CORRUPT_DOCUMENT.asn1-object-identifier-empty');
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - top * 40, ...rest].join('.');
}

/** Upper-case hexadecimal of the magnitude, without leading zero bytes; prefixed with '-' if negative. */
export function integerHex(node: Der, tag: number = TAG.integer): string {
  const bytes = expectTag(node, tag).content;
  if (bytes.length === 0) throw new DocconvError('CORRUPT_DOCUMENT.asn1-integer-empty');
  if (bytes[0]! >= 0x80) return `-${negated(bytes)}`;
  return toHex(bytes)
    .toUpperCase()
    .replace(/^(?:00)+(?=..)/, '');
}

function negated(bytes: Uint8Array): string {
  const magnitude = (1n << BigInt(8 * bytes.length)) - BigInt(`0x${toHex(bytes)}`);
  const hex = magnitude.toString(16).toUpperCase();
  return hex.length % 2 === 0 ? hex : `0${hex}`;
}

/** Any integer; a large one is rounded. */
export const integerOf = (node: Der): number => Number.parseInt(integerHex(node), 16);

/** A small, non-negative integer such as a version or a path length; throws beyond 2^31. */
export function smallInteger(node: Der, tag: number = TAG.integer): number {
  const hex = integerHex(node, tag);
  const value = Number.parseInt(hex, 16);
  if (hex.startsWith('-') || value > 0x7fffffff) throw new DocconvError('CORRUPT_DOCUMENT.asn1-integer-range');
  return value;
}

export function booleanOf(node: Der): boolean {
  return expectTag(node, TAG.boolean).content[0] !== 0;
}

/** The bytes of an OCTET STRING; joins the segments of a constructed one (X.690, 8.7.3). */
export function octets(node: Der, tag: number = TAG.octetString, depth = 0): Uint8Array {
  expectTag(node, tag);
  if (!node.constructed) return node.content;
  if (depth > 8) throw new DocconvError('CORRUPT_DOCUMENT.asn1-string-depth');
  return Buffer.concat(children(node).map(piece => octets(piece, TAG.octetString, depth + 1)));
}

/** The content of an OCTET STRING given as DER, as in adbe.x509.rsa_sha1. Throws CORRUPT_DOCUMENT. */
export function parseOctetString(der: Uint8Array): Uint8Array {
  return octets(readDer(der));
}

/** The bytes of a BIT STRING, including unused bits at the end. */
export function bitString(node: Der, tag: number = TAG.bitString): Uint8Array {
  expectTag(node, tag);
  const unused = node.content[0];
  if (unused === undefined || unused > 7 || node.constructed)
    throw new DocconvError('CORRUPT_DOCUMENT.asn1-bit-string-unreadable');
  return node.content.subarray(1);
}

/** Numbers of the bits that are set, 0 = first bit. */
export function setBits(node: Der, tag: number = TAG.bitString): Set<number> {
  const bytes = bitString(node, tag);
  const bits = new Set<number>();
  for (let i = 0; i < Math.min(bytes.length * 8, 64); i++) if (bytes[i >> 3]! & (0x80 >> (i & 7))) bits.add(i);
  return bits;
}

const STRING_DECODERS: Readonly<Record<number, (bytes: Buffer) => string>> = {
  [TAG.utf8String]: bytes => bytes.toString('utf8'),
  [TAG.numericString]: bytes => bytes.toString('latin1'),
  [TAG.printableString]: bytes => bytes.toString('latin1'),
  [TAG.teletexString]: bytes => bytes.toString('latin1'),
  [TAG.ia5String]: bytes => bytes.toString('latin1'),
  [TAG.visibleString]: bytes => bytes.toString('latin1'),
  [TAG.bmpString]: bytes => decodeWide(bytes, 2),
  [TAG.universalString]: bytes => decodeWide(bytes, 4),
};

/** Null when the node is not a character string. */
export function stringOf(node: Der): string | null {
  return STRING_DECODERS[node.tag]?.(asBuffer(node.content)) ?? null;
}

function decodeWide(bytes: Buffer, width: 2 | 4): string {
  let text = '';
  for (let at = 0; at + width <= bytes.length; at += width) {
    const code = bytes.readUIntBE(at, width);
    text += width === 2 ? String.fromCharCode(code) : String.fromCodePoint(Math.min(code, 0x10ffff));
  }
  return text;
}

const TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)?(\d\d)?(?:[.,](\d+))?(Z|[+-]\d{4})?$/;

/** UTCTime (years 1950-2049, RFC 5280, 4.1.2.5.1) or GeneralizedTime. */
export function timeOf(node: Der): Date {
  const text = asBuffer(node.content).toString('latin1');
  if (node.tag === TAG.generalizedTime) return parseTime(text);
  expectTag(node, TAG.utcTime);
  return parseTime(`${Number(text.slice(0, 2)) >= 50 ? '19' : '20'}${text}`);
}

function parseTime(text: string): Date {
  const match = TIME.exec(text);
  if (!match) throw new DocconvError('CORRUPT_DOCUMENT.asn1-date-unreadable');
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(part => Number(part ?? 0));
  const fraction = match[7] ? Math.floor(Number(`0.${match[7]}`) * 1000) : 0;
  const utc = Date.UTC(year!, month! - 1, day!, hour!, minute!, second!, fraction);
  if (month! < 1 || month! > 12 || day! < 1 || day! > 31 || hour! > 24 || minute! > 59 || second! > 60)
    throw new DocconvError('CORRUPT_DOCUMENT.asn1-date-range');
  return new Date(utc - zoneOffset(match[8]));
}

function zoneOffset(zone: string | undefined): number {
  if (!zone || zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3, 5));
  return (zone[0] === '-' ? -1 : 1) * minutes * 60_000;
}

export function toHex(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('hex');
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
