/**
 * One process at a time, by a lock file that says who holds it. A holder that was killed is noticed at once by its
 * process id and start time, and its lock is broken by exactly one of those who wait: age alone decides only where the
 * holder cannot be seen (another container or machine). mkdir-and-mtime locks let two waiters break a lock twice.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { DocconvError } from '../errors.js';

/** Work under the lock is synchronous and takes milliseconds. */
const WAIT_MS = 15_000;
const UNSEEN_HOLDER_MS = 30_000;

interface Holder {
  token: string;
  pid: number;
  /** Start time in clock ticks since boot; null where there is no /proc. */
  started: string | null;
  /** Only within one of these do process ids mean the same. */
  space: string;
}

export interface Lock {
  /** True when a holder died over its work: what it left half done may lie around. */
  readonly brokeDeadLock: boolean;
  release(): void;
}

/** Waits for the lock at `path`. Rejects with STORE_BUSY when a living holder keeps it for 15 s. */
export async function acquireLock(path: string, waitMs = WAIT_MS): Promise<Lock> {
  const claim = new Claim(path);
  const deadline = Date.now() + waitMs;
  let brokeDeadLock = false;
  try {
    while (!claim.take()) {
      const holder = readHolder(path);
      if (holder && isDead(holder, path)) {
        await breakLock(path, holder);
        brokeDeadLock = true;
      } else if (Date.now() > deadline) {
        throw new DocconvError('STORE_BUSY', `Another docconv keeps ${path}. Try again, or end that process first.`);
      } else {
        await sleep(1 + Math.random() * 9);
      }
    }
  } finally {
    claim.withdraw();
  }
  return { brokeDeadLock, release: () => claim.release() };
}

/**
 * Removes the lock of a dead holder. The right to do so is itself a lock, named after the victim, whose token never
 * comes again: so nobody can remove, late, the lock of somebody else. Should its owner die, it is broken the same way.
 */
async function breakLock(path: string, dead: Holder): Promise<void> {
  const right = await acquireLock(`${path}.break-${dead.token}`);
  if (readHolder(path)?.token === dead.token) rmSync(path, { force: true });
  right.release();
}

/** Our name on a file of its own; linking it to the lock's path takes the lock and tells whose it is in one step. */
class Claim {
  readonly #token = randomBytes(9).toString('hex');
  readonly #file: string;
  #written = false;

  constructor(readonly path: string) {
    this.#file = `${path}.claim-${this.#token}`;
  }

  take(): boolean {
    if (!this.#written) writeFileSync(this.#file, JSON.stringify({ token: this.#token, ...SELF }));
    this.#written = true;
    try {
      linkSync(this.#file, this.path);
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT')
        this.#written = false; // swept away by another process: write it again
      else if (code !== 'EEXIST') throw error;
      return false;
    }
  }

  withdraw(): void {
    rmSync(this.#file, { force: true });
  }

  release(): void {
    if (readHolder(this.path)?.token === this.#token) rmSync(this.path, { force: true });
  }
}

function readHolder(path: string): Holder | null {
  const text = readOrNull(path);
  if (text === null) return null;
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return { token: 'unreadable', pid: 0, started: null, space: 'unknown' };
  }
}

function isDead(holder: Holder, path: string): boolean {
  if (holder.space !== SELF.space) return ageOf(path) > UNSEEN_HOLDER_MS;
  if (!isAlive(holder.pid)) return true;
  return holder.started === null ? ageOf(path) > UNSEEN_HOLDER_MS : startOf(holder.pid) !== holder.started;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // somebody else's process
  }
}

function ageOf(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}

/** Field 22 of /proc/PID/stat, counted after the name, which may hold blanks and brackets; a zombie has no start. */
function startOf(pid: number): string | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return /^[ZX]$/.test(fields[0] ?? '') ? null : (fields[19] ?? null);
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function namespaceOf(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

const SELF: Omit<Holder, 'token'> = { pid: process.pid, started: startOf(process.pid), space: namespaceOf() };
