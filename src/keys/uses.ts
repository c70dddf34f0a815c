/**
 * When keys were last used. Uses are collected and written in the background, at most once an hour for a key, so that
 * requests do not wait for a write. The first use of a key is written sooner, and is an event of the audit log.
 */
import { eventAt } from './audit.js';
import { iso, type KeyRefusal } from './key-record.js';
import type { FoundKey, KeyChange, KeyRecord, KeyStore } from './store/store.js';

const HOUR_MS = 3_600_000;
const COLLECT_MS = 60_000;
const COLLECT_FIRST_MS = 1_000;

interface Use {
  /** Milliseconds since 1970. */
  at: number;
  client: string | undefined;
}

export class KeyUses {
  /** By key id: uses that are not written yet. */
  readonly #pending = new Map<string, Use>();
  /** By key id: when the last refusal was recorded. */
  readonly #refusals = new Map<string, number>();
  #timer: { due: number; timeout: NodeJS.Timeout } | null = null;

  constructor(private readonly store: KeyStore) {}

  accepted({ key: { id, lastUsedAt }, now }: FoundKey, client: string | undefined): void {
    if (this.#pending.has(id) || (lastUsedAt !== null && now - Date.parse(lastUsedAt) < HOUR_MS)) return;
    this.#pending.set(id, { at: now, client });
    this.#flushWithin(lastUsedAt === null ? COLLECT_FIRST_MS : COLLECT_MS);
  }

  /** Records one event an hour for a key: a program that goes on using an expired key must not fill the log. */
  refused({ key: { id, email }, now }: FoundKey, reason: KeyRefusal, client: string | undefined): void {
    if (now - (this.#refusals.get(id) ?? Number.NEGATIVE_INFINITY) < HOUR_MS) return;
    this.#refusals.set(id, now);
    const event = eventAt(now, 'key_refused', { email, keyId: id, client, reason });
    this.store.record(event).catch(() => this.#refusals.delete(id));
  }

  /** Never rejects: uses that cannot be written, on a full disk for example, are tried again. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer?.timeout);
    this.#timer = null;
    const written = [...this.#pending].map(([id, use]) =>
      this.store
        .changeKey(id, key => withUse(key, use))
        .then(
          () => this.#pending.delete(id),
          () => this.#flushWithin(COLLECT_MS),
        ),
    );
    await Promise.all(written);
  }

  #flushWithin(ms: number): void {
    const due = performance.now() + ms;
    if (this.#timer && this.#timer.due <= due) return;
    clearTimeout(this.#timer?.timeout);
    this.#timer = { due, timeout: setTimeout(() => void this.flush(), ms).unref() };
  }
}

/** Another process may have written the first use, or a later one. */
function withUse(key: KeyRecord, { at, client }: Use): KeyChange | null {
  const { lastUsedAt, email } = key;
  if (lastUsedAt !== null && Date.parse(lastUsedAt) >= at) return null;
  const changed = { ...key, lastUsedAt: iso(at) };
  if (lastUsedAt !== null) return { key: changed };
  return { key: changed, event: eventAt(at, 'key_used_first', { email, keyId: key.id, client }) };
}
