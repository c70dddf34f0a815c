/** The file of the audit log: one JSON object per line, mode 0600. A full file is renamed, and the oldest is deleted. */
import { closeSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing, readError, writeError } from '../../system/files/file-errors.js';
import { flush } from '../../system/files/files.js';
import { rename } from '../../system/files/rename.js';
import { parseIfJson } from '../../system/formats/json.js';
import type { AuditEvent } from '../audit.js';
import { keepOwner } from './store-file.js';

const MAX_BYTES = 10_000_000;
/** Full files that are kept beside the current one. */
const FULL_FILES = 4;

export class AuditLog {
  /** The current file, then full ones, the latest first. */
  readonly #paths: readonly string[];

  constructor(
    private readonly folder: string,
    private readonly maxBytes = MAX_BYTES,
  ) {
    const full = Array.from({ length: FULL_FILES }, (_, i) => `audit.${i + 1}.jsonl`);
    this.#paths = ['audit.jsonl', ...full].map(name => join(folder, name));
  }

  /** Adds all events or, if it throws, none. Requires the lock of the store. Throws OUTPUT_UNWRITABLE or DISK_FULL. */
  async append(events: readonly AuditEvent[]): Promise<void> {
    if (events.length === 0) return;
    try {
      await this.#write(events.map(event => `${JSON.stringify(event)}\n`).join(''));
    } catch (cause) {
      throw writeError(cause, this.#paths[0] ?? '');
    }
  }

  async #write(text: string): Promise<void> {
    if (this.#size() + text.length > this.maxBytes) await this.#renameFull();
    const [path = ''] = this.#paths;
    const isNew = this.#size() === 0;
    const descriptor = openSync(path, 'a', 0o600);
    try {
      await writeAll(descriptor, text, this.#size());
    } finally {
      closeSync(descriptor);
    }
    if (isNew) keepOwner(path, statSync(this.folder));
  }

  /** Oldest first. Lines that are not JSON, of a machine that lost power, are left out. */
  latest(limit: number): AuditEvent[] {
    const events: AuditEvent[] = [];
    for (const path of this.#paths) {
      if (events.length >= limit) break;
      events.unshift(...readLines(path).flatMap(line => (parseIfJson(line) as AuditEvent | null) ?? []));
    }
    return events.slice(-limit);
  }

  #size(): number {
    return statSync(this.#paths[0] ?? '', { throwIfNoEntry: false })?.size ?? 0;
  }

  async #renameFull(): Promise<void> {
    for (let i = this.#paths.length - 1; i > 0; i--) {
      const [from = '', to = ''] = this.#paths.slice(i - 1, i + 1);
      if (statSync(from, { throwIfNoEntry: false })) await rename(from, to);
    }
  }
}

/** A full disk accepts a part of a line: it is removed again. */
async function writeAll(descriptor: number, text: string, sizeBefore: number): Promise<void> {
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    await flush(descriptor);
  } catch (error) {
    ftruncateSync(descriptor, sizeBefore);
    throw error;
  }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw readError(cause, path, 'audit log');
  }
}
