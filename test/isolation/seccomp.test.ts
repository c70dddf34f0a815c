/** Every decision of the filters, for both architectures, by an interpreter of their programs. */
import { describe, expect, it } from 'vitest';
import { ARCHITECTURES, CALLS } from '../../src/isolation/sandbox/seccomp/calls.js';
import { type Architecture, type FilterPolicy, seccompFilter } from '../../src/isolation/sandbox/seccomp/index.js';
import { rulesFor } from '../../src/isolation/sandbox/seccomp/policy.js';
import type { Condition, Rule } from '../../src/isolation/sandbox/seccomp/rules.js';
import { evaluate, satisfying, type Verdict } from '../helpers/isolation/bpf.js';

const EPERM = 1;
const ENOMEM = 12;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
const HIGH = 1n << 32n;
const PID = 4711;

/** [name in the kernel, x86_64, aarch64] */
const NUMBERS = {
  read: [0, 63],
  write: [1, 64],
  open: [2, null],
  close: [3, 57],
  mmap: [9, 222],
  mprotect: [10, 226],
  ioctl: [16, 29],
  socket: [41, 198],
  connect: [42, 203],
  accept: [43, 202],
  sendto: [44, 206],
  recvfrom: [45, 207],
  sendmsg: [46, 211],
  recvmsg: [47, 212],
  shutdown: [48, 210],
  bind: [49, 200],
  listen: [50, 201],
  socketpair: [53, 199],
  setsockopt: [54, 208],
  getsockopt: [55, 209],
  clone: [56, 220],
  execve: [59, 221],
  kill: [62, 129],
  fcntl: [72, 25],
  flock: [73, 32],
  io_setup: [206, 0],
  seccomp: [317, 277],
  splice: [275, 76],
  tee: [276, 77],
  sync: [162, 81],
  fsync: [74, 82],
  chmod: [90, null],
  fchmod: [91, 52],
  ptrace: [101, 117],
  setsid: [112, 157],
  mount: [165, 40],
  futex: [202, 98],
  openat: [257, 56],
  mkdirat: [258, 34],
  unshare: [272, 97],
  fchmodat: [268, 53],
  prlimit64: [302, 261],
  memfd_create: [319, 279],
  getrandom: [318, 278],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  personality: [135, 92],
  prctl: [157, 167],
  tgkill: [234, 131],
  tkill: [200, 130],
  io_uring_setup: [425, 425],
  clone3: [435, 435],
  close_range: [436, 436],
  openat2: [437, 437],
  faccessat2: [439, 439],
  landlock_create_ruleset: [444, 444],
} as const;

type Case = readonly [call: keyof typeof NUMBERS, args: readonly (number | bigint)[], expected: Verdict];

const THREAD = 0x3d0f00; // CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD ...
const FORK = 0x1200011; // CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD
const O_CREAT_EXCL = 0xc1;

