/**
 * The first program of a worker process where bubblewrap does not confine it: restricts itself by Landlock and seccomp,
 * then replaces itself by the worker. Both restrict only the calling thread, and Node already has several when its first
 * line runs; of a program that is executed afterwards every thread is restricted. What the system does not offer is left
 * out: `docconv doctor` measures the result.
 *
 *   node launcher.worker.js LAUNCH PROGRAM ARGUMENT...    LAUNCH: see launch.ts
 */
import { spawn } from 'node:child_process';
import { closeSync, writeSync } from 'node:fs';
import { type Kernel, openKernel } from './kernel.js';
import { confine, restrictsSignals } from './landlock.js';
import { INHERITED, type Launch } from './launch.js';
import { hasFilter, seccompFilter } from './seccomp/index.js';

const STDERR = 2;
const CHANNEL = 3;
const EINVAL = 22;
const [, , launch = '', program = '', ...args] = process.argv;

const kernel = await openKernel();
if (kernel) becomeWorker(kernel, JSON.parse(launch));
else runUnconfined();

function becomeWorker(kernel: Kernel, settings: Launch): void {
  try {
    confineAndExecute(kernel, settings);
  } catch (error) {
    writeSync(STDERR, `the worker could not be confined: ${error instanceof Error ? error.message : error}\n`);
    // not process.exit(): libuv may use io_uring, and aborts where the filter of system calls denies it from now on
    kernel.exit(1);
  }
}

function confineAndExecute(kernel: Kernel, settings: Launch): never {
  if (kernel.setNoNewPrivileges() !== 0) throw new Error(`no_new_privs: error ${kernel.lastError()}`);
  if (!settings.ownProcesses) adoptOrphans(kernel);
  const landlock = settings.landlock !== null && confine(kernel, settings.landlock);
  installFilter(kernel, settings, landlock);
  for (const descriptor of INHERITED) kernel.keepOnExec(descriptor);
  kernel.execute(program, args, environmentOf(landlock));
  throw new Error(`${program} cannot be executed: error ${kernel.lastError()}`);
}

/** Emulators of Linux may not know the request; doctor reports that the worker has no process namespace. */
function adoptOrphans(kernel: Kernel): void {
  if (kernel.adoptOrphans() !== 0 && kernel.lastError() !== EINVAL)
    throw new Error(`subreaper: error ${kernel.lastError()}`);
}

/** Node does not start when it cannot open OpenSSL's configuration, which Landlock denies; with bubblewrap it has none. */
function environmentOf(landlock: boolean): string[] {
  const environment = landlock ? { OPENSSL_CONF: '/dev/null', ...process.env } : process.env;
  return Object.entries(environment).map(([name, value]) => `${name}=${value}`);
}

function installFilter(kernel: Kernel, { policy, ownProcesses }: Launch, landlock: boolean): void {
  const { platform, arch, pid } = process;
  if (policy === null || !hasFilter(platform, arch)) return;
  const signalsTo = ownProcesses || (landlock && restrictsSignals(kernel)) ? null : pid;
  kernel.installFilter(seccompFilter({ ...policy, signalsTo }, arch));
}

/** Where koffi has no binary, for example on processors that are rare in servers. */
function runUnconfined(): void {
  const child = spawn(program, args, { stdio: [...INHERITED] });
  child.on('error', error => {
    throw error;
  });
  closeSync(CHANNEL); // docconv notices when the worker closes it
  child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code ?? 1)));
}
