import { expect, test } from 'vitest';
import { startUpkeep } from '../../src/jobs/upkeep.js';
import { defer, pause } from '../../src/system/deferred.js';

test('upkeep that takes long is not begun again beside it, and ends when it may not work', async () => {
  const removal = defer<void>();
  const sweeps: string[] = [];
  let mayWork = true;
  const stop = startUpkeep({
    store: {
      oldestQueued: async () => [],
      sweep: async () => {
        sweeps.push('jobs');
        await removal.promise;
        return [{ documents: [], result: null }];
      },
    } as never,
    documents: { remove: async () => {}, sweep: async () => {} } as never,
    dispatcher: { sweep: async () => void sweeps.push('queue') } as never,
    everyMs: 1,
    mayWork: () => mayWork,
    onError: error => expect.fail(error.message),
  });
  await pause(50);
  expect(sweeps).toEqual(['queue', 'jobs']);
  mayWork = false;
  removal.resolve();
  await pause(50);
  expect(sweeps).toEqual(['queue', 'jobs']);
  stop();
});
