/**
 * In a server that converts and verifies nothing itself, the work of a request is a job, for which the request waits. The
 * job is removed with the end of the request, or when the result was sent.
 */
import { documentsOf, type Job, type JobBackend, newJobId } from '../../jobs/index.js';
import { accountOfClient } from '../limits/rate-limit.js';
import { HttpProblem } from '../problem.js';
import type { ServerSettings } from '../services.js';
import type { Order, Work } from '../work/work.js';
import { resultOf } from './result.js';
import { announce, save } from './submission.js';

export function createDelegation(backend: JobBackend, settings: ServerSettings, onError: (error: Error) => void): Work {
  const { store, documents } = backend;

  const submit = async ({ kind, client, parameters, documents }: Order): Promise<Job> => {
    const given = {
      id: newJobId(),
      kind,
      account: accountOfClient(client),
      fingerprint: '',
      parameters,
      webhook: null,
    };
    const saved = await save(given, documents, backend, settings.jobs);
    await announce(saved, backend).catch(onError);
    return saved.job;
  };
  const remove = async ({ id }: Job): Promise<void> => {
    const latest = await store.cancel(id);
    if (!latest) return;
    await store.remove(id);
    await documents.remove(documentsOf(latest));
  };
  const ended = async ({ id }: Job, signal: AbortSignal): Promise<Job> => {
    const job = await store.wait(id, 2 * settings.deadlineMs, signal); // the signal is aborted at the deadline
    signal.throwIfAborted();
    if (!job) throw new HttpProblem('job_expired');
    return job;
  };
  return async (order, _output, signal) => {
    const job = await submit(order);
    const removed = () => remove(job).catch(onError); // or else it expires
    try {
      const answer = await resultOf(await ended(job, signal), backend);
      answer.body.once('close', removed);
      return answer;
    } catch (thrown) {
      await removed();
      throw thrown;
    }
  };
}
