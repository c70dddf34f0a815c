/** The network between a process and a server on this machine, which fails in the ways in which networks fail. */
import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { freePort } from './free-port.js';

export interface Cable {
  readonly port: number;
  /** Drops all data in both directions and closes nothing: connections stay open, and new ones get no answer. */
  pull(): void;
  /** Connections of before `pull` stay without an answer, new ones reach the server. */
  plug(): void;
  /** Every connection is reset; with `refuse` new ones are refused as well until `plug`. */
  reset(refuse?: boolean): void;
  close(): Promise<void>;
}

export async function startCable(target: NetConnectOpts): Promise<Cable> {
  let isPulled = false;
  const sockets = new Set<Socket>();
  const lost = new WeakSet<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  // a peer must not see that this end was closed, if the cable was pulled before
  const server = createServer({ allowHalfOpen: true }, client => {
    keep(client);
    if (isPulled) return void lost.add(client);
    const upstream = connect(target);
    keep(upstream);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('data', chunk => !lost.has(from) && to.write(chunk));
      from.on('end', () => !lost.has(from) && to.end());
      from.on('close', () => !lost.has(from) && to.destroy());
    }
  });
  const port = await freePort(); // no connection gets it while this server refuses
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port,
    pull() {
      isPulled = true;
      for (const socket of sockets) lost.add(socket);
    },
    plug() {
      isPulled = false;
      if (!server.listening) server.listen(port, '127.0.0.1');
    },
    reset(refuse = false) {
      if (refuse) server.close();
      for (const socket of sockets) if (socket.remotePort) socket.resetAndDestroy(); // the server has a unix socket
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}
