/** What a process can reach: tried by the probe in the sandbox, and by docconv itself, which shows that it can be reached. */
import { createSocket } from 'node:dgram';
import { connect, type NetConnectOpts } from 'node:net';

const LOOPBACK = '127.0.0.1';
const TIMEOUT_MS = 1000;

export const connectsTcp = (port: number) => connects({ host: LOOPBACK, port });

/** @param path of a unix socket; an abstract one begins with a zero byte */
export const connectsSocket = (path: string) => connects({ path });

function connects(target: NetConnectOpts): Promise<boolean> {
  return new Promise(resolve => {
    const connection = connect({ ...target, timeout: TIMEOUT_MS });
    const end = (reached: boolean) => {
      connection.destroy();
      resolve(reached);
    };
    connection.on('connect', () => end(true));
    connection.on('timeout', () => end(false));
    connection.on('error', () => end(false));
  });
}

/** To loopback, which succeeds without a listener. */
export function sendsUdp(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const udp = createSocket('udp4');
    const end = (sent: boolean) => {
      udp.close();
      resolve(sent);
    };
    udp.on('error', () => end(false));
    udp.send('', port, LOOPBACK, error => end(error === null));
  });
}
