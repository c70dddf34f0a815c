/** A private PgBouncer that gives a connection for one transaction only. */
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKept } from '../keeper.js';
import type { Requirement } from '../requires.js';
import { accepting, asPostgres, giveToPostgres } from './postgres-cluster.js';

/** Debian installs it where only root finds it. */
const PATH = '/usr/sbin/pgbouncer';

export const pgbouncer: Requirement = { missing: 'pgbouncer is not installed', met: existsSync(PATH) };

const PORT = 6432;

/** Its address for the database. It ends with this process. @param serverConnections for all clients */
export async function startPgbouncer(database: string, serverConnections = 5): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-pgbouncer-'));
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    giveToPostgres(path);
    return path;
  };
  const { pathname, host } = new URL(database);
  const users = write('users', '"docconv" ""\n');
  const settings = write(
    'pgbouncer.ini',
    `[databases]
${pathname.slice(1)} = host=${decodeURIComponent(host)}
[pgbouncer]
unix_socket_dir = ${folder}
listen_port = ${PORT}
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${serverConnections}
`,
  );
  giveToPostgres(folder);
  startKept(folder, 'TERM', ...asPostgres(PATH, ['-q', settings]));
  const url = `postgres://docconv@${encodeURIComponent(folder)}:${PORT}${pathname}`;
  await accepting(url, database);
  return url;
}
