/** The table of the mechanisms of isolation: how each is measured, what it protects from, and which setting offers it. */
import { cgroupAdvice, landlockAdvice, namespaceAdvice, seccompAdvice, toolAdvice, userAdvice } from './advice.js';
import { type Measurement, SCRATCH } from './measure.js';
import type { System } from './system.js';

export type MechanismName =
  | 'files'
  | 'mounts'
  | 'network'
  | 'processes'
  | 'sockets'
  | 'capabilities'
  | 'user'
  | 'namespaces'
  | 'seccomp'
  | 'landlock'
  | 'memory'
  | 'processCount'
  | 'scratch'
  | 'limits'
  | 'parentDeath';

interface Row {
  readonly name: MechanismName;
  /** What a worker can do where it is present, and where it is missing. */
  readonly present: string;
  readonly missing: string;
  /** On other systems than Linux, where it differs from `missing`. */
  readonly notLinux?: string;
  readonly test: (worker: Measurement, system: System) => boolean;
  readonly advice: (system: System) => string[];
  /** Appended to `present`. */
  readonly detail?: (system: System) => string;
  /** Whether another mechanism protects from the same, so that this one is not needed beside it. */
  readonly isReplaced?: (worker: Measurement) => boolean;
}

/** Whether a worker of this machine has it. */
export interface Mechanism {
  readonly name: MechanismName;
  readonly present: boolean;
  /** False: another mechanism that is present protects from the same. */
  readonly needed: boolean;
  /** One sentence for users. */
  readonly effect: string;
  /** Settings of this machine that offer it; empty where it is present or not needed. */
  readonly advice: readonly string[];
}

const NONE = /^0*$/;
/** Bytes of a folder in memory above which it counts as unlimited. */
const MAX_SHARED = 16 * SCRATCH;
/** Processes above which their number counts as unlimited. */
const MAX_PROCESSES = 4096;

