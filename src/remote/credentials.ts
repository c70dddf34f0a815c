/** The keys of this user at docconv servers: one file, readable by its owner alone, replaced in one step. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DocconvError } from '../errors.js';
import { isLoopback, serverAddress, UNIX } from './address.js';

export interface SavedServer {
  /** As serverAddress() spells it. `http://127.0.0.1:8080`, `http://[::1]:8080` and `http://localhost:8080` are one server. */
  server: string;
  apiKey: string;
  keyId: string | null;
  email: string | null;
  /** ISO 8601, UTC. */
  savedAt: string;
}

export interface Credentials {
  readonly file: string;
  list(): SavedServer[];
  get(server: string): SavedServer | null;
  /** The one that `--server` may leave out: the last one saved. */
  current(): SavedServer | null;
  /** Adds or replaces the server's key and makes it the current one. */
  save(entry: Omit<SavedServer, 'savedAt'>): SavedServer;
  /** False when nothing was saved for it. */
  remove(server: string): boolean;
}

interface Contents {
  current: string | null;
  servers: SavedServer[];
}

/** @param folder docconv's configuration folder; made with mode 0700 when something is first saved. */
export function openCredentials(folder: string): Credentials {
  const file = join(folder, 'credentials.json');
  const find = ({ servers }: Contents, server: string) => servers.find(entry => isSame(entry.server, server)) ?? null;
  return {
    file,
    list: () => read(file).servers,
    get: server => find(read(file), serverAddress(server)),
    current() {
      const contents = read(file);
      return contents.current === null ? null : find(contents, contents.current);
    },
    save(entry) {
      const saved = { ...entry, server: serverAddress(entry.server), savedAt: new Date().toISOString() };
      const others = read(file).servers.filter(({ server }) => !isSame(server, saved.server));
      write(file, { current: saved.server, servers: [...others, saved] });
      return saved;
    },
    remove(text) {
      const contents = read(file);
      const address = serverAddress(text);
      const servers = contents.servers.filter(({ server }) => !isSame(server, address));
      if (servers.length === contents.servers.length) return false;
      const current =
        contents.current !== null && isSame(contents.current, address)
          ? (servers.at(-1)?.server ?? null)
          : contents.current;
      write(file, { current, servers });
      return true;
    },
  };
}

function isSame(one: string, other: string): boolean {
  return identity(one) === identity(other);
}

function identity(server: string): string {
  return isLoopback(server) && !server.startsWith(UNIX)
    ? server.replace(new URL(server).hostname, 'localhost')
    : server;
}

function read(file: string): Contents {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return { current: null, servers: [] };
    const advice = 'Repair it, or move it away and run docconv login again.';
    throw new DocconvError('CONFIG_INVALID', `The saved keys in ${file} cannot be read. ${advice}`, { cause });
  }
}

function parse(text: string): Contents {
  const { current, servers } = JSON.parse(text) as Partial<Contents>;
  if (!Array.isArray(servers) || !servers.every(isSavedServer)) throw new Error('not a list of servers');
  return { current: typeof current === 'string' ? current : null, servers };
}

function isSavedServer(value: unknown): value is SavedServer {
  const entry = value as Partial<SavedServer> | null;
  return typeof entry?.server === 'string' && typeof entry.apiKey === 'string';
}

/** A mode given to writeFile is ignored for a file that exists: so always a new file, then a rename over the old one. */
function write(file: string, contents: Contents): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(fresh, `${JSON.stringify(contents, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(fresh, file);
  } catch (cause) {
    rmSync(fresh, { force: true });
    throw new DocconvError('OUTPUT_UNWRITABLE', `The key could not be saved in ${file}.`, { cause });
  }
}