/** The same for every kind of worker. */
const COMMON: readonly Case[] = [
  ...(['read', 'write', 'close', 'mmap', 'mprotect', 'futex', 'execve', 'getrandom', 'recvmsg'] as const).map(
    call => [call, [1, 2, 3, 4, 5, 6], 'allow'] as const,
  ),
  ['faccessat2', [], 'allow'],
  ['mount', [], EPERM],
  ['ptrace', [16, 1], EPERM],
  ['bpf', [], EPERM],
  ['userfaultfd', [], EPERM],
  ['unshare', [0x10000000], EPERM],
  ['setsid', [], EPERM],
  ['memfd_create', [], ENOSYS],
  ['io_uring_setup', [], ENOSYS],
  ['clone3', [], ENOSYS],
  ['openat2', [], ENOSYS],
  ['landlock_create_ruleset', [], ENOSYS],
  ['clone', [THREAD], 'allow'],
  ['clone', [FORK], 'allow'],
  ['clone', [0x10000000 | FORK], EPERM], // CLONE_NEWUSER
  ['clone', [HIGH | 0x20000n], EPERM], // CLONE_NEWNS
  ['clone', [0x8000 | FORK], EPERM], // CLONE_PARENT
  ['clone', [THREAD & ~0x400], EPERM], // without CLONE_FILES
  ['close_range', [3, 0xffffffff, 0], 'allow'],
  ['close_range', [3, 0xffffffff, 4], 'allow'], // CLOSE_RANGE_CLOEXEC
  ['close_range', [3, 0xffffffff, 6], EPERM], // CLOSE_RANGE_UNSHARE
  ['close_range', [3, 0xffffffff, HIGH | 2n], EPERM],
  ['ioctl', [0, 0x5401], 'allow'], // TCGETS
  ['ioctl', [0, 0x5412], EPERM], // TIOCSTI
  ['ioctl', [0, HIGH | 0x5412n], EPERM], // CVE-2019-10063: the kernel ignores the upper half
  ['ioctl', [0, 0x541c], EPERM],
  ['ioctl', [3, 0x8901], EPERM], // FIOSETOWN
  ['ioctl', [3, 0x8912], EPERM], // SIOCGIFCONF: addresses of the machine
  ['ioctl', [3, 0x40305828], EPERM], // FS_IOC_RESVSP: takes disk space without writing
  ['ioctl', [3, 0x40086602], EPERM], // FS_IOC_SETFLAGS, of a file that is open for reading
  ['ioctl', [3, HIGH | 0x40806685n], EPERM], // FS_IOC_ENABLE_VERITY
  ['ioctl', [3, 0x5421], 'allow'], // FIONBIO
  ['fcntl', [3, 2, 1], 'allow'], // F_SETFD
  ['fcntl', [3, 8, 1], EPERM], // F_SETOWN
  ['fcntl', [3, HIGH | 15n, 1], EPERM],
  ['fcntl', [3, 1024, 1], EPERM], // F_SETLEASE
  ['fcntl', [3, 1026, 1], EPERM], // F_NOTIFY
  ['fcntl', [3, 1040, 1], EPERM], // F_SETDELEG of Linux 6.19
  ['fcntl', [3, 1030, 5], 'allow'], // F_DUPFD_CLOEXEC
  ['fcntl', [3, 1031, 4096], 'allow'], // F_SETPIPE_SZ
  ['fcntl', [3, 5, 1], 'allow'], // F_GETLK
  ['fcntl', [3, 6, 1], 0], // F_SETLK
  ['fcntl', [3, 38, 1], 0], // F_OFD_SETLKW
  ['flock', [3, 2], 0],
  ['mmap', [0, 4096, 3, 0x22], 'allow'], // MAP_PRIVATE | MAP_ANONYMOUS
  ['mmap', [0, 4096, 3, 0x1, 3], 'allow'], // a file
  ['mmap', [0, 4096, 3, 0x21], ENOMEM], // MAP_SHARED | MAP_ANONYMOUS
  ['mmap', [0, 4096, 3, 0x4021], ENOMEM],
  ['mmap', [0, 4096, 3, 0x40022], ENOMEM], // MAP_HUGETLB
  ['ioctl', [3, 0x5441], EPERM], // TIOCGPTPEER
  ['prctl', [22, 2], EPERM], // PR_SET_SECCOMP
  ['seccomp', [1, 0], ENOSYS],
  ['io_setup', [1], ENOSYS],
  ['prctl', [15], 'allow'], // PR_SET_NAME
  ['prctl', [1, 0], EPERM], // PR_SET_PDEATHSIG
  ['prctl', [36, 0], EPERM], // PR_SET_CHILD_SUBREAPER
  ['prctl', [4, 0], EPERM], // PR_SET_DUMPABLE
  ['prctl', [3], 'allow'], // PR_GET_DUMPABLE
  ['prctl', [62, 1, 0], EPERM], // PR_SCHED_CORE
  ['prctl', [78, 1, 0x800000], EPERM], // PR_FUTEX_HASH of Linux 6.16: up to 1 GiB of the kernel's memory
  ['prctl', [1000], EPERM], // one that does not exist yet
  ['prctl', [38, 1], 'allow'], // PR_SET_NO_NEW_PRIVS
  ['splice', [3, 0, 4, 0, 4096], EPERM],
  ['tee', [3, 4, 4096], EPERM],
  ['sync', [], 0],
  ['fsync', [3], 0],
  ['personality', [0xffffffff], 'allow'],
  ['personality', [0], 'allow'],
  ['personality', [0x40000], EPERM], // ADDR_NO_RANDOMIZE
  ['prlimit64', [0, 7, 0x1234], 'allow'],
  ['prlimit64', [0, 4, 0, 0x1234], 'allow'], // reads
  ['prlimit64', [PID, 7, 0, 0x1234], 'allow'], // reads
  ['prlimit64', [PID, 7, 0x1234], EPERM],
  ['prlimit64', [PID, 7, HIGH], EPERM], // a pointer with a low half of zeros
  ['openat', [-100, 0x1234, 0], 'allow'],
  ['openat', [-100, 0x1234, 0, 0o6755], 'allow'], // without O_CREAT the mode is ignored
  ['openat', [-100, 0x1234, O_CREAT_EXCL, 0o666], 'allow'],
  ['openat', [-100, 0x1234, O_CREAT_EXCL, 0o4755], EPERM],
  ['openat', [-100, 0x1234, 0x410001, 0o2755], EPERM], // O_TMPFILE
  ['openat', [-100, 0x1234, 0x201], 'allow'], // O_WRONLY | O_TRUNC
  ['openat', [-100, 0x1234, 0x200], EPERM], // O_RDONLY | O_TRUNC
  ['open', [0x1234, O_CREAT_EXCL, 0o2755], EPERM],
  ['open', [0x1234, 0], 'allow'],
  ['chmod', [0x1234, 0o4755], EPERM],
  ['fchmod', [3, 0o2644], EPERM],
  ['fchmodat', [-100, 0x1234, 0o6000], EPERM],
  ['socket', [16, 3], EAFNOSUPPORT], // AF_NETLINK
  ['socket', [17, 3], EAFNOSUPPORT], // AF_PACKET
  ['socket', [40, 1], EAFNOSUPPORT], // AF_VSOCK
  ['socket', [38, 5], EAFNOSUPPORT], // AF_ALG
];

