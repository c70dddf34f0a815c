/** Waiting for a job in memory ends in time, also when garbage is collected meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { MemoryJobStore } from '../../../src/jobs/store/memory-store.js';
import { collectGarbage } from '../../helpers/isolation/memory.js';

it('a wait survives the garbage collection', async () => {
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
    collectGarbage();
  }
  const late = sleep(20_000, 'late', { ref: false });
  expect(await Promise.race([waited, late])).toMatchObject({ id, state: 'queued' });
  await store.close();
});
