/** The first Ctrl-C ends a command that waits: for a server, or for a worker. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { newHome } from '../helpers/cli.js';
import { childrenOf } from '../helpers/processes.js';
import { describeWith, linux } from '../helpers/requires.js';
import { blankPdf } from '../helpers/signed-pdf.js';

interface Interrupted {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a command in a folder with `a.pdf`, and interrupts it as soon as `underway` resolves. */
async function interrupted(
  argv: readonly string[],
  cwd: string,
  underway: (pid: number) => Promise<unknown>,
): Promise<Interrupted> {
  writeFileSync(join(cwd, 'a.pdf'), blankPdf('A').bytes);
  const env = { ...process.env, DOCCONV_HOME: cwd, DOCCONV_API_KEY: 'dck_x', NO_COLOR: '1' };
  const child = spawn(process.execPath, [resolve('bin/docconv.js'), ...argv], { cwd, env });
  const texts = [child.stdout, child.stderr].map(async stream => (await stream.setEncoding('utf8').toArray()).join(''));
  await underway(child.pid!);
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  const [out = '', err = ''] = await Promise.all(texts);
  return { code, out, err };
}

/** A server that accepts connections, and answers nothing. */
async function silentServer() {
  const sockets: Socket[] = [];
  const server = createServer(socket => sockets.push(socket.on('error', () => {})));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url, asked: once(server, 'connection').then(([socket]) => once(socket as Socket, 'data')), close };
}

describeWith('the first Ctrl-C ends', [linux], () => {
  it.each([
    'register a@example.org --server URL',
    'verify-email a@example.org ABCD2345 --server URL',
    'whoami --server URL',
    'keys list --server URL',
    'jobs list --server URL',
    'webhooks list --server URL',
    'check a.pdf --server URL',
    'sign a.pdf --self-signed A --level T --tsa URL',
    'timestamp a.pdf --tsa URL',
  ])('%s', async line => {
    const cwd = newHome();
    const { url, asked, close } = await silentServer();
    const argv = line.replace('URL', url).split(' ');
    const ended = await interrupted(argv, cwd, () => asked).finally(close);
    expect(ended).toMatchObject({ code: 130, out: '', err: expect.stringMatching(/cancelled/i) });
    expect(existsSync(join(cwd, 'a.signed.pdf')) || existsSync(join(cwd, 'a.timestamped.pdf'))).toBe(false);
  });

  it('inspect', async () => {
    const ended = await interrupted(['inspect', 'a.pdf'], newHome(), async pid => {
      while (childrenOf(pid).length === 0) await new Promise(done => setTimeout(done, 10));
    });
    expect(ended).toEqual({ code: 130, out: '', err: 'docconv: Cancelled.\n' });
  });
});
