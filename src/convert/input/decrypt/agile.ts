/**
 * Agile encryption of Office documents ([MS-OFFCRYPTO] 2.3.4.10 to 2.3.4.15): a key from the password decrypts the key of
 * the package, which is encrypted in segments.
 */
import { createDecipheriv, createHash } from 'node:crypto';
import { attributeOf, decodeXml, type XmlElement } from '../../../system/xml.js';
import { readPartElements } from '../../xml.js';
import type { SourceDocument } from '../document.js';
import { corrupt, unsupportedMethod } from './failures.js';

/** The bytes before the description: the version 4.4 and a reserved number. */
const AGILE_VERSION = Buffer.from([4, 0, 4, 0]);
const HEAD = 8;
/** Bytes of the description, which has a few hundred. */
const MAX_DESCRIPTION = 64 * 1024;

/** Names of Node for these ciphers with these sizes of keys, in bits. */
const CIPHERS: ReadonlyMap<string, string> = new Map([
  ['AES 128', 'aes-128-cbc'],
  ['AES 192', 'aes-192-cbc'],
  ['AES 256', 'aes-256-cbc'],
  ['3DES 192', 'des-ede3-cbc'],
  ['3DES_112 128', 'des-ede-cbc'],
]);
const HASHES = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'];
const BLOCK = { aes: 16, des: 8 };

interface Method {
  /** Of Node. */
  readonly cipher: string;
  readonly hash: string;
  readonly keyBytes: number;
  readonly salt: Uint8Array;
}

export interface AgileEncryption {
  readonly package: Method;
  readonly key: Method & {
    readonly iterations: number;
    readonly verifierInput: Uint8Array;
    readonly verifierHash: Uint8Array;
    readonly packageKey: Uint8Array;
  };
  /** The stream with the package. */
  readonly encrypted: Uint8Array;
}

/** Null: of another kind. Throws ENCRYPTION_UNSUPPORTED or CORRUPT_DOCUMENT. */
export async function readAgile({ compound, limits }: SourceDocument): Promise<AgileEncryption | null> {
  const info = compound.head('EncryptionInfo', MAX_DESCRIPTION);
  if (!info?.subarray(0, AGILE_VERSION.length).equals(AGILE_VERSION)) return null;
  const part = { name: 'EncryptionInfo', text: decodeXml(info.subarray(HEAD)) };
  const elements = await readPartElements(part, ['keyData', 'encryptedKey'], limits);
  const data = elements.find(({ local }) => local === 'keyData');
  // others are those of certificates
  const key = elements.find(each => each.local === 'encryptedKey' && attributeOf(each, 'spinCount') !== undefined);
  const encrypted = compound.stream('EncryptedPackage');
  if (!data || !key || !encrypted) throw corrupt();
  const ofPackage = methodOf(data);
  return {
    package: ofPackage,
    key: {
      ...methodOf(key),
      iterations: iterationsOf(key),
      verifierInput: base64(key, 'encryptedVerifierHashInput'),
      verifierHash: base64(key, 'encryptedVerifierHashValue'),
      packageKey: base64(key, 'encryptedKeyValue', ofPackage.keyBytes),
    },
    encrypted,
  };
}

function methodOf(element: XmlElement): Method {
  const named = (name: string) => attributeOf(element, name) ?? '';
  const [name, bits, chaining] = [named('cipherAlgorithm'), named('keyBits'), named('cipherChaining')];
  const cipher = chaining === 'ChainingModeCBC' ? CIPHERS.get(`${name} ${bits}`) : undefined;
  const hash = named('hashAlgorithm').replace('-', '').toLowerCase();
  if (cipher && HASHES.includes(hash))
    return { cipher, hash, keyBytes: Number(bits) / 8, salt: base64(element, 'saltValue') };
  throw unsupportedMethod([name, bits, chaining.replace('ChainingMode', ''), named('hashAlgorithm')].join(' '));
}

function iterationsOf(key: XmlElement): number {
  const text = attributeOf(key, 'spinCount') ?? '';
  if (!/^\d+$/.test(text)) throw corrupt();
  return Number(text);
}

function base64(element: XmlElement, name: string, length = 1): Buffer {
  const bytes = Buffer.from(attributeOf(element, name) ?? '', 'base64');
  if (bytes.length < length) throw corrupt();
  return bytes;
}

/** What the keys from the password are for (2.3.4.11 and 2.3.4.13). */
const VERIFIER_INPUT = Buffer.from('fea7d2763b4b9e79', 'hex');
const VERIFIER_HASH = Buffer.from('d7aa0f6d3061344e', 'hex');
const PACKAGE_KEY = Buffer.from('146e0be7abacd0d6', 'hex');

/** Null: another password. */
export function decryptAgile({ key, package: ofPackage, encrypted }: AgileEncryption, password: string): Buffer | null {
  const start = iterated(key, password);
  const open = (purpose: Buffer, data: Uint8Array) =>
    decipher(key, fitted(hashOf(key, start, purpose), key.keyBytes), key.salt, data);
  const input = open(VERIFIER_INPUT, key.verifierInput).subarray(0, key.salt.length);
  const hash = hashOf(key, input);
  if (!open(VERIFIER_HASH, key.verifierHash).subarray(0, hash.length).equals(hash)) return null;
  // padded to whole blocks, which a key of 192 bits is not
  const packageKey = open(PACKAGE_KEY, key.packageKey).subarray(0, ofPackage.keyBytes);
  return decryptPackage(ofPackage, packageKey, Buffer.from(encrypted));
}

function iterated({ hash, salt, iterations }: AgileEncryption['key'], password: string): Buffer {
  let state = hashOf({ hash }, salt, Buffer.from(password, 'utf16le'));
  for (let i = 0; i < iterations; i++) state = hashOf({ hash }, uint32(i), state);
  return state;
}

const SIZE = 8;
const SEGMENT = 4096;

/** Its size stands before the segments. */
function decryptPackage(method: Method, key: Buffer, encrypted: Buffer): Buffer {
  const size = Number(encrypted.readBigUInt64LE());
  const segments: Buffer[] = [];
  for (let at = SIZE; at < encrypted.length; at += SEGMENT) {
    const start = hashOf(method, method.salt, uint32(segments.length));
    segments.push(decipher(method, key, start, wholeBlocks(encrypted.subarray(at, at + SEGMENT))));
  }
  return Buffer.concat(segments).subarray(0, size);
}

/** Some programs do not pad the last one. */
function wholeBlocks(data: Buffer): Buffer {
  const missing = -data.length & (BLOCK.aes - 1);
  return missing === 0 ? data : Buffer.concat([data, Buffer.alloc(missing)]);
}

function decipher({ cipher }: Method, key: Uint8Array, start: Uint8Array, data: Uint8Array): Buffer {
  const vector = fitted(start, cipher.startsWith('aes') ? BLOCK.aes : BLOCK.des);
  const decryption = createDecipheriv(cipher, key, vector).setAutoPadding(false);
  return Buffer.concat([decryption.update(data), decryption.final()]);
}

function hashOf({ hash }: Pick<Method, 'hash'>, ...data: readonly Uint8Array[]): Buffer {
  return createHash(hash).update(Buffer.concat(data)).digest();
}

/** Cut, or padded as 2.3.4.11 and 2.3.4.12 say. */
function fitted(bytes: Uint8Array, length: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, length - bytes.length), 0x36)]).subarray(0, length);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
