/** The interface of API keys and e-mailed codes. issue.ts implements its rules on any KeyStore. */

export interface Keys {
  /**
   * Creates a code for the address, replacing an older one, and counts it against the limits. The caller must send it to
   * that address only. Rejects with OPTION_INVALID (invalid address) or RATE_LIMITED (detail: limit; window and
   * retryAfter in seconds).
   */
  issueCode(request: CodeRequest): Promise<IssuedCode>;
  /** False once the code was redeemed, replaced or withdrawn, has expired, or was tried too often. Counts no try. */
  isUsable(code: SentCode): Promise<boolean>;
  /** For a code that could not be sent: it becomes invalid and does not count against the limit of its address. */
  withdrawCode(code: SentCode): Promise<void>;
  /** Exchanges a code for a new API key, once. Rejects with CODE_INVALID, with the same message for every reason. */
  redeemCode(request: { email: string; code: string }): Promise<IssuedKey>;
  /** Null for a malformed, unknown or revoked key. Takes microseconds and writes nothing. */
  authenticate(key: string): Promise<KeyInfo | null>;
  /** All keys, or those of one address; revoked keys included. */
  list(email?: string): Promise<KeyInfo[]>;
  /** Revokes the key with this id (and address, if given). False if there is no such active key. */
  revoke(id: string, email?: string): Promise<boolean>;
  /** Rejects with STORE_DAMAGED if the store cannot be used: for readiness. */
  ping(): Promise<void>;
}

interface CodeRequest {
  email: string;
  /** IP address of the client, if there is one; IPv6 addresses count by their /64. */
  client?: string;
}

/** What identifies an issued code. */
export interface SentCode {
  /** In normalized form: lower case, domain in ASCII. */
  email: string;
  code: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface IssuedCode extends SentCode {
  /** Seconds. */
  expiresIn: number;
  /** Seconds until the limits allow the same client a further code for the address. */
  retryAfter: number;
}

/** Without the key itself. */
export interface KeyInfo {
  id: string;
  email: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  revokedAt: string | null;
}

export interface IssuedKey extends KeyInfo {
  /** Only its hash is stored, so it cannot be shown again. */
  key: string;
}

export interface CodeLimits {
  codesPerAddressPerHour: number;
  codesPerClientPerHour: number;
  /** For one address, when clients of the service request them. */
  secondsBetweenCodes: number;
  /** Unexpired codes in total: bounds the store and the mail in a flood from many addresses. */
  codesAtOnce: number;
}

/** config/settings.ts takes the defaults of its settings from here. */
export const DEFAULT_CODE_LIMITS: CodeLimits = {
  codesPerAddressPerHour: 5,
  codesPerClientPerHour: 20,
  secondsBetweenCodes: 60,
  codesAtOnce: 10_000,
};
