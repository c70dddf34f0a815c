/** The messages of the Time-Stamp Protocol (RFC 3161, 2.4). */
import { digestOid } from './algorithm.js';
import { Fields, readDer, TAG } from './der/reader.js';
import { smallInteger } from './der/values.js';
import { encode, encodeInteger, encodeOid, sequence } from './der/writer.js';

interface TimestampRequest {
  /** SHA-256 of the data. */
  digest: Uint8Array;
  /** Hexadecimal. */
  nonce: string;
  policy?: string | undefined;
}

/** Asks for the certificate too. */
export function encodeTimestampRequest({ digest, nonce, policy }: TimestampRequest): Uint8Array {
  const algorithm = sequence(encodeOid(digestOid('SHA-256')), Uint8Array.of(TAG.null, 0));
  return sequence(
    encode(TAG.integer, Uint8Array.of(1)),
    sequence(algorithm, encode(TAG.octetString, digest)),
    ...(policy ? [encodeOid(policy)] : []),
    encodeInteger(nonce),
    encode(TAG.boolean, Uint8Array.of(0xff)),
  );
}

/** The status, and the token of an answer with one; 0 and 1 mean that it was granted. Throws CORRUPT_DOCUMENT. */
export function parseTimestampResponse(bytes: Uint8Array): { status: number; token: Uint8Array | null } {
  const fields = new Fields(readDer(bytes));
  const status = smallInteger(new Fields(fields.take(TAG.sequence)).any());
  return { status, token: fields.optional(TAG.sequence, node => node.bytes) };
}
