/** The only place that starts worker processes: in the strongest sandbox that this system offers. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { removeTree } from '../../system/remove-tree.js';
import type { Workspace } from '../workspace.js';
import { capabilitiesFor, landlockRules, type SandboxCapabilities } from './capabilities.js';
import { sandboxCommand } from './command.js';
import { launchCommand } from './launch.js';
import type { SandboxPolicy } from './policy.js';
import { hasFilter, seccompFilter } from './seccomp/index.js';

export interface SandboxSettings {
  /** The whole environment; nothing of this process's is inherited. HOME and TMPDIR are set to the private folder. */
  environment: NodeJS.ProcessEnv;
  /** Where a private folder on the disk is created. Kills the process when this process ends without having stopped it. */
  workspace: Workspace;
  /** The means to use; by default all that this system offers. */
  means?: SandboxCapabilities;
}

export interface Sandboxed {
  /** A process group of its own, with a pipe for stderr and a duplex one as its descriptor 3. */
  child: ChildProcess;
  /** Removes the private folder. Only after the process has ended and its group was killed. */
  dispose(): Promise<void>;
}

const STDIO = ['ignore', 'ignore', 'pipe', 'pipe'] as const;

export async function startSandboxed(
  program: string,
  args: readonly string[],
  policy: SandboxPolicy,
  { environment, workspace, means = capabilitiesFor(policy) }: SandboxSettings,
): Promise<Sandboxed> {
  const scratch = policy.scratch === null ? null : await workspace.folder('worker');
  const writable = [scratch, policy.writable].filter(path => typeof path === 'string');
  const [first, ...rest] = launched([program, ...args], policy, writable, means);
  const filter = means.files && hasFilter(process.platform, process.arch) ? seccompFilter(policy, process.arch) : null;
  const command = sandboxCommand(first!, rest, policy, writable, means, filter && STDIO.length);
  const child = spawn(...command, {
    cwd: scratch ?? '/',
    env: scratch === null ? environment : { ...environment, HOME: scratch, TMPDIR: scratch },
    stdio: filter ? [...STDIO, 'pipe'] : [...STDIO],
    detached: true, // a process group of its own: it is killed as a whole, and Ctrl-C in a terminal does not reach it
  });
  if (filter) writeFilter(child.stdio[STDIO.length] as Writable, filter);
  const { pid } = child;
  if (pid) workspace.watch(pid);
  return {
    child,
    dispose: async () => {
      if (pid) workspace.unwatch(pid);
      if (scratch !== null) await removeTree(scratch);
    },
  };
}

/** Without bubblewrap the launcher restricts the program, from inside of all that the other tools set up. */
function launched(
  command: readonly string[],
  policy: SandboxPolicy,
  writable: readonly string[],
  means: SandboxCapabilities,
): readonly string[] {
  if (means.files || process.platform !== 'linux') return command;
  const { network = false, sockets = false } = policy;
  const settings = {
    landlock: landlockRules(policy, writable, means),
    policy: { network, sockets, keepAttributes: true },
    ownProcesses: means.processes,
    required: false,
  };
  return launchCommand(settings, command);
}

/** bubblewrap reads it to the end before it starts the program. */
function writeFilter(pipe: Writable, filter: Buffer): void {
  pipe.on('error', () => {}); // bubblewrap has ended, which its exit reports
  pipe.end(filter);
}
