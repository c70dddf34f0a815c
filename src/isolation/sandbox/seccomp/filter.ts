/** Compiles the rules of a policy to the program that seccomp takes. */
import {
  AUDIT_ARCHITECTURE,
  allow,
  and,
  argumentOffset,
  assemble,
  CALL_NUMBER,
  fail,
  type Instruction,
  jumpIfAtLeast,
  jumpIfEqual,
  killProcess,
  load,
} from './bpf.js';
import { ARCHITECTURES, type Architecture, CALLS, FIRST_LATER_CALL } from './calls.js';
import { type FilterPolicy, rulesFor } from './policy.js';
import { type Condition, ERRNO, type Rule } from './rules.js';

/** Whether filters can be built for this system. */
export function hasFilter(platform: NodeJS.Platform, architecture: string): architecture is Architecture {
  return platform === 'linux' && Object.hasOwn(ARCHITECTURES, architecture);
}

/**
 * An array of struct sock_filter, in the form of `bwrap --seccomp FD`. A call of another architecture (int 0x80) ends
 * the process, since its numbers mean other calls.
 */
export function seccompFilter(policy: FilterPolicy, architecture: Architecture): Buffer {
  const { audit, column } = ARCHITECTURES[architecture];
  const blocks = [...rulesByNumber(rulesFor(policy), column)].map(([number, rules]) => ({ number, rules }));
  // conditional calls are frequent (openat, fcntl), the others are not used at all
  const isConditional = ({ rules }: { rules: Rule[] }) => Number(rules.every(({ when }) => when?.length));
  blocks.sort((a, b) => isConditional(b) - isConditional(a));
  return assemble([
    load(AUDIT_ARCHITECTURE),
    jumpIfEqual(audit, 1, 0),
    killProcess,
    load(CALL_NUMBER),
    jumpIfAtLeast(FIRST_LATER_CALL, 0, 1),
    fail(ERRNO.ENOSYS),
    ...blocks.flatMap(({ number, rules }) => decide(number, rules)),
    allow,
  ]);
}

function rulesByNumber(rules: readonly Rule[], column: 0 | 1): Map<number, Rule[]> {
  const byNumber = new Map<number, Rule[]>();
  for (const rule of rules) {
    for (const call of rule.calls) {
      const number = CALLS[call][column];
      if (number !== null) byNumber.set(number, [...(byNumber.get(number) ?? []), rule]);
    }
  }
  return byNumber;
}

/** Skipped by other calls; returns in any case, since the accumulator no longer contains the number of the call. */
function decide(number: number, rules: readonly Rule[]): Instruction[] {
  const always = rules.find(({ when }) => !when?.length);
  const block = always ? [fail(always.errno)] : [...rules.flatMap(conditional), allow];
  return [jumpIfEqual(number, 0, block.length), ...block];
}

function conditional({ when = [], errno }: Rule): Instruction[] {
  const program: Instruction[] = [fail(errno)];
  for (const condition of when.toReversed()) program.unshift(...test(condition, program.length));
  return program;
}

/** Continues when the condition is true, else skips `rest` instructions. */
function test({ argument, half = 'low', mask, is, value }: Condition, rest: number): Instruction[] {
  const compare = is === 'equal' ? jumpIfEqual(value, 0, rest) : jumpIfEqual(value, rest, 0);
  return [load(argumentOffset(argument, half)), ...(mask === undefined ? [] : [and(mask)]), compare];
}
