/**
 * The folder of mails that are not sent yet: one file per mail, named `TIME.ATTEMPTS.ID.json`. From TIME on (milliseconds
 * since 1970) any process may claim the mail, by renaming the file to a later time. After a process was killed during an
 * attempt, the mail is due again at that later time, for any process.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listIfPossible, makePrivateFolder } from '../system/files/files.js';
import { renameSync } from '../system/files/rename.js';

/** What a mail with a code is made of, and when the code expires. */
export interface CodeMail {
  /** In normalized form. */
  email: string;
  code: string;
  /** Base URL for the commands in the mail; null for the local store. */
  server: string | null;
  /** Milliseconds since 1970, by the clock of the keys. */
  expiresAt: number;
  /** Of the request for the code, for the log. */
  requestId: string;
}

export interface Entry {
  readonly dueAt: number;
  /** Attempts so far, including one that is under way. */
  readonly attempts: number;
  readonly id: string;
}

const NAME = /^(\d{1,16})\.(\d{1,9})\.([\w-]+)\.json$/;

export class QueueFolder {
  /** @param path created with mode 0700 when the first mail is saved */
  constructor(readonly path: string) {}

  /** The file is complete when it appears. It is not flushed: what it protects against is the end of the process. */
  save(mail: CodeMail, dueAt: number): Entry {
    const entry = { dueAt, attempts: 0, id: randomBytes(9).toString('base64url') };
    const temporary = join(this.path, `.${entry.id}.tmp`);
    makePrivateFolder(this.path);
    try {
      writeFileSync(temporary, JSON.stringify(mail), { mode: 0o600, flag: 'wx' });
      renameSync(temporary, this.#pathOf(entry));
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    return entry;
  }

  /** In the order in which they are due. */
  list(): Entry[] {
    return listIfPossible(this.path)
      .flatMap(name => entryOf(name) ?? [])
      .sort((a, b) => a.dueAt - b.dueAt);
  }

  /** Null if another process claimed the mail first. */
  claim(entry: Entry, until: number): Entry | null {
    return this.#rename(entry, { ...entry, dueAt: until, attempts: entry.attempts + 1 });
  }

  postpone(entry: Entry, dueAt: number): void {
    this.#rename(entry, { ...entry, dueAt });
  }

  /** Null for a file that is not a mail. */
  read(entry: Entry): CodeMail | null {
    try {
      const mail: unknown = JSON.parse(readFileSync(this.#pathOf(entry), 'utf8'));
      return isCodeMail(mail) ? mail : null;
    } catch {
      return null;
    }
  }

  remove(entry: Entry): void {
    rmSync(this.#pathOf(entry), { force: true });
  }

  #rename(from: Entry, to: Entry): Entry | null {
    try {
      renameSync(this.#pathOf(from), this.#pathOf(to));
      return to;
    } catch {
      return null;
    }
  }

  #pathOf({ dueAt, attempts, id }: Entry): string {
    return join(this.path, `${dueAt}.${attempts}.${id}.json`);
  }
}

function entryOf(name: string): Entry | null {
  const [, dueAt, attempts, id] = NAME.exec(name) ?? [];
  return id === undefined ? null : { dueAt: Number(dueAt), attempts: Number(attempts), id };
}

function isCodeMail(value: unknown): value is CodeMail {
  const { email, code, server, expiresAt, requestId } = (value ?? {}) as Partial<CodeMail>;
  return (
    [email, code, requestId].every(text => typeof text === 'string') &&
    (server === null || typeof server === 'string') &&
    Number.isFinite(expiresAt)
  );
}
