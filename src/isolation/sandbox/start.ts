/** The only place that starts worker processes: in the strongest sandbox that this system offers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { removeTree } from '../../system/remove-tree.js';
import type { Workspace } from '../workspace.js';
import { capabilitiesFor, landlockRules, type SandboxCapabilities } from './capabilities.js';
import { sandboxCommand } from './command.js';
import type { Confinement } from './landlock.js';
import type { SandboxPolicy } from './policy.js';

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
  /** What the process has to confine itself to by Landlock before it loads anything else; null: nothing. */
  confinement: Confinement | null;
  /** Removes the private folder. Only after the process has ended and its group was killed. */
  dispose(): Promise<void>;
}

export async function startSandboxed(
  program: string,
  args: readonly string[],
  policy: SandboxPolicy,
  { environment, workspace, means = capabilitiesFor(policy) }: SandboxSettings,
): Promise<Sandboxed> {
  const scratch = policy.scratch === null ? null : await workspace.folder('worker');
  const writable = [scratch, policy.writable].filter(path => typeof path === 'string');
  const child = spawn(...sandboxCommand(program, args, policy, writable, means), {
    cwd: scratch ?? '/',
    env: scratch === null ? environment : { ...environment, HOME: scratch, TMPDIR: scratch },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    detached: true, // a process group of its own: it is killed as a whole, and Ctrl-C in a terminal does not reach it
  });
  const { pid } = child;
  if (pid) workspace.watch(pid);
  return {
    child,
    confinement: landlockRules(policy, writable, means),
    dispose: async () => {
      if (pid) workspace.unwatch(pid);
      if (scratch !== null) await removeTree(scratch);
    },
  };
}
