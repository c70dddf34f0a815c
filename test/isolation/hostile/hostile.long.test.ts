/**
 * Every hostile worker with all means of isolation; a part of them in each other combination of what a system may offer, and
 * against a server. `node bench/hostile-workers.mjs` runs every one in every combination.
 */
import { expect, it } from 'vitest';
import { ATTACKS, COMBINATIONS, type Combination } from '../../helpers/hostile/index.js';
import { describeWith, program } from '../../helpers/requires.js';
import { MINUTE } from '../matrix.js';
import { expectHarmless, root, TOOLS } from './expect.js';

const names = Object.keys(ATTACKS);
const [all, ...others] = Object.keys(COMBINATIONS) as [Combination, ...Combination[]];
/** Each in another one of the `count` parts. */
const part = (index: number, count: number) => names.filter((_, i) => i % count === index);

describeWith('a hostile worker', [...TOOLS, root, program('bwrap')], () => {
  it('is one of many', () => expect(names.length).toBeGreaterThan(100));

  it(`reaches nothing with ${all}`, () => expectHarmless(all, 'library', names), 15 * MINUTE);

  it.each(others.map((combination, i) => [combination, i] as const))(
    'reaches nothing with %s',
    (combination, i) => expectHarmless(combination, 'library', part(i, others.length)),
    15 * MINUTE,
  );

  it.each([
    ['service', 0],
    ['verification', 1],
  ] as const)(
    'reaches nothing in %s by a server',
    (subject, i) => expectHarmless(all, subject, part(i, 8)),
    15 * MINUTE,
  );
});
