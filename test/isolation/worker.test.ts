import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { WorkerProcess, Workspace } from '../../src/isolation/index.js';
import { bundle } from '../helpers/bundle.js';

it('a worker in which an error is thrown ends at once, although it waits for the next message', async () => {
  const entry = await bundle('test/fixtures/throwing-worker.ts');
  const settings = {
    entry,
    sandbox: { scratch: null, readable: [dirname(entry)] },
    environment: {},
    config: null,
    failures: new Set<never>(),
    workspace: new Workspace(),
  };
  const worker = await WorkerProcess.start<null, object>(settings, new AbortController().signal);
  const accept = () => ({ message: null, sinks: [] });
  const answer = worker.request({ body: {}, blobs: [], accept, signal: AbortSignal.timeout(20_000) });
  await expect(answer).rejects.toMatchObject({ reason: 'crashed', message: expect.stringContaining('in a timer') });
});

it('no timer of a worker that has ended keeps the process alive', async () => {
  const entry = await bundle('test/fixtures/throwing-worker.ts');
  const script = await bundle('test/helpers/isolation/ended-worker.main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, entry]);
  expect(JSON.parse(stdout)).toEqual({ timers: 0 });
});
