/** An SMTP server on loopback whose replies a test chooses, also such that RFC 5321 forbids. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

type Command = 'CONNECT' | 'EHLO' | 'HELO' | 'MAIL' | 'RCPT' | 'DATA' | '.' | 'RSET' | 'QUIT';

/** `close` closes the connection, `endless` is a reply that never ends. Any other text is a line; undefined: the usual one. */
export type Reply = 'close' | 'endless' | (string & {}) | undefined;

const USUAL: Readonly<Record<Command, string>> = {
  CONNECT: '220 ready',
  EHLO: '250 hello',
  HELO: '250 hello',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  '.': '250 accepted',
  RSET: '250 ok',
  QUIT: '221 bye',
};
const BYTE_MS = 20;

export async function startReplies(replyTo: (command: Command) => Reply): Promise<{ port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined); // clients that give up
    answer(socket, replyTo);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { port: (server.address() as AddressInfo).port };
}

function answer(socket: Socket, replyTo: (command: Command) => Reply): void {
  let isData = false;
  const reply = (command: Command) => {
    const text = replyTo(command) ?? USUAL[command];
    if (text === 'close') socket.destroy();
    else if (text === 'endless') drip(socket);
    else socket.write(`${text}\r\n`);
    isData = command === 'DATA' && text === USUAL.DATA;
  };
  createInterface({ input: socket }).on('line', line => {
    if (isData && line !== '.') return;
    reply((isData ? '.' : line.slice(0, 4).toUpperCase()) as Command);
  });
  reply('CONNECT');
}

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('2'), BYTE_MS);
  socket.on('close', () => clearInterval(timer));
}
