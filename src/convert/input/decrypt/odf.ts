/**
 * ODF package encryption (ODF 1.3 part 2, 3.4 and 4.8): each entry is packed, padded and encrypted for itself; the
 * manifest says how. AES-256-CBC with PBKDF2, which every office program has written since 2011.
 */
import { createDecipheriv, createHash, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { type Zippable, zipSync } from 'fflate';
import { type Limits, requireWithin } from '../../limits.js';
import { decodeXml } from '../xml.js';
import { packedBytes, readZip, unpack, type ZipEntry } from '../zip.js';
import { corrupt, wrongPassword } from './errors.js';
import { type EncryptedEntry, plainManifest, readEncryptedEntries } from './odf-manifest.js';

const MANIFEST = 'META-INF/manifest.xml';
const MANIFEST_MAX = 4 * 1024 * 1024;
const BLOCK = 16;
/** The checksum covers the first so many bytes of the packed entry (SHA-256/1k). */
const CHECKED = 1024;

/** The same package with nothing in it encrypted. Throws WRONG_PASSWORD, ENCRYPTION_UNSUPPORTED, CORRUPT_DOCUMENT. */
export async function decryptOdf(bytes: Uint8Array, password: string, limits: Limits): Promise<Uint8Array> {
  const entries = readZip(bytes, limits);
  const manifest = entries.find(entry => entry.name === MANIFEST);
  if (!manifest) throw corrupt();
  const xml = decodeXml(unpack(bytes, manifest, MANIFEST_MAX));
  const encrypted = readEncryptedEntries(xml);
  const keys = new KeyRing(password);
  const files: Zippable = {};
  let total = 0;
  for (const entry of inOrder(entries)) {
    const how = encrypted.get(entry.name);
    const max = limits.unpackedBytes - total;
    const plain = how ? await open(bytes, entry, how, keys, max) : unpack(bytes, entry, Math.max(max, entry.size));
    total += plain.length;
    requireWithin(limits, 'unpackedBytes', total, entry.name);
    files[entry.name] = [entry.name === MANIFEST ? Buffer.from(plainManifest(xml)) : plain, { level: 0 }];
  }
  return zipSync(files);
}

/** `mimetype` comes first (3.3), whatever the order in the encrypted package was. */
function inOrder(entries: readonly ZipEntry[]): ZipEntry[] {
  const files = entries.filter(entry => !entry.name.endsWith('/'));
  return [...files.filter(({ name }) => name === 'mimetype'), ...files.filter(({ name }) => name !== 'mimetype')];
}

async function open(bytes: Uint8Array, entry: ZipEntry, how: EncryptedEntry, keys: KeyRing, max: number) {
  const packed = decipher(packedBytes(bytes, entry), how, await keys.keyFor(how));
  requireChecksum(packed, how);
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, max) });
  } catch (cause) {
    throw corrupt(cause);
  }
}

/** W3C XML Encryption padding: the last byte counts the padding, the others are arbitrary. */
function decipher(data: Uint8Array, { iv }: EncryptedEntry, key: Uint8Array): Buffer {
  if (data.length === 0 || data.length % BLOCK !== 0) throw corrupt();
  const cipher = createDecipheriv('aes-256-cbc', key, iv).setAutoPadding(false);
  const padded = Buffer.concat([cipher.update(data), cipher.final()]);
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > BLOCK) throw wrongPassword();
  return padded.subarray(0, padded.length - padding);
}

function requireChecksum(packed: Buffer, { checksum }: EncryptedEntry): void {
  if (!checksum) return;
  const found = createHash(checksum.algorithm).update(packed.subarray(0, CHECKED)).digest();
  if (found.length !== checksum.value.length || !timingSafeEqual(found, checksum.value)) throw wrongPassword();
}

const derive = promisify(pbkdf2);

/** Entries may share their salt, and then their key: it is derived once. */
class KeyRing {
  readonly #keys = new Map<string, Promise<Uint8Array>>();

  constructor(private readonly password: string) {}

  keyFor({ startKey, salt, iterations, keySize }: EncryptedEntry): Promise<Uint8Array> {
    const id = `${startKey} ${Buffer.from(salt).toString('base64')} ${iterations} ${keySize}`;
    const start = createHash(startKey).update(this.password, 'utf8').digest();
    const key = this.#keys.get(id) ?? derive(start, salt, iterations, keySize, 'sha1');
    this.#keys.set(id, key);
    return key;
  }
}
