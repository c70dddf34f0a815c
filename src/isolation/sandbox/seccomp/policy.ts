/** What the filter of a worker denies beside ALWAYS_DENIED, by what the kind of worker needs. */
import {
  ALWAYS_DENIED,
  type Condition,
  denied,
  deniedIf,
  different,
  ERRNO,
  equal,
  type Rule,
  type RuleGroup,
  unlessNull,
} from './rules.js';

const { EACCES, EAFNOSUPPORT, EOPNOTSUPP } = ERRNO;

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
  /** LibreOffice shall create its socket in the folder that OSL_SOCKET_PATH names: it does if it cannot write to /tmp. */
  readonly ownSocketFolder?: boolean;
  /**
   * The only process that it may send signals to, beside its own process group, which it leads: for a worker that has
   * no process namespace and whose Landlock does not restrict signals.
   */
  readonly signalsTo?: number | null;
}

const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const SOCK_STREAM = 1;
const SOCK_DGRAM = 2;
/** SOCK_NONBLOCK and SOCK_CLOEXEC are above. */
const SOCK_TYPE_MASK = 0xf;
const IPPROTO_TCP = 6;
const IPPROTO_UDP = 17;

const W_OK = 2;

const DOMAIN = 0;
const PROTOCOL = 2;
const type = (is: Condition['is'], value: number): Condition => ({ argument: 1, mask: SOCK_TYPE_MASK, is, value });

/** A rule for each call and condition; of several rules for one call the first that is true decides. */
export function rulesFor(policy: FilterPolicy): Rule[] {
  const groups = [socketRules(policy), ...socketFolderRules(policy), ...attributeRules(policy), ...signalRules(policy)];
  return [...ALWAYS_DENIED, ...groups].flatMap(({ rules }) => rules);
}

function socketRules({ network = false, sockets = false, pairs = sockets }: FilterPolicy): RuleGroup {
  return {
    prevents: 'sockets that the worker does not need',
    rules: [
      ...domainRules(network, sockets),
      ...(pairs ? pairRules() : [denied('socketpair')]), // the buffers of a pair are memory that belongs to no process
      ...(sockets ? [] : [denied('bind', 'listen', 'accept', 'accept4')]),
      ...(network ? [] : [denied('connect', 'sendmsg', 'sendmmsg', 'setsockopt'), ...unlessNull('sendto', 4)]),
    ],
  };
}

/** Node and LibreOffice connect a program that they start by pairs. A datagram socket of a pair could send to any address. */
function pairRules(): Rule[] {
  return [
    { calls: ['socketpair'], errno: EAFNOSUPPORT, when: [different(DOMAIN, AF_UNIX)] },
    deniedIf('socketpair', type('different', SOCK_STREAM)),
  ];
}

function domainRules(network: boolean, sockets: boolean): Rule[] {
  const domains = [...(sockets ? [AF_UNIX] : []), ...(network ? [AF_INET, AF_INET6] : [])];
  const isInternet = different(DOMAIN, AF_UNIX);
  const otherTypes = [type('different', SOCK_STREAM), type('different', SOCK_DGRAM)];
  const otherProtocols = [0, IPPROTO_TCP, IPPROTO_UDP].map(protocol => different(PROTOCOL, protocol));
  return [
    { calls: ['socket'], errno: EAFNOSUPPORT, when: domains.map(domain => different(DOMAIN, domain)) },
    deniedIf('socket', equal(DOMAIN, AF_UNIX), type('different', SOCK_STREAM)),
    deniedIf('socket', isInternet, ...otherTypes),
    deniedIf('socket', isInternet, ...otherProtocols),
  ];
}

/** access() tells nothing of Landlock, which denies /tmp. */
function socketFolderRules({ ownSocketFolder = false }: FilterPolicy): RuleGroup[] {
  if (!ownSocketFolder) return [];
  return [
    {
      prevents: 'sockets in a folder that others use',
      rules: [
        { calls: ['access'], errno: EACCES, when: [equal(1, W_OK)] },
        { calls: ['faccessat'], errno: EACCES, when: [equal(2, W_OK)] },
      ],
    },
  ];
}

function attributeRules({ keepAttributes = false }: FilterPolicy): RuleGroup[] {
  if (!keepAttributes) return [];
  return [
    {
      prevents: 'changes of file attributes',
      rules: [
        denied('chmod', 'fchmod', 'fchmodat', 'chown', 'lchown', 'fchown', 'fchownat'),
        denied('utime', 'utimes', 'futimesat', 'utimensat'),
        denied('setxattr', 'lsetxattr', 'fsetxattr', 'removexattr', 'lremovexattr', 'fremovexattr'),
      ],
    },
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
        deniedIf('kill', ...others, different(1, 0)),
        deniedIf(['tgkill', 'rt_sigqueueinfo', 'rt_tgsigqueueinfo'], different(0, signalsTo)),
        denied('tkill'), // names a thread, which a filter cannot relate to its process
      ],
    },
  ];
}
