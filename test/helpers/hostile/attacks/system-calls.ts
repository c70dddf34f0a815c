/** System calls by number, through koffi: what native code in an engine could do. */
import koffi from 'koffi';

/** Numbers on x86_64 and aarch64; null: this architecture does not have it. */
const NUMBERS = {
  acct: [163, 89],
  add_key: [248, 217],
  bpf: [321, 280],
  chroot: [161, 51],
  clone: [56, 220],
  clone3: [435, 435],
  close_range: [436, 436],
  dup3: [292, 24],
  exit: [60, 93],
  fallocate: [285, 47],
  fcntl: [72, 25],
  fanotify_init: [300, 262],
  fsopen: [430, 430],
  fspick: [433, 433],
  init_module: [175, 105],
  finit_module: [313, 273],
  io_uring_setup: [425, 425],
  ioprio_set: [251, 30],
  iopl: [172, null],
  ioperm: [173, null],
  kcmp: [312, 272],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  kill: [62, 129],
  madvise: [28, 233],
  memfd_create: [319, 279],
  mmap: [9, 222],
  modify_ldt: [154, null],
  mount: [165, 40],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  open_tree: [428, 428],
  perf_event_open: [298, 241],
  personality: [135, 92],
  pidfd_getfd: [438, 438],
  pidfd_open: [434, 434],
  pidfd_send_signal: [424, 424],
  pipe2: [293, 59],
  pivot_root: [155, 41],
  prlimit64: [302, 261],
  process_madvise: [440, 440],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  ptrace: [101, 117],
  quotactl: [179, 60],
  request_key: [249, 218],
  rt_sigqueueinfo: [129, 138],
  sched_setaffinity: [203, 122],
  sched_setscheduler: [144, 119],
  sendmsg: [46, 211],
  setdomainname: [171, 162],
  sethostname: [170, 161],
  setns: [308, 268],
  setpriority: [141, 140],
  setpgid: [109, 154],
  setsid: [112, 157],
  shmat: [30, 196],
  shmdt: [67, 197],
  shmget: [29, 194],
  socket: [41, 198],
  socketpair: [53, 199],
  swapon: [167, 224],
  syslog: [103, 116],
  umount2: [166, 39],
  unshare: [272, 97],
  userfaultfd: [323, 282],
  bind: [49, 200],
  epoll_create1: [291, 20],
  epoll_ctl: [233, 21],
  eventfd2: [290, 19],
  flock: [73, 32],
  inotify_init1: [294, 26],
  io_setup: [206, 0],
  ioctl: [16, 29],
  landlock_create_ruleset: [444, 444],
  mlock: [149, 228],
  munmap: [11, 215],
  prctl: [157, 167],
  seccomp: [317, 277],
  setxattr: [188, 5],
  signalfd4: [289, 74],
  timer_create: [222, 107],
  timerfd_create: [283, 85],
  tgkill: [234, 131],
} as const satisfies Record<string, readonly [number, number | null]>;

export type SystemCall = keyof typeof NUMBERS;

type Argument = number | bigint | string | Buffer | null;

/** For programs that a worker starts. */
export const numberOf = (name: SystemCall): number => NUMBERS[name][process.arch === 'arm64' ? 1 : 0] ?? -1;

const libc = koffi.load(null);
const functions = new Map<string, ReturnType<typeof libc.func>>();

/** Result of a system call, and its errno when the result is -1. */
export interface Called {
  result: number;
  errno: string;
}

const NAMES = new Map(Object.entries(koffi.os.errno).map(([name, number]) => [number, name]));

export function call(name: SystemCall, ...args: readonly Argument[]): Called {
  const number = NUMBERS[name][process.arch === 'arm64' ? 1 : 0];
  if (number === null) return { result: -1, errno: 'ENOSYS' };
  const types = args.map(arg => (typeof arg === 'string' ? 'str' : isNumber(arg) ? 'int64_t' : 'void *'));
  const signature = `int64_t syscall(int64_t${types.map(type => `, ${type}`).join('')})`;
  const run = functions.get(signature) ?? libc.func(signature);
  functions.set(signature, run);
  const result = Number(run(number, ...args));
  const errno = koffi.errno();
  return { result, errno: result === -1 ? (NAMES.get(errno) ?? String(errno)) : '' };
}

function isNumber(value: Argument): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** The errno of a refusal by a filter, by missing capabilities, by Landlock, or by a kernel that lacks the call. */
export const REFUSED = new Set(['EPERM', 'EACCES', 'ENOSYS', 'EAFNOSUPPORT', 'ENOSPC', 'EUSERS']);
