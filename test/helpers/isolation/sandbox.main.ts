/**
 * `node sandbox.main.mjs RUNS` starts Node programs in sandboxes as workers would be, each with one combination of capabilities, and
 * prints as JSON what each wrote to stderr, with a line when it closed its pipe. Run as an ordinary user, it shows what such a
 * user has.
 */
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { capabilitiesFor } from '../../../src/isolation/sandbox/capabilities.js';
import { startSandboxed } from '../../../src/isolation/sandbox/index.js';
import { Workspace } from '../../../src/isolation/workspace.js';
import { signalIfRunning } from '../processes.js';
import { capabilitiesOf, type SandboxedRun } from './sandbox.js';

const runs = JSON.parse(process.argv[2]!) as SandboxedRun[];
process.stdout.write(JSON.stringify(await Promise.all(runs.map(outputOf))));

async function outputOf({ combination, program, args }: SandboxedRun): Promise<string> {
  const temporary = mkdtempSync(join(tmpdir(), 'docconv-sandbox-'));
  chmodSync(temporary, 0o755);
  const workspace = new Workspace(temporary);
  const policy = { readable: [dirname(program)], scratch: 64 * 1024 ** 2 };
  const { child, dispose } = await startSandboxed(process.execPath, [program, ...args], policy, {
    environment: { PATH: '/usr/bin:/bin' },
    workspace,
    capabilities: capabilitiesOf(combination, capabilitiesFor(policy)),
  });
  let output = '';
  const written = once(child.stderr!, 'end');
  child.stderr!.on('data', chunk => {
    output += chunk;
  });
  (child.stdio[3] as Readable).resume().on('end', () => {
    if (child.exitCode === null && program.endsWith('closes-pipe.mjs')) output += 'the pipe was closed\n';
  });
  await once(child, 'exit');
  signalIfRunning(-child.pid!);
  await written;
  await dispose();
  await workspace.close();
  rmSync(temporary, { recursive: true });
  return output;
}
