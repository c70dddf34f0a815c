/** A document is sent to a worker whose engine still starts; when the start fails, the document is not to blame. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Engine, Worker } from '../../src/convert/engine.js';
import { familyTrials } from '../../src/convert/engines/native/families.js';
import { ENTRY, eventually, fakeEngine, poolWith } from './pool.helper.js';

it('a worker gets its first document while its engine starts', async () => {
  const { workers } = poolWith(['slow']);
  expect(await workers.run('tell when')).toContain('before the start');
  expect(await workers.run('tell when')).toContain('after the start');
});

it('a worker may be ready before its message that it accepts documents is read', async () => {
  const { workers, started } = poolWith(['at once']);
  expect(await workers.run('good')).toMatch(/^%PDF/);
  expect(started()).toBe(1);
});

it('the limit of processor time of a document does not include the start', async () => {
  const { workers } = poolWith(['busy']);
  await expect(workers.run('good')).resolves.toMatch(/^%PDF/);
});

it('the time limit of a document does not include the start', async () => {
  const { workers } = poolWith(['slow']);
  await expect(workers.run('good', 500)).resolves.toMatch(/^%PDF/);
  await expect(workers.run('slow', 500)).rejects.toMatchObject({ code: 'TIMEOUT' });
});

it('an engine that starts after the inspection of a document: the time limit includes that, and not the start', async () => {
  const { workers } = poolWith(['after inspection']);
  await expect(workers.run('wait', 500)).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect(workers.pool.status().lost).toBe(1);
  await expect(workers.run('good', 2_500)).resolves.toMatch(/^%PDF/);
});

it('a worker that tells twice that it has inspected a document violates the protocol', async () => {
  const { workers } = poolWith(['inspected twice']);
  await expect(workers.run('wait')).rejects.toMatchObject({ code: 'WORKER_COMPROMISED' });
});

it.each(['unusable', 'crash', 'hang'])(
  'an engine whose start ends with "%s" is tried again, then there is no engine',
  async way => {
    const { workers, started } = poolWith([way], { size: 2 });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => workers.run('good')));
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'NO_ENGINE' } });
    expect(started()).toBeLessThan(10);
  },
);

it('workers whose starts fail one after the other are no endless series', async () => {
  const { workers, started } = poolWith(['unusable'], { size: 2 }, 150); // longer than from "accepting" to "unusable"
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => workers.run('good')));
  for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'NO_ENGINE' } });
  expect(started()).toBeLessThan(5);
});

it.each(['unusable', 'crash', 'hang'])(
  'after a start that ends with "%s", the next worker converts the document',
  async way => {
    const { workers, started } = poolWith([way, 'slow']);
    expect(await workers.run('tell when')).toContain('after the start');
    expect(started()).toBe(2);
  },
);

it('a document that ends the worker during the start, and again after it, is to blame', async () => {
  const { workers } = poolWith(['slow']);
  await expect(workers.run('crash')).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
  expect(workers.pool.status().lost).toBe(2);
  await expect(workers.run('good')).resolves.toMatch(/^%PDF/);
});

it('the successor of a worker gets no document before it is ready', async () => {
  const { workers, started } = poolWith(['', 'slow'], { maxJobs: 10 });
  for (let documents = 0; documents < 9; documents++) await workers.run('good');
  expect(await eventually(() => started() === 2, 20_000)).toBe(true);
  const isReplaced = () => workers.pool.status().workers === 1;
  expect(await eventually(isReplaced, 20_000)).toBe(true);
  expect(await workers.run('tell when')).toContain('after the start');
});

it('a pool can be closed while a worker with a document starts', async () => {
  const { workers } = poolWith(['slow']);
  const running = expect(workers.run('good')).rejects.toMatchObject({ code: 'CLOSED' });
  await eventually(() => workers.pool.status().busy === 1, 20_000);
  await workers.close();
  await running;
});

it('what a start takes after a refusal is not limited by that document', async () => {
  const { workers, started } = poolWith(['busy']);
  await expect(workers.run('refuse')).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  expect(await eventually(() => workers.pool.status().workers === 0, 4_000)).toBe(false);
  await expect(workers.run('good')).resolves.toMatch(/^%PDF/);
  expect(started()).toBe(1);
});

it.each(['unusable', 'crash', 'hang', 'answer twice'])(
  'a start that ends with "%s" after a refusal is charged to no document',
  async way => {
    const isTwice = way === 'answer twice';
    const { workers, started } = poolWith([isTwice ? 'slow' : way, '']);
    await expect(workers.run(isTwice ? way : 'refuse')).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    const isGone = () => workers.pool.status().workers === 0 || started() === 2;
    expect(await eventually(isGone, 20_000)).toBe(true);
    // one, where a slow machine sends the document only after the start has ended
    expect(workers.pool.status().lost).toBeLessThanOrEqual(['unusable', 'crash'].includes(way) ? 1 : 0);
    expect(await workers.run('good')).toMatch(/^%PDF/);
    expect(started()).toBe(2);
  },
);

it('documents are refused while no engine starts, and the others get the reason', async () => {
  const { workers } = poolWith(['crash'], { size: 2 });
  const documents = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? 'refuse' : 'good'));
  const outcomes = await Promise.allSettled(documents.map(document => workers.run(document)));
  expect(outcomes[0]).toMatchObject({ reason: { code: 'ENGINE_FAILED' } });
  for (const [i, outcome] of outcomes.entries())
    if (documents[i] === 'good') expect(outcome).toMatchObject({ reason: { code: 'NO_ENGINE' } });
});

it('a worker for one document that refuses it is replaced', async () => {
  const { workers } = poolWith(['slow'], { maxJobs: 1, spares: 1 });
  await expect(workers.run('refuse')).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  expect(await workers.run('good')).toMatch(/^%PDF/);
  expect(workers.pool.status().lost).toBe(0);
});

/** `handles` of an engine whose trials, in this order, start and end like this; `trials()`: how many there were. */
function trialsWith(...ways: readonly { start?: string; behaviour: string }[]) {
  const cache = mkdtempSync(join(tmpdir(), 'docconv-trial-'));
  onTestFinished(() => rmSync(cache, { recursive: true }));
  const problems: unknown[] = [];
  let count = 0;
  const start: Engine['start'] = async (...args) => {
    const way = ways[Math.min(count++, ways.length - 1)]!;
    const worker = await fakeEngine(ENTRY, 1, way.start).start(...args);
    const { ready } = worker;
    const open = async () => Buffer.from(way.behaviour);
    const run: Worker['run'] = ([job], signal) => worker.run([{ ...job!, open }], signal);
    return { batch: 1, usable: true, ready, ended: worker.ended, memory: () => 0, stop: () => worker.stop(), run };
  };
  const engine = { ...fakeEngine(), start };
  const handles = familyTrials(engine, 'stamp', cache, [], problem => problems.push(problem));
  return { handles: () => handles('calc'), trials: () => count, problems };
}

