/**
 * Control groups (version 2), where docconv's own is delegated to it: the kernel then limits the memory and the processes of
 * each worker, counts what /proc does not show (files in memory, buffers of pipes and sockets), and ends all at once.
 */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isWritable, readIfPossible } from '../../system/files/files.js';
import { MAX_TASKS } from '../usage/usage.js';
import { tool } from './tools.js';

const CONTROLLERS = ['memory', 'pids'];
/** Joins the group before it executes the worker, so that no process of the worker is outside of it. */
const JOIN = 'echo $$ > "$1/cgroup.procs" || exit 126; shift; exec "$@"';
const REMOVAL_TRIES = 20;
const REMOVAL_MS = 50;

export interface Cgroup {
  /** Absolute path. */
  readonly folder: string;
  /** Runs `command` as a member. */
  command(command: readonly string[]): string[];
  /** Whether the kernel killed it at its memory limit. */
  ranOutOfMemory(): boolean;
  /** Ends all members and removes the group; what remains is no error. */
  remove(): Promise<void>;
}

let delegated: { folder: string | null } | null = null;
let groups = 0;

/** Whether the kernel limits the memory and the processes of workers. */
export const limitsByKernel = (): boolean => delegatedFolder() !== null;

function delegatedFolder(): string | null {
  delegated ??= { folder: ownDelegatedFolder() };
  return delegated.folder;
}

/** A group for one worker with this memory limit in bytes; null where no group is delegated to docconv. */
export function createCgroup(memory: number): Cgroup | null {
  const folder = delegatedFolder();
  if (folder === null) return null;
  const cgroup = cgroupAt(join(folder, `docconv-worker-${process.pid}-${groups++}`));
  try {
    mkdirSync(cgroup.folder);
    const set = (name: string, value: number) => writeFileSync(join(cgroup.folder, name), String(value));
    set('memory.max', memory);
    set('memory.oom.group', 1);
    set('pids.max', MAX_TASKS);
    if (existsSync(join(cgroup.folder, 'memory.swap.max'))) set('memory.swap.max', 0);
    return cgroup;
  } catch {
    void cgroup.remove();
    return null;
  }
}

export function cgroupAt(folder: string): Cgroup {
  return {
    folder,
    command: command => [tool('sh'), '-c', JOIN, 'sh', folder, ...command],
    ranOutOfMemory: () => /^oom_kill [1-9]/m.test(readIfPossible(join(folder, 'memory.events'))),
    remove: () => remove(folder),
  };
}

function ownDelegatedFolder(): string | null {
  if (process.platform !== 'linux') return null;
  const own = folderOf(readIfPossible('/proc/self/cgroup'), readIfPossible('/proc/self/mountinfo'));
  return own && delegate(own, process.pid);
}

/** The folder of a process's group, from the texts of its `cgroup` and `mountinfo`; null where there is none. */
export function folderOf(cgroup: string, mountinfo: string): string | null {
  const path = /^0::(\/.*)$/m.exec(cgroup)?.[1];
  const mount = /^\S+ \S+ \S+ (\S+) (\S+) .* - cgroup2 /m.exec(mountinfo);
  if (path === undefined || !mount || path.includes('/..')) return null;
  const [, root, point] = mount as unknown as [string, string, string];
  if (root === '/') return resolve(point, `.${path}`);
  return path === root || path.startsWith(`${root}/`) ? resolve(point, `.${path.slice(root.length)}`) : null;
}

/**
 * The folder in which groups for workers can be created: that of the process itself, if it is its only member, or the one
 * above, if a service manager has put the process into a subgroup (systemd's DelegateSubgroup). A group whose children have
 * limits must not have members, so that the process moves to a child.
 */
export function delegate(own: string, pid: number): string | null {
  try {
    if (isDelegated(own) && membersOf(own).every(member => member === pid)) {
      const child = join(own, `docconv-main-${pid}`);
      mkdirSync(child);
      writeFileSync(join(child, 'cgroup.procs'), String(pid));
      return enable(own);
    }
    const above = dirname(own);
    return isDelegated(above) && membersOf(above).length === 0 ? enable(above) : null;
  } catch {
    return null;
  }
}

function enable(folder: string): string {
  writeFileSync(join(folder, 'cgroup.subtree_control'), CONTROLLERS.map(name => `+${name}`).join(' '));
  return folder;
}

/** The root of all groups, which is never delegated, has no cgroup.type. */
function isDelegated(folder: string): boolean {
  const offered = readIfPossible(join(folder, 'cgroup.controllers')).split(/\s+/);
  if (!existsSync(join(folder, 'cgroup.type')) || !CONTROLLERS.every(name => offered.includes(name))) return false;
  return ['', 'cgroup.procs', 'cgroup.subtree_control'].every(name => isWritable(join(folder, name)));
}

function membersOf(folder: string): number[] {
  return readIfPossible(join(folder, 'cgroup.procs')).split('\n').filter(Boolean).map(Number);
}

async function remove(folder: string): Promise<void> {
  for (let i = 0; i < REMOVAL_TRIES; i++) {
    try {
      endMembers(folder);
      rmdirSync(folder);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      await sleep(REMOVAL_MS); // EBUSY: a member has not ended yet
    }
  }
}

function endMembers(folder: string): void {
  const kill = join(folder, 'cgroup.kill'); // Linux 5.14
  if (existsSync(kill)) writeFileSync(kill, '1');
  else for (const pid of membersOf(folder)) process.kill(pid, 'SIGKILL');
}
