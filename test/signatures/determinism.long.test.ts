/** The answer about a document is the same however busy the machine is: limits count work, not time. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { answerAbout, HEAVY_DOCUMENTS } from '../helpers/heavy-documents.js';

const BUSY = `for (;;) Math.random();`;
const loops: Worker[] = [];
afterAll(() => Promise.all(loops.map(loop => loop.terminate())));

test('the same answers beside busy loops', { timeout: 1_200_000 }, async () => {
  const documents = HEAVY_DOCUMENTS.map(({ name, make }) => ({ name, ...make() }));
  const answers = async () => {
    const found: Record<string, string> = {};
    for (const { name, bytes, options } of documents) found[name] = await answerAbout(bytes, options);
    return found;
  };
  const quiet = await answers();
  for (let i = 0; i < 2 * availableParallelism(); i++) loops.push(new Worker(BUSY, { eval: true }));
  expect(await answers()).toEqual(quiet);
  const verdicts = new Set(Object.values(quiet).map(answer => JSON.parse(answer).verdict));
  // documents within and beyond the limits
  expect([...verdicts]).toEqual(expect.arrayContaining(['valid', 'intact', 'indeterminate']));
});
