/** Executes a job as a request would: the same work, and the same turn of its account. */
import { createReadStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { DocconvError } from '../../errors.js';
import {
  announcementOf,
  completeDocument,
  type Job,
  type JobDocument,
  type JobKind,
  type RunnerSettings,
} from '../../jobs/index.js';
import { inBlocks } from '../../system/blocks.js';
import type { ByteBudget, ByteUsage } from '../limits/byte-budget.js';
import { clientOfAccount } from '../limits/rate-limit.js';
import type { Metrics } from '../metrics/metrics.js';
import { HttpProblem, problemOf } from '../problem.js';
import { DocumentWriter, type ReceivedDocument } from '../upload/document.js';
import type { UploadFolder } from '../upload/folder.js';
import type { Answer, Work } from '../work/work.js';

interface Parts {
  works: Readonly<Record<JobKind, Work>>;
  budget: ByteBudget;
  folder: UploadFolder;
  metrics: Metrics;
}

export function createExecution({ works, budget, folder, metrics }: Parts): RunnerSettings['execute'] {
  return async (job, documents, signal, save) => {
    const output = folder.newPath();
    const usage = openUsage(job, budget);
    const writers = job.documents.map(({ size }) => new DocumentWriter(folder.newPath(), COUNTED, size));
    try {
      usage.take(announcementOf(job).bytes);
      const order = {
        kind: job.kind,
        client: clientOfAccount(job.account),
        parameters: job.parameters,
        documents: (await receiveAll(documents, job, writers, signal)) as [ReceivedDocument, ...ReceivedDocument[]],
        isJob: true,
        take: usage.take,
      };
      const answer = await works[job.kind](order, output, signal);
      discard(answer);
      await save({ ...answer, open: () => inBlocks(chunksOf(answer, output)) });
    } catch (thrown) {
      if (job.kind === 'convert') metrics.conversion(problemOf(thrown).kind.code, 'none', 0);
      throw domainError(thrown);
    } finally {
      for (const writer of writers) await writer.discard();
      usage.release();
      await unlink(output).catch(() => {}); // no output was written
    }
  };
}

/** The bytes of a running job count as those of a request. It waits for room, unless its own bytes alone are too many. */
function openUsage({ account }: Job, budget: ByteBudget): ByteUsage {
  const usage = budget.open(clientOfAccount(account), 0);
  let own = 0;
  return {
    take(bytes) {
      own += bytes;
      if (own > budget.perClient) throw tooLarge(budget);
      usage.take(bytes);
    },
    release: usage.release,
  };
}

function tooLarge({ perClient: limit }: ByteBudget): DocconvError {
  return new DocconvError('TOO_LARGE.documents-of-job', { limit: Math.floor(limit / 1e6) }, { detail: { limit } });
}

/** All documents of the job count already. */
const COUNTED = { take() {} };

/** Together. Rejects when none is written any more. */
async function receiveAll(
  documents: Parameters<typeof completeDocument>[0],
  job: Job,
  writers: readonly DocumentWriter[],
  signal: AbortSignal,
): Promise<ReceivedDocument[]> {
  const receiving = job.documents.map((document, i) => receive(documents, document, writers[i]!, signal));
  await Promise.allSettled(receiving);
  return Promise.all(receiving);
}

/** In memory or in a file, as that of a request. */
async function receive(
  documents: Parameters<typeof completeDocument>[0],
  document: JobDocument,
  writer: DocumentWriter,
  signal: AbortSignal,
): Promise<ReceivedDocument> {
  writer.name = document.name;
  for await (const block of completeDocument(documents, document)) {
    signal.throwIfAborted();
    await writer.write(block);
  }
  return writer.finish();
}

/** A stream that a work of this machine answers with has the bytes of `output`, which can be read more than once. */
function chunksOf({ body }: Answer, output: string): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  return Buffer.isBuffer(body) ? [body] : createReadStream(output);
}

/** Closes the file of an answer. */
function discard({ body }: Answer): void {
  if (!Buffer.isBuffer(body)) body.destroy();
}

/** Options were checked when the job was accepted, perhaps by a server of a later version or with other settings. */
function domainError(thrown: unknown): unknown {
  return thrown instanceof HttpProblem
    ? DocconvError.received('STORE_OUTDATED', thrown.message, { cause: thrown })
    : thrown;
}
