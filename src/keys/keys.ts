/** The interface of API keys and e-mailed codes. index.ts implements it on any KeyStore. */
import type { AuditEvent, SigningDetails, SigningEventName } from './audit.js';

export interface Keys {
  /**
   * Creates a code for the address, replacing an older one, and counts it against the limits. The caller must send it to
   * that address only, and only if `permitted`. Rejects with OPTION_INVALID (invalid address) or RATE_LIMITED (detail:
   * limit; window and retryAfter in seconds).
   */
  issueCode(request: CodeRequest): Promise<IssuedCode>;
  /**
   * Milliseconds for which the code can still be redeemed: 0 once it was redeemed, replaced or withdrawn, has expired, or was
   * tried too often. Counts no try.
   */
  validMs(code: SentCode): Promise<number>;
  /** For a code that could not be sent: it becomes invalid and does not count against the limit of its address. */
  withdrawCode(code: SentCode): Promise<void>;
  /**
   * Exchanges a code for a new API key, once. Rejects with CODE_INVALID, with the same message for every reason, or with
   * OPTION_INVALID (name, lifetime).
   */
  redeemCode(request: { email: string; code: string; client?: string } & KeyOptions): Promise<IssuedKey>;
  /** Creates a key without a code: for the operator. Rejects with OPTION_INVALID. */
  createKey(request: { email: string; admin?: boolean; sign?: boolean } & KeyOptions): Promise<IssuedKey>;
  /** Whether the key with this id may sign documents. False if there is no such active key. */
  permitSigning(id: string, permitted: boolean): Promise<boolean>;
  /** Resolves when the event is in the audit log. */
  recordSigning(event: SigningEventName, details: SigningDetails): Promise<void>;
  /**
   * Null for a malformed, unknown or revoked key. Rejects with KEY_INVALID, with the reason, if the key or the secret has
   * expired. Takes microseconds; when a key was last used is written later.
   */
  authenticate(key: string, client?: string): Promise<AuthenticatedKey | null>;
  /** All keys, or those of one address; expired and revoked keys included. */
  list(email?: string): Promise<KeyInfo[]>;
  /** Changes the name of the key with this id (and address, if given). False if there is no such key. */
  rename(id: string, name: string | null, email?: string): Promise<boolean>;
  /**
   * Gives the key a new secret and a new lifetime; the former secret stays valid for `graceHours`. Null if there is no
   * valid key with this id. Rejects with OPTION_INVALID.
   */
  rotate(id: string, request: { graceHours?: number } & Actor): Promise<IssuedKey | null>;
  /** Revokes the key with this id (and address, if given). False if there is no such active key. */
  revoke(id: string, email?: string, actor?: Actor): Promise<boolean>;
  /** Permits the address to register once. Rejects with OPTION_INVALID. */
  invite(email: string): Promise<Invitation>;
  /** False if the address has no invitation. */
  withdrawInvitation(email: string): Promise<boolean>;
  /** Unused ones that have not expired. */
  invitations(): Promise<Invitation[]>;
  webhookSecrets(email: string): Promise<WebhookSecrets>;
  /** The account has another secret from now on; the former one stays valid for a day. The one before ends at once. */
  rotateWebhookSecret(email: string, actor: Actor): Promise<WebhookSecrets>;
  /** The latest events, oldest first. */
  auditLog(limit: number): Promise<AuditEvent[]>;
  /** Rejects with STORE_DAMAGED if the store cannot be used: for readiness. */
  ping(): Promise<void>;
  /** Writes when keys were last used. */
  close(): Promise<void>;
}

interface CodeRequest {
  email: string;
  /** The client that the limits count, if there is one: its IPv4 address, or its IPv6 /64 network. */
  client?: string;
}

/** What identifies an issued code. */
export interface SentCode {
  /** In normalized form: lower case, domain in ASCII. */
  email: string;
  /** Cannot be redeemed unless `permitted`. */
  code: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface IssuedCode extends SentCode {
  /** Seconds. */
  expiresIn: number;
  /** Seconds until the limits allow the same client a further code for the address. */
  retryAfter: number;
  /** False if the address may not register. Clients must get the same answer as otherwise. */
  permitted: boolean;
}

export interface KeyOptions {
  /** Up to 64 characters, for people. */
  name?: string | undefined;
  /** Days until the key expires; by default, and at most, the setting `keyDays`. */
  days?: number | undefined;
}

/** Who changes a key; without it, the operator at the command line. */
export interface Actor {
  /** IP address of the client. */
  client?: string;
  /** Id of the key that authenticated the request. */
  by?: string;
}

/** Without the key itself. All times are ISO 8601, UTC. */
export interface KeyInfo {
  id: string;
  name: string | null;
  email: string;
  /** May list, rename and revoke the keys of all addresses. */
  admin: boolean;
  /** May sign documents with the key of the server. */
  sign: boolean;
  createdAt: string;
  rotatedAt: string | null;
  expiresAt: string | null;
  /** At most an hour before the last use. */
  lastUsedAt: string | null;
  revokedAt: string | null;
  /** Until when the secret before the last rotation is valid as well. */
  formerUntil: string | null;
}

export interface AuthenticatedKey extends KeyInfo {
  /** The secret was replaced by a rotation, and is valid until `formerUntil`. */
  former: boolean;
}

export interface IssuedKey extends KeyInfo {
  /** Only its hash is stored, so it cannot be shown again. */
  key: string;
}

/** Of the webhooks of an account. Times are ISO 8601, UTC. */
export interface WebhookSecrets {
  /** How often the secret was replaced: the number of the present one. */
  rotations: number;
  rotatedAt: string | null;
  /** Until when the one before is valid as well; null: it is not. */
  formerUntil: string | null;
}

export interface Invitation {
  email: string;
  createdAt: string;
  expiresAt: string;
}

export interface CodeLimits {
  codesPerAddressPerHour: number;
  codesPerClientPerHour: number;
  /** For one address, when clients of the service request them. */
  secondsBetweenCodes: number;
  /** Unexpired codes in total: bounds the store and the mail in a flood from many addresses. */
  codesAtOnce: number;
}

/** Wrong codes after which a code is invalid. */
export const CODE_TRIES = 5;

/** config/settings.ts takes the defaults and bounds of its settings from here. */
export const DEFAULT_CODE_LIMITS: CodeLimits = {
  codesPerAddressPerHour: 5,
  codesPerClientPerHour: 20,
  secondsBetweenCodes: 60,
  codesAtOnce: 10_000,
};

export const MAX_KEY_DAYS = 3650;
export const MAX_KEY_NAME = 64;
/** How long the former secret of a rotated key stays valid. */
export const GRACE_HOURS = { preset: 24, max: 30 * 24 };
