/** The clock of some processes, which can be wrong, by libfaketime (https://github.com/wolfcw/libfaketime). Without vitest. */
import { spawnSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface MachineClock {
  /** @param offset from the right time, such as +65m; `+0 x1.5`: it runs fast from the start of the process */
  set(offset: string): void;
  /** Of processes that have this clock. */
  readonly variables: Record<string, string>;
}

/** @param folder for its file */
export function openMachineClock(folder: string, offset: string): MachineClock {
  const file = join(folder, 'offset');
  const set = (offset: string) => {
    const speed = offset.includes('x') ? '' : ' x1'; // otherwise the former one stays
    writeFileSync(`${file}.new`, `${offset}${speed}\n`);
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
