/**
 * Where codes and keys are kept. Every method is one atomic step, so that a shared store can stand beside the local one.
 * A store holds no secret: codes as HMAC, keys as SHA-256, addresses of unconfirmed people and of clients as HMAC.
 */

export const CODE_LIFE_MS = 10 * 60_000;

export interface CodeRecord {
  digest: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  tries: number;
}

export interface KeyRecord {
  id: string;
  hash: string;
  email: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  revokedAt: string | null;
}

/** At most `max` events in a bucket within `windowMs`. */
export interface Limit {
  bucket: string;
  max: number;
  windowMs: number;
}

/** A limit that leaves no room for `waitMs` milliseconds. */
export interface Full {
  max: number;
  windowMs: number;
  waitMs: number;
}

export interface CodeRules {
  buckets: readonly Limit[];
  most: number;
}

export interface KeyStore {
  /**
   * Keeps the code in place of the address's older one and counts it in every bucket. When one is full, or `most` codes
   * are alive, nothing is kept or counted. Resolves to the limit that is in the way the longest, or null when the code was kept.
   */
  saveCode(address: string, code: Omit<CodeRecord, 'tries'>, rules: CodeRules, now: number): Promise<Full | null>;
  /**
   * Counts one more try at the address's code, then asks `accept`. On yes the code is gone and the key is kept.
   * Costs the same whether there is a code or not.
   */
  tradeCode(
    address: string,
    accept: (code: CodeRecord | null) => boolean,
    key: KeyRecord,
    now: number,
  ): Promise<boolean>;
  /** By the key's hash; revoked ones too. */
  findKey(hash: string): Promise<KeyRecord | null>;
  /** In the order they were issued. */
  listKeys(): Promise<readonly KeyRecord[]>;
  /** False when no living key has this id (and address). */
  revokeKey(id: string, email: string | null, revokedAt: string): Promise<boolean>;
  ping(): Promise<void>;
}