/** In the order in which doctor shows them. */
export const MECHANISMS: readonly Row[] = [
  {
    name: 'files',
    present: 'workers can only read system files and their own (bubblewrap or Landlock)',
    missing: 'workers can read and write all files that docconv can (neither bubblewrap nor Landlock)',
    notLinux: 'workers can read and write all files that docconv can',
    test: ({ readsFile, writesFile }) => !readsFile && !writesFile,
    advice: system => [...new Set([...namespaceAdvice(system), ...landlockAdvice()])],
  },
  {
    name: 'mounts',
    present: 'workers have a file system view of their own (mount namespace)',
    missing: 'workers see the mounted file systems of the machine (no mount namespace)',
    notLinux: 'workers see the file systems of the machine',
    test: worker => isSeparate(worker, 'mnt'),
    advice: namespaceAdvice,
  },
  {
    name: 'network',
    present: 'workers have no network access (network namespace or seccomp)',
    missing: 'workers have network access: only the LibreOffice profile and Landlock restrict it',
    notLinux: 'workers have network access: only the LibreOffice profile restricts it',
    test: worker => !worker.connectsTcp && (isSeparate(worker, 'net') || !worker.sendsUdp),
    advice: namespaceAdvice,
  },
  {
    name: 'processes',
    present: 'workers see no other processes and end with all that they started (namespaces of processes and IPC)',
    missing: 'workers see other processes, and what they start can outlive them (no process namespace)',
    notLinux: 'workers see other processes, and what they start can outlive them',
    test: worker => isSeparate(worker, 'pid') && isSeparate(worker, 'ipc') && !worker.seesProcess,
    advice: namespaceAdvice,
  },
  {
    name: 'sockets',
    present: 'workers cannot connect to unix sockets of other programs',
    missing: 'workers can connect to unix sockets of other programs (for example D-Bus or Docker)',
    notLinux: 'workers can connect to sockets and pipes of other programs',
    test: ({ connectsSocket }) => !connectsSocket,
    advice: seccompAdvice,
  },
  {
    name: 'capabilities',
    present: 'workers have no capabilities and cannot gain any',
    missing: 'workers keep capabilities, or can gain some through setuid programs',
    notLinux: 'workers have all rights of the user who started docconv',
    test: ({ status }) =>
      [status.CapInh, status.CapPrm, status.CapEff, status.CapAmb].every(set => NONE.test(set ?? '1')) &&
      status.NoNewPrivs === '1',
    advice: toolAdvice,
  },
  {
    name: 'user',
    present: 'workers run as an ordinary user',
    missing: 'workers run as root',
    notLinux: 'workers run as the user who started docconv',
    test: ({ status, hasRoot }) => !hasRoot || (status.Uid ?? '0').split('\t').every(uid => uid !== '0'),
    advice: userAdvice,
  },
  {
    name: 'namespaces',
    present: 'workers cannot create namespaces, in which they would have capabilities again',
    missing: 'workers can create user namespaces, in which they have capabilities',
    notLinux: 'workers can start any program of the machine',
    test: ({ createsNamespace }) => !createsNamespace,
    advice: system => [
      ...(system.installed.unshare ? ['Install bubblewrap 0.8 or later.'] : toolAdvice(system)),
      ...seccompAdvice(),
    ],
  },
  {
    name: 'seccomp',
    present: 'system calls that engines do not need are denied (seccomp)',
    missing: 'workers can use all system calls (no seccomp filter)',
    notLinux: 'workers can use all system calls',
    test: ({ status, inheritsFilter }) => status.Seccomp === '2' && !inheritsFilter,
    advice: seccompAdvice,
  },
  {
    name: 'landlock',
    present: 'access to files can be limited without namespaces (Landlock)',
    missing: 'access to files cannot be limited without namespaces (no Landlock)',
    notLinux: 'access to files cannot be limited',
    test: (_worker, { landlock }) => landlock > 0,
    // a mount namespace alone hides /tmp only
    isReplaced: worker => isSeparate(worker, 'mnt') && !worker.seesFile,
    detail: ({ landlock }) => `, ABI version ${landlock}`,
    advice: landlockAdvice,
  },
  {
    name: 'memory',
    present: 'the kernel limits the memory of each worker (cgroup)',
    missing: 'the memory of a worker is measured twice a second; the kernel does not limit it (no cgroup)',
    notLinux: 'the memory of a worker is neither measured nor limited',
    test: ({ cgroup }) => cgroup !== null && cgroup.memory !== 'max',
    advice: cgroupAdvice,
  },
  {
    name: 'processCount',
    present: 'the kernel limits the number of processes of each worker (cgroup or user namespace)',
    missing: 'the processes of a worker are counted twice a second; the kernel does not limit them (no cgroup)',
    notLinux: 'the processes of a worker are neither counted nor limited',
    test: worker => (worker.cgroup !== null && worker.cgroup.pids !== 'max') || hasProcessLimit(worker),
    advice: cgroupAdvice,
  },
  {
    name: 'scratch',
    present: 'the private folder, /tmp and /dev/shm of a worker have a size limit',
    missing:
      'the private folder, /tmp or /dev/shm of a worker is limited by the disk or the memory of the machine only',
    notLinux: 'the private folder of a worker is limited by the disk only',
    test: worker => isSeparate(worker, 'mnt') && worker.sizes.every(size => size === null || size <= MAX_SHARED),
    advice: namespaceAdvice,
  },
  {
    name: 'limits',
    present: 'open files, file size and core dumps are limited',
    missing: 'open files, file size and core dumps are not limited (prlimit is missing)',
    notLinux: 'open files, file size and core dumps are not limited',
    test: ({ limits }) => /^Max core file size\s+[01] /m.test(limits) && !/^Max file size\s+unlimited/m.test(limits),
    advice: toolAdvice,
  },
  {
    name: 'parentDeath',
    present: 'workers end with docconv, even if it is killed',
    missing: 'only the janitor process stops the workers of a killed docconv',
    notLinux: 'the kernel does not end the workers of a killed docconv: they end when they find their pipe closed',
    test: ({ endsWithParent }) => endsWithParent,
    advice: toolAdvice,
  },
];

/** `worker`: null where no process can be started in the sandbox. */
export function evaluateMechanisms(worker: Measurement | null, system: System): Mechanism[] {
  return MECHANISMS.map(({ name, ...row }) => {
    const present = worker !== null && row.test(worker, system);
    const needed = worker === null || row.isReplaced?.(worker) !== true;
    const advice = system.linux ? row.advice(system) : [ONLY_LINUX];
    return {
      name,
      present,
      needed,
      effect: present ? `${row.present}${row.detail?.(system) ?? ''}` : missingEffect(row, system),
      advice: present || !needed ? [] : advice,
    };
  });
}

function missingEffect({ missing, notLinux = missing }: Pick<Row, 'missing' | 'notLinux'>, { linux }: System): string {
  return linux ? missing : notLinux;
}

const ONLY_LINUX = 'Use Linux: docconv has no sandbox on other systems.';

function isSeparate({ namespaces, ownNamespaces }: Measurement, kind: string): boolean {
  return namespaces[kind] !== undefined && namespaces[kind] !== ownNamespaces[kind];
}

/** RLIMIT_NPROC counts the processes of the user in the worker's user namespace only, from Linux 5.14 on. */
function hasProcessLimit(worker: Measurement): boolean {
  const limit = Number(/^Max processes\s+(\d+)/m.exec(worker.limits)?.[1] ?? Number.POSITIVE_INFINITY);
  return isSeparate(worker, 'user') && limit <= MAX_PROCESSES;
}
