/** Workers that misbehave on the pipe: each loses only its own request, with a code, and the next worker serves. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Accept, collect, readCount, readObject, WorkerProcess, Workspace } from '../../src/isolation/index.js';

const ENTRY = fileURLToPath(new URL('../fixtures/violating-worker.mjs', import.meta.url));
const MIB = 1024 ** 2;

const opened: WorkerProcess<object>[] = [];
afterEach(() => Promise.all(opened.splice(0).map(worker => worker.stop())));

async function start(): Promise<WorkerProcess<object>> {
  const worker = await startWorker();
  opened.push(worker);
  return worker;
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

const accept: Accept<string> = (value, sizes) => {
  readObject(value, ['answer']);
  const blobs = sizes.slice(0, 1).map(size => collect(readCount(size, MIB)));
  return { message: 'done', sinks: blobs.map(({ sink }) => sink) };
};

const ask = (worker: WorkerProcess<object>, behaviour: string, timeout = 20_000) =>
  worker.request({ body: { behaviour }, blobs: [], accept, signal: AbortSignal.timeout(timeout) });

const goodAnswer = async () => ask(await start(), 'good');

/** What the worker does when it gets the request. */
const VIOLATIONS = [
  'garbage',
  'lines of the IPC of Node',
  'a line without end',
  'a length of 4 GB',
  'a length of 0',
  'a header longer than allowed',
  'a header that is not UTF-8',
  'a header that is not JSON',
  'a header that is a list',
  'a header without blobs',
  'a megabyte of nested lists',
  'a megabyte of nested objects',
  'a megabyte of names',
  'blobs that are no numbers',
  'a negative size',
  'a fractional size',
  'a blob of 2^53 bytes',
  'a blob that nobody asked for',
  'a million blobs',
  'bytes after the message',
  'two answers',
  'an unknown type',
  'no type',
  'a type of its prototype',
  'a second start',
  'an additional property',
  'a __proto__',
  'a result of another shape',
  'more blobs than expected',
  'a larger blob than allowed',
  'a failure with an unknown code',
  'a failure with the code of another domain',
  'a failure without a message',
  'a failure with nested details',
  'a failure with hostile names of details',
  'a failure with a million details',
  'much on stderr',
  'closes its end and continues',
];

describe('a worker that violates the protocol by', () => {
  let neighbour: WorkerProcess<object>;
  beforeAll(async () => {
    neighbour = await startWorker();
  });
  afterAll(() => neighbour.stop());

  it.each(VIOLATIONS)('%s', async violation => {
    const worker = await start();
    const served = ask(neighbour, 'slow');
    const before = process.memoryUsage().rss;
    await expect(ask(worker, violation)).rejects.toMatchObject({ reason: 'malformed' });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MIB);
    expect(worker.usable).toBe(false);
    await expect(served).resolves.toBe('done');
  });
});

it('a header of many names is refused before it is parsed', async () => {
  const error = { message: expect.stringContaining('too many values') };
  await expect(ask(await start(), 'a megabyte of names')).rejects.toMatchObject(error);
});

it('a worker that answers before it is asked is ended, and another one serves', async () => {
  const worker = await start();
  await ask(worker, 'good, then an answer without a request');
  await worker.ended;
  await expect(ask(worker, 'good')).rejects.toMatchObject({ reason: 'malformed' });
  await expect(goodAnswer()).resolves.toBe('done');
});

it.each([
  'stops in the middle of a header',
  'stops in the middle of a length',
  'stops in the middle of a blob',
  'never answers',
])('a worker that %s is ended at the time limit', async behaviour => {
  await expect(ask(await start(), behaviour, 500)).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('a worker that never reads a large request is ended at the time limit', async () => {
  const worker = await start();
  const request = { body: { behaviour: 'good' }, blobs: [Buffer.alloc(64 * MIB)], accept };
  await ask(worker, 'good, but reads nothing more');
  const signal = AbortSignal.timeout(500);
  await expect(worker.request({ ...request, signal })).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('texts of a failure cannot control a terminal and have a limited length', async () => {
  const failure = await ask(await start(), 'a failure with control characters').catch(error => error);
  expect(failure).toMatchObject({ code: 'CORRUPT_DOCUMENT', detail: { part: '[2Jred' } });
  expect(failure.message).toMatch(/^\[2Jredx+$/);
  expect(failure.message.length).toBeLessThanOrEqual(2000);
});
