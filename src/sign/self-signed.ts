/** An identity for tests: a new P-256 key with a self-signed certificate (RFC 5280, 4.1). */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  context,
  EXTENSION,
  encode,
  encodeOid,
  parseCertificate,
  schemeOid,
  sequence,
  setOf,
  TAG,
} from '../pki/index.js';
import { DAY_MS } from '../system/day.js';
import type { Identity } from './identity.js';

const COMMON_NAME = '2.5.4.3';

/** Valid for a year. The name is not verified, so such a certificate proves nothing about the signer. */
export function createIdentity(name: string, now = new Date()): Identity {
  const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKeyInfo = publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = sequence(encodeOid(schemeOid('ECDSA', 'SHA-256')));
  const subject = commonName(name);
  const tbs = sequence(
    encode(context(0), encode(TAG.integer, Uint8Array.of(2)), true),
    encode(TAG.integer, Buffer.concat([Uint8Array.of(0x40), randomBytes(15)])),
    algorithm,
    subject,
    // from yesterday on: clocks differ
    sequence(time(new Date(now.getTime() - DAY_MS)), time(new Date(now.getTime() + 365 * DAY_MS))),
    subject,
    publicKeyInfo,
    encode(context(3), extensions(publicKeyInfo), true),
  );
  const signature = Buffer.concat([Uint8Array.of(0), sign('sha256', tbs, key)]); // no unused bits
  const certificate = sequence(tbs, algorithm, encode(TAG.bitString, signature));
  return { key, certificate: parseCertificate(certificate), others: [] };
}

function commonName(name: string): Uint8Array {
  return sequence(setOf([sequence(encodeOid(COMMON_NAME), encode(TAG.utf8String, Buffer.from(name, 'utf8')))]));
}

/** 4.1.2.5: two digits for the year until 2049. */
function time(date: Date): Uint8Array {
  const digits = `${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
  const short = date.getUTCFullYear() < 2050;
  return encode(short ? TAG.utcTime : TAG.generalizedTime, Buffer.from(short ? digits.slice(2) : digits));
}

function extensions(publicKeyInfo: Uint8Array): Uint8Array {
  const critical = encode(TAG.boolean, Uint8Array.of(0xff));
  const keyId = createHash('sha1').update(publicKeyInfo).digest();
  const extension = (oid: string, value: Uint8Array, ...flags: Uint8Array[]) =>
    sequence(encodeOid(oid), ...flags, encode(TAG.octetString, value));
  return sequence(
    extension(EXTENSION.basicConstraints, sequence(), critical),
    // digitalSignature and nonRepudiation
    extension(EXTENSION.keyUsage, encode(TAG.bitString, Uint8Array.of(6, 0xc0)), critical),
    extension(EXTENSION.subjectKeyId, encode(TAG.octetString, keyId)),
  );
}
