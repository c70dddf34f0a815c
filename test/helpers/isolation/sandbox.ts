/** The combinations of capabilities that systems offer, and programs run in them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { SandboxCapabilities } from '../../../src/isolation/index.js';
import { NO_CAPABILITIES } from '../../../src/isolation/sandbox/sandbox-capabilities.js';
import { bundle } from '../bundle.js';

export type Combination = 'bubblewrap' | 'unshare' | 'no namespaces' | 'no layer';

/** A Node program, and what it is started in. */
export interface SandboxedRun {
  readonly combination: Combination;
  readonly program: string;
  readonly args: readonly string[];
}

/** What is left of `available` on a system that offers only this combination. */
export function capabilitiesOf(combination: Combination, available: SandboxCapabilities): SandboxCapabilities {
  if (combination === 'bubblewrap') return available;
  const capabilities = { ...available, files: false, noUserNamespaces: false };
  if (combination === 'unshare') return capabilities;
  if (combination === 'no layer') return NO_CAPABILITIES;
  return { ...capabilities, network: false, processes: false, processLimit: false, sizedScratch: false };
}

/** What each program writes to stderr in its sandbox; as the user with id 1000 instead of this process's where `asUser`. */
export async function outputsInSandboxes(asUser: boolean, runs: readonly SandboxedRun[]): Promise<string[]> {
  const main = await bundle('test/helpers/isolation/sandbox.main.ts');
  const user = asUser ? ['setpriv', '--reuid=1000', '--regid=1000', '--clear-groups'] : [];
  const [command, ...rest] = [...user, process.execPath, main, JSON.stringify(runs)];
  const { stdout } = await promisify(execFile)(command!, rest, { env: { PATH: '/usr/bin:/bin' } });
  return JSON.parse(stdout);
}
