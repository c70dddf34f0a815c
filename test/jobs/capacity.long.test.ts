/** What the processes that take jobs can do together. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLocalCapacity, createPostgresCapacity, startReports } from '../../src/jobs/capacity.js';
import { describeWith } from '../helpers/requires.js';
import { openTestDatabase, postgresql } from '../helpers/servers/postgres.js';

const fail = (error: Error) => expect.fail(String(error));

describe('of one process', () => {
  test('is what it reports, until it leaves', async () => {
    const capacity = createLocalCapacity();
    expect((await capacity.total()).atOnce).toBe(0);
    const leave = startReports(capacity, () => ({ atOnce: 3, meanSeconds: 2 }), fail);
    expect(await capacity.total()).toEqual({ atOnce: 3, meanSeconds: 2 });
    await leave();
    expect((await capacity.total()).atOnce).toBe(0);
  });
});

describeWith('of all processes on a database', [postgresql], () => {
  test('is the sum of them, and the mean time by the jobs that each runs at once', async () => {
    const postgres = await openTestDatabase();
    const [a, b, reader] = Array.from({ length: 3 }, () => createPostgresCapacity(postgres));
    expect(await reader!.total()).toEqual({ atOnce: 0, meanSeconds: expect.any(Number) });
    expect((await reader!.total()).meanSeconds).toBeGreaterThan(0);
    await a!.report({ atOnce: 1, meanSeconds: 8 });
    await b!.report({ atOnce: 3, meanSeconds: 4 });
    expect(await reader!.total()).toEqual({ atOnce: 4, meanSeconds: 5 });
    await b!.report({ atOnce: 1, meanSeconds: 2 });
    expect(await reader!.total()).toEqual({ atOnce: 2, meanSeconds: 5 });
    await a!.leave();
    expect(await reader!.total()).toEqual({ atOnce: 1, meanSeconds: 2 });
  });

  test('does not count a process that was killed', async () => {
    const postgres = await openTestDatabase();
    const [killed, other] = [createPostgresCapacity(postgres), createPostgresCapacity(postgres)];
    await killed.report({ atOnce: 4, meanSeconds: 1 });
    await postgres.query(`UPDATE docconv.workers SET seen_at = now() - interval '40 seconds'`);
    expect((await other.total()).atOnce).toBe(0);
    const leave = startReports(other, () => ({ atOnce: 2, meanSeconds: 1 }), fail);
    onTestFinished(leave);
    await expect.poll(async () => (await other.total()).atOnce).toBe(2);
    await expect.poll(() => postgres.query('SELECT at_once FROM docconv.workers')).toEqual([{ at_once: 2 }]);
  });
});
