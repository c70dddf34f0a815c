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
/** With 1 the kernel starts no program for a core either (kernel.core_pattern): it would be root's, outside of the sandbox. */
const NO_CORE = 1;
/** Where the system lets a user take precedence, a worker could keep docconv from measuring it. */
const NO_PRIORITY = ['--nice=0', '--rtprio=0'];
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
  const given = readFileSync('/proc/self/limits', 'utf8');
  const limit = (option: string, name: string, value: number) =>
    `--${option}=${Math.min(value, hardLimit(given, name))}`;
  return [
    tool('prlimit'),
    limit('core', 'core file size', NO_CORE),
    limit('fsize', 'file size', FILE_SIZE),
    limit('nofile', 'open files', OPEN_FILES),
    ...(tasks ? [limit('nproc', 'processes', tasks)] : []),
    ...NO_PRIORITY,
    '--',
  ];
}

/** It can be lowered only: `prlimit` fails where it shall raise it. */
function hardLimit(limits: string, name: string): number {
  return Number(new RegExp(`^Max ${name} +\\S+ +(\\d+)`, 'm').exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
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
