/** A private PostgreSQL on a unix socket. Without vitest: benchmarks use it as well. */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '../../src/postgres/index.js';

const VERSIONS = '/usr/lib/postgresql';

/** Debian installs each version into a folder of its own. */
const BIN = existsSync(VERSIONS)
  ? readdirSync(VERSIONS)
      .map(version => join(VERSIONS, version, 'bin'))
      .find(folder => existsSync(join(folder, 'initdb')))
  : undefined;

export const isInstalled = BIN !== undefined;

/** The path of a program of PostgreSQL, such as pg_dump. */
export const postgresProgram = (name: string): string => join(BIN!, name);

export interface Cluster {
  url(database: string): string;
  /** As `pg_ctl stop -m immediate`: without a checkpoint, like a crash. */
  crash(): void;
  start(): Promise<void>;
}

/**
 * A cluster that ends with this process. PostgreSQL refuses to run as root. `durable`: each commit reaches the disk, which
 * only measurements need.
 */
export async function startCluster({ durable = false } = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-postgres-'));
  const data = join(folder, 'data');
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, idOf('postgres', '-u'), idOf('postgres', '-g'));
  const command = (name: string, args: string[]): [string, string[]] =>
    isRoot
      ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', '--', postgresProgram(name), ...args]]
      : [postgresProgram(name), args];
  const run = (name: string, args: string[]) => execFileSync(...command(name, args), { stdio: 'pipe', cwd: folder });

  run('initdb', ['-D', data, '-U', 'docconv', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C']);
  const url = (database: string) => `postgres://docconv@${encodeURIComponent(folder)}/${database}`;
  const start = async () => {
    const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'max_connections=200'];
    if (!durable) settings.push('fsync=off');
    const options = settings.flatMap(setting => ['-c', setting]);
    // the shell ends PostgreSQL when this process ends, however it ends, since its stdin ends then
    const script = '"$@" & read -r _; kill -QUIT $!; wait $!; rm -rf "$0"';
    const [name, args] = command('postgres', ['-D', data, ...options]);
    const keeper = spawn('sh', ['-c', script, folder, name, ...args], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    keeper.unref();
    (keeper.stdin as Socket).unref();
    await accepting(url('postgres'));
  };
  await start();
  return { url, start, crash: () => run('pg_ctl', ['stop', '-D', data, '-m', 'immediate']) };
}

async function accepting(url: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  const postgres = openPostgres(url);
  try {
    for (;;) {
      const failure = await postgres.query('SELECT 1').then(
        () => null,
        thrown => thrown,
      );
      if (!failure) return;
      if (Date.now() > deadline) throw failure;
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  } finally {
    await postgres.close();
  }
}

function idOf(user: string, flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
}
