/** A private PostgreSQL and processes of docconv that share it. */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, cpSync, mkdirSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import pg from 'pg';
import { request } from 'undici';
import { BIN, importSource, scratch } from '../lib.mjs';
import { sleep, until } from '../service.mjs';

const UNLIMITED = {
  DOCCONV_JOB_RATE: '0',
  DOCCONV_CONVERT_RATE: '0',
  DOCCONV_VERIFY_RATE: '0',
  DOCCONV_CODE_GAP: '0',
  DOCCONV_LOG_LEVEL: 'warn',
};

/**
 * @param durable each commit reaches the disk @param variables further ones of all processes @param bin of the docconv that
 * makes the tables and the keys
 */
export async function startStore({ durable = false, variables: given = {}, bin = BIN } = {}) {
  const { startCluster } = await importSource('test/helpers/servers/postgres-cluster.ts');
  const folder = scratch();
  const temporary = join(folder, 'tmp'); // of processes that are killed
  mkdirSync(temporary);
  const cluster = await startCluster({ durable });
  const url = cluster.url('postgres');
  const secret = randomBytes(32).toString('base64');
  const variables = { ...given, DOCCONV_STORE: url, DOCCONV_STORE_SECRET: secret, TMPDIR: temporary };
  const env = { ...process.env, ...UNLIMITED, ...variables, DOCCONV_HOME: join(folder, 'operator') };
  const docconv = (args, given = env, by = bin) =>
    execFileSync(process.execPath, [by, ...args], { env: given, encoding: 'utf8', stdio: 'pipe' });
  const migrate = by => docconv(['store', 'migrate'], env, by);
  migrate(bin);
  const database = new pg.Pool({ connectionString: url, max: 2 });
  database.on('error', () => {}); // PostgreSQL is stopped by some benchmarks
  const started = [];
  return {
    cluster,
    url,
    secret,
    migrate,
    /** A key of the store, or of a server without one. */
    newKey: (name, server = { env }) =>
      JSON.parse(docconv(['keys', 'create', `${name}@example.org`, '--json'], server.env)).apiKey,
    rows: async (sql, values) => (await database.query(sql, values)).rows,
    /** Not ready yet. @param shared false: without the store @param command 'work': does jobs only */
    async serve(argv = [], { env: given = {}, shared = true, command = 'serve', bin: by = bin } = {}) {
      const port = await freePort();
      const all = { ...env, DOCCONV_HOME: join(folder, `home${started.length}`), ...given };
      if (!shared) delete all.DOCCONV_STORE;
      const log = join(folder, `log${started.length}`);
      const one = startProcess([by, command, '--port', String(port), ...argv], { env: all, log });
      started.push(one);
      return { ...one, url: `http://127.0.0.1:${port}`, home: all.DOCCONV_HOME, env: all };
    },
    async close() {
      await Promise.all(started.map(one => one.stop()));
      if (process.env.BENCH_LOGS)
        for (const { log } of started) cpSync(log, join(process.env.BENCH_LOGS, basename(log)));
      await database.end();
      cluster.crash();
    },
  };
}

const running = new Set();
process.on('exit', () => {
  for (const end of running) end();
});

/** A process of docconv that is started again whenever it ends, until stop(). */
function startProcess(args, { env, log }) {
  let child;
  let stopped = false;
  let isKilled = false;
  const deaths = [];
  const start = () => {
    const file = openSync(log, 'a');
    child = spawn(process.execPath, args, { env, stdio: ['ignore', file, file] });
    closeSync(file);
    child.once('exit', () => {
      if (!stopped) deaths.push({ at: Date.now(), by: isKilled ? 'the benchmark' : 'itself' });
      isKilled = false;
      if (!stopped) setTimeout(() => !stopped && start(), 100);
    });
  };
  start();
  running.add(() => child.kill('SIGKILL'));
  return {
    log,
    pid: () => child.pid,
    /** Of its processes until stop(), in order. */
    deaths,
    kill(signal) {
      isKilled ||= signal === 'SIGKILL';
      child.kill(signal);
    },
    async stop(signal = 'SIGKILL') {
      stopped = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

export const isReady = ({ url }) =>
  until(async () => {
    const { statusCode, body } = await request(`${url}/readyz`);
    await body.dump();
    return statusCode === 200;
  }, 180_000);

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** JSON of an answer, or its bytes; rejects after `timeoutMs`. */
export async function call(url, { key, timeoutMs = 60_000, headers = {}, ...options } = {}) {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await request(url, { ...options, signal, headers: { authorization: `Bearer ${key}`, ...headers } });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  const isJson = /json/.test(answer.headers['content-type'] ?? '');
  return { status: answer.statusCode, headers: answer.headers, bytes, json: isJson ? JSON.parse(bytes) : null };
}

/**
 * Submits a job as the documentation says: again with the same Idempotency-Key, to any server, until there is a job.
 * Resolves to its id; to null when there is none after `giveUpMs`. `onAnswer` gets the status of each answer, or null.
 */
export async function submit(servers, { path = '/v1/convert', giveUpMs = Infinity, ...job }, onAnswer = () => {}) {
  const { body, type, key, name, timeoutMs } = job;
  const end = performance.now() + giveUpMs;
  const headers = { prefer: 'respond-async', 'content-type': type, ...(name && { 'idempotency-key': name }) };
  for (let i = Math.floor(Math.random() * servers.length); ; i++) {
    const { url } = servers[i % servers.length];
    const answer = await call(`${url}${path}`, { method: 'POST', key, headers, body, timeoutMs }).catch(() => null);
    onAnswer(answer?.status ?? null);
    const job = answer?.headers.location ?? answer?.headers['content-location']; // the latter of a job that has ended
    if (job) return job.split('/')[3];
    if (answer && !answer.json?.retryable) throw new Error(`${answer.status} ${answer.bytes}`);
    if (performance.now() > end) return null;
    await sleep(250);
  }
}

/** Resolves when the job has ended, to its state. */
export async function ended(servers, id, key) {
  for (let i = 0; ; i++) {
    const { url } = servers[i % servers.length];
    const headers = { prefer: 'wait=10' };
    const answer = await call(`${url}/v1/jobs/${id}`, { key, headers }).catch(() => null);
    if (answer?.json?.endedAt) return answer.json;
    if (answer && answer.status < 500 && answer.status !== 200) throw new Error(`${answer.status} ${answer.bytes}`);
    if (answer?.status !== 200) await sleep(100);
  }
}
