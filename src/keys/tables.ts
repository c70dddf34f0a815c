/** The tables of the local store and their file formats. Two files: keys accumulate and rarely change, codes are short-lived. */
import type { CodeRecord, KeyRecord } from './store.js';
import type { FileFormat } from './store-file.js';

export interface KeyTable {
  byId: Map<string, KeyRecord>;
  byHash: Map<string, KeyRecord>;
}

export interface CodeTable {
  /** By the HMAC of the address. */
  codes: Map<string, CodeRecord>;
  /** Per bucket, when each counted event expires: milliseconds since 1970, ascending. */
  counts: Map<string, number[]>;
}

const VERSION = 1;

export function keyFormat(folder: string): FileFormat<KeyTable> {
  return {
    folder,
    name: 'keys',
    empty: () => ({ byId: new Map(), byHash: new Map() }),
    parse(json) {
      const { keys } = versioned(json) as { keys?: unknown };
      if (!Array.isArray(keys) || !keys.every(isKeyRecord)) throw new Error('not a list of keys');
      return { byId: new Map(keys.map(key => [key.id, key])), byHash: new Map(keys.map(key => [key.hash, key])) };
    },
    // one line per key, so that two backups can be compared with diff
    format: ({ byId }) => `{"version":${VERSION},"keys":[\n${[...byId.values()].map(line).join(',\n')}\n]}\n`,
  };
}

export function codeFormat(folder: string): FileFormat<CodeTable> {
  return {
    folder,
    name: 'codes',
    empty: () => ({ codes: new Map(), counts: new Map() }),
    parse(json) {
      const { codes, counts } = versioned(json) as { codes?: unknown; counts?: unknown };
      return { codes: mapOf(codes, isCodeRecord), counts: mapOf(counts, isCount) };
    },
    format: ({ codes, counts }) =>
      `${JSON.stringify({ version: VERSION, codes: Object.fromEntries(codes), counts: Object.fromEntries(counts) })}\n`,
  };
}

/** Removes expired codes and counts. */
export function prune({ codes, counts }: CodeTable, now: number): void {
  for (const [address, { expiresAt }] of codes) if (expiresAt <= now) codes.delete(address);
  for (const [bucket, ends] of counts) {
    const pending = ends.filter(end => end > now);
    if (pending.length > 0) counts.set(bucket, pending);
    else counts.delete(bucket);
  }
}

/** Caches the text of each record: with 100,000 keys, not all are serialized at every write. */
const lines = new WeakMap<KeyRecord, string>();

function line(record: KeyRecord): string {
  const known = lines.get(record);
  if (known !== undefined) return known;
  const text = JSON.stringify(record);
  lines.set(record, text);
  return text;
}

function versioned(json: unknown): object {
  if (typeof json !== 'object' || json === null || !('version' in json)) throw new Error('not a docconv store');
  if (json.version !== VERSION) throw new Error(`version ${json.version} is not supported`);
  return json;
}

function mapOf<T>(json: unknown, isValue: (value: unknown) => value is T): Map<string, T> {
  if (typeof json !== 'object' || json === null) throw new Error('not a table');
  const entries = Object.entries(json);
  if (!entries.every((entry): entry is [string, T] => isValue(entry[1]))) throw new Error('an entry is invalid');
  return new Map(entries);
}

function isKeyRecord(value: unknown): value is KeyRecord {
  const { id, hash, email, createdAt, revokedAt } = (value ?? {}) as Partial<KeyRecord>;
  return (
    [id, hash, email, createdAt].every(text => typeof text === 'string') &&
    (revokedAt === null || typeof revokedAt === 'string')
  );
}

function isCodeRecord(value: unknown): value is CodeRecord {
  const { digest, expiresAt, tries } = (value ?? {}) as Partial<CodeRecord>;
  return digest?.length === 43 && Number.isFinite(expiresAt) && Number.isInteger(tries);
}

function isCount(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(Number.isFinite);
}
