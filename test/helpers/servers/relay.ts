/** A TCP relay to a server on this machine that can be exchanged, and that loses connections when a test says so. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Relay {
  readonly address: string;
  /** Further connections go to this port; null: they are closed. */
  connectTo(port: number | null): void;
  /** The next answer of the server is lost, and its connection with it. Resolves when that has happened. */
  loseNextAnswer(): Promise<void>;
  close(): Promise<void>;
}

export async function startRelay(firstPort: number): Promise<Relay> {
  let port: number | null = firstPort;
  let losing: (() => void) | null = null;
  const sockets = new Set<Socket>();
  const server = createServer(client => {
    if (port === null) return void client.destroy();
    const upstream = connect(port, '127.0.0.1');
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.pipe(upstream);
    upstream.on('data', chunk => {
      const lost = losing;
      losing = null;
      if (lost) {
        end();
        lost();
      } else client.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connectTo(next) {
      port = next;
      if (next === null) for (const socket of sockets) socket.destroy();
    },
    loseNextAnswer: () =>
      new Promise(resolve => {
        losing = resolve;
      }),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