const ENGINE: readonly Case[] = [
  ['socketpair', [1, 1], EPERM],
  ['socket', [1, 1], EAFNOSUPPORT],
  ['socket', [HIGH | 1n, 1], EAFNOSUPPORT],
  ['socket', [2, 1], EAFNOSUPPORT],
  ['connect', [3], EPERM],
  ['bind', [3], EPERM],
  ['listen', [3], EPERM],
  ['accept', [3], EPERM],
  ['sendmsg', [3], EPERM],
  ['setsockopt', [3], EPERM],
  ['sendto', [3, 0x1234, 5, 0, 0], 'allow'], // send()
  ['sendto', [3, 0x1234, 5, 0, 0x1234, 16], EPERM],
  ['sendto', [3, 0x1234, 5, 0, HIGH, 16], EPERM],
];

const SOFFICE: readonly Case[] = [
  ['socketpair', [1, 1], 'allow'],
  ['socketpair', [1, 0x80801], 'allow'], // SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK
  ['socketpair', [1, 2], EPERM],
  ['socketpair', [1, 5], EPERM],
  ['socketpair', [2, 1], EAFNOSUPPORT],
  ['socket', [1, 1], 'allow'],
  ['socket', [1, 0x80801], 'allow'],
  ['socket', [1, 2], EPERM],
  ['socket', [1, 5], EPERM],
  ['socket', [2, 1], EAFNOSUPPORT],
  ['socket', [10, 2], EAFNOSUPPORT],
  ['bind', [3], 'allow'],
  ['listen', [3], 'allow'],
  ['accept', [3], 'allow'],
  ['connect', [3], EPERM],
  ['sendmsg', [3], EPERM],
];

const ONLINE: readonly Case[] = [
  ['socketpair', [1, 1], EPERM],
  ['socket', [1, 1], EAFNOSUPPORT],
  ['socket', [2, 0x80801, 6], 'allow'],
  ['socket', [10, 2, 17], 'allow'],
  ['socket', [2, 3, 1], EPERM], // SOCK_RAW
  ['socket', [2, 1, 132], EPERM], // SCTP
  ['connect', [3], 'allow'],
  ['sendto', [3, 0x1234, 5, 0, 0x1234, 16], 'allow'],
  ['setsockopt', [3], 'allow'],
  ['bind', [3], EPERM],
  ['listen', [3], EPERM],
];

const SHARED: readonly Case[] = [
  ['kill', [PID, 9], 'allow'],
  ['kill', [-PID, 9], 'allow'],
  ['kill', [0, 9], 'allow'],
  ['kill', [1234, 0], 'allow'],
  ['kill', [1234, 9], EPERM],
  ['kill', [-1, 9], EPERM],
  ['kill', [1234, HIGH], 'allow'], // the kernel ignores the upper half: signal 0
  ['tgkill', [PID, PID, 6], 'allow'],
  ['tgkill', [1234, 1234, 6], EPERM],
  ['tkill', [PID, 6], EPERM],
  ['chmod', [0x1234, 0o644], EPERM],
  ['fchmod', [3, 0o644], EPERM],
];

const OWN: readonly Case[] = [
  ['kill', [1234, 9], 'allow'],
  ['tkill', [1234, 6], 'allow'],
  ['chmod', [0x1234, 0o644], 'allow'],
];

