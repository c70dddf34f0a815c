/** Jobs that run, on real stores: results, faults, crashes, cancelling, and the end of the service. */
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DocconvError } from '../../src/errors.js';
import {
  completeDocument,
  createSharedExclusiveLock,
  type Executed,
  startRunner,
  startUpkeep,
} from '../../src/jobs/index.js';
import { createMemoryDispatcher } from '../../src/jobs/queue/memory-dispatcher.js';
import { defer } from '../../src/system/deferred.js';
import { describeJobStore, KEEP_MS, LIMITS, newDocument, newJob, type OpenTestStore } from './test-jobs.js';

const never = new AbortController().signal;

async function* blocks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

type Execute = (text: string, signal: AbortSignal, attempt: number) => Promise<string>;

async function opened(open: OpenTestStore, execute: Execute) {
  const parts = await open();
  const { store, documents } = parts;
  const dispatcher = createMemoryDispatcher(20);
  const lock = createSharedExclusiveLock();
  const runner = startRunner({
    store,
    documents,
    dispatcher,
    atOnce: 2,
    lock,
    onError: () => {},
    onFailure: () => {},
    async execute(job, documents, signal, save) {
      const input = await text(completeDocument(documents, job.documents[0]!));
      const output = await execute(input, signal, job.attempts);
      const made: Executed = {
        open: () => blocks(output),
        size: output.length,
        name: 'a.pdf',
        headers: { 'x-made': 'yes' },
      };
      await save(made);
    },
  });
  onTestFinished(() => runner.close(0));
  const submit = async (id: string, text = 'text', beforeOffer: () => Promise<unknown> = async () => {}) => {
    const document = {
      id: await documents.put(() => blocks(text), newDocument(text.length)),
      name: 'a.docx',
      size: text.length,
    };
    await store.add(newJob(id, { documents: [document] }), LIMITS);
    await beforeOffer();
    await dispatcher.announce({ id, account: 'ann', bytes: text.length });
  };
  const ended = (id: string) => store.wait(id, 30_000, never);
  const read = async (id: string) => {
    const parts: Uint8Array[] = [];
    for await (const block of documents.get(id)) parts.push(block);
    return Buffer.concat(parts).toString();
  };
  return { ...parts, dispatcher, lock, runner, submit, ended, read };
}

