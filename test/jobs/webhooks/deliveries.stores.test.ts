/** What every store of deliveries promises. */
import { expect, test } from 'vitest';
import type { JobStore } from '../../../src/jobs/store/store.js';
import {
  KEEP_DELIVERED_MS,
  KEEP_GIVEN_UP_MS,
  LEASE_MS,
  MAX_UNSETTLED,
  UNMADE_MS,
} from '../../../src/jobs/webhooks/deliveries.js';
import { describeJobStore, KEEP_MS, LIMITS, newJob } from '../test-jobs.js';

const URL = 'https://receiver.example.org/hook?token=1';
const RESULT = { id: 'result', name: 'a.pdf', size: 5, headers: {} };
const OK = { isDelivered: true, status: 204, error: null };
const status = (code: number) => ({ isDelivered: false, status: code, error: null });
const FAULT = { code: 'CORRUPT_DOCUMENT', message: 'It is damaged.', detail: {} } as const;

/** A cancelled job, which has an event for its webhook. */
async function endJob(store: JobStore, id: string, account = 'ann@example.org'): Promise<void> {
  await store.add(newJob(id, { webhook: URL, account }), LIMITS);
  await store.cancel(id);
}

describeJobStore(openTestStore => {
  test('each end of a job makes one delivery, and a job without a webhook none', async () => {
    const { store, other, pass } = await openTestStore();
    for (const id of ['1', '2', '3', '4']) await store.add(newJob(id, { webhook: URL }), LIMITS);
    await store.add(newJob('5'), LIMITS);
    expect(await store.deliveries.claim([])).toBeNull();
    for (const id of ['1', '2']) await store.begin(id);
    await Promise.all([store.end('1', 1, { result: RESULT }), other.end('1', 1, { error: FAULT })]);
    await store.end('1', 1, { error: FAULT });
    await pass(1);
    await store.end('2', 1, { error: FAULT });
    await pass(1);
    await other.cancel('3');
    await other.cancel('3');
    await store.cancel('5');
    await pass(1);
    for (let i = 0; i < 4; i++) await store.begin('4', true);
    const claimed = [];
    for (let i = 0; i < 4; i++) claimed.push(await other.deliveries.claim([]));
    expect(await other.deliveries.claim([])).toBeNull();
    expect(claimed.map(delivery => delivery?.job)).toEqual(['1', '2', '3', '4']);
    expect(claimed.slice(1).map(delivery => delivery?.state)).toEqual(['failed', 'cancelled', 'failed']);
    expect(claimed[1]).toMatchObject({ account: 'ann@example.org', url: URL, tries: 1, endedAt: expect.any(Number) });
    expect(new Set(claimed.map(delivery => delivery?.id)).size).toBe(4);
  });

  test('one that two processes want at once is claimed by one', async () => {
    const { store, other } = await openTestStore();
    await endJob(store, '1');
    const claims = await Promise.all([store, other, store, other].map(({ deliveries }) => deliveries.claim([])));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  test('a process that dies leaves it to another after the lease, with the same id, and has no effect later', async () => {
    const { store, other, pass } = await openTestStore();
    await endJob(store, '1');
    const first = (await store.deliveries.claim([]))!;
    await pass(LEASE_MS - 1);
    expect(await other.deliveries.claim([])).toBeNull();
    await pass(1);
    const second = (await other.deliveries.claim([]))!;
    expect([second.id, second.tries]).toEqual([first.id, 2]);
    await store.deliveries.settle(first, 'delivered', OK);
    await store.deliveries.release(first);
    await pass(LEASE_MS);
    const third = (await other.deliveries.claim([]))!;
    expect(third).toMatchObject({ tries: 3, uncounted: 2 });
    await other.deliveries.settle(third, { retryInMs: 0 }, status(500));
    expect(await other.deliveries.claim([])).toMatchObject({ tries: 4, uncounted: 2 });
  });

  test('one whose tries never have an outcome is given up, and can be sent again', async () => {
    const { store, pass } = await openTestStore();
    const { deliveries } = store;
    await endJob(store, '1');
    const { id } = (await deliveries.claim([]))!;
    for (let tries = 2; tries <= MAX_UNSETTLED; tries++) {
      await deliveries.sweep();
      await pass(LEASE_MS);
      expect(await deliveries.claim([])).toMatchObject({ id, tries });
    }
    await deliveries.sweep();
    expect(await deliveries.find('ann@example.org', id)).toMatchObject({ status: 'pending' });
    await pass(LEASE_MS);
    expect(await deliveries.claim([])).toBeNull();
    expect(await deliveries.sweep()).toMatchObject([
      { id, job: '1', tries: MAX_UNSETTLED, sentAt: expect.any(Number) },
    ]);
    expect(await deliveries.sweep()).toEqual([]);
    expect(await deliveries.find('ann@example.org', id)).toMatchObject({ status: 'failed', nextTryAt: null });
    await deliveries.resend('ann@example.org', id);
    const again = { tries: MAX_UNSETTLED + 1, uncounted: MAX_UNSETTLED };
    expect(await deliveries.claim([])).toMatchObject(again);
  });

  test('one whose tries cannot be made is due after pauses that double up to an hour, and given up in the end', async () => {
    const { store, pass } = await openTestStore();
    const { deliveries } = store;
    await endJob(store, '1');
    for (let tries = 1; tries <= MAX_UNSETTLED; tries++) {
      const delivery = (await deliveries.claim([]))!;
      expect(delivery).toMatchObject({ tries, uncounted: tries - 1 });
      await deliveries.postpone(delivery);
      const pause = UNMADE_MS * Math.min(2 ** (tries - 1), 256);
      await pass(pause - 1_000);
      expect(await deliveries.claim([])).toBeNull();
      expect(await deliveries.sweep()).toEqual([]);
      await pass(1_000);
    }
    expect(await deliveries.claim([])).toBeNull();
    expect(await deliveries.sweep()).toMatchObject([{ job: '1' }]);
  });

  test('one that is sent again during a try that cannot be made is due soon', async () => {
    const { store, pass } = await openTestStore();
    await endJob(store, '1');
    const delivery = (await store.deliveries.claim([]))!;
    await store.deliveries.resend('ann@example.org', delivery.id);
    await store.deliveries.postpone(delivery);
    await pass(UNMADE_MS);
    expect(await store.deliveries.claim([])).toMatchObject({ tries: 2 });
  });

  test('one that is sent again during a try does not count that try as without an outcome', async () => {
    const { store } = await openTestStore();
    await endJob(store, '1');
    const { id } = (await store.deliveries.claim([]))!;
    await store.deliveries.resend('ann@example.org', id);
    expect(await store.deliveries.claim([])).toMatchObject({ tries: 2, uncounted: 0 });
  });

  test('a try ends delivered, repeated later, or given up', async () => {
    const { store, pass } = await openTestStore();
    const { deliveries } = store;
    await endJob(store, '1');
    const first = (await deliveries.claim([]))!;
    await deliveries.settle(first, { retryInMs: 5_000 }, status(500));
    await pass(4_999);
    expect(await deliveries.claim([])).toBeNull();
    await pass(1);
    const second = (await deliveries.claim([]))!;
    expect([second.id, second.tries]).toEqual([first.id, 2]);
    await deliveries.settle(second, 'delivered', OK);
    await endJob(store, '2');
    await deliveries.settle((await deliveries.claim([]))!, 'given up', status(410));
    await pass(LEASE_MS + KEEP_GIVEN_UP_MS);
    expect(await deliveries.claim([])).toBeNull();
    await deliveries.sweep();
  });

  test('one that the end of the process stopped is due at once, as before', async () => {
    const { store, other } = await openTestStore();
    await endJob(store, '1');
    await store.deliveries.release((await store.deliveries.claim([]))!);
    expect((await other.deliveries.claim([]))?.tries).toBe(1);
  });

  test('deliveries of busy accounts are left', async () => {
    const { store } = await openTestStore();
    await endJob(store, '1');
    await endJob(store, '2', 'bob@example.org');
    expect((await store.deliveries.claim(['ann@example.org']))?.job).toBe('2');
    expect(await store.deliveries.claim(['ann@example.org'])).toBeNull();
  });

  test('they outlive their job', async () => {
    const { store, pass } = await openTestStore();
    await endJob(store, '1');
    await pass(KEEP_MS);
    expect(await store.sweep()).toHaveLength(1);
    expect((await store.deliveries.claim([]))?.job).toBe('1');
  });

  test('an account with too many undelivered ones gets no further job with a webhook', async () => {
    const { store, other } = await openTestStore();
    for (const id of ['1', '2']) await endJob(store, id);
    const limits = { ...LIMITS, undelivered: { perAccount: 2, inAll: 3 } };
    const full = expect.objectContaining({ code: 'QUEUE_FULL' });
    await expect(store.add(newJob('next', { webhook: URL }), limits)).rejects.toEqual(full);
    await store.add(newJob('other', { webhook: URL, account: 'bob@example.org' }), limits);
    await store.add(newJob('next'), limits);
    await store.cancel('other');
    // the one that counted them a moment ago knows at most a second later
    await expect(other.add(newJob('full', { webhook: URL, account: 'eve@example.org' }), limits)).rejects.toEqual(full);
    await store.deliveries.settle((await store.deliveries.claim([]))!, 'given up', status(410));
    await store.add(newJob('last', { webhook: URL }), limits);
  });

  test('their account sees what became of them, page by page and by status; others do not', async () => {
    const { store, other, pass } = await openTestStore();
    const { deliveries } = store;
    const ann = 'ann@example.org';
    for (const id of ['1', '2', '3']) {
      await endJob(store, id);
      await pass(1);
    }
    const list = (query = {}) => other.deliveries.list(ann, { limit: 10, after: null, status: null, ...query });
    const jobsOf = ({ entries }: Awaited<ReturnType<typeof list>>) => entries.map(({ job }) => job);
    const untried = { status: 'pending', tries: 0, triedAt: null, answered: null, error: null, deliveredAt: null };
    expect((await list()).entries[2]).toMatchObject({ ...untried, job: '1', nextTryAt: expect.any(Number), url: URL });
    await deliveries.settle((await deliveries.claim([]))!, 'delivered', OK);
    await deliveries.settle((await deliveries.claim([]))!, 'given up', status(410));
    const error = { isDelivered: false, status: null, error: 'FETCH_TIMEOUT' } as const;
    await deliveries.settle((await deliveries.claim([]))!, { retryInMs: 5_000 }, error);
    const [third, second, first] = (await list()).entries;
    const tried = { tries: 1, triedAt: expect.any(Number) };
    expect(third).toMatchObject({ ...tried, status: 'pending', answered: null, error: 'FETCH_TIMEOUT' });
    expect(third!.nextTryAt! - third!.triedAt!).toBeGreaterThanOrEqual(4_900);
    expect(second).toMatchObject({ ...tried, status: 'failed', answered: 410, nextTryAt: null, deliveredAt: null });
    expect(first).toMatchObject({ ...tried, status: 'delivered', answered: 204, deliveredAt: expect.any(Number) });

    const page = await list({ limit: 2 });
    await endJob(store, '4');
    expect([jobsOf(page), jobsOf(await list({ after: page.next }))]).toEqual([['3', '2'], ['1']]);
    for (const [status, jobs] of [
      ['pending', ['4', '3']],
      ['failed', ['2']],
      ['delivered', ['1']],
    ] as const)
      expect(jobsOf(await list({ status }))).toEqual(jobs);
    const ofJobs = await other.deliveries.ofJobs(['1', '2', 'none']);
    expect([...ofJobs.entries()].map(([job, { status }]) => `${job} ${status}`).sort()).toEqual([
      '1 delivered',
      '2 failed',
    ]);
    expect(await deliveries.find(ann, first!.id)).toEqual(first);
    expect(await deliveries.find('bob@example.org', first!.id)).toBeNull();
    expect(await deliveries.resend('bob@example.org', first!.id)).toBeNull();
    expect((await deliveries.list('bob@example.org', { limit: 10, after: null, status: null })).entries).toEqual([]);
  });

  test('one that was delivered or given up is sent again with the same id, and its pauses begin anew', async () => {
    const { store, other } = await openTestStore();
    const { deliveries } = store;
    await endJob(store, '1');
    const first = (await deliveries.claim([]))!;
    await deliveries.settle(first, 'given up', status(410));
    const resent = await other.deliveries.resend('ann@example.org', first.id);
    expect(resent).toMatchObject({ id: first.id, status: 'pending', nextTryAt: expect.any(Number) });
    const second = (await other.deliveries.claim([]))!;
    expect(second).toMatchObject({ id: first.id, tries: 2, uncounted: 1 });
    await deliveries.settle(first, 'given up', status(410)); // has no effect
    await deliveries.settle(second, { retryInMs: 3_600_000 }, status(500));
    expect(await deliveries.resend('ann@example.org', first.id)).toMatchObject({ status: 'pending', tries: 2 });
    const third = (await deliveries.claim([]))!;
    expect(third).toMatchObject({ tries: 3, uncounted: 1 });
    await deliveries.settle(third, 'delivered', OK);
    await endJob(store, '2');
    const limits = { perAccount: 1, inAll: 10 };
    await expect(deliveries.resend('ann@example.org', first.id, limits)).rejects.toMatchObject({ code: 'QUEUE_FULL' });
    expect(await deliveries.find('ann@example.org', first.id)).toMatchObject({ status: 'delivered' });
  });

  test('one that was delivered is kept for a day, one that was given up for a week', async () => {
    const { store, pass } = await openTestStore();
    const { deliveries } = store;
    for (const outcome of ['delivered', 'given up'] as const) {
      await endJob(store, outcome);
      await deliveries.settle((await deliveries.claim([]))!, outcome, outcome === 'delivered' ? OK : status(410));
    }
    await endJob(store, 'pending');
    const kept = async () => {
      await deliveries.sweep();
      const { entries } = await deliveries.list('ann@example.org', { limit: 10, after: null, status: null });
      return entries.map(({ job }) => job);
    };
    await pass(KEEP_DELIVERED_MS - 1);
    expect(await kept()).toEqual(['pending', 'given up', 'delivered']);
    await pass(1);
    expect(await kept()).toEqual(['pending', 'given up']);
    await pass(KEEP_GIVEN_UP_MS - KEEP_DELIVERED_MS);
    expect(await kept()).toEqual(['pending']);
  });
});
