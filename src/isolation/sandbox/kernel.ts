/**
 * System calls that Node does not offer, through koffi. What they restrict is the calling thread and what it starts,
 * not the other threads of Node: only a program that this thread then executes is restricted as a whole.
 */

const LANDLOCK_CREATE_RULESET = 444;
const LANDLOCK_ADD_RULE = 445;
const LANDLOCK_RESTRICT_SELF = 446;
const LANDLOCK_RULE_PATH_BENEATH = 1;
const PR_SET_NO_NEW_PRIVS = 38;
const PR_SET_SECCOMP = 22;
const PR_SET_CHILD_SUBREAPER = 36;
const SECCOMP_MODE_FILTER = 2;
const F_SETFD = 2;

/** Each returns a negative number when it fails. */
export interface Kernel {
  createRuleset(attributes: Buffer | null, size: number, flags: number): number;
  /** @param rule struct landlock_path_beneath_attr */
  addRule(ruleset: number, rule: Buffer): number;
  restrictSelf(ruleset: number): number;
  /** From now on no program gets further privileges, which Landlock and seccomp require. */
  setNoNewPrivileges(): number;
  /** Processes whose parent ends become children of this one, also after it executes another program. */
  adoptOrphans(): number;
  /** @param filter array of struct sock_filter */
  installFilter(filter: Buffer): number;
  /** Programs that are executed get this descriptor. Node has set close-on-exec on all that it was started with. */
  keepOnExec(descriptor: number): number;
  /** Replaces this process. Returns only when that fails. */
  execute(program: string, args: readonly string[], environment: readonly string[]): number;
  /** errno of the last call */
  lastError(): number;
  /** Ends this process without anything that Node or its libraries do at the end. */
  exit(status: number): void;
}

/** Null where koffi does not support the system. */
export async function openKernel(): Promise<Kernel | null> {
  if (process.platform !== 'linux') return null;
  try {
    return bindKernel(await import('koffi')); // native code: fails to load on some platforms
  } catch {
    return null;
  }
}

function bindKernel({ default: koffi }: typeof import('koffi')): Kernel {
  const libc = koffi.load(null);
  const create = libc.func('long syscall(long number, void *attributes, size_t size, uint32_t flags)');
  const add = libc.func('long syscall(long number, int ruleset, int type, void *rule, uint32_t flags)');
  const restrict = libc.func('long syscall(long number, int ruleset, uint32_t flags)');
  const prctl = libc.func('int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)');
  return {
    createRuleset: (attributes, size, flags) => Number(create(LANDLOCK_CREATE_RULESET, attributes, size, flags)),
    addRule: (ruleset, rule) => Number(add(LANDLOCK_ADD_RULE, ruleset, LANDLOCK_RULE_PATH_BENEATH, rule, 0)),
    restrictSelf: ruleset => Number(restrict(LANDLOCK_RESTRICT_SELF, ruleset, 0)),
    setNoNewPrivileges: () => prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0),
    adoptOrphans: () => prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0),
    installFilter: filter => {
      koffi.struct('sock_fprog', { len: 'uint16_t', filter: 'void *' });
      const install = libc.func('int prctl(int option, unsigned long mode, sock_fprog *program)');
      return install(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, { len: filter.length / 8, filter });
    },
    keepOnExec: descriptor => libc.func('int fcntl(int descriptor, int command, int flags)')(descriptor, F_SETFD, 0),
    execute: (program, args, environment) => {
      const execve = libc.func('int execve(const char *program, const char **args, const char **environment)');
      return execve(program, [program, ...args, null], [...environment, null]);
    },
    lastError: () => koffi.errno(),
    exit: status => libc.func('void _exit(int status)')(status),
  };
}
