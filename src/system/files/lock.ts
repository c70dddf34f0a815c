/**
 * A lock file that identifies its holder. A killed holder is detected at once by its process id and start time, and
 * exactly one waiting process breaks its lock. Age decides only for holders in another container or on another machine.
 * Locks by mkdir and mtime do not suffice: two waiting processes could both break the same lock.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { DocconvError } from '../../errors.js';
import { isRunning, startOf } from '../processes.js';
import { Stopwatch } from '../stopwatch.js';
import { isMissing } from './file-errors.js';
import { isInUse, removeFileSync, takeNameSync } from './rename.js';

/** Work under the lock takes milliseconds, and longer only where the disk is busy. */
const WAIT_MS = 15_000;
const UNSEEN_HOLDER_MS = 30_000;
/** Milliseconds after which the holder shows again that it is there, which its age tells where its process does not. */
const RENEWAL_MS = 10_000;

interface Holder {
  token: string;
  pid: number;
  /** Start time in clock ticks since boot; null where there is no /proc. */
  started: string | null;
  /** Boot and PID namespace: process ids are comparable only within one. */
  space: string;
}

export interface Lock {
  /** True when the last holder died: it may have left temporary files. */
  readonly brokeDeadLock: boolean;
  release(): void;
}

/** Waits for the lock at `path`. Rejects with STORE_BUSY when a running process holds it for 15 s. */
export async function acquireLock(path: string, waitMs = WAIT_MS): Promise<Lock> {
  const claim = new Claim(path);
  const waited = new Stopwatch();
  let brokeDeadLock = false;
  try {
    while (!claim.take()) {
      const holder = readHolder(path);
      if (holder && isDead(holder, path)) {
        await breakLock(path, holder);
        brokeDeadLock = true;
      } else if (waited.clock() > waitMs) {
        throw new DocconvError('STORE_BUSY.locked', { path });
      } else {
        await sleep(1 + Math.random() * 9);
      }
    }
  } finally {
    claim.withdraw();
  }
  const renewal = setInterval(() => claim.renew(), RENEWAL_MS).unref();
  const release = () => {
    clearInterval(renewal);
    claim.release();
  };
  return { brokeDeadLock, release };
}

/** Whether a running process holds the lock. */
export function isLocked(path: string): boolean {
  const holder = readHolder(path);
  return holder !== null && !isDead(holder, path);
}

/**
 * Removes the lock of a dead holder, under a second lock that is named after the dead holder's token. Tokens are never
 * reused, so that a delayed process cannot remove the lock of a later holder. The second lock is broken the same way.
 */
async function breakLock(path: string, dead: Holder): Promise<void> {
  const breaking = await acquireLock(`${path}.break-${dead.token}`);
  if (readHolder(path)?.token === dead.token) removeFileSync(path);
  breaking.release();
}

/** A file that identifies this process; linking it to the lock's path takes the lock and names the holder atomically. */
class Claim {
  readonly #token = randomBytes(9).toString('hex');
  readonly #file: string;
  #written = false;

  constructor(readonly path: string) {
    this.#file = `${path}.claim-${this.#token}`;
  }

  take(): boolean {
    if (!this.#written) writeFileSync(this.#file, JSON.stringify({ token: this.#token, ...ownIdentity() }));
    this.#written = true;
    try {
      return takeNameSync(this.#file, this.path);
    } catch (error) {
      if (isMissing(error))
        this.#written = false; // removed by another process that cleaned up: write it again
      else if (!isInUse(error)) throw error; // in use: the lock that is being removed
      return false;
    }
  }

  withdraw(): void {
    removeFileSync(this.#file);
  }

  renew(): void {
    const now = new Date();
    try {
      if (this.#isHeld()) utimesSync(this.path, now, now);
    } catch {} // the folder was removed, or is not there for now
  }

  release(): void {
    if (this.#isHeld()) removeFileSync(this.path);
  }

  #isHeld(): boolean {
    return readHolder(this.path)?.token === this.#token;
  }
}

function readHolder(path: string): Holder | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return null;
  }
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return { token: 'unreadable', pid: 0, started: null, space: 'unknown' };
  }
}

function isDead(holder: Holder, path: string): boolean {
  if (holder.space !== ownIdentity().space) return ageOf(path) > UNSEEN_HOLDER_MS;
  if (!isRunning(holder.pid)) return true;
  return holder.started === null ? ageOf(path) > UNSEEN_HOLDER_MS : startOf(holder.pid) !== holder.started;
}

function ageOf(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}

function namespaceOf(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

let self: Omit<Holder, 'token'> | undefined;

function ownIdentity(): Omit<Holder, 'token'> {
  self ??= { pid: process.pid, started: startOf(process.pid), space: namespaceOf() };
  return self;
}
