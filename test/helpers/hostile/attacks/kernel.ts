/** System calls that no engine needs: each with arguments that do nothing where it is allowed. */
import type { Attack } from '../attack.js';
import { call, REFUSED, type SystemCall } from './system-calls.js';

const CLONE_NEWUSER = 0x10000000;
const CLONE_NEWNS = 0x00020000;
/** Each with a flag that requires another one. */
const [SIBLING, THREAD_WITH_FILES] = [0x8800, 0x10000];
const [PR_SET_DUMPABLE, PR_SCHED_CORE, PR_SCHED_CORE_GET] = [4, 62, 0];
const CLOSE_RANGE_UNSHARE = 2;
const NONE = Buffer.alloc(128);

/** Each fails with another error than a refusal where it is allowed. */
const CALLS: readonly (readonly [SystemCall, ...(number | string | Buffer | null)[]])[] = [
  ['acct', '/does/not/exist'],
  ['add_key', 'user', 'docconv', NONE, 8, -3],
  ['bpf', 0, NONE, 72],
  ['chroot', '/does/not/exist'],
  ['clone', SIBLING, 0, 0, 0, 0],
  ['clone', THREAD_WITH_FILES, 0, 0, 0, 0],
  ['clone3', NONE, 8],
  ['close_range', 1, 0, CLOSE_RANGE_UNSHARE],
  ['fanotify_init', 0x200, 0],
  ['fsopen', 'tmpfs', 0],
  ['fspick', -1, '', 0],
  ['init_module', NONE, 0, ''],
  ['finit_module', -1, '', 0],
  ['io_uring_setup', 1, NONE],
  ['iopl', 3],
  ['ioperm', 0, 1, 1],
  ['kcmp', process.pid, process.pid, 0, 0, 0],
  ['kexec_load', 0, 0, null, 0xffff],
  ['keyctl', 0, -3, 1],
  ['mount', null, '/does/not/exist', 'tmpfs', 0, null],
  ['mount_setattr', -1, '', 0, NONE, 32],
  ['move_mount', -1, '', -1, '', 0],
  ['name_to_handle_at', -1, 'x', NONE, NONE, 0],
  ['open_by_handle_at', -1, NONE, 0],
  ['open_tree', -1, '', 1],
  ['perf_event_open', NONE, 0, -1, -1, 0],
  ['personality', 0x0040000],
  ['pidfd_getfd', -1, 0, 0],
  ['pivot_root', '/does/not/exist', '/does/not/exist'],
  ['prctl', PR_SET_DUMPABLE, 5],
  ['prctl', PR_SCHED_CORE, PR_SCHED_CORE_GET, 0, 0, 0],
  ['process_madvise', -1, null, 0, 0, 0],
  ['process_vm_readv', process.pid, null, 0, null, 0, 0],
  ['process_vm_writev', process.pid, null, 0, null, 0, 0],
  ['ptrace', 16, 0x7ffffff, 0, 0],
  ['quotactl', 0, null, 0, null],
  ['request_key', 'user', 'docconv', null, -3],
  ['setdomainname', NONE, -1],
  ['sethostname', NONE, -1],
  ['setns', -1, 0],
  ['swapon', '/does/not/exist', 0],
  ['syslog', 3, NONE, 100],
  ['umount2', '/does/not/exist', 0],
  ['unshare', CLONE_NEWUSER],
  ['unshare', CLONE_NEWNS],
  ['userfaultfd', 1],
];

/** A session or process group of its own would escape from the kill of the group; this worker leads both already or may not. */
export const KERNEL_ATTACKS: Record<string, Attack> = {
  'calls the kernel where no engine needs it': attempt => {
    for (const [name, ...args] of CALLS) {
      const { result, errno } = call(name, ...args);
      if (result !== -1 || !REFUSED.has(errno)) attempt.reached(`${name}: ${errno || 'done'}`);
    }
  },
};
