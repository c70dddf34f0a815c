/**
 * What no worker may ask of the kernel. A denied call fails with an error that programs know from older or restricted
 * kernels, so that they use something else; they are not killed.
 *
 * Conditions compare 32 bits: the kernel ignores the upper half of an argument that it declares as int, and a filter
 * that compared it could be evaded by setting it.
 */
import type { CallName } from './calls.js';

export interface Condition {
  /** Index of the argument. */
  readonly argument: number;
  /** By default 'low'. */
  readonly half?: 'low' | 'high';
  /** Only these bits are compared. */
  readonly mask?: number;
  readonly is: 'equal' | 'different';
  readonly value: number;
}

export interface Rule {
  readonly calls: readonly CallName[];
  readonly errno: number;
  /** The call is denied when all of them are true; absent: always. */
  readonly when?: readonly Condition[];
}

export interface RuleGroup {
  /** What the rules prevent, for the documentation. */
  readonly prevents: string;
  readonly rules: readonly Rule[];
}

export const ERRNO = { EPERM: 1, ENOMEM: 12, EACCES: 13, ENOSYS: 38, EOPNOTSUPP: 95, EAFNOSUPPORT: 97 } as const;
const { EPERM, ENOMEM, ENOSYS } = ERRNO;

export const equal = (argument: number, value: number): Condition => ({ argument, is: 'equal', value });
export const different = (argument: number, value: number): Condition => ({ argument, is: 'different', value });
/** Any of the bits is set. */
const has = (argument: number, mask: number): Condition => ({ argument, mask, is: 'different', value: 0 });

/** Rules that deny calls, under these conditions or always. */
export const denied = (...calls: CallName[]): Rule => ({ calls, errno: EPERM });
export const deniedIf = (calls: CallName | readonly CallName[], ...when: Condition[]): Rule => ({
  calls: [calls].flat(),
  errno: EPERM,
  when,
});
/** Rules that answer ENOSYS, as a kernel without these calls does. */
const unknown = (...calls: CallName[]): Rule => ({ calls, errno: ENOSYS });

/** The call does nothing and returns 0. Programs go on, where the kernel keeps what they would otherwise not need. */
const pretended = (call: CallName, ...when: Condition[]): Rule => ({
  calls: [call],
  errno: 0,
  ...(when.length > 0 && { when }),
});

/** Two rules for an argument of 64 bits, since conditions compare 32: denied when either half is not zero. */
export function unlessNull(call: CallName, argument: number, ...others: Condition[]): Rule[] {
  return (['low', 'high'] as const).map(half => deniedIf(call, ...others, { ...different(argument, 0), half }));
}

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET; CLONE_NEWTIME is for clone3 and unshare only. */
const NAMESPACE_FLAGS = 0x7e020000;
/** The new process is a child of the caller's parent, which may be docconv. */
const CLONE_PARENT = 0x8000;
const CLONE_THREAD = 0x10000;
const CLONE_FILES = 0x400;
const CLOSE_RANGE_UNSHARE = 2;
/** S_ISUID | S_ISGID */
const SETUID_BITS = 0o6000;
/** O_CREAT | __O_TMPFILE: otherwise the kernel ignores the mode, and the register may contain anything. */
const CREATES = 0x400040;
const O_ACCMODE = 3;
const O_TRUNC = 0x200;
const PERSONALITY_QUERY = 0xffffffff;
/**
 * Options of prctl that engines and `setpriv` use: PR_GET_DUMPABLE, PR_GET_KEEPCAPS, PR_SET_KEEPCAPS, PR_SET_NAME, PR_GET_NAME,
 * PR_GET_SECCOMP, PR_CAPBSET_READ, PR_CAPBSET_DROP, PR_GET_SECUREBITS, PR_SET_TIMERSLACK, PR_GET_TIMERSLACK,
 * PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS, PR_SET_THP_DISABLE, PR_GET_THP_DISABLE, PR_CAP_AMBIENT
 */
const USED_OPTIONS = [3, 7, 8, 15, 16, 21, 23, 24, 27, 29, 30, 38, 39, 41, 42, 47];
/** F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW */
const LOCKS = [6, 7, 37, 38];
/** F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_OFD_GETLK, F_DUPFD_CLOEXEC, F_SETPIPE_SZ, F_GETPIPE_SZ */
const USED_COMMANDS = [...LOCKS, 0, 1, 2, 3, 4, 5, 36, 1030, 1031, 1032];
/** The byte of an ioctl that says what it is for, and that of terminals and of any open file, such as FIONBIO. */
const [IOCTL_KIND, KIND_OF_ANY] = [0xff00, 0x5400];
const MAP_TYPE_AND_ANONYMOUS = 0x2f;
const MAP_SHARED_ANONYMOUS = 0x21;
const MAP_HUGETLB = 0x40000;
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
/** TIOCSPTLCK, TIOCGPTN, TIOCGPTPEER: without them a new pseudoterminal cannot be used. */
const NEW_TERMINAL = [0x40045431, 0x80045430, 0x5441];

const setuidBits = (call: CallName, mode: number, ...others: Condition[]): Rule =>
  deniedIf(call, ...others, has(mode, SETUID_BITS));
const readOnly = (argument: number): Condition => ({ ...equal(argument, 0), mask: O_ACCMODE });

