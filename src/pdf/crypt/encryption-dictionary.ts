/** Reads the encryption dictionary of the standard security handler (ISO 32000-2, 7.6.2 and 7.6.4.2). */
import { DocconvError } from '../../errors.js';
import { dictOf, type PdfDict, PdfName, type PdfObject, PdfString, type Resolve } from '../syntax/objects.js';

export type CipherName = 'identity' | 'rc4' | 'aes-128' | 'aes-256';

export interface StandardParameters {
  readonly revision: number;
  /** In bytes. */
  readonly keyLength: number;
  readonly permissions: number;
  readonly encryptMetadata: boolean;
  readonly ownerEntry: Uint8Array;
  readonly userEntry: Uint8Array;
  readonly ownerKey: Uint8Array;
  readonly userKey: Uint8Array;
  readonly documentId: Uint8Array;
  readonly streams: CipherName;
  readonly strings: CipherName;
  /** By name, for streams with their own crypt filter (7.4.10). */
  filter(name: string): CipherName;
}

/** Throws ENCRYPTION_UNSUPPORTED. */
export function readEncryptionDictionary(dict: PdfDict, documentId: Uint8Array, resolve: Resolve): StandardParameters {
  const name = (key: string): string | null => nameOf(resolve(dict.get(key)));
  const number = (key: string, fallback: number): number => numberOf(resolve(dict.get(key)), fallback);
  const bytes = (key: string): Uint8Array => bytesOf(resolve(dict.get(key)));
  const version = number('V', 0);
  const revision = number('R', 0);
  if (name('Filter') !== 'Standard')
    throw new DocconvError('ENCRYPTION_UNSUPPORTED.pdf-security-handler', { handler: name('Filter') ?? 'none' });
  if (![1, 2, 4, 5].includes(version) || revision < 2 || revision > 6) {
    throw new DocconvError('ENCRYPTION_UNSUPPORTED.pdf-version', { version, revision });
  }
  const filter = (wanted: string): CipherName =>
    version < 4 ? 'rc4' : cipherOf(wanted, dictOf(resolve(dictOf(resolve(dict.get('CF')))?.get(wanted))), resolve);
  return {
    revision,
    keyLength: keyLength(version, number('Length', 40)),
    permissions: number('P', 0),
    encryptMetadata: resolve(dict.get('EncryptMetadata')) !== false,
    ownerEntry: bytes('O'),
    userEntry: bytes('U'),
    ownerKey: bytes('OE'),
    userKey: bytes('UE'),
    documentId,
    streams: filter(name('StmF') ?? 'Identity'),
    strings: filter(name('StrF') ?? 'Identity'),
    filter,
  };
}

const nameOf = (value: PdfObject): string | null => (value instanceof PdfName ? value.name : null);
const numberOf = (value: PdfObject, fallback: number): number => (typeof value === 'number' ? value : fallback);
const bytesOf = (value: PdfObject): Uint8Array => (value instanceof PdfString ? value.bytes : new Uint8Array(0));

/** /Length is in bits, but some writers state bytes. Version 4 always uses 128 bits (7.6.3.1). */
function keyLength(version: number, length: number): number {
  if (version === 1) return 5;
  if (version === 5) return 32;
  if (version === 4) return 16;
  const bits = length < 40 ? length * 8 : length;
  return Math.min(16, Math.max(5, bits >> 3));
}

function cipherOf(name: string, filter: PdfDict | null, resolve: Resolve): CipherName {
  if (name === 'Identity') return 'identity';
  switch (nameOf(resolve(filter?.get('CFM')))) {
    case 'V2':
      return 'rc4';
    case 'AESV2':
      return 'aes-128';
    case 'AESV3':
      return 'aes-256';
    case 'None':
      return 'identity';
    default:
      throw new DocconvError('ENCRYPTION_UNSUPPORTED.pdf-crypt-filter', { name });
  }
}
