/** The only place that starts worker processes: in the strongest sandbox that this system offers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { chmod, chown } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { removeTree } from '../../system/files/remove-tree.js';
import { HAS_GROUPS } from '../../system/processes.js';
import { ANSWERS } from '../frame.js';
import { countEntries } from '../usage/entries.js';
import { NO_USAGE, type Usage, UsageMeter } from '../usage/usage.js';
import type { Counts } from '../usage/usage-watch.js';
import type { Workspace } from '../workspace.js';
import { TEMPORARY } from './bubblewrap.js';
import { capabilitiesFor, landlockRules, socketFolder } from './capabilities.js';
import { createCgroup } from './cgroup.js';
import { sandboxCommand } from './command.js';
import { launchCommand } from './launch.js';
import { changesUser, NOBODY, readablePaths, type SandboxPolicy } from './policy.js';
import type { SandboxCapabilities } from './sandbox-capabilities.js';
import { type Architecture, seccompFilter } from './seccomp/index.js';

export interface SandboxSettings {
  /** The whole environment; nothing of this process's is inherited. HOME and the folder for temporary files are the private folder. */
  environment: NodeJS.ProcessEnv;
  /** Where a private folder on the disk is created. Kills the process when this process ends without having stopped it. */
  workspace: Workspace;
  /** The capabilities to use; by default all that this system offers. */
  capabilities?: SandboxCapabilities;
}

/** Its private folder has no files to count where it is a file system of its own. */
export interface Sandboxed extends Counts {
  /** A process group of its own where the system has such, with pipes for stderr and for frames (frame.ts). */
  child: ChildProcess;
  /** Of the program and all that it started. */
  usage(): Usage;
  /** The memory limit in bytes at which the kernel ended it; 0 if it did not. */
  exceededMemory(): number;
  /** Removes the private folder. Only after the process has ended and its group was killed. */
  dispose(): Promise<void>;
}

/** Up to the last descriptor for frames. */
const STDIO: readonly ('ignore' | 'pipe')[] = Array.from({ length: ANSWERS + 1 }, (_, i) =>
  i < 2 ? 'ignore' : 'pipe',
);

export async function startSandboxed(
  program: string,
  args: readonly string[],
  policy: SandboxPolicy,
  { environment, workspace, capabilities = capabilitiesFor(policy, workspace.parent) }: SandboxSettings,
): Promise<Sandboxed> {
  const cgroup = policy.memory === undefined ? null : createCgroup(policy.memory); // before docconv has other children
  // without a process namespace, and where a group has to be removed, more than the signal for the parent's death is needed
  if (!capabilities.processes || cgroup) await workspace.startJanitor();
  const scratch = await scratchFolder(policy, capabilities, workspace);
  const architecture = capabilities.files && capabilities.filter ? (process.arch as Architecture) : null;
  const launched = launch([program, ...args], policy, scratch, capabilities);
  const sandboxed = sandboxCommand(launched, policy, scratch, capabilities, architecture && STDIO.length);
  const [command, ...rest] = cgroup ? cgroup.command(sandboxed) : sandboxed;
  const child = spawn(command!, rest, {
    cwd: scratch ?? '/',
    env: scratch === null ? environment : { ...environment, ...privateFolder(scratch) },
    stdio: architecture ? [...STDIO, 'pipe'] : [...STDIO],
    detached: HAS_GROUPS, // it is killed as a whole, and Ctrl-C in a terminal does not reach it
    windowsHide: true,
  });
  // built while bubblewrap starts
  if (architecture) writeFilter(child.stdio[STDIO.length] as Writable, seccompFilter(policy, architecture));
  const { pid } = child;
  if (pid) {
    workspace.watch(pid, cgroup?.folder);
    preferForKilling(pid);
  }
  const isOwn = capabilities.files || capabilities.sizedScratch; // the private folder is a file system of its own
  const shared = isOwn ? null : scratch;
  const meter = pid ? new UsageMeter(pid, isOwn ? scratch : null, shared) : null;
  return {
    child,
    usage: () => meter?.read() ?? NO_USAGE,
    countFiles: async max => (shared === null ? 0 : countEntries(shared, max)),
    countWatches: async () => meter?.countWatches() ?? 0,
    hasReadyThread: () => meter?.hasReadyThread() ?? false,
    exceededMemory: () => (cgroup?.ranOutOfMemory() ? (policy.memory ?? 0) : 0),
    dispose: async () => {
      await cgroup?.remove();
      if (pid) workspace.unwatch(pid);
      // what cannot be removed now is removed with the workspace
      if (scratch !== null && scratch !== TEMPORARY) await removeTree(scratch).catch(() => {});
    },
  };
}

/** The variables that name the folder for temporary files on Unix and on Windows. */
function privateFolder(path: string): NodeJS.ProcessEnv {
  return {
    HOME: path,
    TMPDIR: path,
    OSL_SOCKET_PATH: path, // of LibreOffice, see ownSocketFolder
    ...(process.platform === 'win32' && { TEMP: path, TMP: path, USERPROFILE: path }),
  };
}

/** /tmp where the program gets one of its own, which also takes LibreOffice's sockets; otherwise a new folder. */
async function scratchFolder(
  policy: SandboxPolicy,
  capabilities: SandboxCapabilities,
  workspace: Workspace,
): Promise<string | null> {
  if (policy.scratch === null) return null;
  const isFree = !readablePaths(policy).some(path => path.startsWith(`${TEMPORARY}/`));
  if (capabilities.files || (capabilities.sizedScratch && isFree)) return TEMPORARY;
  const folder = await workspace.folder();
  if (changesUser(capabilities)) {
    await chown(folder, NOBODY, NOBODY);
    await chmod(dirname(folder), 0o711);
  }
  return folder;
}

/** Without bubblewrap the launcher restricts the program, from inside of all that the other tools set up. */
function launch(
  command: readonly string[],
  policy: SandboxPolicy,
  scratch: string | null,
  capabilities: SandboxCapabilities,
): readonly string[] {
  if (capabilities.files || process.platform !== 'linux') return command;
  const { network = false, sockets = false, pairs = false } = policy;
  const ownSocketFolder = sockets && socketFolder(scratch) !== TEMPORARY;
  const settings = {
    landlock: capabilities.landlock ? landlockRules(policy, scratch, capabilities) : null,
    policy: capabilities.seccomp
      ? { network, sockets, pairs: pairs || sockets, keepAttributes: true, ownSocketFolder }
      : null,
    ownProcesses: capabilities.processes,
  };
  return launchCommand(settings, command);
}

/** When memory runs out, the kernel kills a worker and not its parent. */
function preferForKilling(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {} // it has ended, or the system is not Linux
}

/** bubblewrap reads it to the end before it starts the program. */
function writeFilter(pipe: Writable, filter: Buffer): void {
  pipe.on('error', () => {}); // bubblewrap has ended, which its exit reports
  pipe.end(filter);
}
