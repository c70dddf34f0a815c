/**
 * Interface of a store for codes, keys and the audit log: files of one machine (local-store.ts), or a database that
 * several machines share (postgres-store.ts). Every method is atomic, with its events. A store contains no secrets: keys
 * are stored as SHA-256; codes, and the addresses and clients that limits count, as HMAC. The store has the clock: machines
 * that share it have clocks that differ.
 */
import type { AuditEvent } from '../audit.js';
import type { Invitation, KeyInfo } from '../keys.js';

export const CODE_LIFETIME_MS = 10 * 60_000;

interface NewCode {
  digest: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** So far a clock may be set back without any effect but that codes and limits last as much longer; milliseconds. */
export const CLOCK_TOLERANCE_MS = 60_000;

/** Whether this end, `lifetimeMs` after its begin, is to come. One that is too late is from a clock that was ahead. */
export function isToCome(end: number, lifetimeMs: number, now: number): boolean {
  return end > now && end <= now + lifetimeMs + CLOCK_TOLERANCE_MS;
}

export interface CodeRecord extends NewCode {
  tries: number;
}

export interface KeyRecord extends Omit<KeyInfo, 'formerUntil' | 'sign'> {
  hash: string;
  /** Absent in records of earlier versions. */
  sign?: boolean;
  /** The secret before the last rotation; null if it ended with the rotation. */
  former: { hash: string; expiresAt: string } | null;
}

/** How often an account has replaced the secret of its webhooks. */
export interface WebhookRotation {
  email: string;
  count: number;
  /** The latest; ISO 8601, UTC. */
  rotatedAt: string;
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

/** `end`: when the limit allows an event again; milliseconds since 1970, 0 when it allows one now. */
export interface LimitState extends Omit<EventLimit, 'bucket'> {
  end: number;
}

/** The reached limit with the longest wait, if any is reached. */
export function longestWait(states: readonly LimitState[], now: number): ReachedLimit | null {
  const waits = states.map(({ max, windowMs, end }) => ({ max, windowMs, waitMs: end - now }));
  const [longest] = waits.sort((a, b) => b.waitMs - a.waitMs);
  return longest && longest.waitMs > 0 ? longest : null;
}

export interface CodeRules {
  limits: readonly EventLimit[];
  /** Unexpired codes in the whole store. */
  maxPending: number;
}

/** `reached`, `next`: the limit with the longest wait, before this code could be saved or before the next one can be. */
export type SaveAnswer = { saved: false; reached: ReachedLimit } | { saved: true; next: ReachedLimit | null };

/** What a redemption saves, by its outcome. */
export interface Redemption {
  key: KeyRecord;
  redeemed: AuditEvent;
  refused: AuditEvent;
}

export interface KeyChange {
  key: KeyRecord;
  event?: AuditEvent;
}

export interface FoundKey {
  key: KeyRecord;
  /** The time of the store; milliseconds since 1970. */
  now: number;
}

export type CodeMethods = Pick<KeyStore, 'saveCode' | 'findCode' | 'withdrawCode' | 'redeemCode'>;

export interface KeyStore {
  /** Milliseconds since 1970. */
  now(): Promise<number>;
  /**
   * Saves the code, replacing an older one of the address, and counts it in every bucket. Changes nothing if a limit is
   * reached.
   */
  saveCode(address: string, code: NewCode, rules: CodeRules, now: number, event: AuditEvent): Promise<SaveAnswer>;
  findCode(address: string): Promise<CodeRecord | null>;
  /** Deletes the code if it is still the one of the address, and the event with this end from its bucket. */
  withdrawCode(
    address: string,
    digest: string,
    counted: { bucket: string; end: number },
    event: AuditEvent,
  ): Promise<void>;
  /**
   * Counts one more try of the address's code, then calls `accept`. If it returns true, deletes the code and the
   * invitation of the key's address, and saves the key. Takes equally long with and without a code.
   */
  redeemCode(
    address: string,
    accept: (code: CodeRecord | null) => boolean,
    redemption: Redemption,
    now: number,
  ): Promise<boolean>;
  createKey(key: KeyRecord, event: AuditEvent): Promise<void>;
  /** By the hash of the key or of its former secret; expired and revoked keys included. */
  findKey(hash: string): Promise<FoundKey | null>;
  /** In the order of issue; expired and revoked keys included. */
  listKeys(): Promise<readonly KeyRecord[]>;
  /** Saves what `change` returns for the key with this id. Null if there is no such key, or `change` returns null. */
  changeKey(id: string, change: (key: KeyRecord) => KeyChange | null): Promise<KeyRecord | null>;
  /** Adds or replaces the invitation of the address, or removes it (null). False if there was none to remove. */
  setInvitation(email: string, invitation: Invitation | null, event: AuditEvent): Promise<boolean>;
  /** All, or that of one address; expired ones included. */
  listInvitations(email?: string): Promise<readonly Invitation[]>;
  /** Null: the account has never replaced the secret of its webhooks. */
  webhookRotation(email: string): Promise<{ rotation: WebhookRotation | null; now: number }>;
  /** Counts one more. @param rotatedAt ISO 8601, UTC */
  addWebhookRotation(email: string, rotatedAt: string, event: AuditEvent): Promise<WebhookRotation>;
  /** Adds an event that belongs to no change. */
  record(event: AuditEvent): Promise<void>;
  /** The latest events, oldest first. */
  events(limit: number): Promise<AuditEvent[]>;
  /** Rejects if the store cannot be used. One that is shared must permit changes: each request counts. */
  ping(): Promise<void>;
}
