/** Documents from pipes. */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Context } from '../../../src/cli/context.js';
import { readPipe } from '../../../src/cli/input/documents.js';

/** What is said on stderr while a document comes from a pipe that is silent for so many milliseconds. */
async function saidWhileSilent(milliseconds: number): Promise<string> {
  const said: string[] = [];
  const slow = async function* () {
    await sleep(milliseconds);
    yield Buffer.from('text');
  };
  const terminal = { in: Readable.from(slow()), err: { write: (text: string) => said.push(text) } };
  const context = { terminal, signal: new AbortController().signal } as unknown as Context;
  expect(Buffer.from(await readPipe({ kind: 'stream', path: null, name: '-' }, context)).toString()).toBe('text');
  return said.join('');
}

test('that no program writes to are announced', async () => {
  expect(await saidWhileSilent(2_500)).toBe('Waiting for data from standard input.\n');
});

test('with data at once are not', async () => {
  expect(await saidWhileSilent(0)).toBe('');
});
