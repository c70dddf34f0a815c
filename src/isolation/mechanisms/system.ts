/** What decides about the mechanisms of isolation on this machine: installed tools, kernel settings, container, cgroups. */
import { existsSync } from 'node:fs';
import { readIfPossible } from '../../system/files/files.js';
import { hasTool, landlockVersion } from '../sandbox/index.js';

export interface System {
  linux: boolean;
  root: boolean;
  installed: { bwrap: boolean; unshare: boolean; setpriv: boolean; prlimit: boolean };
  /** Kernel settings that forbid namespaces, e.g. `user.max_user_namespaces=0`. */
  forbids: { sysctl: string; value: string }[];
  /** Ubuntu 24.04 and later: a program may create user namespaces only with an AppArmor profile that permits it. */
  appArmor: boolean;
  container: boolean;
  systemd: boolean;
  /** Version 2 with the controllers memory and pids. */
  cgroupControllers: boolean;
  /** Version of the interface; 0 without Landlock. */
  landlock: number;
}

/** A setting, the value that forbids namespaces, and the value that allows them. */
const SETTINGS: readonly (readonly [sysctl: string, forbidding: string, allowing: string])[] = [
  ['kernel.unprivileged_userns_clone', '0', '1'],
  ['user.max_user_namespaces', '0', '15000'],
  ['user.max_mnt_namespaces', '0', '15000'],
  ['user.max_pid_namespaces', '0', '15000'],
  ['user.max_net_namespaces', '0', '15000'],
];

export async function describeSystem(): Promise<System> {
  const controllers = readIfPossible('/sys/fs/cgroup/cgroup.controllers').split(/\s+/);
  return {
    linux: process.platform === 'linux',
    root: process.getuid?.() === 0,
    installed: {
      bwrap: hasTool('bwrap'),
      unshare: hasTool('unshare'),
      setpriv: hasTool('setpriv'),
      prlimit: hasTool('prlimit'),
    },
    forbids: SETTINGS.flatMap(([sysctl, forbidding, value]) =>
      kernelSetting(sysctl) === forbidding ? [{ sysctl, value }] : [],
    ),
    appArmor: kernelSetting('kernel.apparmor_restrict_unprivileged_userns') === '1',
    container:
      existsSync('/.dockerenv') ||
      existsSync('/run/.containerenv') ||
      /kubepods|docker|lxc/.test(readIfPossible('/proc/1/cgroup')),
    systemd: existsSync('/run/systemd/system'),
    cgroupControllers: controllers.includes('memory') && controllers.includes('pids'),
    landlock: await landlockVersion(),
  };
}

/** Empty where the kernel has no such setting. */
function kernelSetting(name: string): string {
  return readIfPossible(`/proc/sys/${name.replaceAll('.', '/')}`).trim();
}