describeJobStore(open => {
  test('a result is saved with its name and headers', async () => {
    const { submit, ended, read } = await opened(open, async text => text.toUpperCase());
    await submit('1', 'hello');
    const job = await ended('1');
    expect(job).toMatchObject({ state: 'succeeded', result: { name: 'a.pdf', size: 5, headers: { 'x-made': 'yes' } } });
    expect(await read(job!.result!.id)).toBe('HELLO');
  });

  test('large documents are removed after the end of the job, which stands when that fails', async () => {
    const { store, documents, submit, ended, read } = await opened(open, async () => 'made');
    const end = vi.spyOn(store, 'end');
    const remove = vi.spyOn(documents, 'remove');
    remove.mockRejectedValueOnce(DocconvError.received('STORE_UNAVAILABLE', 'It took too long.'));
    for (const [id, bytes] of Object.entries({ large: 1_000_000, larger: 1_000_001 })) {
      await submit(id, 'x'.repeat(bytes));
      const job = await ended(id);
      expect(job).toMatchObject({ state: 'succeeded', attempts: 1 });
      expect(await read(job!.result!.id)).toBe('made');
    }
    expect(end.mock.calls.map(([, , , joined]) => joined?.removed)).toEqual([[], []]);
    const { documents: given } = (await store.find('larger'))!;
    await expect.poll(() => read(given[0]!.id).catch(({ code }) => code)).toBe('FILE_NOT_FOUND');
  });

  test.each(['CORRUPT_DOCUMENT', 'WORKER_COMPROMISED'] as const)(
    'a fault of the document is not repeated: %s',
    async code => {
      let calls = 0;
      const { submit, ended } = await opened(open, async () => {
        calls++;
        throw DocconvError.received(code, 'It is damaged.', { detail: { page: 3 } });
      });
      await submit('1');
      expect(await ended('1')).toMatchObject({ state: 'failed', error: { code, detail: { page: 3 } } });
      expect(calls).toBe(1);
    },
  );

  test('a crash is repeated, three times at most', async () => {
    const crash = async () => {
      throw DocconvError.received('ENGINE_CRASHED', 'It crashed.');
    };
    const { submit, ended } = await opened(open, (text, _signal, attempt) =>
      text === 'always' || attempt === 1 ? crash() : Promise.resolve('made'),
    );
    await submit('once', 'once');
    await submit('always', 'always');
    expect(await ended('once')).toMatchObject({ state: 'succeeded', attempts: 2 });
    expect(await ended('always')).toMatchObject({ state: 'failed', attempts: 3, error: { code: 'ENGINE_CRASHED' } });
  });

  test('trouble with the store is no attempt', async () => {
    let calls = 0;
    const { submit, ended } = await opened(open, async () => {
      if (++calls === 1) throw DocconvError.received('STORE_UNAVAILABLE', 'It is away.');
      return 'made';
    });
    await submit('1');
    expect(await ended('1')).toMatchObject({ state: 'succeeded', attempts: 1 });
  });

  test('the end of the service does not wait for a store that is away to release an attempt', async () => {
    const { store, submit, runner } = await opened(open, async () => {
      throw DocconvError.received('STORE_UNAVAILABLE', 'It is away.');
    });
    const release = vi.spyOn(store, 'release').mockReturnValue(new Promise(() => {}));
    release.mockRejectedValueOnce(DocconvError.received('STORE_UNAVAILABLE', 'It is away.'));
    await submit('1');
    await expect.poll(() => release.mock.calls.length).toBe(2);
    await runner.close(60_000);
  }, 30_000);

  test('a job that this process cannot run is left to others for ten minutes, and fails then', async () => {
    let isNewer = false;
    const { store, submit, ended, pass } = await opened(open, async text => {
      if (isNewer && text === 'one') return 'made';
      throw DocconvError.received('STORE_OUTDATED', 'There is no option "new".');
    });
    await submit('1', 'one');
    await submit('2', 'two');
    for (const id of ['1', '2'])
      await expect.poll(() => store.find(id)).toMatchObject({ attempts: 0, state: 'queued' });
    isNewer = true;
    expect(await ended('1')).toMatchObject({ state: 'succeeded', attempts: 1 });
    if (!store.durable) return; // there are no others
    await pass(600_000);
    expect(await ended('2')).toMatchObject({
      state: 'failed',
      error: { code: 'OPTION_INVALID', message: 'There is no option "new".' },
    });
  });

  test.each(['DISK_FULL', 'OUTPUT_UNWRITABLE'] as const)(
    'a job whose files cannot be written is repeated for an hour, and fails then: %s',
    async code => {
      let calls = 0;
      const { store, submit, ended, pass } = await opened(open, async () => {
        calls++;
        throw DocconvError.received(code, 'It cannot be written.');
      });
      await submit('1');
      await expect.poll(() => calls, { timeout: 20_000 }).toBeGreaterThan(1);
      expect((await store.find('1'))!.state).not.toBe('failed');
      const later = Date.now() + 3_600_000;
      if (store.durable) await pass(3_600_000);
      else onTestFinished(vi.spyOn(Date, 'now').mockReturnValue(later).mockRestore);
      expect(await ended('1')).toMatchObject({ state: 'failed', error: { code } });
    },
    60_000,
  );

  test('cancelling stops a running job; its late result is removed', async () => {
    const begun: string[] = [];
    const { store, submit, ended } = await opened(open, async (text, signal) => {
      begun.push(text);
      await new Promise(resolve => {
        signal.addEventListener('abort', resolve);
        setTimeout(resolve, 3_000); // of a listener that was not connected yet
      });
      return 'late';
    });
    await submit('1');
    await expect.poll(() => begun.length).toBe(1);
    await store.cancel('1');
    expect(await ended('1')).toMatchObject({ state: 'cancelled', result: null });
  });

  test('the end of the service queues what runs again, without counting the attempt', async () => {
    let begun = false;
    const { store, submit, runner } = await opened(open, async (_text, signal) => {
      begun = true;
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return '';
    });
    await submit('1');
    await expect.poll(() => begun).toBe(true);
    await runner.close(0);
    expect(await store.find('1')).toMatchObject({ state: 'queued', attempts: 0 });
  });

  test('a job whose process died runs alone: it waits for the others, and further ones wait for it', async () => {
    const order: string[] = [];
    const [first, interrupted] = [defer<void>(), defer<void>()];
    const { store, submit, ended } = await opened(open, async text => {
      order.push(`${text} begins`);
      await { first: first.promise, interrupted: interrupted.promise }[text];
      order.push(`${text} ends`);
      return 'made';
    });
    const soon = () => new Promise(resolve => setTimeout(resolve, 200));
    await submit('1', 'first');
    await expect.poll(() => order).toEqual(['first begins']);
    await submit('2', 'interrupted', () => store.begin('2'));
    await soon();
    expect(await store.find('2')).toMatchObject({ state: 'running', attempts: 1 });
    await submit('3', 'third');
    first.resolve();
    await expect.poll(() => order.length).toBe(3);
    await soon();
    expect(order).toEqual(['first begins', 'first ends', 'interrupted begins']);
    interrupted.resolve();
    for (const id of ['1', '2', '3']) expect((await ended(id))?.state).toBe('succeeded');
    expect(order.slice(3)).toEqual(['interrupted ends', 'third begins', 'third ends']);
    expect([await store.find('2'), await store.find('3')]).toMatchObject([{ attempts: 2 }, { attempts: 1 }]);
  });

  test('a job that waits to run alone when the service ends is not begun', async () => {
    const begun: string[] = [];
    const { store, submit, runner } = await opened(open, async (text, signal) => {
      begun.push(text);
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return '';
    });
    await submit('1', 'first');
    await expect.poll(() => begun).toEqual(['first']);
    await submit('2', 'interrupted', () => store.begin('2'));
    await new Promise(resolve => setTimeout(resolve, 100));
    await runner.close(0);
    expect(begun).toEqual(['first']);
    expect(await store.find('2')).toMatchObject({ state: 'running', attempts: 1 });
  });

  test('upkeep announces forgotten jobs, and removes expired ones with their documents', async () => {
    const { store, documents, dispatcher, ended, read, pass } = await opened(open, async () => 'made');
    const document = { id: await documents.put(() => blocks('text'), newDocument(4)), name: 'a.docx', size: 4 };
    await store.add(newJob('1', { documents: [document] }), LIMITS);
    const stop = startUpkeep({ store, documents, dispatcher, everyMs: 20, onError: () => {} });
    onTestFinished(stop);
    const job = await ended('1');
    expect(job?.state).toBe('succeeded');
    await pass(KEEP_MS);
    await expect.poll(() => store.find('1')).toMatchObject({ state: 'expired' });
    for (const id of [document.id, job!.result!.id])
      await expect.poll(() => read(id).catch(({ code }) => code)).toBe('FILE_NOT_FOUND');
  });
});
