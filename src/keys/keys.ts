/** What the faces ask of API keys and e-mailed codes. The rules live here; where things are kept is a KeyStore's matter. */

export interface Keys {
  /**
   * Makes a new code for the address (an older one dies) and counts it against the limits. The caller mails it; it must
   * go nowhere else. Rejects with OPTION_INVALID (not an address) or RATE_LIMITED (detail: limit, window and retryAfter in seconds).
   */
  issueCode(request: CodeRequest): Promise<IssuedCode>;
  /** Trades a code for a new API key, once. Rejects with CODE_INVALID, one answer for every reason. */
  redeemCode(request: { email: string; code: string }): Promise<IssuedKey>;
  /** The key's entry, or null when it is malformed, unknown or revoked. Microseconds; nothing is written. */
  authenticate(key: string): Promise<KeyInfo | null>;
  /** All keys, or those of one address; revoked ones too. */
  list(email?: string): Promise<KeyInfo[]>;
  /** Revokes the key with this id (of this address, when given). False when there is none that was still alive. */
  revoke(id: string, email?: string): Promise<boolean>;
  /** Rejects with STORE_DAMAGED or STORE_BUSY when the store could not answer: for readiness. */
  ping(): Promise<void>;
}

export interface CodeRequest {
  email: string;
  /** The asking client's network address, where there is one; IPv6 counts by its /64. */
  client?: string;
}

export interface IssuedCode {
  /** As it is written from now on: domain in ASCII and lower case. */
  email: string;
  code: string;
  /** Seconds. */
  expiresIn: number;
}

/** Never holds the key itself. */
export interface KeyInfo {
  id: string;
  email: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  revokedAt: string | null;
}

export interface IssuedKey extends KeyInfo {
  /** Shown this once: only its hash is kept. */
  key: string;
}

export interface Limits {
  codesPerAddressPerHour: number;
  codesPerClientPerHour: number;
  /** Codes that are alive at the same time, for whomever: bounds the store and the mail under a flood from everywhere. */
  codesAtOnce: number;
}

export const DEFAULT_LIMITS: Limits = { codesPerAddressPerHour: 5, codesPerClientPerHour: 20, codesAtOnce: 10_000 };

export interface LocalKeysSettings {
  /** Folder of `keys.json`. */
  data: string;
  /** Folder of the pepper, kept apart from the store. */
  config: string;
  limits?: Partial<Limits>;
  /** Milliseconds since 1970; for tests. */
  now?: () => number;
}
