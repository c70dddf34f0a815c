/**
 * The index of a generation: listed certificates by subject, in a file that is opened and not loaded. With all lists of the
 * European Union, opening it takes less than a millisecond, and a look-up reads only the certificates that it finds.
 *
 *   'DCTI', version, length of the description, number of entries (32 bits each), SHA-256 of description and table,
 *   description (JSON), table (sorted by key), records (JSON)
 *   table entry: key (8 bytes of the SHA-256 of the canonical subject), offset (6), length (4), SHA-256 of the record (6)
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { DocconvError } from '../../errors.js';
import { type Certificate, nameKey, readableCertificate } from '../../pki/index.js';
import type { ListedService } from '../anchor.js';
import type { TrustedList } from '../lists/model.js';

/** A listed certificate. */
export interface ListedCertificate {
  readonly der: Uint8Array;
  /** The services that list it, of all territories; empty in Adobe's list. */
  readonly services: readonly ListedService[];
  /** See Anchor. */
  readonly policies?: readonly string[];
}

/** A list with services, for the index. */
export type IndexedList = Pick<TrustedList, 'territory' | 'providers'>;

const MAGIC = 'DCTI';
const VERSION = 1;
const HEADER = 16 + 32;
const KEY = 8;
const ENTRY = KEY + 6 + 4 + 6;

/** `description`: any JSON value, returned by `TrustIndex.description`. Certificates that cannot be parsed are left out. */
export function compileIndex(lists: readonly IndexedList[], description: unknown): Buffer {
  return writeIndex([...collect(lists).values()], description);
}

/** The same for entries that are complete. */
export function writeIndex(entries: readonly IndexEntry[], description: unknown): Buffer {
  const records = entries.map(({ certificate, ...facts }) => ({
    key: keyOf(certificate.subject),
    bytes: Buffer.from(JSON.stringify({ der: Buffer.from(certificate.der).toString('base64'), ...facts })),
  }));
  records.sort((a, b) => a.key.compare(b.key));
  const text = Buffer.from(JSON.stringify(description));
  const table = Buffer.alloc(records.length * ENTRY);
  let offset = HEADER + text.length + table.length;
  for (const [i, { key, bytes }] of records.entries()) {
    key.copy(table, i * ENTRY);
    table.writeUIntBE(offset, i * ENTRY + KEY, 6);
    table.writeUInt32BE(bytes.length, i * ENTRY + KEY + 6);
    sha256(bytes).copy(table, i * ENTRY + KEY + 10, 0, 6);
    offset += bytes.length;
  }
  const header = Buffer.alloc(HEADER);
  header.write(MAGIC, 'latin1');
  header.writeUInt32BE(VERSION, 4);
  header.writeUInt32BE(text.length, 8);
  header.writeUInt32BE(records.length, 12);
  sha256(text, table).copy(header, 16);
  return Buffer.concat([header, text, table, ...records.map(({ bytes }) => bytes)]);
}

/** Of the record of the entry at `at`: records are in the order of the table. */
const endOf = (table: Buffer, at: number): number => table.readUIntBE(at + KEY, 6) + table.readUInt32BE(at + KEY + 6);

/** What is stored of a certificate. */
export interface IndexEntry extends Omit<ListedCertificate, 'der'> {
  readonly certificate: Certificate;
}

interface Collected extends IndexEntry {
  readonly services: ListedService[];
}

/** By SHA-256 of the certificate. */
function collect(lists: readonly IndexedList[]): Map<string, Collected> {
  const found = new Map<string, Collected>();
  for (const { territory, providers } of lists) {
    for (const { names: providerNames, tradeNames, services } of providers) {
      for (const { certificates, periods } of services) {
        for (const certificate of certificates.flatMap(readableCertificate)) {
          const known = found.get(certificate.sha256) ?? { certificate, services: [] };
          known.services.push({ territory, providerNames, tradeNames, periods });
          found.set(certificate.sha256, known);
        }
      }
    }
  }
  return found;
}

type Subject = Pick<Certificate['subject'], 'canonical'>;

const keyOf = (subject: Subject): Buffer => sha256(Buffer.from(nameKey(subject))).subarray(0, KEY);

export class TrustIndex {
  /** Null: closed. */
  #file: number | null;
  readonly #table: Buffer;
  /** What was given to compileIndex(). */
  readonly description: unknown;

  /** Throws STORE_DAMAGED for anything but a complete index of this version. */
  constructor(
    private readonly path: string,
    private readonly remedy = 'docconv trust update',
  ) {
    this.#file = openSync(path, 'r');
    try {
      const [description, table] = this.#readTables();
      this.#table = table;
      this.description = description;
    } catch (thrown) {
      this.close();
      throw thrown;
    }
  }

  /** Certificates whose subject is this name; another name with the same hash is possible, and never matters to a path. */
  find(subject: Subject): ListedCertificate[] {
    const key = keyOf(subject);
    const found: ListedCertificate[] = [];
    for (let at = this.#firstEntry(key); this.#keyAt(at)?.equals(key); at++) found.push(this.#record(at));
    return found;
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null; // its number may be that of another file soon
  }

  #readTables(): [description: unknown, table: Buffer] {
    const { size } = statSync(this.path);
    const header = this.#read(0, Math.min(HEADER, size));
    const isKnown = header.length === HEADER && header.toString('latin1', 0, 4) === MAGIC;
    if (!isKnown || header.readUInt32BE(4) !== VERSION) throw this.#damaged();
    const length = header.readUInt32BE(8);
    const tableLength = header.readUInt32BE(12) * ENTRY;
    if (HEADER + length + tableLength > size) throw this.#damaged();
    const text = this.#read(HEADER, length);
    const table = this.#read(HEADER + length, tableLength);
    if (!sha256(text, table).equals(header.subarray(16))) throw this.#damaged();
    const start = HEADER + length + tableLength;
    if (size !== (tableLength === 0 ? start : endOf(table, tableLength - ENTRY))) throw this.#damaged();
    return [JSON.parse(text.toString()), table];
  }

  /** Number of the first entry that is not before the key. */
  #firstEntry(key: Buffer): number {
    let [low, high] = [0, this.#table.length / ENTRY];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#keyAt(middle)!.compare(key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #keyAt(entry: number): Buffer | null {
    const start = entry * ENTRY;
    return start < this.#table.length ? this.#table.subarray(start, start + KEY) : null;
  }

  #record(entry: number): ListedCertificate {
    const at = entry * ENTRY + KEY;
    const bytes = this.#read(this.#table.readUIntBE(at, 6), this.#table.readUInt32BE(at + 6));
    if (
      !sha256(bytes)
        .subarray(0, 6)
        .equals(this.#table.subarray(at + 10, at + 16))
    )
      throw this.#damaged();
    const { der, ...facts } = JSON.parse(bytes.toString(), asDate);
    return { ...facts, der: Buffer.from(der, 'base64') };
  }

  #read(offset: number, length: number): Buffer {
    if (this.#file === null) throw new Error('The index of the trusted lists is closed.');
    const bytes = Buffer.alloc(length);
    if (readSync(this.#file, bytes, 0, length, offset) !== length) throw this.#damaged();
    return bytes;
  }

  #damaged(): DocconvError {
    return new DocconvError('STORE_DAMAGED.index-of-lists', { path: this.path, remedy: this.remedy });
  }
}

const DATES = new Set(['start', 'end', 'expiredCertsRevocationInfo']);

const asDate = (name: string, value: unknown): unknown =>
  DATES.has(name) && typeof value === 'string' ? new Date(value) : value;

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
