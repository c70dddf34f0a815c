/** A private PostgreSQL on a unix socket. Without vitest: benchmarks use it as well. */
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '../../../src/postgres/index.js';
import { startKept } from '../keeper.js';
import { descendantsOf, signalIfRunning } from '../processes.js';

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
  /** It accepts connections, and does not answer. */
  pause(): void;
  resume(): void;
  /** Makes a standby the one that permits to write. */
  promote(): void;
}

interface ClusterSettings {
  /** Each commit reaches the disk, which only measurements need. */
  durable?: boolean;
  /** A copy that follows this cluster, and is read-only. */
  standbyOf?: Cluster;
}

/** A cluster that ends with this process. PostgreSQL refuses to run as root. */
export async function startCluster({ durable = false, standbyOf }: ClusterSettings = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-postgres-'));
  const data = join(folder, 'data');
  giveToPostgres(folder);
  const command = (name: string, args: string[]) => asPostgres(postgresProgram(name), args);
  const run = (name: string, args: string[]) => execFileSync(...command(name, args), { stdio: 'pipe', cwd: folder });

  if (standbyOf) run('pg_basebackup', ['-D', data, '-R', '-d', standbyOf.url('postgres'), '-c', 'fast']);
  else run('initdb', ['-D', data, '-U', 'docconv', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C']);
  const url = (database: string) => `postgres://docconv@${encodeURIComponent(folder)}/${database}`;
  let shell = 0;
  const signal = (name: NodeJS.Signals) => {
    for (const { pid } of descendantsOf(shell)) signalIfRunning(pid, name);
  };
  const start = async () => {
    const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'max_connections=200'];
    if (!durable) settings.push('fsync=off');
    const options = settings.flatMap(setting => ['-c', setting]);
    shell = startKept(folder, 'QUIT', ...command('postgres', ['-D', data, ...options]));
    await accepting(url('postgres'));
  };
  await start();
  return {
    url,
    start,
    crash: () => run('pg_ctl', ['stop', '-D', data, '-m', 'immediate']),
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    promote: () => run('pg_ctl', ['promote', '-D', data]),
  };
}

const IS_ROOT = process.getuid?.() === 0;

/** For programs that refuse to run as root. */
export function giveToPostgres(path: string): void {
  if (IS_ROOT) chownSync(path, idOf('postgres', '-u'), idOf('postgres', '-g'));
}

/** The command that runs a program as the user postgres where these tests run as root. */
export function asPostgres(path: string, args: string[]): [string, string[]] {
  if (!IS_ROOT) return [path, args];
  return ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', '--', path, ...args]];
}

/** @param direct see openPostgres() */
export async function accepting(url: string, direct: string | null = null): Promise<void> {
  const deadline = Date.now() + 30_000;
  const postgres = openPostgres(url, { direct });
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
