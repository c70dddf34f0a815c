/** The command line that starts a program in a sandbox: a chain of programs, each started by the one before. */
import { readFileSync } from 'node:fs';
import { MAX_TASKS } from '../usage.js';
import { bubblewrapCommand } from './bubblewrap.js';
import type { SandboxCapabilities } from './capabilities.js';
import { namespacesCommand } from './namespaces.js';
import type { SandboxPolicy } from './policy.js';
import { tool } from './tools.js';

/** Bytes of one written file: far above any real document, far below a full disk. */
const FILE_SIZE = 4 * 1024 ** 3;
const OPEN_FILES = 4096;

/** `writable`: folders that the program may write to. `filter`: see bubblewrapCommand. */
export function sandboxCommand(
  program: string,
  args: readonly string[],
  policy: SandboxPolicy,
  writable: readonly string[],
  means: SandboxCapabilities,
  filter: number | null = null,
): [string, string[]] {
  const outer = means.files ? bubblewrapCommand(policy, writable, means, filter) : namespacesCommand(means);
  const [first, ...rest] = [...outer, ...limits(means), ...privileges(means), program, ...args];
  return [first!, rest];
}

/** Set inside of the namespaces: the number of processes is counted for each user namespace. */
function limits({ limits, processLimit }: SandboxCapabilities): string[] {
  if (!limits) return [];
  const tasks = processLimit ? [`--nproc=${MAX_TASKS}`] : [];
  return [tool('prlimit'), '--core=0', `--fsize=${FILE_SIZE}`, `--nofile=${openFiles()}`, ...tasks, '--'];
}

/** A hard limit can be lowered only. */
function openFiles(): number {
  const hard = /^Max open files\s+\S+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  return Math.min(OPEN_FILES, Number(hard ?? OPEN_FILES));
}

/** bubblewrap drops the capabilities itself. */
function privileges({ files, unprivileged }: SandboxCapabilities): string[] {
  if (files || !unprivileged) return [];
  return [tool('setpriv'), '--bounding-set=-all', '--inh-caps=-all', '--no-new-privs', '--'];
}
