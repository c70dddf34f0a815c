import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { descendantsOf } from '../helpers/processes.js';
import { eventually, fakeEngine, PoolUnderTest, runs } from './pool.helper.js';

const open: PoolUnderTest[] = [];
function pool(...args: ConstructorParameters<typeof PoolUnderTest>): PoolUnderTest {
  const made = new PoolUnderTest(...args);
  open.push(made);
  return made;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map(made => made.close()));
});

const idIn = (pdf: string): string => /\d+$/.exec(pdf)?.[0] ?? '';

describe('a pool', () => {
  it('reuses a warm worker', async () => {
    const workers = pool();
    expect(await workers.run('good')).toBe(await workers.run('good'));
  });

  it('runs as many at the same time as it has workers', async () => {
    const workers = pool({ size: 2 });
    const pids = await Promise.all(['slow', 'slow'].map(word => workers.run(word)));
    expect(new Set(pids).size).toBe(2);
  });

  it('reports the error of the engine for a damaged document, and keeps the worker', async () => {
    const workers = pool();
    const first = await workers.run('good');
    await expect(workers.run('refuse')).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
      cause: { message: 'the document is damaged' },
    });
    expect(await workers.run('good')).toBe(first);
  });

  it('retries once in a new worker after a crash, without files of the first', async () => {
    await expect(pool().run(['crash and leave files', 'good without files'])).resolves.toMatch(/^%PDF/);
  });

  it('rejects a document that crashes twice, and converts the next', async () => {
    const workers = pool();
    await expect(workers.run('crash')).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    expect(workers.pool.status().lost).toBe(2);
    await expect(workers.run('good')).resolves.toMatch(/^%PDF/);
  });

  it('kills a hanging worker at the deadline; other documents are converted', async () => {
    const workers = pool({ size: 2 });
    const hanging = expect(workers.run('hang', 1500)).rejects.toMatchObject({ code: 'TIMEOUT' });
    await expect(Promise.all([workers.run('good'), workers.run('good')])).resolves.toHaveLength(2);
    await hanging;
    await expect(workers.run('good')).resolves.toMatch(/^%PDF/);
  });

  it('rejects a document that needs too much memory', async () => {
    await expect(pool().run('devour')).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED', detail: { limit: 'memory' } });
  });

  it('rejects a document that needs too much processor time', async () => {
    await expect(pool().run('hang')).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED', detail: { limit: 'cpu' } });
  });

  it('rejects a document for which the engine stalls, before the deadline', async () => {
    const workers = pool();
    const cause = { message: expect.stringContaining('waited') };
    await expect(workers.run('wait')).rejects.toMatchObject({ code: 'ENGINE_FAILED', cause });
    expect(workers.pool.status().lost).toBe(1);
    await expect(workers.run('good')).resolves.toMatch(/^%PDF/);
  });

  it('replaces a worker after its number of documents', async () => {
    const workers = pool({ maxJobs: 2 });
    const pids = [await workers.run('good'), await workers.run('good'), await workers.run('good')];
    expect(pids[0]).toBe(pids[1]);
    expect(pids[2]).not.toBe(pids[0]);
  });

  it('starts the successor of a worker before its last document, so that no document waits', async () => {
    const engine = fakeEngine();
    let ready = 0;
    const start = async (...args: Parameters<typeof engine.start>) => {
      const worker = await engine.start(...args);
      ready++;
      return worker;
    };
    const workers = pool({ maxJobs: 10 }, { ...engine, start });
    const first = await workers.run('good');
    for (let documents = 1; documents < 9; documents++) expect(await workers.run('good')).toBe(first);
    const isReplaced = () => ready === 2 && workers.pool.status().workers === 1;
    expect(await eventually(isReplaced, 20_000), 'one worker, the successor').toBe(true);
    const next = workers.run('good');
    expect(workers.pool.status()).toMatchObject({ workers: 1, busy: 1, queued: 0 });
    expect(await next).not.toBe(first);
  });

  it('uses a worker to its last document when its successor does not start', async () => {
    const whole = fakeEngine();
    const broken = fakeEngine(fileURLToPath(new URL('../fixtures/no-such-worker.mjs', import.meta.url)));
    const starts = [whole, broken, whole].map(engine => engine.start).values();
    const workers = pool({ maxJobs: 10 }, { ...whole, start: (...args) => starts.next().value!(...args) });
    const ids = [];
    for (let documents = 0; documents < 10; documents++) {
      ids.push(await workers.run('good'));
      await eventually(() => workers.pool.status().workers === 1, 20_000);
    }
    expect(new Set(ids).size).toBe(1);
    expect(await workers.run('good')).not.toBe(ids[0]);
  });

  it('stops an idle worker', async () => {
    const workers = pool({ idleMs: 50 });
    await workers.run('good');
    expect(await eventually(() => workers.pool.status().workers === 0, 20_000)).toBe(true);
  });

  it('replaces a worker that is killed while idle', async () => {
    const workers = pool();
    const first = await workers.run('good');
    const worker = descendantsOf(process.pid).findLast(({ command }) => command.includes('fixtures/worker.mjs'));
    process.kill(worker!.pid, 'SIGKILL');
    expect(await eventually(() => workers.pool.status().workers === 0, 20_000)).toBe(true);
    expect(await workers.run('good')).not.toBe(first);
  });

  it('rejects jobs when the queue is full', async () => {
    const workers = pool({ queueLimit: 1 });
    const outcomes = await Promise.allSettled(['slow', 'slow', 'slow'].map(word => workers.run(word)));
    const refused = outcomes.filter(outcome => outcome.status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'QUEUE_FULL' } }]);
  });

  it('removes a waiting job and kills a running one when its caller aborts', async () => {
    const workers = pool();
    const leaving = new AbortController();
    const running = workers.run('hang', 20_000, leaving.signal);
    await eventually(() => workers.pool.status().busy === 1, 20_000);
    const outcomes = Promise.allSettled([running, workers.run('good', 20_000, leaving.signal)]);
    await eventually(() => workers.pool.status().queued === 1, 20_000);
    leaving.abort(new Error('gone'));
    const gone = { status: 'rejected', reason: { message: 'gone' } };
    expect(await outcomes).toMatchObject([gone, gone]);
    expect(workers.pool.status()).toMatchObject({ busy: 0, queued: 0 });
  });

  it('can be closed while a spare worker starts, and starts no other', async () => {
    const workers = pool({ maxJobs: 1, spares: 1 });
    await workers.run('good');
    await workers.close();
    expect(workers.pool.status()).toMatchObject({ workers: 0, busy: 0 });
    await new Promise(resolve => setTimeout(resolve, 300));
    expect(workers.pool.status().workers).toBe(0);
  });

  it('drains: finishes accepted jobs, rejects new ones', async () => {
    const workers = pool();
    const taken = [workers.run('good'), workers.run('good')];
    await eventually(() => workers.pool.status().queued + workers.pool.status().busy === 2, 20_000);
    const drained = workers.pool.drain();
    await expect(workers.run('good')).rejects.toMatchObject({ code: 'CLOSED' });
    await expect(Promise.all(taken)).resolves.toHaveLength(2);
    await drained;
    expect(workers.pool.status().workers).toBe(0);
  });

  it('rejects waiting jobs when the engine does not start', async () => {
    const missing = fileURLToPath(new URL('../fixtures/no-such-worker.mjs', import.meta.url));
    await expect(pool({}, fakeEngine(missing)).run('good')).rejects.toMatchObject({ code: 'NO_ENGINE' });
  });

  it('starts another worker when the first crashes during its start', async () => {
    const whole = fakeEngine();
    const broken = fakeEngine(fileURLToPath(new URL('../fixtures/no-such-worker.mjs', import.meta.url)));
    const starts = [broken, whole].map(engine => engine.start).values();
    const workers = pool({}, { ...whole, start: (...args) => starts.next().value!(...args) });
    await expect(workers.run('good')).resolves.toMatch(/^%PDF/);
  });

  it('kills processes that a worker started', async () => {
    const workers = pool();
    const child = `300.${idIn(await workers.run('leave a child'))}`;
    expect(runs(child)).toBe(true);
    await workers.close();
    expect(await eventually(() => !runs(child), 20_000)).toBe(true);
  });

  it('converts the other documents of a batch in which one crashes', async () => {
    const workers = pool({}, fakeEngine(undefined, 8));
    const outcomes = await Promise.allSettled(['good', 'crash', 'good', 'good'].map(word => workers.run(word)));
    expect(outcomes.map(outcome => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  });
});