/** Denied to every worker. */
export const ALWAYS_DENIED: readonly RuleGroup[] = [
  {
    prevents: 'mounts and another root folder, which would undo the read-only file system',
    rules: [
      denied('mount', 'umount2', 'pivot_root', 'chroot', 'open_tree', 'move_mount'),
      denied('fsopen', 'fsconfig', 'fsmount', 'fspick'),
    ],
  },
  {
    prevents: 'new namespaces, in which a process has capabilities again; clone3 hides its flags from the filter',
    rules: [denied('unshare', 'setns'), deniedIf('clone', has(0, NAMESPACE_FLAGS)), unknown('clone3')],
  },
  {
    prevents: 'access to the memory, descriptors, limits and priorities of other processes of the same user',
    rules: [
      denied('ptrace', 'process_vm_readv', 'process_vm_writev', 'pidfd_getfd', 'kcmp'),
      denied('move_pages', 'migrate_pages', 'ioprio_set'),
      unknown('pidfd_open', 'pidfd_send_signal'),
      ...unlessNull('prlimit64', 2, different(0, 0)), // reading limits is allowed
      deniedIf(['sched_setaffinity', 'sched_setscheduler', 'sched_setparam', 'sched_setattr'], different(0, 0)),
      deniedIf('setpriority', different(0, 0)),
      deniedIf('setpriority', different(1, 0)),
    ],
  },
  {
    prevents: 'a process that leaves the process group that docconv kills, or that outlives docconv',
    rules: [denied('setsid', 'setpgid'), deniedIf('clone', has(0, CLONE_PARENT))],
  },
  {
    prevents: 'threads with a table of open files of their own',
    rules: [
      deniedIf('clone', { argument: 0, mask: CLONE_THREAD | CLONE_FILES, is: 'equal', value: CLONE_THREAD }),
      deniedIf('close_range', has(2, CLOSE_RANGE_UNSHARE)),
    ],
  },
  {
    prevents: 'input to the terminal of another process, and new terminals',
    rules: [TIOCSTI, TIOCLINUX, ...NEW_TERMINAL].map(request => deniedIf('ioctl', equal(1, request))),
  },
  {
    prevents:
      'what calls with many purposes offer beside what engines use: leases, delegations and notifications of files, attributes ' +
      'and disk space of files, signals by F_SETOWN, addresses of the machine, a process that hides from the measurement or ' +
      'outlives docconv, memory of the kernel, and what later kernels add',
    rules: [
      deniedIf('fcntl', ...USED_COMMANDS.map(command => different(1, command))),
      deniedIf('ioctl', { ...different(1, KIND_OF_ANY), mask: IOCTL_KIND }),
      deniedIf('prctl', ...USED_OPTIONS.map(option => different(0, option))),
    ],
  },
  {
    prevents: 'device files, FIFOs, and files with the setuid or setgid bit; openat2 hides the mode from the filter',
    rules: [
      denied('mknod', 'mknodat'),
      ...[setuidBits('chmod', 1), setuidBits('fchmod', 1), setuidBits('fchmodat', 2), setuidBits('creat', 1)],
      ...[setuidBits('open', 2, has(1, CREATES)), setuidBits('openat', 3, has(2, CREATES))],
      unknown('openat2'),
    ],
  },
  {
    prevents: 'what Landlock leaves open: empty a file that may only be read (Linux before 6.2), observe use of files',
    rules: [
      denied('truncate'),
      deniedIf('open', has(1, O_TRUNC), readOnly(1)),
      deniedIf('openat', has(2, O_TRUNC), readOnly(2)),
      unknown('inotify_init', 'inotify_init1', 'inotify_add_watch'),
    ],
  },
  {
    prevents: 'waits for all that others have written to the disks; the calls succeed without that',
    rules: (['sync', 'syncfs', 'fsync', 'fdatasync', 'sync_file_range'] as const).map(call => pretended(call)),
  },
  {
    prevents:
      'locks on files, which hold up others and take memory of the kernel without a limit; the calls succeed without a lock',
    rules: [...LOCKS.map(command => pretended('fcntl', equal(1, command))), pretended('flock')],
  },
  {
    prevents: 'further filters of system calls, and asynchronous reading, which are memory of the kernel',
    rules: [unknown('seccomp', 'io_setup')],
  },
  {
    prevents: 'memory that no process maps or that outlives the worker, which limits by process do not count',
    rules: [
      { calls: ['mmap'], errno: ENOMEM, when: [{ ...equal(3, MAP_SHARED_ANONYMOUS), mask: MAP_TYPE_AND_ANONYMOUS }] },
      { calls: ['mmap'], errno: ENOMEM, when: [has(3, MAP_HUGETLB)] },
      unknown('memfd_create', 'shmget', 'shmat', 'shmctl', 'semget', 'semop', 'semtimedop', 'semctl'),
      unknown('msgget', 'msgsnd', 'msgrcv', 'msgctl', 'mq_open', 'mq_unlink', 'mq_notify'),
    ],
  },
  {
    prevents: 'use of kernel interfaces with a history of privilege escalation, which no engine uses',
    rules: [
      denied('bpf', 'perf_event_open', 'userfaultfd', 'add_key', 'request_key', 'keyctl', 'vmsplice', 'splice', 'tee'),
      denied('fanotify_init', 'fanotify_mark', 'name_to_handle_at', 'open_by_handle_at'),
      denied('mbind', 'set_mempolicy', 'modify_ldt', 'uselib', 'sysfs', 'nfsservctl', 'lookup_dcookie'),
      unknown('io_uring_setup', 'io_uring_enter', 'io_uring_register'),
      deniedIf('personality', different(0, 0), different(0, PERSONALITY_QUERY)),
    ],
  },
  {
    prevents: 'administration of the system, whatever capabilities the worker has',
    rules: [
      denied('reboot', 'kexec_load', 'kexec_file_load', 'init_module', 'finit_module', 'delete_module'),
      denied('swapon', 'swapoff', 'acct', 'quotactl', 'syslog', 'vhangup', 'iopl', 'ioperm'),
      denied('sethostname', 'setdomainname', 'settimeofday', 'clock_settime', 'clock_adjtime', 'adjtimex'),
    ],
  },
];
