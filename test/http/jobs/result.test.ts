/** The body of a result, which holds a file or a query open while it is read, and results that are gone. */

import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { toDocconvError } from '../../../src/errors.js';
import { resultOf } from '../../../src/http/jobs/result.js';
import { problemOf } from '../../../src/http/problem.js';
import { createFileDocuments } from '../../../src/jobs/documents/file-documents.js';
import { type Job, jobErrorOf } from '../../../src/jobs/index.js';

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

it.each(['document', 'result'])(
  'a job whose %s was removed by hand: the client is told to send it again',
  async what => {
    const documents = createFileDocuments(tmpdir(), 1_000);
    const removed = await buffer(documents.get('removed')).then(() => null, toDocconvError);
    const outcome =
      what === 'result'
        ? { state: 'succeeded', result: { id: 'removed', name: 'a.pdf', size: 1, headers: {} }, error: null }
        : { state: 'failed', result: null, error: jobErrorOf(removed!) };
    const { kind, message } = problemOf(await resultOf(outcome as Job, { documents }).catch(thrown => thrown));
    expect([kind.status, kind.code]).toEqual([410, 'job_expired']);
    expect(message).toMatch(new RegExp(`^The ${what} of the job is no longer in the store .* Send the document again`));
  },
);
