/** The command line that starts a program in a sandbox: a chain of programs, each started by the one before. */
import { readFileSync } from 'node:fs';
import { MAX_TASKS } from '../usage/usage.js';
import { bubblewrapCommand } from './bubblewrap.js';
import { createsNamespaces, namespacesCommand } from './namespaces.js';
import { changesUser, isRoot, NOBODY, type SandboxPolicy } from './policy.js';
import type { SandboxCapabilities } from './sandbox-capabilities.js';
import { tool } from './tools.js';

/** Bytes of one written file: far above any real document, far below a full disk. */
const FILE_SIZE = 4 * 1024 ** 3;
const OPEN_FILES = 4096;
/** Where the kernel counts the processes of all workers together. */
const MAX_TASKS_OF_USER = 4096;

/** `scratch`: path of the private folder, null where there is none. `filter`: see bubblewrapCommand. */
export function sandboxCommand(
  command: readonly string[],
  policy: SandboxPolicy,
  scratch: string | null,
  capabilities: SandboxCapabilities,
  filter: number | null = null,
): string[] {
  const sized = scratch !== null && capabilities.sizedScratch ? { path: scratch, size: policy.scratch ?? 0 } : null;
  const outer = capabilities.files
    ? bubblewrapCommand(policy, capabilities, filter)
    : namespacesCommand(capabilities, sized);
  return [...outer, ...limits(capabilities), ...privileges(capabilities), ...command];
}

/** Set inside of the namespaces: the number of processes is counted for each user namespace. */
function limits(capabilities: SandboxCapabilities): string[] {
  if (!capabilities.limits) return [];
  const tasks = capabilities.processLimit ? MAX_TASKS : changesUser(capabilities) ? MAX_TASKS_OF_USER : null;
  const limited = [`--fsize=${FILE_SIZE}`, `--nofile=${openFiles()}`, ...(tasks ? [`--nproc=${tasks}`] : [])];
  return [tool('prlimit'), '--core=0', ...limited, '--'];
}

/** A hard limit can be lowered only. */
function openFiles(): number {
  const hard = /^Max open files\s+\S+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  return Math.min(OPEN_FILES, Number(hard ?? OPEN_FILES));
}

/** bubblewrap drops the capabilities of an ordinary user itself. */
function privileges(capabilities: SandboxCapabilities): string[] {
  const { files, unprivileged, processes, parentDeath } = capabilities;
  const changes = changesUser(capabilities);
  if (!changes && (files || !unprivileged)) return [];
  const user = changes ? [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
  // changing the user resets the signal; a process namespace ends with its first process, which stays as it is
  const signal = changes && parentDeath && !files && !processes ? ['--pdeathsig=KILL'] : [];
  // an ordinary user cannot, on some versions, and has no need to where there are no new privileges
  const bounding = isRoot() || createsNamespaces(capabilities) ? ['--bounding-set=-all'] : [];
  return [tool('setpriv'), ...user, ...signal, ...bounding, '--inh-caps=-all', '--no-new-privs', '--'];
}
