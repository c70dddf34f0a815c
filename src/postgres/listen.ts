/**
 * LISTEN on one connection for all channels of a process, which is opened with the first listener and opened again when it
 * is lost.
 */
import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { Hosts } from './hosts.js';

export interface Listener {
  /** Returns a function that ends it. */
  on(listener: (text: string) => void): () => void;
  /** Resolves while the connection is there, and opens it. Rejects when the database cannot be used. */
  opened(): Promise<void>;
  /** Calls `listener` when the connection was lost, with notifications perhaps; returns a function that ends it. */
  onLost(listener: (error: Error) => void): () => void;
}

const RETRY_MS = 1_000;

export class Listeners {
  readonly #events = new EventEmitter().setMaxListeners(0);
  readonly #channels = new Set<string>();
  #connection: Promise<pg.Client> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(
    private readonly hosts: Hosts,
    private readonly config: pg.ClientConfig,
  ) {}

  /** @param channel a plain identifier */
  of(channel: string): Listener {
    return {
      on: listener => {
        this.#subscribe(channel).catch(() => {}); // tried again
        return this.#added(channel, listener);
      },
      opened: () => this.#subscribe(channel),
      onLost: listener => this.#added('lost', listener),
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#retry) clearTimeout(this.#retry);
    const client = await this.#connection?.catch(() => null);
    await client?.end().catch(() => {});
  }

  async #subscribe(channel: string): Promise<void> {
    if (this.#isClosed) throw new Error('The connection for notifications is closed.');
    const isNew = !this.#channels.has(channel);
    this.#channels.add(channel);
    const client = await this.#open();
    if (isNew) await client.query(`LISTEN ${channel}`);
  }

  #open(): Promise<pg.Client> {
    if (this.#connection) return this.#connection;
    const opening = this.hosts.inTurn(() => this.#connect());
    this.#connection = opening;
    opening.catch(() => {
      this.#connection = null;
      this.#retryLater();
    });
    return opening;
  }

  async #connect(): Promise<pg.Client> {
    const client = new this.hosts.Client({ ...this.config, application_name: 'docconv listener' });
    client.on('notification', ({ channel, payload }) => this.#events.emit(channel, payload ?? ''));
    try {
      await client.connect();
      for (const channel of this.#channels) await client.query(`LISTEN ${channel}`);
    } catch (thrown) {
      await client.end().catch(() => {});
      throw thrown;
    }
    client.once('end', () => this.#onEnd());
    return client;
  }

  #onEnd(): void {
    this.#connection = null;
    if (this.#isClosed) return;
    this.#events.emit('lost', new Error('The connection for notifications was lost.'));
    this.#retryLater();
  }

  #retryLater(): void {
    if (this.#isClosed || this.#retry) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.#open().catch(() => {});
    }, RETRY_MS).unref();
  }

  #added(event: string, listener: (...given: never[]) => void): () => void {
    this.#events.on(event, listener as never);
    return () => void this.#events.off(event, listener as never);
  }
}
