/** Processes of docconv with all that they depend on, for faults.ts. Without vitest: benchmarks use it as well. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { migrateQueues } from '../../../src/jobs/queue/bullmq/schema.js';
import { migrate, openPostgres } from '../../../src/postgres/index.js';
import { whenEnded } from '../keeper.js';
import { hasEnded } from '../processes.js';
import { startCable } from './cable.js';
import type { World } from './faults.js';
import { startCluster } from './postgres-cluster.js';
import { startS3 } from './s3.js';

/** In the address of the database, to be searched for in what docconv writes. */
export const PASSWORD = 'geheim-4711-wort';
export const SECRET = 'a secret of at least thirty-two characters';
const MEGABYTES = 300;
/** A process that takes longer to end is killed. */
const GIVEN_UP_MS = 60_000;

/** Kills the processes whose temporary files are in the folder $0, and removes it. */
const CLEAN_UP = `
grep -lsaF "TMPDIR=$0/" /proc/[0-9]*/environ | while IFS=/ read -r _ _ pid _; do kill -KILL "$pid"; done
umount --lazy "$0"
rmdir "$0"`;

export type Role = 'serve' | 'serve --workers 0' | 'work';

export interface Process {
  readonly role: Role;
  readonly url: string;
  readonly pid: number;
  /** All that it has written. */
  output(): string;
  /** Sends SIGTERM, and SIGKILL after so long; resolves to whether it ended before that. */
  stop(withinMs?: number): Promise<boolean>;
}

export interface Deployment extends World {
  /** Resolves when it listens; with `listens` false, at once. */
  start(role: Role, listens?: boolean): Promise<Process>;
  /** Waits until /readyz is 200. */
  ready(one: Process): Promise<void>;
  /** An API key. */
  readonly key: string;
  close(): Promise<void>;
}

interface Posted {
  headers?: Record<string, string>;
  query?: string;
  signal?: AbortSignal;
}

