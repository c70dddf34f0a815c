/** A store of its own for a test, and a clock that the test moves. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Keys, type Limits, openLocalKeys } from '../../src/keys/index.js';

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Bench {
  keys: Keys;
  data: string;
  config: string;
  /** Moves the clock by so many milliseconds. */
  pass(ms: number): void;
}

export async function openBench(limits: Partial<Limits> = {}, root = makeFolder()): Promise<Bench> {
  let now = Date.UTC(2026, 0, 1);
  const [data, config] = [join(root, 'data'), join(root, 'config')];
  return {
    keys: await openLocalKeys({ data, config, limits, now: () => now }),
    data,
    config,
    pass: ms => {
      now += ms;
    },
  };
}

export const MINUTE = 60_000;
