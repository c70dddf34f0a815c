/** Attacks through sockets: the stage listens at each address. */
import { createSocket } from 'node:dgram';
import { connect, createServer, type NetConnectOpts } from 'node:net';
import { type Attack, type Attempt, sleep, tryTo } from '../attack.js';
import { call, REFUSED } from './system-calls.js';

const CONNECT_MS = 1000;

/** Rejects when it cannot connect; the stage counts connections as well. */
function reach(options: NetConnectOpts, request = 'hostile'): Promise<true> {
  return new Promise((resolve, reject) => {
    const socket = connect(options, () => socket.end(request, () => resolve(true)));
    socket.on('error', reject).setTimeout(CONNECT_MS, () => socket.destroy(new Error('no answer')));
  });
}

async function send({ scene }: Attempt, type: 'udp4' | 'udp6', host: string, port = scene.udp): Promise<void> {
  const socket = createSocket(type);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.send('hostile', port, host, error => (error ? reject(error) : resolve()));
    });
    await sleep(100);
  } finally {
    socket.close();
  }
}

/** Families, and with each a type that can be had without privileges where the kernel offers the family. */
const FAMILIES: readonly (readonly [name: string, family: number, type: number, protocol: number])[] = [
  ['AF_UNIX datagram', 1, 2, 0],
  ['AF_NETLINK route', 16, 3, 0],
  ['AF_NETLINK generic', 16, 3, 16],
  ['AF_PACKET', 17, 3, 0x0300],
  ['AF_ALG', 38, 5, 0],
  ['AF_VSOCK', 40, 1, 0],
  ['AF_KEY', 15, 3, 2],
  ['AF_BLUETOOTH', 31, 3, 1],
  ['AF_CAN', 29, 3, 1],
  ['AF_TIPC', 30, 1, 0],
  ['AF_XDP', 44, 3, 0],
  ['AF_RDS', 21, 5, 0],
  ['AF_INET raw', 2, 3, 1],
];

const D_BUS = ['/run/dbus/system_bus_socket', '/var/run/docker.sock', '/run/user/1000/bus', '/tmp/.X11-unix/X0'];

export const SOCKET_ATTACKS: Record<string, Attack> = {
  'connects to unix sockets with a path': async attempt => {
    for (const path of [...attempt.scene.sockets, ...D_BUS])
      await tryTo(attempt, `connected to ${path}`, () => reach({ path }));
  },
  'connects to unix sockets from a child': async attempt => {
    const { spawnSync } = await import('node:child_process');
    for (const path of attempt.scene.sockets) {
      const script = `use IO::Socket::UNIX; exit(IO::Socket::UNIX->new(Peer => "${path}") ? 0 : 1)`;
      await tryTo(attempt, `connected to ${path}`, () => spawnSync('perl', ['-e', script]).status === 0);
    }
  },
  'connects to an abstract unix socket': async attempt => {
    await tryTo(attempt, 'connected', () => reach({ path: `\0${attempt.scene.abstract}` }));
  },
  'sends datagrams to unix sockets': async attempt => {
    const { spawnSync } = await import('node:child_process');
    const script = (path: string) =>
      `use Socket; socket(S, AF_UNIX, SOCK_DGRAM, 0) or exit 1; exit(send(S, "x", 0, sockaddr_un("${path}")) ? 0 : 1)`;
    for (const path of ['/dev/log', '/run/systemd/journal/socket', '/run/systemd/notify'])
      await tryTo(attempt, `sent to ${path}`, () => spawnSync('perl', ['-e', script(path)]).status === 0);
  },
  'connects to TCP on loopback': async attempt => {
    for (const host of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '0.0.0.0'])
      await tryTo(attempt, `connected to ${host}`, () => reach({ host, port: attempt.scene.tcp }));
  },
  'sends UDP to loopback': async attempt => {
    await tryTo(attempt, 'sent by IPv4', () => send(attempt, 'udp4', '127.0.0.1').then(() => false));
    await tryTo(attempt, 'sent by IPv6', () => send(attempt, 'udp6', '::1').then(() => false));
  },
  'listens on TCP': async attempt => {
    await tryTo(attempt, 'listens', async () => {
      const server = createServer(socket => socket.end('hostile'));
      await new Promise<void>((resolve, reject) =>
        server.on('error', reject).listen(attempt.scene.tcp + 1, '0.0.0.0', resolve),
      );
      await sleep(1500);
      server.close();
      return false; // the stage tries to connect
    });
  },
  'creates sockets of unusual families': attempt => {
    for (const [name, family, type, protocol] of FAMILIES) {
      const { result, errno } = call('socket', family, type, protocol);
      if (result >= 0) attempt.reached(`socket ${name}`);
      else if (!REFUSED.has(errno) && errno !== 'ESOCKTNOSUPPORT' && errno !== 'EPROTONOSUPPORT')
        attempt.reached(`socket ${name}: ${errno}`);
    }
  },
};
