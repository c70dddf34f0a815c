/** Why a worker does not start is found out within a time that is bounded for all trials together. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { reasonOfStart } from '../../../src/isolation/sandbox/layers.js';
import { NO_CAPABILITIES } from '../../../src/isolation/sandbox/sandbox-capabilities.js';

const CAPABILITIES = { ...NO_CAPABILITIES, landlock: true, seccomp: true, limits: true };

test('trials that do not end share one time, and show nothing', async () => {
  const given: number[] = [];
  const hangs = async (_means: unknown, withinMs: number) => {
    given.push(withinMs);
    await sleep(withinMs + 20);
    return false;
  };
  expect(await reasonOfStart(CAPABILITIES, hangs, 50)).toBeNull();
  expect(given).toHaveLength(1);
  expect(given[0]).toBeLessThanOrEqual(50);
});

test('the layer without which it starts is the reason', async () => {
  expect(await reasonOfStart(CAPABILITIES, async ({ seccomp }) => !seccomp)).toBe('seccomp prevents it');
  expect(await reasonOfStart(CAPABILITIES, async capabilities => capabilities === NO_CAPABILITIES)).toMatch(
    /^the sandbox prevents it/,
  );
  expect(await reasonOfStart(CAPABILITIES, async () => false)).toBe('it does not start without the sandbox either');
  expect(await reasonOfStart(CAPABILITIES, async () => true)).toBeNull();
});