const POLICIES: readonly { name: string; policy: FilterPolicy; cases: readonly Case[] }[] = [
  { name: 'an engine', policy: {}, cases: [...COMMON, ...ENGINE, ...OWN] },
  { name: 'soffice', policy: { sockets: true }, cases: [...COMMON, ...SOFFICE, ...OWN] },
  { name: 'verification online', policy: { network: true }, cases: [...COMMON, ...ONLINE, ...OWN] },
  {
    name: 'an engine without namespaces',
    policy: { signalsTo: PID, keepAttributes: true, ownSocketFolder: true },
    cases: [...COMMON.filter(([, , expected]) => expected !== 'allow'), ...ENGINE, ...SHARED],
  },
];
const ARCHITECTURE_NAMES = Object.keys(ARCHITECTURES) as Architecture[];

describe.each(ARCHITECTURE_NAMES)('the filter for %s', architecture => {
  const { audit, column } = ARCHITECTURES[architecture];

  describe.each(POLICIES)('of $name', ({ policy, cases }) => {
    const filter = seccompFilter(policy, architecture);
    const decide = (number: number, args: readonly (number | bigint)[] = []) =>
      evaluate(filter, { audit, number, args });

    it('decides each example', () => {
      const existing = cases.filter(([call]) => NUMBERS[call][column] !== null);
      expect(existing.map(([call, args]) => [call, args, decide(NUMBERS[call][column]!, args)])).toEqual(existing);
    });

    it('decides as the rules say, whatever the arguments', () => {
      const rules = rulesFor(policy);
      for (const [call, numbers] of Object.entries(CALLS)) {
        const number = numbers[column];
        if (number === null) continue;
        const ofCall = rules.filter(({ calls }) => calls.some(name => name === call));
        for (const args of argumentsFor(ofCall)) {
          expect([call, args, decide(number, args)]).toEqual([call, args, expectedOf(ofCall, args)]);
        }
      }
    });

    it('answers ENOSYS to calls after Linux 5.8, to calls that do not exist yet, and to x32 calls', () => {
      for (const number of [440, 441, 452, 470, 1000, 0x40000000, 0x40000001, 0x40000208, 0xffffffff]) {
        expect([number, decide(number)]).toEqual([number, ENOSYS]);
      }
    });

    it('allows every other call', () => {
      const decided = new Set(Object.values(CALLS).map(numbers => numbers[column] as number | null));
      const others = Array.from({ length: 440 }, (_, number) => number).filter(number => !decided.has(number));
      expect(others.filter(number => decide(number, [1, 2, 3, 4, 5, 6]) !== 'allow')).toEqual([]);
    });

    it('ends a process that makes calls of another architecture', () => {
      for (const other of [0x40000003, 0x40000028, 0xc000003e, 0xc00000b7].filter(value => value !== audit)) {
        expect(evaluate(filter, { audit: other, number: 1 })).toBe('kill');
      }
    });

    it('is within the limit of the kernel', () => expect(filter.length / 8).toBeLessThanOrEqual(4096));
  });
});

/** Arguments that meet each rule, and that miss each of its conditions, also in the upper half that int arguments lack. */
function argumentsFor(rules: readonly Rule[]): bigint[][] {
  const all: bigint[][] = [[0n, 0n, 0n, 0n, 0n, 0n], Array<bigint>(6).fill(HIGH), Array<bigint>(6).fill(0x7fffffffn)];
  for (const { when = [] } of rules) {
    all.push(satisfying(when));
    for (const missed of when)
      all.push(satisfying(when.map(condition => (condition === missed ? negated(condition) : condition))));
  }
  return [...all, ...all.map(args => args.map(value => value | (0xabcdn << 40n)))];
}

function negated(condition: Condition): Condition {
  return { ...condition, is: condition.is === 'equal' ? 'different' : 'equal' };
}

function expectedOf(rules: readonly Rule[], args: readonly bigint[]): Verdict {
  const isMet = ({ argument, half, mask = 0xffffffff, is, value }: Condition) => {
    const word = Number(BigInt.asUintN(32, half === 'high' ? args[argument]! >> 32n : args[argument]!));
    return ((word & mask) >>> 0 === value >>> 0) === (is === 'equal');
  };
  const always = rules.find(({ when = [] }) => when.length === 0);
  return (always ?? rules.find(({ when = [] }) => when.every(isMet)))?.errno ?? 'allow';
}
