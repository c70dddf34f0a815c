/** Processes whose clock is wrong. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type MachineClock, openMachineClock } from './machine-clock.js';
import { program, type Requirement } from './requires.js';

export const faketime: Requirement = program('faketime');

/** A clock that the test sets, of all processes with these variables. It is right at first. */
export function wrongClock(offset = '+0'): MachineClock {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-clock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return openMachineClock(folder, offset);
}
