import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, linkSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { acquireLock } from '../../../src/system/files/lock.js';
import { makeFolder } from '../../keys/test-keys.js';

const newLock = () => join(makeFolder(), 'keys.lock');

/** Leaves the lock of a holder with this identity, as if it had died. */
async function leaveBehind(path: string, change: object): Promise<void> {
  const lock = await acquireLock(path);
  const holder = { ...JSON.parse(readFileSync(path, 'utf8')), ...change };
  lock.release();
  writeFileSync(path, JSON.stringify(holder));
}

test('one holder at a time; no files remain', async () => {
  const path = newLock();
  let inside = 0;
  let most = 0;
  const visit = async () => {
    const lock = await acquireLock(path);
    most = Math.max(most, ++inside);
    await new Promise(resolve => setTimeout(resolve, 1));
    inside--;
    lock.release();
  };
  await Promise.all(Array.from({ length: 20 }, visit));
  expect(most).toBe(1);
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

test('a lock that is held for long does not age, as on systems and in containers where its process is not seen', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const path = newLock();
    const lock = await acquireLock(path);
    utimesSync(path, 0, 0);
    vi.advanceTimersByTime(10_000);
    expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(30_000);
    lock.release();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

describe('a dead holder', () => {
  test('is detected at once by its process id', async () => {
    const path = newLock();
    const { pid } = spawnSync('true');
    await leaveBehind(path, { pid, token: 'dead' });
    const lock = await acquireLock(path, 0);
    expect(lock.brokeDeadLock).toBe(true);
    lock.release();
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });

  test('is detected when its process id was reused', async () => {
    const path = newLock();
    await leaveBehind(path, { pid: process.pid, started: '1', token: 'dead' });
    expect((await acquireLock(path, 0)).brokeDeadLock).toBe(true);
  });

  test('is detected as a zombie', async () => {
    const path = newLock();
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
    const pid = Number(String((await once(parent.stdout, 'data'))[0]));
    const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
    const started = stat()[21];
    // the shell would still collect its child
    const program = () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim();
    while (program() !== 'sleep') await new Promise(resolve => setTimeout(resolve, 5));
    process.kill(pid);
    while (stat()[2] !== 'Z') await new Promise(resolve => setTimeout(resolve, 5));
    await leaveBehind(path, { pid, started, token: 'zombie' });
    expect((await acquireLock(path, 0)).brokeDeadLock).toBe(true);
    parent.kill();
  });

  test('is replaced by exactly one waiting process', async () => {
    const path = newLock();
    const { pid } = spawnSync('true');
    for (let round = 0; round < 20; round++) {
      await leaveBehind(path, { pid, token: `dead${round}` });
      let inside = 0;
      const visit = async () => {
        const lock = await acquireLock(path);
        expect(++inside).toBe(1);
        await new Promise(resolve => setImmediate(resolve));
        inside--;
        lock.release();
      };
      await Promise.all(Array.from({ length: 10 }, visit));
    }
  });

  test('that died while it broke the lock of another dead holder is replaced as well', async () => {
    const path = newLock();
    const { pid } = spawnSync('true');
    await leaveBehind(path, { pid, token: 'first' });
    await leaveBehind(`${path}.break-first`, { pid, token: 'second' });
    (await acquireLock(path, 1_000)).release();
    expect(existsSync(path)).toBe(false);
  });

  test('is not confused with a later holder', async () => {
    const path = newLock();
    const living = await acquireLock(path);
    linkSync(path, `${path}.kept`);
    await expect(acquireLock(path, 50)).rejects.toMatchObject({ code: 'STORE_BUSY' });
    expect(readFileSync(path, 'utf8')).toBe(readFileSync(`${path}.kept`, 'utf8'));
    living.release();
  });
});

describe('a running holder', () => {
  test('is waited for; the error names its lock file', async () => {
    const path = newLock();
    const holder = await acquireLock(path);
    const waiting = acquireLock(path, 60_000);
    holder.release();
    const next = await waiting;
    await expect(acquireLock(path, 100)).rejects.toMatchObject({
      code: 'STORE_BUSY',
      message: expect.stringContaining(path),
    });
    next.release();
    (await acquireLock(path, 0)).release();
  });

  test('keeps its lock regardless of its age', async () => {
    const path = newLock();
    const holder = await acquireLock(path);
    utimesSync(path, 0, 0);
    await expect(acquireLock(path, 50)).rejects.toMatchObject({ code: 'STORE_BUSY' });
    holder.release();
  });

  test('in another process keeps its lock until it ends', async () => {
    const path = newLock();
    const other = spawn('sleep', ['60']);
    await once(other, 'spawn');
    const stat = readFileSync(`/proc/${other.pid}/stat`, 'utf8');
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    await leaveBehind(path, { pid: other.pid, started, token: 'other' });
    await expect(acquireLock(path, 50)).rejects.toMatchObject({ code: 'STORE_BUSY' });
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect((await acquireLock(path, 0)).brokeDeadLock).toBe(true);
  });
});

describe('a holder in another PID namespace', () => {
  test('keeps its lock for 30 s', async () => {
    const path = newLock();
    await leaveBehind(path, { space: 'another container', token: 'far' });
    await expect(acquireLock(path, 50)).rejects.toMatchObject({ code: 'STORE_BUSY' });
    const old = Date.now() / 1000 - 31;
    utimesSync(path, old, old);
    expect((await acquireLock(path, 0)).brokeDeadLock).toBe(true);
  });

  test('or an unreadable lock file expires', async () => {
    const path = newLock();
    writeFileSync(path, 'who knows');
    utimesSync(path, 0, 0);
    expect((await acquireLock(path, 0)).brokeDeadLock).toBe(true);
  });
});
