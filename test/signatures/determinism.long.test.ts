/**
 * The answer about a document is the same however slow the machine is: limits count work, not time. `node bench/determinism.mjs`
 * asks beside busy loops.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { bundle } from '../helpers/bundle.js';
import { faketime } from '../helpers/faketime.js';
import { HEAVY_DOCUMENTS, type SignedDocument } from '../helpers/heavy/documents.js';
import { describeWith } from '../helpers/requires.js';

/** To all clocks of a process, each computation takes so many times as long. */
const SLOWNESS = 20;

async function answersOf(documents: readonly SignedDocument[], prefix: readonly string[]): Promise<string[]> {
  const script = await bundle('test/helpers/heavy/answers.main.ts');
  const [program = '', ...args] = [...prefix, process.execPath, script];
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
  child.send(documents);
  const [answers] = await once(child, 'message');
  return answers;
}

describeWith('the answers about documents that take much work', [faketime], () => {
  it(`are the same on a machine that is ${SLOWNESS} times as slow`, { timeout: 1_200_000 }, async () => {
    const documents = HEAVY_DOCUMENTS.map(({ make }) => make());
    const answers = await answersOf(documents, []);
    const names = HEAVY_DOCUMENTS.map(({ name }) => name);
    const named = (texts: readonly string[]) => Object.fromEntries(names.map((name, i) => [name, texts[i]]));
    const slow = await answersOf(documents, ['faketime', '-f', `+0 x${SLOWNESS}`]);
    expect(named(slow)).toEqual(named(answers));
    const verdicts = new Set(answers.map(answer => JSON.parse(answer).verdict));
    // documents within and beyond the limits
    expect([...verdicts]).toEqual(expect.arrayContaining(['valid', 'intact', 'indeterminate']));
  });
});
