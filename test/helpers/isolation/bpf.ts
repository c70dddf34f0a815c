/** An interpreter of the classic BPF that seccomp filters consist of, independent of the code that builds them. */

import type { Condition } from '../../../src/isolation/sandbox/seccomp/rules.js';

/** What the kernel does: 'allow', 'kill', or the number of the error. */
export type Verdict = 'allow' | 'kill' | number;

export interface SystemCall {
  /** AUDIT_ARCH_*; by default that of x86_64. */
  readonly audit?: number;
  readonly number: number;
  /** Missing ones are 0. */
  readonly args?: readonly (number | bigint)[];
}

export function evaluate(filter: Buffer, call: SystemCall): Verdict {
  const data = seccompData(call);
  let accumulator = 0;
  let at = 0;
  for (;;) {
    const [code, ifTrue, ifFalse] = [filter.readUInt16LE(at * 8), filter[at * 8 + 2]!, filter[at * 8 + 3]!];
    const value = filter.readUInt32LE(at * 8 + 4);
    at++;
    if (code === 0x20) accumulator = data.readUInt32LE(value);
    else if (code === 0x54) accumulator = (accumulator & value) >>> 0;
    else if (code === 0x15) at += accumulator === value ? ifTrue : ifFalse;
    else if (code === 0x35) at += accumulator >= value ? ifTrue : ifFalse;
    else if (code === 0x06) return verdictOf(value);
    else throw new Error(`instruction ${at - 1}: unknown code ${code}`);
  }
}

/** struct seccomp_data of linux/seccomp.h */
function seccompData({ audit = 0xc000003e, number, args = [] }: SystemCall): Buffer {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number >>> 0, 0);
  data.writeUInt32LE(audit, 4);
  for (const [index, value] of args.entries()) data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), 16 + index * 8);
  return data;
}

function verdictOf(value: number): Verdict {
  if (value === 0x7fff0000) return 'allow';
  if (value === 0x80000000) return 'kill';
  if (value >>> 16 === 5) return value & 0xffff;
  throw new Error(`unknown action ${value.toString(16)}`);
}

/** Six arguments for which all conditions are true. */
export function satisfying(conditions: readonly Condition[]): bigint[] {
  const args = Array<bigint>(6).fill(0n);
  for (const { argument, half, mask = 0xffffffff, is, value } of conditions) {
    const taken = conditions.filter(other => other.argument === argument && other.half === half);
    const low =
      is === 'equal'
        ? value
        : [mask, 1, 2, 77, 3].find(candidate =>
            taken.every(c => c.is === 'equal' || (candidate & (c.mask ?? -1)) >>> 0 !== c.value >>> 0),
          )!;
    const shift = half === 'high' ? 32n : 0n;
    args[argument] = (args[argument] ?? 0n) | (BigInt(low >>> 0) << shift);
  }
  return args;
}