export async function startDeployment(): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-world-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs', folder]);
  whenEnded(CLEAN_UP, [folder]);
  const cluster = await startCluster();
  const url = cluster.url('postgres');
  await migrateAll(url);
  const socket = join(decodeURIComponent(new URL(url).host), '.s.PGSQL.5432');
  const database = await startCable({ path: socket });
  const s3Server = await startS3();
  const s3 = await startCable({ port: s3Server.port, host: '127.0.0.1' });
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const variables = {
    DOCCONV_STORE: `postgres://docconv:${PASSWORD}@127.0.0.1:${database.port}/postgres`,
    DOCCONV_STORE_SECRET: SECRET,
    DOCCONV_ALLOW_PRIVATE_URLS: 'true',
    ...s3Server.variables('jobs', s3.port),
    TMPDIR: temporary,
    NO_COLOR: '1',
  };
  const running = new Set<ChildProcess>();
  const urls = new Set<string>();
  let homes = 0;

  const start = async (role: Role, listens = true): Promise<Process> => {
    const home = join(folder, `home${homes++}`);
    const { DOCCONV_API_KEY: _key, ...rest } = process.env;
    const [command = '', ...argv] = role.split(' ');
    const workers = argv.length > 0 ? [] : ['--workers', '1'];
    const args = [resolve('bin/docconv.js'), command, '--port', '0', ...argv, ...workers];
    const child = spawn(process.execPath, args, { env: { ...rest, ...variables, DOCCONV_HOME: home } });
    running.add(child);
    const pieces: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', piece => pieces.push(piece));
    const output = () => Buffer.concat(pieces).toString();
    const exited = once(child, 'exit').then(() => running.delete(child));
    while (listens && !output().includes('listens on')) {
      if (hasEnded(child)) throw new Error(`docconv ${role} ended: ${output()}`);
      await sleep(30);
    }
    const address = /listens on (\S+)/.exec(output())?.[1] ?? '';
    if (address && role !== 'work') urls.add(address);
    return {
      role,
      url: address,
      pid: child.pid!,
      output,
      async stop(withinMs = GIVEN_UP_MS) {
        child.kill('SIGTERM');
        const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
        await exited;
        clearTimeout(timer);
        urls.delete(address);
        rmSync(home, { recursive: true, force: true });
        return child.signalCode !== 'SIGKILL';
      },
    };
  };
  const key = await keyOf({ ...variables, DOCCONV_HOME: join(folder, 'operator') });
  const headers = { authorization: `Bearer ${key}` };
  const post = (address: string, { headers: more, query = '', signal }: Posted) => {
    const form = new FormData();
    form.append('file', new Blob(['{\\rtf1\\ansi Dear reader,\\par}']), 'letter.rtf');
    const all = { ...headers, ...more };
    return fetch(`${address}/v1/convert${query}`, { method: 'POST', headers: all, body: form, signal: signal ?? null });
  };
  return {
    cluster,
    database,
    s3,
    key,
    start,
    async ready(one) {
      while ((await fetch(`${one.url}/readyz`)).status !== 200) await sleep(100);
    },
    async administer(sql) {
      const client = new pg.Client(url);
      await client.connect();
      try {
        for (const statement of sql.split(';')) await client.query(statement);
      } finally {
        await client.end();
      }
    },
    async occupy(connections) {
      const clients = Array.from({ length: connections }, () => new pg.Client(url));
      const opened = await Promise.all(
        clients.map(client =>
          client
            .connect()
            .then(() => client)
            .catch(() => null),
        ),
      );
      return async () => {
        for (const client of opened) await client?.end().catch(() => {});
      };
    },
    async lockTables() {
      const client = new pg.Client(url);
      await client.connect();
      const sql =
        "SELECT string_agg(schemaname || '.' || quote_ident(tablename), ', ') AS names FROM pg_tables WHERE schemaname IN ('docconv', 'bullmq')";
      const [{ names }] = (await client.query<{ names: string }>(sql)).rows as [{ names: string }];
      await client.query(`BEGIN; LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`);
      return () => client.end();
    },
    async fillDisk() {
      const path = join(folder, 'ballast');
      try {
        for (;;) writeFileSync(path, Buffer.alloc(65_536), { flag: 'a' });
      } catch {}
      return async () => rmSync(path, { force: true });
    },
    startTraffic() {
      const over = new AbortController();
      const { signal } = over;
      const lanes = [...urls].flatMap(address => [
        () => post(address, { headers: { prefer: 'respond-async' }, signal }),
        () => post(address, { signal }),
        () => fetch(`${address}/v1/jobs`, { headers, signal }),
        () => fetch(`${address}/readyz`, { signal }),
      ]);
      const ended = lanes.map(async ask => {
        for (; !signal.aborted; await sleep(20))
          await ask()
            .then(answer => answer.arrayBuffer())
            .catch(() => {});
      });
      return async () => {
        over.abort();
        await Promise.all(ended);
      };
    },
    idleClients() {
      const sockets: Socket[] = [];
      for (const address of urls)
        for (let i = 0; i < 20; i++) {
          const client = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {});
          if (i % 4 === 1) client.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
          if (i % 4 === 2) client.write('GET /healthz HTTP/1.1\r\nHost: loc');
          sockets.push(client);
        }
      return () => {
        for (const client of sockets) client.destroy();
      };
    },
    async hangingWebhook() {
      const receiver = createServer(() => {}).listen(0, '127.0.0.1');
      await once(receiver, 'listening');
      const { port } = receiver.address() as { port: number };
      const webhook = encodeURIComponent(`http://127.0.0.1:${port}/`);
      const job = { headers: { prefer: 'respond-async' }, query: `?webhook=${webhook}` };
      await Promise.all([...urls].map(address => post(address, job)));
      await sleep(3_000);
      return async () => void receiver.close();
    },
    async close() {
      for (const child of running) child.kill('SIGKILL');
      await database.close();
      await s3.close();
      await s3Server.stop();
      cluster.crash();
    },
  };
}

async function migrateAll(url: string): Promise<void> {
  const postgres = openPostgres(url);
  await migrate(postgres);
  await migrateQueues(postgres);
  await postgres.close();
}

async function keyOf(variables: Record<string, string>): Promise<string> {
  const args = [resolve('bin/docconv.js'), 'keys', 'create', 'owner@example.org', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...variables } });
  return JSON.parse(stdout).apiKey;
}
