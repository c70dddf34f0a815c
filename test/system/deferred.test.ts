import { expect, it } from 'vitest';
import { defer, untilAborted } from '../../src/system/deferred.js';

it.each(['before', 'after'])(
  'work that fails when nobody waits any more harms nobody: aborted %s the call',
  async when => {
    const work = defer<never>();
    const abort = new AbortController();
    if (when === 'before') abort.abort();
    const waiting = untilAborted(work.promise, abort.signal);
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    work.reject(new Error('too late'));
    await new Promise(resolve => setTimeout(resolve, 20));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  },
);
