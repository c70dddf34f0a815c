/** What every store of deliveries promises. */
import { expect, test } from 'vitest';
import type { JobStore } from '../../../src/jobs/store/store.js';
import { KEEP_GIVEN_UP_MS, LEASE_MS } from '../../../src/jobs/webhooks/deliveries.js';
import { describeJobStore, KEEP_MS, LIMITS, newJob } from '../test-jobs.js';

const URL = 'https://receiver.example.org/hook?token=1';
const RESULT = { id: 'result', name: 'a.pdf', size: 5, headers: {} };
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
    await store.deliveries.settle(first, 'delivered', null);
    await store.deliveries.release(first);
    await pass(LEASE_MS);
    expect((await other.deliveries.claim([]))?.tries).toBe(3);
  });

  test('a try ends delivered, repeated later, or given up', async () => {
    const { store, pass } = await openTestStore();
    const { deliveries } = store;
    await endJob(store, '1');
    const first = (await deliveries.claim([]))!;
    await deliveries.settle(first, { retryInMs: 5_000 }, 'status 500');
    await pass(4_999);
    expect(await deliveries.claim([])).toBeNull();
    await pass(1);
    const second = (await deliveries.claim([]))!;
    expect([second.id, second.tries]).toEqual([first.id, 2]);
    await deliveries.settle(second, 'delivered', null);
    await endJob(store, '2');
    await deliveries.settle((await deliveries.claim([]))!, 'given up', 'status 410');
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
    const { store } = await openTestStore();
    for (const id of ['1', '2']) await endJob(store, id);
    const limits = { ...LIMITS, undelivered: { perAccount: 2, inAll: 3 } };
    const full = expect.objectContaining({ code: 'QUEUE_FULL' });
    await expect(store.add(newJob('next', { webhook: URL }), limits)).rejects.toEqual(full);
    await store.add(newJob('other', { webhook: URL, account: 'bob@example.org' }), limits);
    await store.add(newJob('next'), limits);
    await store.cancel('other');
    await expect(store.add(newJob('full', { webhook: URL, account: 'eve@example.org' }), limits)).rejects.toEqual(full);
    await store.deliveries.settle((await store.deliveries.claim([]))!, 'given up', 'status 410');
    await store.add(newJob('last', { webhook: URL }), limits);
  });
});
