/**
 * Every hostile worker in one of the combinations of what a system may offer, and some of them against a server. Of those that
 * only send messages every second one: the tests of the channel send the others like them to the same reader.
 * `node bench/hostile-workers.mjs` runs every one in every combination.
 */
import { expect, it } from 'vitest';
import { ATTACKS, COMBINATIONS, type Combination, MESSAGES } from '../../helpers/hostile/index.js';
import { describeWith, program } from '../../helpers/requires.js';
import { everySecond } from '../../helpers/selection.js';
import { MINUTE } from '../matrix.js';
import { expectHarmless, removeProductAtEnd, root, TOOLS } from './expect.js';

const names = [...Object.keys(ATTACKS).filter(name => !MESSAGES.includes(name)), ...everySecond(MESSAGES, 0)];
const combinations = Object.keys(COMBINATIONS) as Combination[];
/** Each in another one of the `count` parts. */
const part = (index: number, count: number) => names.filter((_, i) => i % count === index);

removeProductAtEnd();

describeWith('a hostile worker', [...TOOLS, root, program('bwrap')], () => {
  it('is one of many', () => expect(names.length).toBeGreaterThan(100));

  it.each(combinations.map((combination, i) => [combination, i] as const))(
    'reaches nothing with %s',
    (combination, i) => expectHarmless(combination, 'library', part(i, combinations.length)),
    15 * MINUTE,
  );

  it.each([
    ['service', 0],
    ['verification', 1],
  ] as const)(
    'reaches nothing in %s by a server',
    (subject, i) => expectHarmless(combinations[0]!, subject, part(i, 32)),
    15 * MINUTE,
  );
});
