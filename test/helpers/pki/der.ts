/** DER encoding for tests, based on the product's encoder, which test/pki compares with openssl. */
import { context, TAG } from '../../../src/pki/der/reader.js';
import { encode, encodeOid, sequence, setOf } from '../../../src/pki/der/writer.js';

export { encodeOid as oid, sequence, setOf };

/** A negative one: to -128. */
export const integer = (value: number | bigint): Uint8Array => {
  if (value < 0) return encode(TAG.integer, Buffer.from([256 + Number(value)]));
  let hex = value.toString(16);
  if (hex.length % 2) hex = `0${hex}`;
  if (Number.parseInt(hex.slice(0, 2), 16) >= 0x80) hex = `00${hex}`;
  return encode(TAG.integer, Buffer.from(hex, 'hex'));
};
export const boolean = (value: boolean): Uint8Array => encode(TAG.boolean, Buffer.from([value ? 0xff : 0]));
export const enumerated = (value: number): Uint8Array => encode(TAG.enumerated, Buffer.from([value]));
export const nil = (): Uint8Array => encode(TAG.null, new Uint8Array());
export const octetString = (bytes: Uint8Array): Uint8Array => encode(TAG.octetString, bytes);
export const bitString = (bytes: Uint8Array, unused = 0): Uint8Array =>
  encode(TAG.bitString, Buffer.concat([Buffer.from([unused]), bytes]));
export const utf8 = (text: string): Uint8Array => encode(TAG.utf8String, Buffer.from(text));
export const printable = (text: string): Uint8Array => encode(TAG.printableString, Buffer.from(text));
export const ia5 = (text: string): Uint8Array => encode(TAG.ia5String, Buffer.from(text));
/** [n] EXPLICIT, or [n] IMPLICIT of a constructed type whose content is given. */
export const tagged = (n: number, ...parts: Uint8Array[]): Uint8Array => encode(context(n), Buffer.concat(parts), true);
/** [n] IMPLICIT of a primitive type. */
export const implicit = (n: number, content: Uint8Array): Uint8Array => encode(context(n), content);

const digits = (time: Date): string =>
  time
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:T]/g, '');
export const generalizedTime = (time: Date): Uint8Array => encode(TAG.generalizedTime, Buffer.from(digits(time)));
/** UTCTime until 2049, GeneralizedTime after (RFC 5280, 4.1.2.5). */
export const time = (at: Date): Uint8Array =>
  at.getUTCFullYear() < 2050 && at.getUTCFullYear() >= 1950
    ? encode(TAG.utcTime, Buffer.from(digits(at).slice(2)))
    : generalizedTime(at);

/** A named bit list without trailing zero bits, as DER requires. */
export const bits = (numbers: readonly number[]): Uint8Array => {
  const highest = Math.max(-1, ...numbers);
  const bytes = Buffer.alloc(Math.ceil((highest + 1) / 8));
  for (const bit of numbers) bytes[bit >> 3]! |= 0x80 >> (bit & 7);
  return bitString(bytes, bytes.length * 8 - highest - 1);
};

/** The content of a value, without tag and length. */
export const inside = (value: Uint8Array): Uint8Array => {
  const first = value[1]!;
  return value.subarray(first < 0x80 ? 2 : 2 + (first & 0x7f));
};
