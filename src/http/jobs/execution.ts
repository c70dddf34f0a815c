/** Executes a job as a request would: the same work, and the same turn of its account. */
import { readFile, unlink } from 'node:fs/promises';
import { DocconvError } from '../../errors.js';
import type { Job, JobDocument, JobKind, RunnerSettings } from '../../jobs/index.js';
import { inBlocks } from '../../system/blocks.js';
import { clientOfAccount } from '../limits/rate-limit.js';
import type { Metrics } from '../metrics/metrics.js';
import { HttpProblem, problemOf } from '../problem.js';
import type { ReceivedDocument } from '../upload/document.js';
import type { UploadFolder } from '../upload/folder.js';
import type { Answer, Order, Work } from '../work/work.js';

interface Parts {
  works: Readonly<Record<JobKind, Work>>;
  folder: UploadFolder;
  metrics: Metrics;
}

export function createExecution({ works, folder, metrics }: Parts): RunnerSettings['execute'] {
  return async (job, paths, signal, save) => {
    const output = folder.newPath();
    try {
      const answer = await works[job.kind](orderOf(job, paths), output, signal);
      await save({ ...answer, blocks: inBlocks(chunksOf(answer)) }).finally(() => discard(answer));
    } catch (thrown) {
      if (job.kind === 'convert') metrics.conversion(problemOf(thrown).kind.code, 'none', 0);
      throw domainError(thrown);
    } finally {
      await unlink(output).catch(() => {}); // no output was written
    }
  };
}

function orderOf({ kind, account, parameters, documents }: Job, paths: readonly string[]): Order {
  const received = documents.map((document, i) => storedDocument(document, paths[i]!));
  return {
    kind,
    client: clientOfAccount(account),
    parameters,
    documents: received as [ReceivedDocument, ...ReceivedDocument[]],
    isJob: true,
    take: () => {}, // the PDFs of a merge have a limit of their own
  };
}

function storedDocument({ name, size }: JobDocument, path: string): ReceivedDocument {
  return { name, size, source: { path, name }, read: () => readFile(path) };
}

function chunksOf({ body }: Answer): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  return Buffer.isBuffer(body) ? [body] : body;
}

/** Closes the file of an answer that could not be saved. */
function discard({ body }: Answer): void {
  if (!Buffer.isBuffer(body)) body.destroy();
}

/** Options were checked when the job was accepted; a server with other settings may refuse them nevertheless. */
function domainError(thrown: unknown): unknown {
  return thrown instanceof HttpProblem ? new DocconvError('OPTION_INVALID', thrown.message, { cause: thrown }) : thrown;
}
