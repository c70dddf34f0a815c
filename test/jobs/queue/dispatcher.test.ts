/** Dispatchers in memory; on PostgreSQL: dispatcher.long.test.ts. */
import { createMemoryDispatcher } from '../../../src/jobs/queue/memory-dispatcher.js';
import { dispatcherSuite } from './dispatcher-cases.js';

dispatcherSuite(async () => {
  const one = createMemoryDispatcher(20);
  return { one, two: one };
});
