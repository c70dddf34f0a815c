import { setTimeout as sleep } from 'node:timers/promises';

/** A promise with its resolvers; `Promise.withResolvers` requires Node 22. */
export interface Deferred<T> {
  promise: Promise<T>;
  resolve(value: T): void;
  reject(reason: unknown): void;
}

export function defer<T>(): Deferred<T> {
  let resolve!: Deferred<T>['resolve'];
  let reject!: Deferred<T>['reject'];
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Stops waiting for work that cannot be cancelled, such as a DNS lookup: rejects with the reason of the signal. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abandon = () => reject(signal.reason);
    if (signal.aborted) abandon();
    else signal.addEventListener('abort', abandon, { once: true });
    // also when nobody waits any more: an unhandled rejection would end the process
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon));
  });
}

/** Resolves after so many milliseconds, or when the signal is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return sleep(milliseconds, undefined, signal && { signal }).catch(() => {});
}
