/**
 * The documents in a watched folder, and which of them are complete. The folder is listed again and again: notifications of
 * the system do not exist on network file systems, and none says that a writer has finished.
 */
import { opendir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { hasLostBytes } from '../../../system/files/file-errors.js';
import { isIgnored } from '../../input/inputs.js';

/** What changes when a file is written or replaced; renaming it keeps all of them. */
export interface Version {
  inode: bigint;
  size: bigint;
  /** Nanoseconds since 1970, by the clock of the file system: that of this machine may differ. */
  modified: bigint;
  /** The same for a change of its name or place as well: not a part of the version. */
  moved: bigint;
}

export interface Found {
  /** Path below the folder. */
  name: string;
  version: Version;
}

interface InboxSettings {
  /** Search subfolders. */
  recursive: boolean;
  /** Lower-case, without the dot; null: every file is a document. */
  extensions: ReadonlySet<string> | null;
  /** A file is complete when it has not changed for this time. */
  settleMs: number;
  /** Absolute paths of subfolders that are not searched. */
  excluded: ReadonlySet<string>;
  /** Called once for each file that is left alone. `why` is a clause without a full stop. */
  onIgnored(name: string, why: string): void;
}

/** A file that was moved into the folder so long after it was written needs no time to settle. */
const MOVED_MS = 30_000;
/** Programs create a file before they write it, some long before. */
const EMPTY_SETTLE_MS = 60_000;
/** Documents of one listing; the others follow when these are converted. */
const MAX_DOCUMENTS = 10_000;

export class Inbox {
  /** By name; `since`: milliseconds on a monotonic clock. */
  #seen = new Map<string, { version: Version; since: number }>();
  #ignored = new Set<string>();

  constructor(
    readonly folder: string,
    private readonly settings: InboxSettings,
  ) {}

  /** Of the documents that were there at the last listing, complete or not. */
  get names(): string[] {
    return [...this.#seen.keys()];
  }

  /** Lists the folder; returns the complete documents, those first that changed first. Rejects with errors of the file system. */
  async list(): Promise<Found[]> {
    const [seen, ignored] = [this.#seen, this.#ignored];
    this.#seen = new Map();
    this.#ignored = new Set();
    const complete: Found[] = [];
    for await (const name of this.#names('', ignored)) {
      const version = await versionOf(join(this.folder, name));
      if (version === null) continue; // renamed or removed since it was listed
      const before = seen.get(name);
      const now = performance.now();
      const since = before && isSame(before.version, version) ? before.since : now;
      this.#seen.set(name, { version, since });
      if (this.#isComplete(version, now - since)) complete.push({ name, version });
      if (this.#seen.size >= MAX_DOCUMENTS) break;
    }
    return complete.sort((a, b) => Number(a.version.modified - b.version.modified));
  }

  #isComplete({ size, modified, moved }: Version, unchangedMs: number): boolean {
    const settleMs = Math.max(this.settings.settleMs, size === 0n ? EMPTY_SETTLE_MS : 0);
    const ageMs = Number((moved - modified) / 1_000_000n);
    return unchangedMs >= settleMs || ageMs > Math.max(MOVED_MS, settleMs);
  }

  /** Names of the documents in the folder `below`. */
  async *#names(below: string, ignoredBefore: ReadonlySet<string>): AsyncGenerator<string> {
    const { recursive, excluded } = this.settings;
    for await (const entry of await opendir(join(this.folder, below))) {
      const name = join(below, entry.name);
      if (isIgnored(entry.name) || excluded.has(join(this.folder, name))) continue;
      if (entry.isDirectory() && recursive && !hasLostBytes(name)) yield* this.#names(name, ignoredBefore);
      if (entry.isDirectory() && !hasLostBytes(name)) continue;
      const why = this.#reasonToIgnore(entry.name, entry.isFile());
      if (why === null) yield name;
      else this.#ignore(name, why, ignoredBefore);
    }
  }

  #reasonToIgnore(name: string, isFile: boolean): string | null {
    const { extensions } = this.settings;
    if (hasLostBytes(name)) return 'its name is not UTF-8';
    if (!isFile) return 'it is not a regular file';
    const isDocument = extensions === null || extensions.has(extname(name).slice(1).toLowerCase());
    return isDocument ? null : 'its name has no extension of a document';
  }

  #ignore(name: string, why: string, before: ReadonlySet<string>): void {
    if (this.#ignored.size >= MAX_DOCUMENTS) return;
    this.#ignored.add(name);
    if (!before.has(name)) this.settings.onIgnored(name, why);
  }
}

/** Null for a file that is gone. */
export async function versionOf(path: string): Promise<Version | null> {
  const stats = await stat(path, { bigint: true }).catch(() => null);
  return stats && { inode: stats.ino, size: stats.size, modified: stats.mtimeNs, moved: stats.ctimeNs };
}

export function isSame(a: Version, b: Version): boolean {
  return a.inode === b.inode && a.size === b.size && a.modified === b.modified;
}
