/** The API keys that this user has saved for servers: credentials.json, mode 0600, written by conf. */
import { readFileSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DocconvError } from '../errors.js';
import { isMissing, writeError } from '../system/files/file-errors.js';
import { makePrivateFolder } from '../system/files/files.js';
import { isLoopback, serverAddress, UNIX } from './address.js';

export interface SavedServer {
  /** As serverAddress() returns it. `http://127.0.0.1:8080`, `http://[::1]:8080` and `http://localhost:8080` are one server. */
  server: string;
  apiKey: string;
  keyId: string | null;
  email: string | null;
  /** ISO 8601, UTC. */
  savedAt: string;
}

export interface Credentials {
  readonly file: string;
  /** The server that was saved last is the last one. */
  list(): SavedServer[];
  get(server: string): SavedServer | null;
  /** Adds or replaces the server's key. Rejects with OUTPUT_UNWRITABLE. */
  save(entry: Omit<SavedServer, 'savedAt'>): Promise<SavedServer>;
  /** False if there is no key for the server. */
  remove(server: string): Promise<boolean>;
}

/** @param folder docconv's configuration folder, created with mode 0700 when a key is saved first */
export function openCredentials(folder: string): Credentials {
  const file = join(folder, 'credentials.json');
  return {
    file,
    list: () => read(file),
    get: server => find(read(file), serverAddress(server)),
    async save(entry) {
      const saved = { ...entry, server: serverAddress(entry.server), savedAt: new Date().toISOString() };
      await update(file, servers => [...without(servers, saved.server), saved]);
      return saved;
    },
    async remove(server) {
      const address = serverAddress(server);
      if (!find(read(file), address)) return false;
      await update(file, servers => without(servers, address));
      return true;
    },
  };
}

function find(servers: readonly SavedServer[], address: string): SavedServer | null {
  return servers.find(({ server }) => isSame(server, address)) ?? null;
}

function without(servers: readonly SavedServer[], address: string): SavedServer[] {
  return servers.filter(({ server }) => !isSame(server, address));
}

function isSame(one: string, other: string): boolean {
  return identity(one) === identity(other);
}

function identity(server: string): string {
  return isLoopback(server) && !server.startsWith(UNIX)
    ? server.replace(new URL(server).hostname, 'localhost')
    : server;
}

function read(file: string): SavedServer[] {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw new DocconvError('CONFIG_INVALID.saved-keys-unreadable', { file }, { cause });
  }
}

function parse(text: string): SavedServer[] {
  const { servers } = JSON.parse(text) as { servers?: unknown };
  if (!Array.isArray(servers) || !servers.every(isSavedServer)) throw new Error('not a list of servers');
  return servers;
}

function isSavedServer(value: unknown): value is SavedServer {
  const entry = value as Partial<SavedServer> | null;
  return typeof entry?.server === 'string' && typeof entry.apiKey === 'string';
}

/** Changes the list under a lock, so that simultaneous processes lose no key. */
async function update(file: string, change: (servers: SavedServer[]) => SavedServer[]): Promise<void> {
  const { default: ConfStore } = await import('conf'); // takes 60 ms, which reading keys does not need
  const folder = dirname(file);
  try {
    makePrivateFolder(folder);
    const { acquireLock } = await import('../system/files/lock.js'); // reading does without
    const lock = await acquireLock(`${file}.lock`);
    try {
      const servers = change(read(file));
      requireSpace(folder, JSON.stringify(servers).length * 2);
      new ConfStore({ cwd: folder, configName: 'credentials', configFileMode: 0o600 }).store = { servers };
    } finally {
      lock.release();
    }
  } catch (cause) {
    throw writeError(cause, file);
  }
}

/** On a full disk conf would replace the file by a truncated one. */
function requireSpace(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < bytes) throw new DocconvError('DISK_FULL.saved-keys', { folder });
}
