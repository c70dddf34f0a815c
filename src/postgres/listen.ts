/** LISTEN on a connection of its own, which is opened with the first listener and opened again when it is lost. */
import { EventEmitter } from 'node:events';
import type pg from 'pg';

export interface Listener {
  /** Returns a function that ends it. */
  on(listener: (text: string) => void): () => void;
  close(): Promise<void>;
}

const RETRY_MS = 1_000;

/** @param channel a plain identifier */
export function openListener(newClient: () => pg.Client, channel: string): Listener {
  const events = new EventEmitter().setMaxListeners(0);
  let client: pg.Client | null = null;
  let isOpen = false;
  let isClosed = false;

  const connect = async () => {
    const next = newClient();
    client = next;
    next.on('notification', ({ payload }) => events.emit('text', payload ?? ''));
    next.on('error', () => {}); // 'end' follows
    next.once('end', retry);
    try {
      await next.connect();
      await next.query(`LISTEN ${channel}`);
    } catch {
      await next.end().catch(() => {});
      retry();
    }
  };
  let retrying: NodeJS.Timeout | null = null;
  const retry = () => {
    if (isClosed || retrying) return;
    retrying = setTimeout(() => {
      retrying = null;
      void connect();
    }, RETRY_MS).unref();
  };
  return {
    on(listener) {
      if (!isOpen) void connect();
      isOpen = true;
      events.on('text', listener);
      return () => void events.off('text', listener);
    },
    async close() {
      isClosed = true;
      if (retrying) clearTimeout(retrying);
      await client?.end().catch(() => {});
    },
  };
}
