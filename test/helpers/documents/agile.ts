/** A document with agile encryption ([MS-OFFCRYPTO] 2.3.4.10 to 2.3.4.15), in methods that officecrypto-tool does not write. */
import { createCipheriv, createHash } from 'node:crypto';
import { compoundFile } from './ancient.js';

export interface AgileMethod {
  cipher: string;
  bits: number;
  /** As the document names it. */
  hash: string;
  chaining?: string;
}

const SALT = Buffer.alloc(16, 5);
const SPIN_COUNT = 1000;
const SEGMENT = 4096;
const NAMESPACE = 'http://schemas.microsoft.com/office/2006';

/** Of methods that Node does not have, the description only. */
export function encryptedAgile(plain: Uint8Array, method: AgileMethod, password: string): Uint8Array {
  const { cipher, bits, hash, chaining = 'CBC' } = method;
  const block = cipher === 'AES' ? 16 : 8;
  const name = cipher === 'AES' ? `aes-${bits}-cbc` : bits === 192 ? 'des-ede3-cbc' : 'des-ede-cbc';
  const isKnown = chaining === 'CBC' && ['AES', '3DES', '3DES_112'].includes(cipher) && hash !== 'WHIRLPOOL';
  const sized = (data: Buffer, length: number) => Buffer.concat([data, Buffer.alloc(length, 0x36)]).subarray(0, length);
  const digest = (...data: Uint8Array[]) =>
    createHash(hash.replace('-', '').toLowerCase()).update(Buffer.concat(data)).digest();
  const encrypt = (key: Buffer, start: Buffer, data: Uint8Array) => {
    if (!isKnown) return Buffer.from(data);
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & (block - 1))]);
    return createCipheriv(name, key, sized(start, block)).setAutoPadding(false).update(padded);
  };
  const packageKey = Buffer.alloc(bits / 8, 'key of the package');
  const keyFor = (purpose: string) => {
    if (!isKnown) return packageKey;
    let state = digest(SALT, Buffer.from(password, 'utf16le'));
    for (let i = 0; i < SPIN_COUNT; i++) state = digest(number(i), state);
    return sized(digest(state, Buffer.from(purpose, 'hex')), bits / 8);
  };
  const sealed = (purpose: string, data: Uint8Array) => encrypt(keyFor(purpose), SALT, data).toString('base64');
  const input = Buffer.alloc(16, 'verifier');
  const shared = `saltSize="16" blockSize="${block}" keyBits="${bits}" hashSize="0" cipherAlgorithm="${cipher}" cipherChaining="ChainingMode${chaining}" hashAlgorithm="${hash}" saltValue="${SALT.toString('base64')}"`;
  const values = [
    `encryptedVerifierHashInput="${sealed('fea7d2763b4b9e79', input)}"`,
    `encryptedVerifierHashValue="${sealed('d7aa0f6d3061344e', isKnown ? digest(input) : input)}"`,
    `encryptedKeyValue="${sealed('146e0be7abacd0d6', packageKey)}"`,
  ];
  const xml = `<encryption xmlns="${NAMESPACE}/encryption" xmlns:p="${NAMESPACE}/keyEncryptor/password"><keyData ${shared}/><keyEncryptors><keyEncryptor uri="${NAMESPACE}/keyEncryptor/password"><p:encryptedKey spinCount="${SPIN_COUNT}" ${shared} ${values.join(' ')}/></keyEncryptor></keyEncryptors></encryption>`;
  const segments = Array.from({ length: Math.ceil(plain.length / SEGMENT) }, (_, i) => {
    const start = isKnown ? digest(SALT, number(i)) : SALT;
    return encrypt(packageKey, start, plain.subarray(i * SEGMENT, (i + 1) * SEGMENT));
  });
  return compoundFile({
    EncryptionInfo: Buffer.concat([Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]), Buffer.from(xml.padEnd(SEGMENT - 8))]),
    EncryptedPackage: Buffer.concat([number(plain.length), Buffer.alloc(4), ...segments]),
  });
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
