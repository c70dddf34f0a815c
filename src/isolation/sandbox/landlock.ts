/**
 * Landlock (Linux 5.13 and later, without privileges): a process restricts itself and what it starts to the given files
 * and, from Linux 6.7, to no TCP connections. It also works where namespaces are forbidden and bubblewrap is missing.
 * Constants: linux/landlock.h.
 */
import { closeSync, openSync, statSync } from 'node:fs';
import { type Kernel, openKernel } from './kernel.js';

/** The files a worker keeps access to: absolute paths, including all below them. */
export interface Confinement {
  /** May be read, listed and executed. */
  readable: string[];
  /** May be read and written; folders, plain files and symbolic links may be created and removed below, but not executed. */
  writable: string[];
  /** Folders in which sockets may be created and removed, and nothing else. */
  sockets: string[];
  /** TCP is not restricted. */
  network: boolean;
}

const GET_VERSION = 1;

/** Bits of LANDLOCK_ACCESS_FS. */
const EXECUTE = 1 << 0;
const WRITE_FILE = 1 << 1;
const READ_FILE = 1 << 2;
const READ_FOLDER = 1 << 3;
const REMOVE_FOLDER = 1 << 4;
const REMOVE_FILE = 1 << 5;
const MAKE_FOLDER = 1 << 7;
const MAKE_FILE = 1 << 8;
const MAKE_SOCKET = 1 << 9;
const MAKE_LINK = 1 << 12;
const MOVE = 1 << 13;
const TRUNCATE = 1 << 14;
const READ = EXECUTE | READ_FILE | READ_FOLDER;
/**
 * Without FIFOs, sockets and devices, and without ioctl on devices (from version 5). A symbolic link gives access to nothing:
 * the rules apply to what it leads to.
 */
const WRITE =
  READ_FILE |
  READ_FOLDER |
  WRITE_FILE |
  TRUNCATE |
  REMOVE_FOLDER |
  REMOVE_FILE |
  MAKE_FOLDER |
  MAKE_FILE |
  MAKE_LINK |
  MOVE;
/** Bits that are valid for a file; the others concern the entries of a folder. */
const FILE_ACCESS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE;

/** Number of access bits in ABI versions 1 to 5; later versions add none. All are denied where no rule allows them. */
const BITS = [13, 14, 15, 15, 16];

/** Binding and connecting (version 4); abstract sockets and signals outside of the domain (version 6). */
const ALL_TCP = 3n;
const ALL_SCOPES = 3n;
const SCOPES_VERSION = 6;

/** The version of the kernel's interface, from 1; 0 where the kernel has no Landlock, or does not allow its use. */
export async function landlockVersion(): Promise<number> {
  const kernel = await openKernel();
  return kernel === null ? 0 : Math.max(0, versionOf(kernel));
}

/** Whether a confined process can send signals only to processes that it started, from Linux 6.12. */
export function restrictsSignals(kernel: Kernel): boolean {
  return versionOf(kernel) >= SCOPES_VERSION;
}

/** Restricts the calling thread, which has no_new_privs. False, without effect, where the kernel has no Landlock. */
export function confine(kernel: Kernel, { readable, writable, sockets, network }: Confinement): boolean {
  const version = versionOf(kernel);
  if (version < 1) return false;
  const all = (1 << BITS[Math.min(version, BITS.length) - 1]!) - 1;
  const wanted = attributes(all, network, version);
  const ruleset = kernel.createRuleset(wanted, wanted.length, 0);
  if (ruleset < 0) return false;
  for (const path of readable) allow(kernel, ruleset, path, READ & all);
  for (const path of writable) allow(kernel, ruleset, path, WRITE & all);
  for (const path of sockets) allow(kernel, ruleset, path, MAKE_SOCKET | REMOVE_FILE);
  const confined = kernel.restrictSelf(ruleset) === 0;
  closeSync(ruleset);
  return confined;
}

function versionOf(kernel: Kernel): number {
  return kernel.createRuleset(null, 0, GET_VERSION);
}

/** struct landlock_ruleset_attr in the size of this ABI version. */
function attributes(fileSystem: number, network: boolean, version: number): Buffer {
  const fields = [BigInt(fileSystem)];
  if (version >= 4) fields.push(network ? 0n : ALL_TCP);
  if (version >= SCOPES_VERSION) fields.push(ALL_SCOPES);
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
  const failed = kernel.addRule(ruleset, rule) !== 0;
  closeSync(descriptor);
  if (failed) throw new Error(`Landlock rejects the rule for ${path}`);
}
