/**
 * ODF package encryption (ODF 1.3 part 2, 3.4 and 4.8): each entry is compressed, padded and encrypted separately, as
 * the manifest says. AES-256-CBC with PBKDF2, which every office program has written since 2011.
 */
import { createDecipheriv, createHash, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { crc32, inflateRawSync } from 'node:zlib';
import { DocconvError } from '../../../errors.js';
import { attributeOf, type XmlElement } from '../../../system/xml.js';
import { type Limits, requireWithin } from '../../limits.js';
import { applyEdits, editStartTag, readPartElements, removal, type XmlPart } from '../../xml.js';
import { MANIFEST, type SourceDocument } from '../document.js';
import type { ZipEntry } from '../zip.js';
import { storedPart, writeZip } from '../zip-write.js';
import { corrupt, unsupportedMethod, wrongPassword } from './failures.js';

const BLOCK = 16;
/** Bytes of the compressed entry that the checksum covers (SHA-256/1k). */
const CHECKED = 1024;
/** For one key; LibreOffice writes 100,000. */
const MAX_ITERATIONS = 10_000_000;
const AES_KEY = 32;

/** The same package, decrypted. Throws WRONG_PASSWORD, ENCRYPTION_UNSUPPORTED, CORRUPT_DOCUMENT or LIMIT_EXCEEDED. */
export async function decryptOdf(
  document: SourceDocument,
  password: string,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const { limits } = document;
  const manifest = document.description(MANIFEST);
  if (!manifest) throw corrupt();
  const elements = await readPartElements(manifest, ELEMENTS, limits);
  const encryptedEntries = readEncryptedEntries(elements);
  requireIterations(encryptedEntries.values(), limits);
  const keys = new KeyRing(password);
  const parts: ZipEntry[] = [];
  let total = 0;
  for (const entry of mimetypeFirst(document.archive.entries)) {
    signal?.throwIfAborted();
    const encryption = encryptedEntries.get(entry.name);
    if (!encryption) requireWithin(limits, 'unpackedBytes', total + entry.size, entry.name);
    const part = encryption ? await decryptEntry(entry, encryption, keys, limits.unpackedBytes - total) : entry;
    total += part.size;
    parts.push(part.name === MANIFEST ? storedPart(MANIFEST, Buffer.from(plainManifest(manifest, elements))) : part);
  }
  return writeZip(parts);
}

/** `mimetype` has to be the first entry (ODF 1.3 part 2, 3.3). */
function mimetypeFirst(entries: readonly ZipEntry[]): ZipEntry[] {
  const files = entries.filter(entry => !entry.name.endsWith('/'));
  return [...files.filter(({ name }) => name === 'mimetype'), ...files.filter(({ name }) => name !== 'mimetype')];
}

interface EntryEncryption {
  iv: Buffer;
  salt: Buffer;
  iterations: number;
  /** Hash that derives the start key from the password. */
  startKey: 'sha1' | 'sha256';
  /** Of the first KiB of the compressed entry; null where the manifest has none. */
  checksum: { algorithm: 'sha1' | 'sha256'; value: Buffer } | null;
}

const ELEMENTS = [
  ...['file-entry', 'encryption-data', 'keyinfo'],
  ...['algorithm', 'key-derivation', 'start-key-generation'],
];

/** How each encrypted entry is encrypted, by its name. */
function readEncryptedEntries(elements: readonly XmlElement[]): Map<string, EntryEncryption> {
  const children = new Map<XmlElement | null, XmlElement[]>();
  for (const element of elements) {
    const siblings = children.get(element.parent);
    if (siblings) siblings.push(element);
    else children.set(element.parent, [element]);
  }
  const entries = new Map<string, EntryEncryption>();
  for (const data of elements.filter(({ local }) => local === 'encryption-data')) {
    const path = data.parent?.local === 'file-entry' ? attributeOf(data.parent, 'full-path') : undefined;
    if (path) entries.set(path, readEncryption(data, children.get(data) ?? []));
  }
  return entries;
}

function readEncryption(data: XmlElement, children: readonly XmlElement[]): EntryEncryption {
  const child = (name: string) => children.find(({ local }) => local === name);
  const [algorithm, derivation] = [child('algorithm'), child('key-derivation')];
  if (!algorithm || !derivation) throw corrupt();
  requireKnown(attributeOf(algorithm, 'algorithm-name') ?? '', attributeOf(derivation, 'key-derivation-name') ?? '');
  const iterations = Number(attributeOf(derivation, 'iteration-count'));
  if (!(iterations > 0 && iterations <= MAX_ITERATIONS))
    throw new DocconvError('ENCRYPTION_UNSUPPORTED.key-iterations');
  if (Number(attributeOf(derivation, 'key-size') ?? AES_KEY) !== AES_KEY)
    throw new DocconvError('ENCRYPTION_UNSUPPORTED.key-size');
  const start = child('start-key-generation');
  const checksum = attributeOf(data, 'checksum');
  return {
    iv: base64(attributeOf(algorithm, 'initialisation-vector'), BLOCK),
    salt: base64(attributeOf(derivation, 'salt')),
    iterations,
    startKey: hashNamed(start && attributeOf(start, 'start-key-generation-name')),
    checksum: checksum ? { algorithm: hashNamed(attributeOf(data, 'checksum-type')), value: base64(checksum) } : null,
  };
}

function requireKnown(cipher: string, derivation: string): void {
  if (/gcm/i.test(cipher)) throw new DocconvError('ENCRYPTION_UNSUPPORTED.odf-aes-gcm');
  if (!/aes256-cbc/i.test(cipher)) throw unsupportedMethod(cipher.replace(/^.*#/s, ''));
  if (!/pbkdf2/i.test(derivation)) throw new DocconvError('ENCRYPTION_UNSUPPORTED.key-derivation');
}

function hashNamed(name = ''): 'sha1' | 'sha256' {
  return /sha256/i.test(name) ? 'sha256' : 'sha1';
}

function base64(text: string | undefined, length?: number): Buffer {
  const bytes = Buffer.from(text ?? '', 'base64');
  if (bytes.length === 0 || (length !== undefined && bytes.length !== length)) throw corrupt();
  return bytes;
}

/** The manifest without encryption data, and without the sizes, which only encrypted entries need. */
function plainManifest({ text }: XmlPart, elements: readonly XmlElement[]): string {
  const removed = elements.filter(({ local }) => local === 'encryption-data' || local === 'keyinfo').map(removal);
  const resized = elements
    .filter(element => element.local === 'file-entry' && attributeOf(element, 'size') !== undefined)
    .map(element => editStartTag(element, ({ local }) => local !== 'size'));
  return applyEdits(text, [...removed, ...resized]);
}

/** The entry stays compressed: it is unpacked for its size and checksum. */
async function decryptEntry(
  { name, packed }: ZipEntry,
  encryption: EntryEncryption,
  keys: KeyRing,
  max: number,
): Promise<ZipEntry> {
  const compressed = decipher(packed, encryption, await keys.keyFor(encryption));
  requireChecksum(compressed, encryption);
  try {
    const plain = inflateRawSync(compressed, { maxOutputLength: Math.max(1, max) });
    return { name, deflated: true, packed: compressed, size: plain.length, crc: crc32(plain) };
  } catch (cause) {
    throw corrupt(cause);
  }
}

/** W3C XML Encryption padding: the last byte counts the padding, the others are arbitrary. */
function decipher(data: Uint8Array, { iv }: EntryEncryption, key: Uint8Array): Buffer {
  if (data.length === 0 || data.length % BLOCK !== 0) throw corrupt();
  const cipher = createDecipheriv('aes-256-cbc', key, iv).setAutoPadding(false);
  const padded = Buffer.concat([cipher.update(data), cipher.final()]);
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > BLOCK) throw wrongPassword();
  return padded.subarray(0, padded.length - padding);
}

function requireChecksum(compressed: Buffer, { checksum }: EntryEncryption): void {
  if (!checksum) return;
  const found = createHash(checksum.algorithm).update(compressed.subarray(0, CHECKED)).digest();
  if (found.length !== checksum.value.length || !timingSafeEqual(found, checksum.value)) throw wrongPassword();
}

const derive = promisify(pbkdf2);

/** Entries may share their key, and each key takes its iterations. Throws LIMIT_EXCEEDED (keyIterations). */
function requireIterations(entries: Iterable<EntryEncryption>, limits: Limits): void {
  const counted = new Set<string>();
  let total = 0;
  for (const entry of entries) {
    if (!counted.has(keyId(entry))) total += entry.iterations;
    counted.add(keyId(entry));
  }
  requireWithin(limits, 'keyIterations', total);
}

function keyId({ startKey, salt, iterations }: EntryEncryption): string {
  return `${startKey} ${salt.toString('base64')} ${iterations}`;
}

/** Derives each key once. */
class KeyRing {
  readonly #keys = new Map<string, Promise<Uint8Array>>();

  constructor(private readonly password: string) {}

  keyFor(entry: EntryEncryption): Promise<Uint8Array> {
    const start = createHash(entry.startKey).update(this.password, 'utf8').digest();
    const key = this.#keys.get(keyId(entry)) ?? derive(start, entry.salt, entry.iterations, AES_KEY, 'sha1');
    this.#keys.set(keyId(entry), key);
    return key;
  }
}
