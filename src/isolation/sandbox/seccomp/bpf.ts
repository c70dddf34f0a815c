/**
 * Classic BPF for seccomp (linux/filter.h, linux/seccomp.h): a filter reads struct seccomp_data of each system call and
 * returns what the kernel does with it. Jumps go forward only, at most 255 instructions.
 */

/** Jumps count the instructions to skip. */
export interface Instruction {
  readonly code: number;
  readonly ifTrue: number;
  readonly ifFalse: number;
  readonly value: number;
}

/** BPF_LD|BPF_W|BPF_ABS, BPF_ALU|BPF_AND|BPF_K, BPF_JMP|BPF_JEQ|BPF_K, BPF_JMP|BPF_JGE|BPF_K, BPF_RET|BPF_K */
const CODE = { load: 0x20, and: 0x54, jumpIfEqual: 0x15, jumpIfAtLeast: 0x35, return: 0x06 } as const;

const RET_KILL_PROCESS = 0x80000000;
const RET_ERRNO = 0x00050000;
const RET_ALLOW = 0x7fff0000;

/** Offsets in struct seccomp_data. */
export const CALL_NUMBER = 0;
export const AUDIT_ARCHITECTURE = 4;
const ARGUMENTS = 16;

/** Both architectures are little endian: the low half of an argument comes first. */
export function argumentOffset(index: number, half: 'low' | 'high'): number {
  return ARGUMENTS + index * 8 + (half === 'high' ? 4 : 0);
}

export const load = (offset: number): Instruction => instruction(CODE.load, offset);
export const and = (mask: number): Instruction => instruction(CODE.and, mask);
export const jumpIfEqual = (value: number, ifTrue: number, ifFalse: number): Instruction =>
  instruction(CODE.jumpIfEqual, value, ifTrue, ifFalse);
export const jumpIfAtLeast = (value: number, ifTrue: number, ifFalse: number): Instruction =>
  instruction(CODE.jumpIfAtLeast, value, ifTrue, ifFalse);
export const killProcess = instruction(CODE.return, RET_KILL_PROCESS);
export const allow = instruction(CODE.return, RET_ALLOW);
export const fail = (errno: number): Instruction => instruction(CODE.return, RET_ERRNO | errno);

/** An array of struct sock_filter, 8 bytes each. */
export function assemble(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, { code, ifTrue, ifFalse, value }] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2); // throws above 255
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
}

function instruction(code: number, value: number, ifTrue = 0, ifFalse = 0): Instruction {
  return { code, ifTrue, ifFalse, value: value >>> 0 };
}
