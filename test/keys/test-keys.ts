/** A temporary key store with a clock that the test advances. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type CodeLimits, type Keys, openLocalKeys } from '../../src/keys/index.js';

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface TestKeys {
  keys: Keys;
  data: string;
  config: string;
  /** Advances the clock. */
  pass(ms: number): void;
}

export async function openTestKeys(
  limits: Partial<CodeLimits> = {},
  root = makeFolder(),
  rules: { registration?: string; keyDays?: number } = {},
): Promise<TestKeys> {
  let now = Date.UTC(2026, 0, 1);
  const [data, config] = [join(root, 'data'), join(root, 'config')];
  return {
    keys: await openLocalKeys({ data, config, limits, ...rules, now: () => now }),
    data,
    config,
    pass: ms => {
      now += ms;
    },
  };
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
