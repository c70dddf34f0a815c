/** Decrypts strings and streams (ISO 32000-2, 7.6). */
import { createHash } from 'node:crypto';
import { DocconvError } from '../../errors.js';
import { PdfArray, PdfDict, type PdfObject, type PdfRef, PdfString, type Resolve } from '../syntax/objects.js';
import { decryptAes, encryptAes, rc4 } from './ciphers.js';
import { type CipherName, readEncryptionDictionary, type StandardParameters } from './encryption-dictionary.js';
import { type FileKey, fileKeyR2R4, fileKeyR5R6 } from './file-keys.js';

export interface Decryptor {
  /** What the password permits: bits of /P (ISO 32000-2, table 22). */
  readonly permissions: number;
  /** For objects directly in the file; members of object streams are decrypted with their stream. */
  strings(value: PdfObject, owner: PdfRef, noteIrregular: NoteIrregular): PdfObject;
  stream(bytes: Uint8Array, owner: PdfRef, choice: StreamChoice, noteIrregular: NoteIrregular): Uint8Array;
  /** Encrypts a string of object `owner`. */
  encryptString(bytes: Uint8Array, owner: PdfRef): Uint8Array;
  /** Encrypts a stream of object `owner`, other than metadata, without a crypt filter of its own. */
  encryptStream(bytes: Uint8Array, owner: PdfRef): Uint8Array;
}

/** What decides how a stream is encrypted. */
interface StreamChoice {
  /** Its own crypt filter, if any. */
  readonly filter: string | null;
  readonly type: string | null;
  readonly subtype: string | null;
}

/** Called where programs decrypt other data. */
type NoteIrregular = () => void;

export const EVERYTHING = -1;

/** Throws PASSWORD_NEEDED, WRONG_PASSWORD, ENCRYPTION_UNSUPPORTED. */
export function createDecryptor(
  dict: PdfDict,
  documentId: Uint8Array,
  password: string | undefined,
  resolve: Resolve,
): Decryptor {
  const parameters = readEncryptionDictionary(dict, documentId, resolve);
  const { bytes: key, isOwner } = unlock(parameters, password);
  const decrypt = (bytes: Uint8Array, owner: PdfRef, cipher: CipherName, noteIrregular: NoteIrregular) =>
    applyCipher(key, cipher, bytes, owner, (aesKey, data) => {
      const decrypted = decryptAes(aesKey, data);
      if (!decrypted.isRegular) noteIrregular();
      return decrypted.bytes;
    });
  return {
    permissions: isOwner ? EVERYTHING : ofUsers(parameters),
    strings: (value, owner, noteIrregular) =>
      decryptStrings(value, bytes => decrypt(bytes, owner, parameters.strings, noteIrregular)),
    stream(bytes, owner, choice, noteIrregular) {
      const cipher = cipherOfStream(parameters, choice);
      // few programs support anything else for other streams than metadata
      if (cipher !== parameters.streams && !isMetadata(choice)) noteIrregular();
      return decrypt(bytes, owner, cipher, noteIrregular);
    },
    encryptString: (bytes, owner) => applyCipher(key, parameters.strings, bytes, owner, encryptAes),
    encryptStream: (bytes, owner) => applyCipher(key, parameters.streams, bytes, owner, encryptAes),
  };
}

/** Revision 2 has the first eight bits only, and writers set the others. */
const ofUsers = ({ revision, permissions }: StandardParameters): number =>
  revision === 2 ? permissions & 0xff : permissions;

function cipherOfStream(parameters: StandardParameters, { filter, type }: StreamChoice): CipherName {
  if (filter !== null) return parameters.filter(filter);
  return type === 'Metadata' && !parameters.encryptMetadata ? 'identity' : parameters.streams;
}

/** Table 347. */
const isMetadata = ({ type, subtype }: StreamChoice): boolean => type === 'Metadata' && subtype === 'XML';

function unlock(parameters: StandardParameters, password: string | undefined): FileKey {
  const keyFor = parameters.revision >= 5 ? fileKeyR5R6 : fileKeyR2R4;
  const key = (password === undefined ? null : keyFor(parameters, password)) ?? keyFor(parameters, '');
  if (key) return key;
  if (password === undefined) {
    throw new DocconvError('PASSWORD_NEEDED.pdf');
  }
  throw new DocconvError('WRONG_PASSWORD.pdf');
}

/** Encrypts or decrypts, depending on `aes`; RC4 is its own inverse. */
function applyCipher(
  key: Uint8Array,
  cipher: CipherName,
  bytes: Uint8Array,
  owner: PdfRef,
  aes: (key: Uint8Array, data: Uint8Array) => Uint8Array,
): Uint8Array {
  switch (cipher) {
    case 'identity':
      return bytes;
    case 'rc4':
      return rc4(objectKey(key, owner, false), bytes);
    case 'aes-128':
      return aes(objectKey(key, owner, true), bytes);
    case 'aes-256':
      return aes(key, bytes);
  }
}

/** Algorithm 1 (7.6.3.2). */
function objectKey(key: Uint8Array, { num, gen }: PdfRef, aes: boolean): Uint8Array {
  const suffix = Uint8Array.of(num, num >> 8, num >> 16, gen, gen >> 8);
  const hash = createHash('md5').update(key).update(suffix);
  if (aes) hash.update('sAlT');
  return hash.digest().subarray(0, Math.min(16, key.length + 5));
}

/** The /Contents of a signature dictionary, recognizable by its /ByteRange, is never encrypted (7.6.2). */
function decryptStrings(value: PdfObject, decrypt: (bytes: Uint8Array) => Uint8Array): PdfObject {
  if (value instanceof PdfString) return new PdfString(decrypt(value.bytes), value.hex, value.span);
  if (value instanceof PdfArray) {
    return new PdfArray(
      value.items.map(item => decryptStrings(item, decrypt)),
      value.span,
    );
  }
  if (!(value instanceof PdfDict)) return value;
  const signed = value.has('ByteRange');
  const entries = [...value.entries].map(([key, item]): [string, PdfObject] => [
    key,
    signed && key === 'Contents' ? item : decryptStrings(item, decrypt),
  ]);
  return new PdfDict(new Map(entries), value.span, value.duplicates);
}
