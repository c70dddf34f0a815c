/** Which setting of this machine offers a missing mechanism of isolation. */
import type { System } from './system.js';

/** Names of programs are those of Debian's packages; Fedora, Arch and Alpine use the same. */
const INSTALL_BUBBLEWRAP = 'Install the package bubblewrap.';
const INSTALL_UTIL_LINUX = 'Install the package util-linux (setpriv, prlimit and unshare).';

const APPARMOR =
  'AppArmor restricts user namespaces. Permit them for bubblewrap: create /etc/apparmor.d/bwrap with ' +
  '"abi <abi/4.0>, include <tunables/global> profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }" and run ' +
  '"systemctl reload apparmor".';
const CONTAINER =
  'The container forbids namespaces. Start it with --security-opt seccomp=unconfined --security-opt apparmor=unconfined ' +
  '--security-opt systempaths=unconfined (Docker), --security-opt unmask=ALL (Podman), or procMount: Unmasked with ' +
  'hostUsers: false (Kubernetes), and run docconv as an ordinary user.';
const OTHER_NAMESPACES =
  'This system denies namespaces to this user. Allow user namespaces (CONFIG_USER_NS, no seccomp filter against clone and ' +
  'unshare; systemd: no RestrictNamespaces= in the unit).';

/** Settings that offer namespaces, which separate files, network and processes. */
export function namespaceAdvice({ installed, forbids, appArmor, container, root }: System): string[] {
  const advice = forbids.map(
    ({ sysctl, value }) => `Set the kernel parameter: sysctl -w ${sysctl}=${value}, and keep it in /etc/sysctl.d.`,
  );
  if (!installed.bwrap) advice.unshift(INSTALL_BUBBLEWRAP);
  else if (appArmor && !root) advice.push(APPARMOR);
  else if (advice.length === 0) advice.push(container ? CONTAINER : OTHER_NAMESPACES);
  return advice;
}

export function toolAdvice(system: System): string[] {
  const { setpriv, prlimit, unshare } = system.installed;
  return setpriv && prlimit && unshare ? namespaceAdvice(system) : [INSTALL_UTIL_LINUX];
}

export const userAdvice = () => [
  'Run docconv as an ordinary user (systemd: User=docconv), or install Node and docconv where all users can read them.',
];

export const seccompAdvice = () => [
  'Use a kernel with CONFIG_SECCOMP_FILTER on x86_64 or aarch64. Without bubblewrap the package koffi is needed, too: ' +
    'run npm rebuild koffi.',
];

export const landlockAdvice = () => [
  'Use Linux 5.13 or later with CONFIG_SECURITY_LANDLOCK and "landlock" in the kernel parameter lsm=; in a container ' +
    'the seccomp profile must permit the landlock_* calls. The package koffi is needed: run npm rebuild koffi.',
];

const CGROUP_V2 =
  'Use cgroup v2 with the controllers memory and pids: boot the host with systemd.unified_cgroup_hierarchy=1 ' +
  'cgroup_no_v1=all.';
const CGROUP_CONTAINER =
  'Give the container a cgroup that it can write to: --cgroupns=private --security-opt writable-cgroups=true (Docker 28 ' +
  'and later), --cgroupns=private --security-opt unmask=/sys/fs/cgroup (Podman).';
const CGROUP_SYSTEMD =
  'Delegate a cgroup: Delegate=yes in the unit of a service; "systemd-run --user --scope -p Delegate=yes docconv ..." in a ' +
  'terminal (without --user as root).';
const CGROUP_OTHER =
  'Start docconv in a cgroup of its own that its user can write to, with the controllers memory and pids enabled.';

/** Settings that offer limits by the kernel. */
export function cgroupAdvice({ cgroupControllers, container, systemd }: System): string[] {
  if (!cgroupControllers) return [CGROUP_V2];
  if (container) return [CGROUP_CONTAINER];
  return [systemd ? CGROUP_SYSTEMD : CGROUP_OTHER];
}
