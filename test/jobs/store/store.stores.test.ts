/** What every store of jobs promises. */
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { mustRunAlone } from '../../../src/jobs/index.js';
import { ALL, describeJobStore, KEEP_MS, LIMITS, newDocument, newJob } from '../test-jobs.js';

const RESULT = { id: 'result', name: 'a.pdf', size: 5, headers: { 'content-type': 'application/pdf' } };
const FAULT = { code: 'CORRUPT_DOCUMENT', message: 'It is damaged.', detail: { limit: 5 } } as const;
const never = new AbortController().signal;

describeJobStore(openTestStore => {
  test('a job is queued, running, succeeded; then its parameters are gone', async () => {
    const { store, other } = await openTestStore();
    const { job, isNew } = await store.add(newJob('1'), LIMITS);
    expect([job.state, isNew, job.attempts]).toEqual(['queued', true, 0]);
    expect(await other.begin('1')).toMatchObject({ state: 'running', attempts: 1, parameters: { password: 'geheim' } });
    expect(await store.find('1')).toMatchObject({ state: 'running', attempts: 1 });
    expect(await other.end('1', 1, { result: RESULT })).toBe(true);
    expect(await store.find('1')).toMatchObject({ state: 'succeeded', result: RESULT, error: null, parameters: {} });
    expect(await store.counts()).toEqual({ queued: 0, running: 0 });
  });

  test('a fault of the document ends it', async () => {
    const { store } = await openTestStore();
    await store.add(newJob('1'), LIMITS);
    await store.begin('1');
    expect(await store.end('1', 1, { error: FAULT })).toBe(true);
    expect(await store.find('1')).toMatchObject({ state: 'failed', error: FAULT, result: null });
    expect(await store.begin('1')).toBeNull();
  });

  test('the same id is the same job, also at the same time', async () => {
    const { store, other } = await openTestStore();
    const added = await Promise.all([store.add(newJob('1'), LIMITS), other.add(newJob('1'), LIMITS)]);
    expect(added.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    expect(added[0]!.job).toEqual(added[1]!.job);
  });

  test('only the latest attempt ends a job, once', async () => {
    const { store, other } = await openTestStore();
    await store.add(newJob('1'), LIMITS);
    await store.begin('1');
    await other.begin('1');
    expect(await store.end('1', 1, { error: FAULT })).toBe(false);
    const ends = await Promise.all([store.end('1', 2, { result: RESULT }), other.end('1', 2, { error: FAULT })]);
    expect(ends.filter(Boolean)).toHaveLength(1);
    expect(await store.end('1', 2, { error: FAULT })).toBe(false);
  });

  test('the result is saved and the documents are removed with the end of a job, or neither', async () => {
    const { store, documents } = await openTestStore();
    if (!documents.joins(5)) return; // in files, which documents.stores.test.ts and runner.stores.test.ts try
    const read = (id: string) => text(documents.get(id)).catch(({ code }) => code);
    const given = { name: 'a.docx', size: 3 };
    const id = await documents.put(async function* () {
      yield Buffer.from('abc');
    }, newDocument(3));
    await store.add(newJob('1', { documents: [{ id, ...given }] }), LIMITS);
    await store.begin('1');
    await store.begin('1');
    const joined = { content: Buffer.from('%PDF-'), removed: [id] };
    expect(await store.end('1', 1, { result: RESULT }, joined)).toBe(false);
    expect([await read(id), await read('result'), await documents.bytes()]).toEqual(['abc', 'FILE_NOT_FOUND', 3]);
    expect(await store.end('1', 2, { result: RESULT }, joined)).toBe(true);
    expect([await read(id), await read('result'), await documents.bytes()]).toEqual(['FILE_NOT_FOUND', '%PDF-', 5]);
  });

  test('after three attempts that crashed while it ran alone it has failed', async () => {
    const { store } = await openTestStore();
    await store.add(newJob('1'), LIMITS);
    for (let attempt = 1; attempt <= 3; attempt++) expect((await store.begin('1', true))?.attempts).toBe(attempt);
    expect(await store.begin('1', true)).toBeNull();
    expect(await store.find('1')).toMatchObject({ state: 'failed', crashes: 3, error: { code: 'ENGINE_CRASHED' } });
  });

  test('an attempt that crashed beside others does not count; those that follow run alone', async () => {
    const { store, other } = await openTestStore();
    await store.add(newJob('1'), LIMITS);
    expect(mustRunAlone((await store.find('1'))!)).toBe(false);
    for (let i = 0; i < 5; i++) await store.begin('1');
    expect(mustRunAlone((await other.find('1'))!)).toBe(true);
    for (let i = 0; i < 3; i++) expect(await store.begin('1', true)).toMatchObject({ crashes: i, isAlone: true });
    await store.release('1', 8, false);
    expect(await other.find('1')).toMatchObject({ state: 'queued', crashes: 2 });
    expect(mustRunAlone((await other.find('1'))!)).toBe(true);
    expect(await store.begin('1', true)).toMatchObject({ crashes: 2 });
    expect(await store.begin('1', true)).toBeNull();
  });

  test('an attempt that the service stopped does not count', async () => {
    const { store } = await openTestStore();
    await store.add(newJob('1'), LIMITS);
    for (let i = 0; i < 5; i++) {
      expect((await store.begin('1'))?.attempts).toBe(1);
      await store.release('1', 1, false);
    }
    expect(await store.find('1')).toMatchObject({ state: 'queued', attempts: 0, startedAt: null });
    await store.release('1', 1, false);
    expect(await store.find('1')).toMatchObject({ state: 'queued', attempts: 0 });
  });

  test('an attempt that failed counts, and the job is queued: only one that was interrupted is running', async () => {
    const { store, other } = await openTestStore();
    await store.add(newJob('1'), LIMITS);
    await store.begin('1');
    expect(await other.find('1')).toMatchObject({ state: 'running', attempts: 1 });
    await store.release('1', 1, true);
    expect(await other.find('1')).toMatchObject({ state: 'queued', attempts: 1, crashes: 1, startedAt: null });
    expect(await store.begin('1')).toMatchObject({ attempts: 2, crashes: 1 });
  });

  test('a queued job and a running one can be cancelled; the process that runs it is told', async () => {
    const { store, other } = await openTestStore();
    const told: string[] = [];
    const off = store.onCancelled(id => void told.push(id));
    await store.add(newJob('1'), LIMITS);
    await store.add(newJob('2'), LIMITS);
    expect(await other.cancel('1')).toMatchObject({ state: 'cancelled', parameters: {} });
    expect(await store.begin('1')).toBeNull();
    await store.begin('2');
    expect(await other.cancel('2')).toMatchObject({ state: 'cancelled', attempts: 1 });
    expect(await store.end('2', 1, { result: RESULT })).toBe(false);
    expect(await store.cancel('3')).toBeNull();
    // the listener of a database is told as soon as it is connected
    const isTold = async (id: string) => {
      await store.add(newJob(id), LIMITS);
      await store.begin(id);
      await other.cancel(id);
      await new Promise(resolve => setTimeout(resolve, 20));
      return told.includes(id);
    };
    let tries = 10;
    await expect.poll(() => isTold(String(tries++))).toBe(true);
    off();
  });

  test('waiting ends with the job, or after the time', async () => {
    const { store, other } = await openTestStore();
    await store.add(newJob('1'), LIMITS);
    expect(await store.wait('1', 10, never)).toMatchObject({ state: 'queued' });
    await store.begin('1');
    const waiting = store.wait('1', 30_000, never);
    await other.end('1', 1, { result: RESULT });
    expect(await waiting).toMatchObject({ state: 'succeeded' });
    expect(await store.wait('1', 30_000, never)).toMatchObject({ state: 'succeeded' });
    expect(await store.wait('2', 30_000, never)).toBeNull();
    await store.add(newJob('3'), LIMITS);
    expect(await store.wait('3', 30_000, AbortSignal.abort())).toMatchObject({ state: 'queued' });
  });

  test('limits of an account and of all', async () => {
    const { store } = await openTestStore();
    const limits = { perAccount: 2, inAll: 3 };
    const full = expect.objectContaining({ code: 'QUEUE_FULL' });
    await store.add(newJob('1'), limits);
    await store.add(newJob('2'), limits);
    await expect(store.add(newJob('3'), limits)).rejects.toEqual(full);
    await store.add(newJob('4', { account: 'bob@example.org' }), limits);
    await expect(store.add(newJob('5', { account: 'eve@example.org' }), limits)).rejects.toEqual(full);
    expect((await store.add(newJob('1'), limits)).isNew).toBe(false);
    await store.cancel('1');
    await store.add(newJob('6'), limits);
  });

  test('jobs of one account that arrive together do not exceed its limit', async () => {
    const { store, other } = await openTestStore();
    const ids = Array.from({ length: 20 }, (_, i) => String(i));
    const added = ids.map((id, i) => (i % 2 ? store : other).add(newJob(id), { perAccount: 5, inAll: 1000 }));
    const accepted = (await Promise.allSettled(added)).filter(({ status }) => status === 'fulfilled');
    expect(accepted).toHaveLength(5);
  });

  test('the jobs of an account, the newest first, and how many are before one', async () => {
    const { store } = await openTestStore();
    for (const id of ['1', '2', '3']) await store.add(newJob(id), LIMITS);
    await store.add(newJob('4', { account: 'bob@example.org' }), LIMITS);
    expect((await store.list('ann@example.org', { ...ALL, limit: 2 })).entries.map(({ id }) => id)).toEqual(['3', '2']);
    expect(await store.position('4')).toBe(3);
    await store.begin('1');
    expect([await store.position('4'), await store.position('1'), await store.position('none')]).toEqual([2, 0, 0]);
    expect(await store.counts()).toEqual({ queued: 3, running: 1 });
  });

  test('the jobs of an account by status and time, page by page, while jobs are added and removed', async () => {
    const { store, other } = await openTestStore();
    const ids = ({ entries }: { entries: readonly { id: string }[] }) => entries.map(({ id }) => id);
    for (const id of ['1', '2', '3', '4', '5']) await store.add(newJob(id), LIMITS);
    const first = await store.list('ann@example.org', { ...ALL, limit: 2 });
    expect(ids(first)).toEqual(['5', '4']);
    await other.add(newJob('6'), LIMITS);
    await store.cancel('4');
    await store.remove('4');
    await store.cancel('2');
    const second = await other.list('ann@example.org', { ...ALL, limit: 2, after: first.next });
    expect(ids(second)).toEqual(['3', '2']);
    const third = await store.list('ann@example.org', { ...ALL, limit: 2, after: second.next });
    expect([ids(third), third.next]).toEqual([['1'], null]);
    expect((await store.list('ann@example.org', { ...ALL, limit: 5 })).next).toBeNull();

    expect(ids(await store.list('ann@example.org', { ...ALL, state: 'cancelled' }))).toEqual(['2']);
    expect(ids(await store.list('ann@example.org', { ...ALL, state: 'queued', limit: 2 }))).toEqual(['6', '5']);
    const { createdAt } = (await store.find('1'))!;
    const between = (createdFrom: number | null, createdBefore: number | null) =>
      store.list('ann@example.org', { ...ALL, createdFrom, createdBefore });
    expect(ids(await between(createdAt, null))).toContain('1');
    expect(ids(await between(null, createdAt))).toEqual([]);
    expect(ids(await between(createdAt + 86_400_000, null))).toEqual([]);
    expect(ids(await between(null, createdAt + 86_400_000))).toHaveLength(5);
  });

  test('an ended job expires, and is removed after the same time once more', async () => {
    const { store, other, pass } = await openTestStore();
    const result = { id: 'result', name: 'a.pdf', size: 5, headers: {} };
    const documents = [{ id: 'document', name: 'a.docx', size: 3 }];
    await store.add(newJob('1', { documents, webhook: 'https://example.org/' }), LIMITS);
    await store.begin('1');
    await store.end('1', 1, { result });
    await pass(KEEP_MS);
    expect(await store.list('ann@example.org', ALL)).toEqual({ entries: [], next: null });
    expect(await store.sweep()).toMatchObject([{ id: '1', state: 'succeeded', documents, result }]);
    expect(await other.sweep()).toEqual([]);
    expect(await store.list('ann@example.org', ALL)).toEqual({ entries: [], next: null });
    expect(await store.find('1')).toMatchObject({
      state: 'expired',
      account: 'ann@example.org',
      documents: [],
      result: null,
    });
    expect([await store.begin('1'), await store.cancel('1')]).toMatchObject([null, { state: 'expired' }]);
    await pass(KEEP_MS - 1);
    await store.sweep();
    expect(await store.find('1')).toMatchObject({ state: 'expired' });
    await pass(1);
    expect(await store.sweep()).toEqual([]);
    expect(await store.find('1')).toBeNull();
  });

  test('the id of an expired job can be that of a new one', async () => {
    const { store, pass } = await openTestStore();
    await store.add(newJob('1'), LIMITS);
    await store.cancel('1');
    await pass(KEEP_MS);
    await store.sweep();
    expect(await store.add(newJob('1'), LIMITS)).toMatchObject({ isNew: true, job: { state: 'queued' } });
    await pass(KEEP_MS);
    expect(await store.sweep()).toEqual([]);
    expect(await store.begin('1')).toMatchObject({ state: 'running' });
  });

  test('ended jobs expire one after the other, or are removed at once', async () => {
    const { store, pass } = await openTestStore();
    for (const id of ['1', '2', '3']) await store.add(newJob(id), LIMITS);
    await store.cancel('1');
    await pass(KEEP_MS - 1);
    await store.cancel('2');
    expect(await store.sweep()).toEqual([]);
    await pass(1);
    expect((await store.sweep()).map(({ id }) => id)).toEqual(['1']);
    await store.remove('2');
    expect([await store.find('1'), await store.find('2')]).toMatchObject([{ state: 'expired' }, null]);
    expect(await store.find('3')).not.toBeNull();
  });
});
