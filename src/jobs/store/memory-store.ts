/** Jobs in the memory of one process. */
import { EventEmitter, once } from 'node:events';
import { hasEnded, type Job, type JobState, type NewJob, type Outcome } from '../job.js';
import { pageOf } from '../page.js';
import { MemoryDeliveries } from '../webhooks/memory-deliveries.js';
import type { JobLimits, JobQuery, JobStore } from './store.js';
import { begun, EXPIRED, ended, jobsAreFull, queued, released } from './transitions.js';

export interface JobStoreSettings {
  /** Milliseconds from the end of a job to its expiry, and from that to its removal. */
  keepMs: number;
  /** Milliseconds of a clock that is never set, unlike that of the machine; for tests. */
  now?: () => number;
}

export class MemoryJobStore implements JobStore {
  readonly durable = false;
  readonly deliveries: MemoryDeliveries;
  readonly #jobs = new Map<string, Job>();
  /** In the order in which jobs were added. */
  readonly #positions = new Map<string, number>();
  #nextPosition = 0;
  /** When jobs that have ended expire, and expired ones are removed; by #now. */
  readonly #due = new Map<string, number>();
  readonly #events = new EventEmitter().setMaxListeners(0);
  readonly #keepMs: number;
  readonly #now: () => number;

  constructor({ keepMs, now = () => performance.now() }: JobStoreSettings) {
    this.#keepMs = keepMs;
    this.#now = now;
    this.deliveries = new MemoryDeliveries(now);
  }

  async add(given: NewJob, limits: JobLimits) {
    const known = this.#jobs.get(given.id);
    if (known && known.state !== 'expired') return { job: known, isNew: false };
    this.#delete(given.id);
    this.#requireRoom(given.account, limits);
    if (given.webhook !== null) this.deliveries.requireRoom(given.account, limits.undelivered);
    this.#positions.set(given.id, this.#nextPosition++);
    return { job: this.#save(queued(given, Date.now())), isNew: true };
  }

  async find(id: string) {
    return this.#find(id);
  }

  async list(account: string, query: JobQuery) {
    const found = [...this.#jobs.values()]
      .filter(job => job.account === account && job.receiver === undefined)
      .filter(job => job.state !== 'expired' && !this.#isDue(job))
      .map(entry => ({ entry, position: this.#positions.get(entry.id)! }))
      .filter(({ entry, position }) => isAsked(entry, position, query));
    return pageOf(found.reverse(), query);
  }

  async begin(id: string, isAlone = false, mayBegin: (job: Job) => boolean = () => true) {
    const job = this.#jobs.get(id);
    if (!job || hasEnded(job) || !mayBegin(job)) return null;
    const next = begun(job, isAlone, Date.now(), this.#keepMs);
    if (!hasEnded(next)) return this.#save(next);
    this.#saveEnded(next);
    return null;
  }

  async end(id: string, attempt: number, outcome: Outcome) {
    const job = this.#running(id, attempt);
    if (job) this.#end(job, outcome);
    return job !== null;
  }

  async release(id: string, attempt: number, counts: boolean) {
    const job = this.#running(id, attempt);
    if (job) this.#save(released(job, counts));
  }

  async cancel(id: string) {
    const job = this.#jobs.get(id);
    if (!job || hasEnded(job)) return this.#find(id);
    const cancelled = this.#end(job, 'cancelled');
    if (job.state === 'running') this.#events.emit('cancelled', id);
    return cancelled;
  }

  async wait(id: string, milliseconds: number, signal: AbortSignal) {
    const job = this.#jobs.get(id);
    if (!job || hasEnded(job)) return this.#find(id);
    // AbortSignal.any() does not hold an AbortSignal.timeout(), which may be collected as garbage and never fires then
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), milliseconds);
    await once(this.#events, `end of ${id}`, { signal: AbortSignal.any([signal, limit.signal]) }).catch(() => {});
    clearTimeout(timer);
    return this.#find(id);
  }

  onCancelled(listener: (id: string) => void) {
    this.#events.on('cancelled', listener);
    return () => void this.#events.off('cancelled', listener);
  }

  async position(id: string) {
    return Math.max(
      0,
      this.#having('queued').findIndex(job => job.id === id),
    );
  }

  async oldestQueued(limit: number) {
    return this.#having('queued').slice(0, limit);
  }

  async counts() {
    return { queued: this.#having('queued').length, running: this.#having('running').length };
  }

  async remove(id: string) {
    this.#delete(id);
  }

  async sweep() {
    const due = [...this.#jobs.values()].filter(job => this.#isDue(job));
    const expired = due.filter(({ state }) => state !== 'expired');
    for (const { id, state } of due) if (state === 'expired') this.#delete(id);
    for (const job of expired) {
      this.#save({ ...job, ...EXPIRED, expiresAt: job.expiresAt! + this.#keepMs });
      this.#due.set(job.id, this.#due.get(job.id)! + this.#keepMs);
    }
    return expired;
  }

  async close() {}

  #save(job: Job): Job {
    this.#jobs.set(job.id, job);
    return job;
  }

  #delete(id: string): void {
    this.#jobs.delete(id);
    this.#due.delete(id);
    this.#positions.delete(id);
  }

  #find(id: string): Job | null {
    const job = this.#jobs.get(id);
    if (!job) return null;
    return this.#isDue(job) ? { ...job, ...EXPIRED } : job;
  }

  #isDue({ id }: Job): boolean {
    const due = this.#due.get(id);
    return due !== undefined && due <= this.#now();
  }

  #end(job: Job, outcome: Outcome | 'cancelled'): Job {
    return this.#saveEnded(ended(job, outcome, Date.now(), this.#keepMs));
  }

  #saveEnded(job: Job): Job {
    this.#due.set(job.id, this.#now() + this.#keepMs);
    this.deliveries.add(job);
    this.#save(job);
    this.#events.emit(`end of ${job.id}`);
    return job;
  }

  #running(id: string, attempt: number): Job | null {
    const job = this.#jobs.get(id);
    return job?.state === 'running' && job.attempts === attempt ? job : null;
  }

  #having(state: JobState): Job[] {
    return [...this.#jobs.values()].filter(job => job.state === state);
  }

  #requireRoom(account: string, { perAccount, inAll }: JobLimits): void {
    const open = [...this.#jobs.values()].filter(job => !hasEnded(job));
    if (open.length >= inAll || open.filter(job => job.account === account).length >= perAccount) throw jobsAreFull();
  }
}

function isAsked(
  { state: own, createdAt }: Job,
  position: number,
  { after, state, createdFrom, createdBefore }: JobQuery,
): boolean {
  return (
    (after === null || position < after) &&
    (state === null || own === state) &&
    (createdFrom === null || createdAt >= createdFrom) &&
    (createdBefore === null || createdAt < createdBefore)
  );
}
