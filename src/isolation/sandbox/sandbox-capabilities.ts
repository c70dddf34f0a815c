/** The capabilities of a sandbox: which of them a system offers, or a worker is started with. */
export const NO_CAPABILITIES = {
  /** bubblewrap: only the folders of the policy are visible, and only the private folder can be written to. */
  files: false,
  /** bubblewrap can install a filter of system calls. Where the launcher confines the worker, it tries that itself. */
  filter: false,
  /** An empty network namespace, by bubblewrap or `unshare`. */
  network: false,
  /** A process namespace, by bubblewrap or `unshare`: a worker sees no other processes, and all of its own end with it. */
  processes: false,
  /** The kernel limits the processes of each worker: RLIMIT_NPROC in a user namespace. Root's are never limited. */
  processLimit: false,
  /** A worker does not have root's user id. Needs files of docconv and Node that all users may read. */
  ordinaryUser: false,
  /** The private folder is a file system in memory with a limited size. */
  sizedScratch: false,
  /** A worker has no capabilities, and programs with the set-uid bit do not give it any. */
  unprivileged: false,
  /** A worker cannot create user namespaces, in which it would have capabilities. */
  noUserNamespaces: false,
  /** The kernel kills the worker when its parent ends: by bubblewrap or `setpriv --pdeathsig`. */
  parentDeath: false,
  /** `prlimit`: no core dumps, limits of file size and open files. */
  limits: false,
  /** Where bubblewrap does not do the same, the launcher restricts files by Landlock, if the kernel has it. */
  landlock: false,
  /** As well, and system calls by seccomp. */
  seccomp: false,
};

export type SandboxCapabilities = typeof NO_CAPABILITIES;
