/** PBMAC1, the MAC of PKCS#12 files that FIPS 140 permits (RFC 9579), which forge does not know. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import forge from 'node-forge';
import type { Pbkdf2 } from './derivation.js';

const PBMAC1 = '1.2.840.113549.1.5.14';
const PBKDF2 = '1.2.840.113549.1.5.12';
/** RFC 8018, B.1.2. */
const HMACS: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.8': 'sha224',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};

/** Null: the file has another MAC, or none. Throws for parameters that are not supported. @param password its bytes in UTF-8 */
export function matchesPbmac1(pfx: forge.asn1.Asn1, password: string, derive: Pbkdf2): boolean | null {
  const [, content, macData] = children(pfx);
  const [digestInfo] = children(macData);
  const [algorithm, value] = children(digestInfo);
  const [oid, parameters] = children(algorithm);
  if (oidOf(oid) !== PBMAC1) return null;
  const [derivation, scheme] = children(parameters);
  const [derivationOid, derivationParameters] = children(derivation);
  const hash = HMACS[oidOf(children(scheme)[0])];
  const [salt, iterations, length, prf] = children(derivationParameters);
  const prfHash = HMACS[oidOf(children(prf)[0])];
  const isLength = numberOf(length) >= 20 && numberOf(length) <= 64;
  if (oidOf(derivationOid) !== PBKDF2 || !hash || !prfHash || !isLength)
    throw new Error('PBMAC1 with unknown parameters');
  const key = derive(password, textOf(salt), numberOf(iterations), numberOf(length), { algorithm: prfHash });
  const [, explicit] = children(content);
  const expected = createHmac(hash, Buffer.from(key, 'latin1'))
    .update(bytesOf(children(explicit)[0]))
    .digest();
  const stated = bytesOf(value);
  return stated.length === expected.length && timingSafeEqual(stated, expected);
}

const children = (node: forge.asn1.Asn1 | undefined): forge.asn1.Asn1[] =>
  Array.isArray(node?.value) ? (node.value as forge.asn1.Asn1[]) : [];

const textOf = (node: forge.asn1.Asn1 | undefined): string => (typeof node?.value === 'string' ? node.value : '');

const bytesOf = (node: forge.asn1.Asn1 | undefined): Buffer => Buffer.from(textOf(node), 'latin1');

const oidOf = (node: forge.asn1.Asn1 | undefined): string =>
  node?.type === forge.asn1.Type.OID ? forge.asn1.derToOid(node.value as string) : '';

const numberOf = (node: forge.asn1.Asn1 | undefined): number => Number.parseInt(bytesOf(node).toString('hex'), 16);
