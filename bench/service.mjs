/** Shared by the benchmarks of the service: documents, a server and clients. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Document, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx';
import { BIN, importSource } from './lib.mjs';

/** A one-page letter with a table; `mark` is a word that is in no other letter. */
export function letter(mark) {
  const row = words =>
    new TableRow({ children: words.map(word => new TableCell({ children: [new Paragraph(word)] })) });
  const table = new Table({
    rows: [row(['Item', 'Amount']), ...[1, 2, 3].map(n => row([`Item ${n}`, `${n * 7}.00`]))],
  });
  const text = [new TextRun('Dear reader, this is letter '), new TextRun({ text: mark, bold: true }), new TextRun('.')];
  return Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph({ children: text }), table] }] }));
}

/** Starts `docconv serve` with DOCCONV_HOME in `folder`, and issues an API key. */
export async function startServer(folder, argv = [], env = {}) {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const args = [
    BIN,
    'serve',
    '--port',
    '0',
    '--metrics-port',
    '0',
    '--convert-rate',
    '0',
    '--verify-rate',
    '0',
    ...argv,
  ];
  const child = spawn(process.execPath, args, { env: { ...process.env, DOCCONV_HOME: home, ...env } });
  process.on('exit', () => child.kill('SIGKILL')); // a failed benchmark leaves no server running
  let errors = '';
  let log = '';
  child.stderr.on('data', chunk => (errors += chunk));
  child.stdout.on('data', chunk => (log += chunk));
  while (!errors.includes('\n')) {
    if (child.exitCode !== null) throw new Error(errors);
    await sleep(20);
  }
  const url = /listens on (\S+)/.exec(errors)[1];
  await until(() => isReady(url));
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal);
  return {
    url,
    home,
    pid: child.pid,
    key: await issueKey(home),
    /** A key of another client. */
    newKey: client => issueKey(home, client),
    log: () => log,
    /** The text of /metrics. */
    metrics: async () => (await fetch(/metrics on (\S+)/.exec(errors)[1])).text(),
    ended,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

function isReady(url) {
  if (!url.startsWith('unix:')) return fetch(`${url}/readyz`).then(({ ok }) => ok);
  const socket = url.slice('unix:'.length);
  return spawnSync('curl', ['-sf', '--unix-socket', socket, 'http://localhost/readyz']).status === 0;
}

let openKeys = null;

async function issueKey(home, client = 'bench') {
  openKeys ??= (await importSource('src/keys/index.ts')).openLocalKeys;
  const keys = await openKeys({ data: join(home, 'data'), config: home });
  const { email, code } = await keys.issueCode({ email: `${client}@example.org` });
  return (await keys.redeemCode({ email, code })).key;
}

/** A form as bytes, so that encoding it is not measured. */
export async function formOf(bytes, name, fields = {}) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([bytes]), name);
  const response = new Response(form);
  return { body: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') };
}

export const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

export async function until(done, timeoutMs = 30_000) {
  const start = Date.now();
  while (!(await Promise.resolve(done()).catch(() => false))) {
    if (Date.now() - start > timeoutMs) throw new Error('timed out');
    await sleep(50);
  }
}

/** Runs `work(i)` for i below `count`, `lanes` at a time. */
export async function inLanes(lanes, count, work) {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

export const percentile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

/** `['a', 'b', 'a']` -> `a: 2, b: 1` */
export function countsOf(words) {
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => String(a).localeCompare(String(b)))
    .map(([word, n]) => `${word}: ${n}`)
    .join(', ');
}
