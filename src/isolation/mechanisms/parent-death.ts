/** Whether a process in the sandbox ends when the process that started it is killed: tried. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { killGroup, type SandboxCapabilities, sandboxCommand, TEMPORARY } from '../sandbox/index.js';

const TIMEOUT_MS = 5000;
const SCRATCH = 1024 ** 2;
const SHELL = '/bin/sh';

export async function endsWithParent(capabilities: SandboxCapabilities): Promise<boolean> {
  const program = [SHELL, '-c', 'echo started; exec sleep 60'];
  const command = sandboxCommand(program, { readable: [], scratch: SCRATCH }, TEMPORARY, {
    ...capabilities,
    filter: false,
  });
  const parent = spawn(SHELL, ['-c', '"$@" & wait', 'sh', ...command], {
    stdio: ['ignore', 'pipe', 'ignore'],
    cwd: '/',
    detached: true,
  });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    await once(parent.stdout, 'data', { signal });
    parent.kill('SIGKILL');
    await once(parent.stdout, 'end', { signal }); // closed by every process that could write to it
    return true;
  } catch {
    return false;
  } finally {
    killGroup(parent);
    parent.stdout.destroy();
  }
}
