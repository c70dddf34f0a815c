/**
 * Interface of a store for codes and keys. Every method is atomic, so that a store shared by several machines can
 * implement it as well. A store contains no secrets: keys are stored as SHA-256; codes, unconfirmed addresses and
 * client addresses as HMAC.
 */
import type { KeyInfo } from './keys.js';

export const CODE_LIFETIME_MS = 10 * 60_000;

interface NewCode {
  digest: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface CodeRecord extends NewCode {
  tries: number;
}

export interface KeyRecord extends KeyInfo {
  hash: string;
}

/** At most `max` events per bucket within `windowMs`. */
export interface EventLimit {
  bucket: string;
  max: number;
  windowMs: number;
}

/** A limit that allows no further event for `waitMs` milliseconds. */
export interface ReachedLimit extends Omit<EventLimit, 'bucket'> {
  waitMs: number;
}

export interface CodeRules {
  limits: readonly EventLimit[];
  /** Unexpired codes in the whole store. */
  maxPending: number;
}

/** `reached`, `next`: the limit with the longest wait, before this code could be saved or before the next one can be. */
export type SaveAnswer = { saved: false; reached: ReachedLimit } | { saved: true; next: ReachedLimit | null };

export interface KeyStore {
  /**
   * Saves the code, replacing an older one of the address, and counts it in every bucket. Changes nothing if a limit is
   * reached.
   */
  saveCode(address: string, code: NewCode, rules: CodeRules, now: number): Promise<SaveAnswer>;
  findCode(address: string): Promise<CodeRecord | null>;
  /** Deletes the code if it is still the one of the address, and the event with this end from its bucket. */
  withdrawCode(address: string, digest: string, counted: { bucket: string; end: number }): Promise<void>;
  /**
   * Counts one more try of the address's code, then calls `accept`. If it returns true, deletes the code and saves the
   * key. Takes equally long with and without a code.
   */
  redeemCode(
    address: string,
    accept: (code: CodeRecord | null) => boolean,
    key: KeyRecord,
    now: number,
  ): Promise<boolean>;
  /** By the hash of the key; revoked keys included. */
  findKey(hash: string): Promise<KeyRecord | null>;
  /** In the order of issue; revoked keys included. */
  listKeys(): Promise<readonly KeyRecord[]>;
  /** False if there is no active key with this id (and address). */
  revokeKey(id: string, email: string | null, revokedAt: string): Promise<boolean>;
  /** Rejects if the store cannot be used. */
  ping(): Promise<void>;
}
