/**
 * `node bench/remote.mjs [FILE]`: `docconv convert --server` beside `node -e 0` and curl with the same document on the same
 * warm server, in alternating runs, over a unix socket and over TCP. It is to take at most 30 ms more than both together.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { BIN, CORPUS, report, scratch, sideBySide, timed } from './lib.mjs';
import { startServer } from './service.mjs';

const GOAL_MS = 30;
const ROUNDS = Number(process.env.BENCH_COUNT ?? 25);
const [file = join(CORPUS, 'docx', 'sample.docx')] = process.argv.slice(2);

const folder = scratch();
const output = join(folder, 'out.pdf');
const socket = join(folder, 'server.sock');
await compare('a unix socket', await startServer(folder, ['-j', '1', '--socket', socket]));
await compare('TCP', await startServer(folder, ['-j', '1']));

async function compare(way, server) {
  const env = { ...process.env, DOCCONV_HOME: server.home, DOCCONV_API_KEY: server.key };
  const isSocket = server.url.startsWith('unix:');
  const origin = isSocket ? ['--unix-socket', socket, 'http://localhost/v1/convert'] : [`${server.url}/v1/convert`];
  const upload = ['-H', `Authorization: Bearer ${server.key}`, '-F', `file=@${file}`, '-o', output, ...origin];
  const runs = {
    node: () => timed(process.execPath, ['-e', '0'], { env }),
    curl: () => timed('curl', ['-sSf', ...upload]),
    docconv: () => timed(process.execPath, [BIN, 'convert', '-q', '--server', server.url, '-o', output, file], { env }),
  };
  const { node, curl, docconv } = sideBySide(ROUNDS, runs);
  const precise = value => `${value.toFixed(1)} ms`.padStart(9);
  report(`convert --server over ${way} (medians of ${ROUNDS}, in turn)`, [
    ['node -e 0', precise(node)],
    ['curl', precise(curl)],
    ['docconv convert --server', precise(docconv)],
    [`more than both (wanted: at most ${GOAL_MS} ms)`, precise(docconv - node - curl)],
  ]);
  if (docconv - node - curl > GOAL_MS) process.exitCode = 1;
  await server.stop();
  rmSync(output, { force: true });
}
