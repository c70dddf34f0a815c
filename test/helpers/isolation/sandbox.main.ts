/**
 * `node sandbox.main.mjs COMBINATION PROGRAM [ARGUMENT...]` starts a Node program in the sandbox as a worker would be, with
 * one combination of means, and prints what it wrote to stderr, and a line when it closed its pipe. Run as an ordinary user,
 * it shows what such a user has.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { capabilitiesFor } from '../../../src/isolation/sandbox/capabilities.js';
import { startSandboxed } from '../../../src/isolation/sandbox/index.js';
import { Workspace } from '../../../src/isolation/workspace.js';
import { type Combination, meansOf } from './sandbox.js';

const [, , combination = '', program = '', ...args] = process.argv;
const temporary = mkdtempSync(join(tmpdir(), 'docconv-sandbox-'));
chmodSync(temporary, 0o755);
const workspace = new Workspace(temporary);
const policy = { readable: [dirname(program)], scratch: 64 * 1024 ** 2 };
const { child, dispose } = await startSandboxed(process.execPath, [program, ...args], policy, {
  environment: { PATH: '/usr/bin:/bin' },
  workspace,
  means: meansOf(combination as Combination, capabilitiesFor(policy)),
});
child.stderr?.pipe(process.stdout);
(child.stdio[3] as Readable).resume().on('end', () => {
  if (child.exitCode === null && program.endsWith('closes-pipe.mjs')) process.stdout.write('the pipe was closed\n');
});
child.on('exit', async () => {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {} // the group has ended
  await dispose();
  await workspace.close();
  rmSync(temporary, { recursive: true });
});
