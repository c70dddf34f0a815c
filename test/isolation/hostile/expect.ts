/** What the tests expect of hostile workers. */
import { expect } from 'vitest';
import {
  type Combination,
  hostileProduct,
  problemsOf,
  runAttacks,
  type SubjectName,
} from '../../helpers/hostile/index.js';
import { linux, program } from '../../helpers/requires.js';

export const TOOLS = [linux, ...['perl', 'unshare', 'setpriv'].map(program)];
/** To become another user, and to hide a program from a process. */
export const root = { missing: 'this is not root', met: process.getuid?.() === 0 };

/** Each attack reaches nothing, the parent lives, and the neighbours are served. */
export async function expectHarmless(
  combination: Combination,
  subject: SubjectName,
  attacks: readonly string[],
): Promise<void> {
  const product = await hostileProduct();
  const problems: Record<string, string[]> = {};
  let count = 0;
  try {
    for await (const row of runAttacks(product.folder, combination, subject, attacks)) {
      count++;
      const found = problemsOf(row);
      if (found.length > 0) problems[row.attack] = found;
    }
  } finally {
    product.remove();
  }
  console.log(`${combination}, ${subject}: ${count} hostile workers, ${Object.keys(problems).length} with a problem`);
  expect(problems).toEqual({});
  expect(count).toBe(attacks.length);
}
