/** What META-INF/manifest.xml says of the encryption of each entry (ODF 1.3 part 2, 4.8). */
import { type Attributes, attributesOf } from '../xml.js';
import { corrupt, unsupported } from './errors.js';

export interface EncryptedEntry {
  iv: Buffer;
  salt: Buffer;
  iterations: number;
  keySize: number;
  /** Hash that makes the start key of the password. */
  startKey: 'sha1' | 'sha256';
  /** Over the first KiB of the packed entry; null where the entry has none. */
  checksum: { algorithm: 'sha1' | 'sha256'; value: Buffer } | null;
}

/** A document decides how long its key takes: LibreOffice writes 100,000. */
const MAX_ITERATIONS = 10_000_000;
const AES_KEY = 32;

/** By entry name. Throws ENCRYPTION_UNSUPPORTED or CORRUPT_DOCUMENT. */
export function readEncryptedEntries(manifest: string): Map<string, EncryptedEntry> {
  const entries = new Map<string, EncryptedEntry>();
  for (const [element] of manifest.matchAll(FILE_ENTRY)) {
    const [data] = attributesOf(element, 'encryption-data');
    const path = attributesOf(element, 'file-entry')[0]?.['full-path'];
    if (data && path) entries.set(path, readEntry(element, data));
  }
  return entries;
}

/** The manifest of the same package without its encryption. */
export function plainManifest(manifest: string): string {
  return manifest.replace(ENCRYPTION_DATA, '').replace(/\smanifest:size="\d*"/g, '');
}

const FILE_ENTRY = /<(?:[\w.-]+:)?file-entry\b[^>]*[^/>]>[\s\S]*?<\/(?:[\w.-]+:)?file-entry>/g;
const ENCRYPTION_DATA = /<(?:[\w.-]+:)?(encryption-data|keyinfo)\b[\s\S]*?<\/(?:[\w.-]+:)?\1>/g;

function readEntry(element: string, data: Attributes): EncryptedEntry {
  const algorithm = only(element, 'algorithm');
  const derivation = only(element, 'key-derivation');
  const [start = {}] = attributesOf(element, 'start-key-generation');
  requireKnown(algorithm, derivation);
  const iterations = Number(derivation['iteration-count']);
  const keySize = Number(derivation['key-size'] ?? AES_KEY);
  if (!(iterations > 0 && iterations <= MAX_ITERATIONS)) throw unsupported('an absurd number of key iterations');
  if (keySize !== AES_KEY) throw unsupported('a key of an unusual size');
  return {
    iv: base64(algorithm['initialisation-vector'], 16),
    salt: base64(derivation.salt),
    iterations,
    keySize,
    startKey: /sha256/i.test(start['start-key-generation-name'] ?? '') ? 'sha256' : 'sha1',
    checksum: checksumOf(data),
  };
}

function requireKnown(algorithm: Attributes, derivation: Attributes): void {
  const cipher = algorithm['algorithm-name'] ?? '';
  if (/gcm/i.test(cipher)) throw unsupported('the experimental ODF method of LibreOffice 24.8 (AES-GCM, Argon2)');
  if (!/aes256-cbc/i.test(cipher)) throw unsupported(`${cipher.replace(/^.*#/, '') || 'an unnamed method'}`);
  if (!/pbkdf2/i.test(derivation['key-derivation-name'] ?? '')) throw unsupported('an unusual key derivation');
}

function checksumOf(data: Attributes): EncryptedEntry['checksum'] {
  if (!data.checksum) return null;
  const algorithm = /sha256/i.test(data['checksum-type'] ?? '') ? 'sha256' : 'sha1';
  return { algorithm, value: base64(data.checksum) };
}

function only(element: string, name: string): Attributes {
  const [attributes] = attributesOf(element, name);
  if (!attributes) throw corrupt();
  return attributes;
}

function base64(text: string | undefined, length?: number): Buffer {
  const bytes = Buffer.from(text ?? '', 'base64');
  if (bytes.length === 0 || (length !== undefined && bytes.length !== length)) throw corrupt();
  return bytes;
}
