/** Control groups: which are delegated, and what happens to the members of one that is removed. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cgroupAt, delegate, folderOf } from '../../src/isolation/sandbox/cgroup.js';
import { isRunning } from '../helpers/processes.js';
import { describeWith } from '../helpers/requires.js';
import { eventually } from './pool.helper.js';

const MOUNTS =
  '31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n';

describe('the folder of a process', () => {
  it.each([
    ['1:cpu:/x\n0::/user.slice/app.scope\n', MOUNTS, '/sys/fs/cgroup/unified/user.slice/app.scope'],
    ['0::/\n', MOUNTS, '/sys/fs/cgroup/unified'],
    ['0::/docker/ab/x\n', '41 31 0:38 /docker/ab /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n', '/sys/fs/cgroup/x'],
    ['0::/docker/abc\n', '41 31 0:38 /docker/ab /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n', null],
    ['0::/../other\n', MOUNTS, null],
    ['1:cpu:/x\n', MOUNTS, null],
    ['0::/x\n', '31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n', null],
  ])('%j', (cgroup, mounts, folder) => {
    expect(folderOf(cgroup, mounts)).toBe(folder);
  });
});

/** Looks like a group: a folder with the files that the kernel shows. */
function fakeGroup(path: string, members: number[], controllers = 'cpu memory pids'): string {
  mkdirSync(path, { recursive: true });
  const files = { type: 'domain', controllers, procs: members.map(pid => `${pid}\n`).join(''), subtree_control: '' };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, `cgroup.${name}`), content);
  return path;
}

function fakeRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'docconv-cgroup-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
}

describe('a group is used', () => {
  it('when the process is its only member, which then moves to a child', () => {
    const own = fakeGroup(join(fakeRoot(), 'docconv.service'), [42]);
    expect(delegate(own, 42)).toBe(own);
    expect(readFileSync(join(own, 'docconv-main-42', 'cgroup.procs'), 'utf8')).toBe('42');
    expect(readFileSync(join(own, 'cgroup.subtree_control'), 'utf8')).toBe('+memory +pids');
  });

  it('when it is above the subgroup of the process and has no members', () => {
    const unit = fakeGroup(join(fakeRoot(), 'docconv.service'), []);
    const own = fakeGroup(join(unit, 'main'), [42, 43]);
    expect(delegate(own, 42)).toBe(unit);
    expect(readFileSync(join(unit, 'cgroup.subtree_control'), 'utf8')).toBe('+memory +pids');
  });
});

describe('a group is not used, and nothing changes,', () => {
  it.each([
    ['when it has other members', [42, 43], 'memory pids'],
    ['without the memory controller', [42], 'cpu pids'],
    ['without any controller', [42], ''],
  ])('%s', (_name, members, controllers) => {
    const root = fakeRoot();
    const own = fakeGroup(join(root, 'session.scope'), members, controllers);
    expect(delegate(own, 42)).toBe(null);
    expect(readdirSync(own).sort()).toEqual(
      ['cgroup.controllers', 'cgroup.procs', 'cgroup.subtree_control', 'cgroup.type'].sort(),
    );
    expect(readFileSync(join(own, 'cgroup.subtree_control'), 'utf8')).toBe('');
  });

  it('when it is the root of all groups', () => {
    const own = fakeGroup(join(fakeRoot(), 'root'), [42]);
    rmSync(join(own, 'cgroup.type'));
    expect(delegate(own, 42)).toBe(null);
  });

  // also as root, who may write to every folder
  it('when no child can be created in it', () => {
    const own = fakeGroup(join(fakeRoot(), 'session.scope'), [42]);
    writeFileSync(join(own, 'docconv-main-42'), '');
    expect(delegate(own, 42)).toBe(null);
    expect(readFileSync(join(own, 'cgroup.subtree_control'), 'utf8')).toBe('');
  });
});

const UNIFIED = ['/sys/fs/cgroup/unified', '/sys/fs/cgroup'].find(path => existsSync(join(path, 'cgroup.procs'))) ?? '';

function createGroup(): string | null {
  try {
    const path = join(UNIFIED, `docconv-test-${process.pid}`);
    mkdirSync(path);
    return path;
  } catch {
    return null;
  }
}

const group = createGroup();
describeWith('a real group', [{ missing: 'no group can be created', met: group !== null }], () => {
  it('ends members in sessions of their own, and is removed', async () => {
    const cgroup = cgroupAt(group!);
    const [command, ...args] = cgroup.command(['sh', '-c', 'setsid sleep 1000 & setsid setsid sleep 1000 & wait']);
    const child = spawn(command!, args, { stdio: 'ignore' });
    const members = () => readFileSync(join(group!, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number);
    expect(await eventually(() => members().length >= 3, 20_000)).toBe(true);
    const pids = members();
    expect(pids).toContain(child.pid);
    await cgroup.remove();
    expect(existsSync(group!)).toBe(false);
    expect(await eventually(() => !pids.some(isRunning), 20_000)).toBe(true);
  });
});
