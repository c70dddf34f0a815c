/** What the tests expect of hostile workers. */
import { afterAll, expect } from 'vitest';
import {
  type Combination,
  hostileProduct,
  type Product,
  problemsOf,
  runAttacks,
  type SubjectName,
} from '../../helpers/hostile/index.js';
import { linux, program } from '../../helpers/requires.js';

export const TOOLS = [linux, ...['perl', 'unshare', 'setpriv'].map(program)];
/** To become another user, and to hide a program from a process. */
export const root = { missing: 'this is not root', met: process.getuid?.() === 0 };

/**
 * Each attack reaches nothing, the parent lives, and the neighbours are served. One with a problem is tried again: on a busy
 * machine a neighbour can be late.
 */
export async function expectHarmless(
  combination: Combination,
  subject: SubjectName,
  attacks: readonly string[],
): Promise<void> {
  product ??= hostileProduct();
  const { folder } = await product;
  const first = await problems(folder, combination, subject, attacks);
  const again = Object.keys(first);
  console.log(`${combination}, ${subject}: ${attacks.length} hostile workers, ${again.length} with a problem`, first);
  expect(await problems(folder, combination, subject, again)).toEqual({});
}

/** For all tests of a file: building it takes seconds. */
let product: Promise<Product> | null = null;

export function removeProductAtEnd(): void {
  afterAll(async () => {
    (await product)?.remove();
    product = null;
  });
}

async function problems(folder: string, combination: Combination, subject: SubjectName, attacks: readonly string[]) {
  const found: Record<string, string[]> = {};
  let count = 0;
  for await (const row of runAttacks(folder, combination, subject, attacks)) {
    count++;
    if (problemsOf(row).length > 0) found[row.attack] = problemsOf(row);
  }
  expect(count).toBe(attacks.length);
  return found;
}
