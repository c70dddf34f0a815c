/** The body of a result, which holds a file or a query open while it is read. */
import { expect, it } from 'vitest';
import { resultOf } from '../../../src/http/jobs/result.js';
import type { Job } from '../../../src/jobs/index.js';

it('what it reads is closed when the client goes before the second block', async () => {
  let isClosed = false;
  const documents = {
    async *get() {
      try {
        for (;;) yield Buffer.alloc(100_000);
      } finally {
        isClosed = true;
      }
    },
  };
  const result = { id: 'made', name: 'a.pdf', size: 1e9, headers: {} };
  const job = { state: 'succeeded', result, error: null } as unknown as Job;
  const { body } = await resultOf(job, { documents } as never);
  body.destroy();
  await expect.poll(() => isClosed).toBe(true);
});
