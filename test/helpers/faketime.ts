/** Processes whose clock is wrong, by libfaketime (https://github.com/wolfcw/libfaketime). */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { program, type Requirement } from './requires.js';

export const faketime: Requirement = program('faketime');

/** A clock that the test sets, of all processes with these variables. It is right at first. */
export function wrongClock(offset = '+0') {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-clock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'offset');
  /** @param offset from the right time, such as +65m */
  const set = (offset: string) => {
    writeFileSync(`${file}.new`, `${offset}\n`);
    renameSync(`${file}.new`, file);
  };
  set(offset);
  const variables = {
    LD_PRELOAD: library(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    // timers of Node would stop, as they do not when a real clock is set
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
  return { set, variables };
}

/** Where the distribution has it. */
function library(): string {
  return spawnSync('faketime', ['-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' }).stdout.trim();
}
