/** What the filter of a worker denies beside ALWAYS_DENIED, by what the kind of worker needs. */
import {
  ALWAYS_DENIED,
  type Condition,
  different,
  ERRNO,
  equal,
  type Rule,
  type RuleGroup,
  unlessNull,
} from './rules.js';

const { EPERM, EAFNOSUPPORT, EOPNOTSUPP } = ERRNO;

export interface FilterPolicy {
  /** It may open connections to internet addresses. */
  readonly network?: boolean;
  /** It may create AF_UNIX stream sockets and accept connections on them, but not connect. */
  readonly sockets?: boolean;
  /** It may create pairs of AF_UNIX stream sockets, to talk with programs that it starts. Included in `sockets`. */
  readonly pairs?: boolean;
  /**
   * Files of the system are only protected by Landlock, which does not restrict changes of modes, owners, times and
   * extended attributes.
   */
  readonly keepAttributes?: boolean;
  /**
   * The only process that it may send signals to, beside its own process group, which it leads: for a worker that has
   * no process namespace and whose Landlock does not restrict signals.
   */
  readonly signalsTo?: number | null;
}

/** What each kind of worker needs beside plain files, memory and threads, measured with strace. */
export const WORKER_NEEDS: readonly { worker: string; policy: FilterPolicy; needs: string }[] = [
  {
    worker: 'native',
    policy: { pairs: true },
    needs:
      'pairs of AF_UNIX stream sockets, by which LibreOffice connects the programs that draw EPS pictures; no other socket',
  },
  {
    worker: 'soffice',
    policy: { sockets: true },
    needs:
      'pairs of AF_UNIX stream sockets, by which Node connects the programs that it starts; AF_UNIX stream sockets to bind, listen and accept: LibreOffice ends when it cannot create the pipe for a single instance per profile. Its connect to an earlier instance may fail.',
  },
  {
    worker: 'wasm',
    policy: {},
    needs: 'no socket: files and pipes of WebAssembly are in memory',
  },
  {
    worker: 'verification',
    policy: {},
    needs: 'no socket: the document comes through the pipe of the worker',
  },
  {
    worker: 'verification, online',
    policy: { network: true },
    needs:
      'TCP and UDP over IPv4 and IPv6 to connect, for revocation data and name resolution; no AF_UNIX or AF_NETLINK',
  },
];

const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const SOCK_STREAM = 1;
const SOCK_DGRAM = 2;
/** SOCK_NONBLOCK and SOCK_CLOEXEC are above. */
const SOCK_TYPE_MASK = 0xf;
const IPPROTO_TCP = 6;
const IPPROTO_UDP = 17;

/** The buffers of a pair are memory that belongs to no process. */
const PAIR_CALLS = ['socketpair'] as const;
const SERVER_CALLS = ['bind', 'listen', 'accept', 'accept4'] as const;

const DOMAIN = 0;
const PROTOCOL = 2;
const type = (is: Condition['is'], value: number): Condition => ({ argument: 1, mask: SOCK_TYPE_MASK, is, value });

/** A rule for each call and condition; of several rules for one call the first that is true decides. */
export function rulesFor(policy: FilterPolicy): Rule[] {
  return [...ALWAYS_DENIED, socketRules(policy), ...attributeRules(policy), ...signalRules(policy)].flatMap(
    ({ rules }) => rules,
  );
}

function socketRules({ network = false, sockets = false, pairs = sockets }: FilterPolicy): RuleGroup {
  return {
    prevents: 'sockets that the worker does not need',
    rules: [
      ...domainRules(network, sockets),
      ...(pairs ? pairRules() : [{ calls: PAIR_CALLS, errno: EPERM }]),
      ...(sockets ? [] : [{ calls: SERVER_CALLS, errno: EPERM }]),
      ...(network ? [] : [{ calls: ['connect', 'sendmsg', 'sendmmsg', 'setsockopt'] as const, errno: EPERM }]),
      ...(network ? [] : unlessNull(['sendto'], 4)),
    ],
  };
}

/** Node and LibreOffice connect a program that they start by pairs. A datagram socket of a pair could send to any address. */
function pairRules(): Rule[] {
  return [
    { calls: ['socketpair'], errno: EAFNOSUPPORT, when: [different(DOMAIN, AF_UNIX)] },
    { calls: ['socketpair'], errno: EPERM, when: [type('different', SOCK_STREAM)] },
  ];
}

function domainRules(network: boolean, sockets: boolean): Rule[] {
  const domains = [...(sockets ? [AF_UNIX] : []), ...(network ? [AF_INET, AF_INET6] : [])];
  const isInternet = different(DOMAIN, AF_UNIX);
  const otherTypes = [type('different', SOCK_STREAM), type('different', SOCK_DGRAM)];
  const otherProtocols = [0, IPPROTO_TCP, IPPROTO_UDP].map(protocol => different(PROTOCOL, protocol));
  return [
    { calls: ['socket'], errno: EAFNOSUPPORT, when: domains.map(domain => different(DOMAIN, domain)) },
    { calls: ['socket'], errno: EPERM, when: [equal(DOMAIN, AF_UNIX), type('different', SOCK_STREAM)] },
    { calls: ['socket'], errno: EPERM, when: [isInternet, ...otherTypes] },
    { calls: ['socket'], errno: EPERM, when: [isInternet, ...otherProtocols] },
  ];
}

function attributeRules({ keepAttributes = false }: FilterPolicy): RuleGroup[] {
  if (!keepAttributes) return [];
  const calls = [
    ...(['chmod', 'fchmod', 'fchmodat', 'chown', 'lchown', 'fchown', 'fchownat'] as const),
    ...(['utime', 'utimes', 'futimesat', 'utimensat'] as const),
    ...(['setxattr', 'lsetxattr', 'fsetxattr', 'removexattr', 'lremovexattr', 'fremovexattr'] as const),
  ];
  return [
    { prevents: 'changes of file attributes', rules: [{ calls, errno: EPERM }] },
    // the watch counts the bytes that are written; programs that are denied it write zeros instead
    { prevents: 'disk space that is taken without writing', rules: [{ calls: ['fallocate'], errno: EOPNOTSUPP }] },
  ];
}

/** Signal 0, which only asks whether a process exists, is allowed. */
function signalRules({ signalsTo }: FilterPolicy): RuleGroup[] {
  if (!signalsTo) return [];
  const others = [different(0, 0), different(0, signalsTo), different(0, -signalsTo)];
  return [
    {
      prevents: 'signals to other processes of the same user',
      rules: [
        { calls: ['kill'], errno: EPERM, when: [...others, different(1, 0)] },
        { calls: ['tgkill', 'rt_sigqueueinfo', 'rt_tgsigqueueinfo'], errno: EPERM, when: [different(0, signalsTo)] },
        { calls: ['tkill'], errno: EPERM }, // names a thread, which a filter cannot relate to its process
      ],
    },
  ];
}
