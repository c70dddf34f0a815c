/**
 * Landlock (Linux 5.13 and later, without privileges): a worker restricts itself and its children to the given files
 * and, from Linux 6.7, to no TCP connections. It also works where namespaces are forbidden and bubblewrap is missing.
 * Called in the worker before its engine is loaded. Constants: linux/landlock.h.
 */
import { closeSync, openSync, statSync } from 'node:fs';

/** The files a process keeps access to: absolute paths, including all below them. */
export interface Confinement {
  readable: string[];
  writable: string[];
  /** Folders in which sockets may be created and removed, and nothing else. */
  sockets: string[];
}

const CREATE_RULESET = 444;
const ADD_RULE = 445;
const RESTRICT_SELF = 446;
const RULE_PATH_BENEATH = 1;
const GET_VERSION = 1;
const PR_SET_NO_NEW_PRIVS = 38;

/** Bits of LANDLOCK_ACCESS_FS. */
const EXECUTE = 1 << 0;
const WRITE_FILE = 1 << 1;
const READ_FILE = 1 << 2;
const READ_FOLDER = 1 << 3;
const REMOVE_FILE = 1 << 5;
const MAKE_SOCKET = 1 << 9;
const TRUNCATE = 1 << 14;
const READ = EXECUTE | READ_FILE | READ_FOLDER;
/** Bits that are valid for a file; the others concern the entries of a folder. */
const FILE_ACCESS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE;

/** Number of access bits in ABI versions 1 to 5; later versions add none. */
const BITS = [13, 14, 15, 15, 16];

/** Binding and connecting (version 4); abstract sockets and signals outside of the domain (version 6). */
const ALL_TCP = 3n;
const ALL_SCOPES = 3n;

interface Kernel {
  create(attributes: Buffer | null, size: number, flags: number): number;
  allow(ruleset: number, rule: Buffer): number;
  restrict(ruleset: number): number;
}

/** Whether this kernel supports Landlock and allows its use. */
export async function hasLandlock(): Promise<boolean> {
  return ((await openKernel())?.create(null, 0, GET_VERSION) ?? 0) > 0;
}

/** Restricts this process. False, without any effect, where the kernel does not support Landlock. */
export async function confine({ readable, writable, sockets }: Confinement): Promise<boolean> {
  const kernel = await openKernel();
  const version = kernel?.create(null, 0, GET_VERSION) ?? 0;
  if (!kernel || version < 1) return false;
  const all = (1 << BITS[Math.min(version, BITS.length) - 1]!) - 1;
  const wanted = attributes(all, version);
  const ruleset = kernel.create(wanted, wanted.length, 0);
  if (ruleset < 0) return false;
  for (const path of readable) allow(kernel, ruleset, path, READ & all);
  for (const path of writable) allow(kernel, ruleset, path, all);
  for (const path of sockets) allow(kernel, ruleset, path, MAKE_SOCKET | REMOVE_FILE);
  const confined = kernel.restrict(ruleset) === 0;
  closeSync(ruleset);
  return confined;
}

/** struct landlock_ruleset_attr in the size of this ABI version. */
function attributes(fileSystem: number, version: number): Buffer {
  const fields = [BigInt(fileSystem)];
  if (version >= 4) fields.push(ALL_TCP);
  if (version >= 6) fields.push(ALL_SCOPES);
  const buffer = Buffer.alloc(fields.length * 8);
  for (const [index, field] of fields.entries()) buffer.writeBigUInt64LE(field, index * 8);
  return buffer;
}

/** Ignores a path that does not exist. */
function allow(kernel: Kernel, ruleset: number, path: string, access: number): void {
  const folder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (folder === undefined) return;
  const descriptor = openSync(path, 'r');
  const rule = Buffer.alloc(12); // struct landlock_path_beneath_attr, packed
  rule.writeBigUInt64LE(BigInt(folder ? access : access & FILE_ACCESS), 0);
  rule.writeInt32LE(descriptor, 8);
  const failed = kernel.allow(ruleset, rule) !== 0;
  closeSync(descriptor);
  if (failed) throw new Error(`Landlock rejects the rule for ${path}`);
}

async function openKernel(): Promise<Kernel | null> {
  if (process.platform !== 'linux') return null;
  try {
    const { default: koffi } = await import('koffi'); // native code: fails to load on some platforms
    const libc = koffi.load(null);
    const create = libc.func('long syscall(long number, void *attributes, size_t size, uint32_t flags)');
    const add = libc.func('long syscall(long number, int ruleset, int type, void *rule, uint32_t flags)');
    const restrict = libc.func('long syscall(long number, int ruleset, uint32_t flags)');
    const prctl = libc.func(
      'int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)',
    );
    return {
      create: (buffer, size, flags) => Number(create(CREATE_RULESET, buffer, size, flags)),
      allow: (ruleset, rule) => Number(add(ADD_RULE, ruleset, RULE_PATH_BENEATH, rule, 0)),
      restrict: ruleset =>
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) === 0 ? Number(restrict(RESTRICT_SELF, ruleset, 0)) : -1,
    };
  } catch {
    return null; // no koffi for this system
  }
}
