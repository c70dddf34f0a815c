/** The tables of the local store and their file formats. Two files: keys accumulate and rarely change, codes are short-lived. */
import { cached } from '../../system/collections.js';
import { isObject } from '../../system/formats/json.js';
import type { Invitation } from '../keys.js';
import { CODE_LIFETIME_MS, type CodeRecord, isToCome, type KeyRecord, type WebhookRotation } from './store.js';
import type { FileFormat } from './store-file.js';

export interface KeyTable {
  byId: Map<string, KeyRecord>;
  /** By the hash of the key, and of its former secret. */
  byHash: Map<string, KeyRecord>;
  /** By address. */
  invitations: Map<string, Invitation>;
  /** By address: who has replaced the secret of its webhooks. */
  rotations: Map<string, WebhookRotation>;
}

export interface CodeTable {
  /** By the HMAC of the address. */
  codes: Map<string, CodeRecord>;
  /** Per bucket, when each counted event expires: milliseconds since 1970, ascending. */
  counts: Map<string, number[]>;
}

type Key1 = Pick<KeyRecord, 'id' | 'hash' | 'email' | 'createdAt' | 'revokedAt'>;

/** A key of format 1. Member by member: with two spreads, reading 100,000 keys takes several times as long. */
function fromFormat1({ id, hash, email, createdAt, revokedAt }: Key1): KeyRecord {
  return {
    id,
    hash,
    name: null,
    email,
    admin: false,
    createdAt,
    rotatedAt: null,
    expiresAt: null,
    lastUsedAt: null,
    revokedAt,
    former: null,
  };
}

/** Of a file with rotations: an earlier docconv, which would lose them, must not write it. */
const WITH_ROTATIONS = 3;

export function keyFormat(folder: string): FileFormat<KeyTable> {
  return {
    folder,
    name: 'keys',
    version: WITH_ROTATIONS,
    empty: () => keyTable([], [], []),
    parse(json) {
      const {
        version: given,
        keys,
        invitations = [],
        rotations = [],
      } = json as { version: 1 | 2 | 3; keys?: unknown; invitations?: unknown; rotations?: unknown };
      if (!Array.isArray(keys) || !Array.isArray(invitations) || !Array.isArray(rotations))
        throw new Error('not a list of keys');
      const records: unknown[] = given === 1 ? keys.map(fromFormat1) : keys;
      if (!records.every(isKeyRecord) || !invitations.every(isInvitation) || !rotations.every(isRotation))
        throw new Error('an entry is invalid');
      return keyTable(records, invitations, rotations);
    },
    // one line per key, so that two backups can be compared with diff
    format: ({ byId, invitations, rotations }) => {
      const version = rotations.size > 0 ? WITH_ROTATIONS : 2;
      const rotated = rotations.size > 0 && { rotations: [...rotations.values()] };
      const head = JSON.stringify({ version, invitations: [...invitations.values()], ...rotated }).slice(0, -1);
      return `${head},"keys":[\n${[...byId.values()].map(line).join(',\n')}\n]}\n`;
    },
  };
}

function keyTable(
  records: readonly KeyRecord[],
  invitations: readonly Invitation[],
  rotations: readonly WebhookRotation[],
): KeyTable {
  const table: KeyTable = {
    byId: new Map(),
    byHash: new Map(),
    invitations: new Map(invitations.map(invitation => [invitation.email, invitation])),
    rotations: new Map(rotations.map(rotation => [rotation.email, rotation])),
  };
  for (const record of records) putKey(table, record);
  return table;
}

/** Adds the key, or replaces the one with its id. */
export function putKey({ byId, byHash }: KeyTable, key: KeyRecord): void {
  const replaced = byId.get(key.id);
  if (replaced) byHash.delete(replaced.hash);
  if (replaced?.former) byHash.delete(replaced.former.hash);
  byId.set(key.id, key);
  byHash.set(key.hash, key);
  if (key.former) byHash.set(key.former.hash, key);
}

export function codeFormat(folder: string): FileFormat<CodeTable> {
  const version = 1;
  return {
    folder,
    name: 'codes',
    version,
    empty: () => ({ codes: new Map(), counts: new Map() }),
    parse(json) {
      const { codes, counts } = json as { codes?: unknown; counts?: unknown };
      return { codes: mapOf(codes, isCodeRecord), counts: mapOf(counts, isCount) };
    },
    format: ({ codes, counts }) =>
      `${JSON.stringify({ version, codes: Object.fromEntries(codes), counts: Object.fromEntries(counts) })}\n`,
  };
}

/** Removes expired codes and counts. */
export function prune({ codes, counts }: CodeTable, now: number): void {
  for (const [address, { expiresAt }] of codes) if (!isToCome(expiresAt, CODE_LIFETIME_MS, now)) codes.delete(address);
  for (const [bucket, ends] of counts) {
    const pending = ends.filter(end => end > now);
    if (pending.length > 0) counts.set(bucket, pending);
    else counts.delete(bucket);
  }
}

/** With 100,000 keys, not all are serialized at every write. */
const line = cached((record: KeyRecord) => JSON.stringify(record));

function mapOf<T>(json: unknown, isValue: (value: unknown) => value is T): Map<string, T> {
  if (!isObject(json)) throw new Error('not a table');
  const entries = Object.entries(json);
  if (!entries.every((entry): entry is [string, T] => isValue(entry[1]))) throw new Error('an entry is invalid');
  return new Map(entries);
}

function isKeyRecord(value: unknown): value is KeyRecord {
  const key = (value ?? {}) as Partial<KeyRecord>;
  const { former, admin } = key;
  return (
    [key.id, key.hash, key.email, key.createdAt].every(isText) &&
    [key.name, key.rotatedAt, key.expiresAt, key.lastUsedAt, key.revokedAt].every(isTextOrNull) &&
    typeof admin === 'boolean' &&
    ['boolean', 'undefined'].includes(typeof key.sign) &&
    (former === null || (isText(former?.hash) && isText(former.expiresAt)))
  );
}

function isInvitation(value: unknown): value is Invitation {
  const { email, createdAt, expiresAt } = (value ?? {}) as Partial<Invitation>;
  return [email, createdAt, expiresAt].every(isText);
}

function isRotation(value: unknown): value is WebhookRotation {
  const { email, count, rotatedAt } = (value ?? {}) as Partial<WebhookRotation>;
  return isText(email) && isText(rotatedAt) && Number.isInteger(count);
}

const isText = (value: unknown) => typeof value === 'string';

const isTextOrNull = (value: unknown) => value === null || isText(value);

function isCodeRecord(value: unknown): value is CodeRecord {
  const { digest, expiresAt, tries } = (value ?? {}) as Partial<CodeRecord>;
  return digest?.length === 43 && Number.isFinite(expiresAt) && Number.isInteger(tries);
}

function isCount(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(Number.isFinite);
}
