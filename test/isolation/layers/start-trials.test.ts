/** Why a worker does not start is found out within a time that is bounded for all trials together. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { reasonOfStart } from '../../../src/isolation/sandbox/layers.js';
import { NO_CAPABILITIES } from '../../../src/isolation/sandbox/sandbox-capabilities.js';

const MEANS = { ...NO_CAPABILITIES, landlock: true, seccomp: true, limits: true };

test('trials that do not end share one time, and show nothing', async () => {
  const given: number[] = [];
  const hangs = async (_means: unknown, withinMs: number) => {
    given.push(withinMs);
    await sleep(withinMs + 20);
    return false;
  };
  expect(await reasonOfStart(MEANS, hangs, 50)).toBeNull();
  expect(given).toHaveLength(1);
  expect(given[0]).toBeLessThanOrEqual(50);
});

test('the layer without which it starts is the reason', async () => {
  expect(await reasonOfStart(MEANS, async ({ seccomp }) => !seccomp)).toBe('seccomp prevents it');
  expect(await reasonOfStart(MEANS, async capabilities => capabilities === NO_CAPABILITIES)).toMatch(
    /^the sandbox prevents it/,
  );
  expect(await reasonOfStart(MEANS, async () => false)).toBe('it does not start without the sandbox either');
  expect(await reasonOfStart(MEANS, async () => true)).toBeNull();
});
