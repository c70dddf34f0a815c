/** Tries to send a result: what counts as one, and what is left when it was the last. */
import { expect, test } from 'vitest';
import { DocconvError } from '../../../src/errors.js';
import { createFetcher } from '../../../src/fetch/index.js';
import { sendResult } from '../../../src/http/gotenberg/delivery.js';
import { createResultDeliveries } from '../../../src/http/jobs/result-deliveries.js';
import type { JobBackend } from '../../../src/jobs/index.js';
import { UNMADE_MS } from '../../../src/jobs/webhooks/deliveries.js';
import { describeJobStore, LIMITS, newJob, type OpenTestStore } from '../../jobs/test-jobs.js';
import { ANN, openWebhooks, startReceiver } from '../../jobs/webhooks/receiver.js';

const away = async () => {
  throw new DocconvError('STORE_UNAVAILABLE.s3-not-removed', { name: 'test' });
};

/** A finished job whose result waits for its receiver. */
async function openResult(open: OpenTestStore) {
  const opened = await open();
  const { documents, start, store, ...rest } = { ...opened, ...(await openWebhooks(async () => opened)) };
  const receiver = await startReceiver((request, response) =>
    response.writeHead(request.method === 'PUT' ? 500 : 204).end(),
  );
  const errors: Error[] = [];
  const backend = { store, documents: { ...documents }, secrets: [Buffer.alloc(32, 1)] } as unknown as JobBackend;
  const fetcher = createFetcher({ allowPrivate: true });
  const results = createResultDeliveries(backend, fetcher, sendResult);
  const add = async (id: string, more: object = {}) => {
    const { url } = receiver;
    const description = JSON.stringify({
      url,
      method: 'POST',
      errorUrl: url,
      errorMethod: 'POST',
      eventsUrl: null,
      headers: {},
      trace: 'trace',
      traceparent: null,
      ...more,
    });
    await store.add(newJob(id, { account: ANN, ...results.sealed({ url, description }) }), LIMITS);
    await store.begin(id);
    const resultId = await documents.put(
      async function* () {
        yield Buffer.from('%PDF-');
      },
      { account: ANN, size: 5, isResult: true },
    );
    const headers = { 'content-type': 'application/pdf', 'content-disposition': 'attachment' };
    await store.end(id, 1, { result: { id: resultId, name: 'a.pdf', size: 5, headers } });
  };
  const begin = () => start({ ...results.sender, onError: error => errors.push(error) });
  return { ...rest, store, documents, backend, receiver, errors, add, begin };
}

const bodies = ({ received }: { received: readonly { body: string }[] }) => received.map(({ body }) => body);

describeJobStore(open => {
  test('an outage of the documents delays a result, for pauses that double', async () => {
    const { backend, documents, store, receiver, errors, tried, pass, add, begin } = await openResult(open);
    (backend.documents as { get: unknown }).get = async function* () {
      yield await away();
    };
    await add('1');
    begin();
    for (let failures = 1; failures <= 7; failures++) {
      await expect.poll(() => errors.length).toBe(failures);
      expect(bodies(receiver)).toEqual([]);
      if (failures === 7) (backend.documents as { get: unknown }).get = documents.get;
      await pass(UNMADE_MS * 2 ** (failures - 1));
    }
    await expect.poll(() => bodies(receiver)).toEqual(['%PDF-']);
    await expect
      .poll(() => tried.map(({ outcome, delivery }) => [outcome, delivery.tries, delivery.uncounted]))
      .toEqual([['delivered', 8, 7]]);
    await expect.poll(() => store.find('1')).toBeNull();
    await expect.poll(() => documents.bytes()).toBe(0);
  });

  test('a result that arrived is not sent again because it cannot be removed', async () => {
    const { backend, receiver, errors, tried, pass, add, begin } = await openResult(open);
    (backend.documents as { remove: unknown }).remove = away;
    await add('1');
    begin();
    await expect.poll(() => errors.length).toBe(1);
    expect(tried.map(({ outcome }) => outcome)).toEqual(['delivered']);
    await pass(100_000);
    await new Promise(resolve => setTimeout(resolve, 100));
    expect(bodies(receiver)).toEqual(['%PDF-']);
  });

  test('an error is told although the client names a length of its own', async () => {
    const { store, receiver, tried, add, begin } = await openResult(open);
    await add('1', { method: 'PUT', headers: { 'Content-Length': '3' } });
    for (let i = 0; i < 4; i++)
      await store.deliveries.settle((await store.deliveries.claim([]))!, { retryInMs: 0 }, FAILED);
    begin();
    await expect.poll(() => tried.length).toBe(1);
    expect(bodies(receiver)).toEqual(['%PDF-', expect.stringContaining('"status"')]);
  });

  test('neither such jobs nor their deliveries are listed or sent again', async () => {
    const { store, add } = await openResult(open);
    await add('1');
    const { deliveries } = store;
    const { id } = (await deliveries.ofJobs(['1'])).get('1')!;
    const page = { limit: 10, after: null };
    expect((await deliveries.list(ANN, { ...page, status: null })).entries).toEqual([]);
    expect([await deliveries.find(ANN, id), await deliveries.resend(ANN, id)]).toEqual([null, null]);
    const jobs = await store.list(ANN, { ...page, state: null, createdFrom: null, createdBefore: null });
    expect(jobs.entries).toEqual([]);
  });
});

const FAILED = { isDelivered: false, status: 500, error: null };
