/** Waiting for a job in memory ends in time, also when garbage is collected meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { MemoryJobStore } from '../../src/jobs/memory-store.js';

it('a wait survives the garbage collection', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const store = new MemoryJobStore({ keepMs: 60_000 });
  const id = 'an-id-of-this-test';
  const job = {
    id,
    kind: 'convert',
    account: 'a',
    fingerprint: '',
    documents: [],
    parameters: {},
    webhook: null,
  } as const;
  await store.add(job, { perAccount: 1, inAll: 1 });
  const waited = store.wait(id, 500, new AbortController().signal);
  for (let i = 0; i < 5; i++) {
    await sleep(20);
    collect();
  }
  const late = sleep(20_000, 'late', { ref: false });
  expect(await Promise.race([waited, late])).toMatchObject({ id, state: 'queued' });
  await store.close();
});
