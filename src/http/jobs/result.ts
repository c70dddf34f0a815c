/** The result of a job as an answer. */
import { Readable } from 'node:stream';
import { DocconvError } from '../../errors.js';
import { completeDocument, hasEnded, type Job, type JobBackend } from '../../jobs/index.js';
import { HttpProblem } from '../problem.js';
import type { Answer } from '../work/work.js';
import { errorOf } from './view.js';

interface Result extends Answer {
  readonly body: Readable;
}

/** Throws the problem of a failed job, job_not_ready, job_cancelled and job_expired. */
export async function resultOf(job: Job, { documents }: Pick<JobBackend, 'documents'>): Promise<Result> {
  if (!hasEnded(job)) throw new HttpProblem('job_not_ready', undefined, { headers: { 'retry-after': '1' } });
  if (job.state === 'expired') throw new HttpProblem('job_expired');
  const { result, error } = job;
  if (error) throw errorOf(error);
  if (!result) throw new HttpProblem('job_cancelled');
  const body = Readable.from(await begun(completeDocument(documents, result)), { objectMode: false });
  return { ...result, body };
}

/** Throws job_expired where the result is gone, before the headers of the answer are sent. */
async function begun(blocks: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const first = await blocks.next().catch(thrown => {
    if (thrown instanceof DocconvError && thrown.code === 'FILE_NOT_FOUND') throw new HttpProblem('job_expired');
    throw thrown;
  });
  return (async function* () {
    if (!first.done) yield first.value;
    yield* blocks;
  })();
}