it('the trial of a family has no result when the engine does not start', async () => {
  const { handles, trials } = trialsWith({ start: 'unusable', behaviour: 'good' });
  expect(await handles()).toBe(false);
  expect(await handles()).toBe(false);
  expect(trials()).toBe(2); // not cached
});

it('the trial of a family whose worker is killed once is repeated', async () => {
  const { handles, trials } = trialsWith({ behaviour: 'crash' }, { behaviour: 'good' });
  expect(await handles()).toBe(true);
  expect(trials()).toBe(2);
});

it.each(['crash', 'refuse'])('a family of which each trial ends with "%s" is remembered', async behaviour => {
  const { handles, trials, problems } = trialsWith({ behaviour });
  expect(await handles()).toBe(false);
  const tried = trials();
  expect(await handles()).toBe(false);
  expect(trials()).toBe(tried);
  expect(problems).toEqual([null, null]);
});

it('a limit that ends the trial of a family is no answer', async () => {
  const { handles, trials, problems } = trialsWith({ behaviour: 'devour' }, { behaviour: 'good' });
  expect(await handles()).toBe(false);
  expect(problems).toEqual([expect.objectContaining({ code: 'NO_ENGINE', detail: { engine: 'native' } })]);
  expect(await handles()).toBe(true);
  expect(trials()).toBe(2);
});
