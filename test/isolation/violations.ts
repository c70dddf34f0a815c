/** Workers that violate the protocol on the pipe: for channel.test.ts and channel.long.test.ts. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Accept, collect, readCount, readObject, WorkerProcess, Workspace } from '../../src/isolation/index.js';

const ENTRY = fileURLToPath(new URL('../fixtures/violating-worker.mjs', import.meta.url));
export const MIB = 1024 ** 2;

const opened: WorkerProcess<object>[] = [];

/** Stopped after the test; see stopWorkers(). */
export async function start(): Promise<WorkerProcess<object>> {
  const worker = await startWorker();
  opened.push(worker);
  return worker;
}

/** For afterEach(). */
export function stopWorkers(): Promise<unknown> {
  return Promise.all(opened.splice(0).map(worker => worker.stop()));
}

function startWorker(): Promise<WorkerProcess<object>> {
  const settings = {
    entry: ENTRY,
    sandbox: { scratch: null, readable: [dirname(ENTRY)] },
    environment: {},
    config: null,
    failures: new Set(['CORRUPT_DOCUMENT'] as const),
    workspace: new Workspace(),
  };
  return WorkerProcess.start<null, object>(settings, new AbortController().signal);
}

export const accept: Accept<string> = (value, sizes) => {
  readObject(value, ['answer']);
  const blobs = sizes.slice(0, 1).map(size => collect(readCount(size, MIB)));
  return { message: 'done', sinks: blobs.map(({ sink }) => sink) };
};

export const ask = (worker: WorkerProcess<object>, behaviour: string, timeout = 20_000) =>
  worker.request({ body: { behaviour }, blobs: [], accept, signal: AbortSignal.timeout(timeout) });

/** What the worker does when it gets the request: one of each kind, and others like them. */
export const VIOLATIONS = [
  'garbage',
  'a length of 4 GB',
  'a header that is not UTF-8',
  'a header without blobs',
  'a megabyte of nested lists',
  'a megabyte of names',
  'a blob of 2^53 bytes',
  'a blob that nobody asked for',
  'bytes after the message',
  'an unknown type',
  'a __proto__',
  'more blobs than expected',
  'a failure with an unknown code',
  'a failure with hostile names of details',
  'much on stderr',
  'closes its end and continues',
];
export const FURTHER_VIOLATIONS = [
  'lines of the IPC of Node',
  'a line without end',
  'a length of 0',
  'a header longer than allowed',
  'a header that is not JSON',
  'a header that is a list',
  'a megabyte of nested objects',
  'blobs that are no numbers',
  'a negative size',
  'a fractional size',
  'a million blobs',
  'two answers',
  'no type',
  'a type of its prototype',
  'a second start',
  'an additional property',
  'a result of another shape',
  'a larger blob than allowed',
  'a failure with the code of another domain',
  'a failure without a message',
  'a failure with nested details',
  'a failure with a million details',
];

export function describeViolations(violations: readonly string[]): void {
  describe('a worker that violates the protocol by', () => {
    afterEach(stopWorkers);
    let neighbour: WorkerProcess<object>;
    beforeAll(async () => {
      neighbour = await startWorker();
    });
    afterAll(() => neighbour.stop());

    it.each(violations)('%s', async violation => {
      const worker = await start();
      const served = ask(neighbour, 'slow');
      const before = process.memoryUsage().rss;
      await expect(ask(worker, violation)).rejects.toMatchObject({ reason: 'malformed' });
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * MIB);
      expect(worker.usable).toBe(false);
      await expect(served).resolves.toBe('done');
    });
  });
}
