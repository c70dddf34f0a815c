/**
 * All connections of this process to a database, so that they end in time. A server that is frozen, or behind a network that
 * is gone, answers no statement and never closes a connection; each would keep the process alive.
 */
import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import pg from 'pg';

export interface Connections {
  /** The class of the connections, for pools as well. */
  readonly Client: typeof pg.Client;
  /** Closes all of them after so many milliseconds; what uses them rejects then, and so does what tries to connect later. */
  cutAfter(milliseconds: number): void;
  /** Resolves when none is open: those that the server has not closed after so many milliseconds are cut. */
  closed(withinMs: number): Promise<void>;
}

export function createConnections(): Connections {
  const open = new Set<pg.Client>();
  let isCut = false;
  let onClosed = () => {};

  class Client extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super(config);
      open.add(this);
      this.on('error', () => {}); // what uses it rejects; a server may end it before anything does
      // of the connection: users of a client can remove all listeners of the client
      connectionOf(this).once('end', () => {
        open.delete(this);
        if (open.size === 0) onClosed();
      });
      if (isCut) setImmediate(() => cut(this)); // connect() follows
    }
  }
  const cutAll = () => {
    isCut = true;
    for (const client of open) cut(client);
  };
  return {
    Client,
    cutAfter: milliseconds => void setTimeout(cutAll, milliseconds).unref(),
    async closed(withinMs) {
      const timer = setTimeout(cutAll, withinMs); // it keeps the process alive, as idle connections do not
      await new Promise<void>(resolve => {
        onClosed = resolve;
        if (open.size === 0) resolve();
      });
      clearTimeout(timer);
    },
  };
}

function cut(client: pg.Client): void {
  connectionOf(client).stream.destroy();
}

/** pg has no public method that does not wait for the server. */
function connectionOf(client: pg.Client) {
  const { connection } = client as unknown as { connection: EventEmitter & { readonly stream: Duplex } };
  return connection;
}
