/** Every hostile worker in each combination of what a system may offer; and a server's, for conversion and verification. */
import { expect, it } from 'vitest';
import { ATTACKS, COMBINATIONS, type Combination } from '../../helpers/hostile/index.js';
import { describeWith, program } from '../../helpers/requires.js';
import { MINUTE } from '../matrix.js';
import { expectHarmless, root, TOOLS } from './expect.js';

const names = Object.keys(ATTACKS);

describeWith('a hostile worker', [...TOOLS, root, program('bwrap')], () => {
  it('is one of many', () => expect(names.length).toBeGreaterThan(100));

  it.each(Object.keys(COMBINATIONS) as Combination[])(
    'reaches nothing with %s',
    combination => expectHarmless(combination, 'library', names),
    30 * MINUTE,
  );

  it.each(['service', 'verification'] as const)(
    'reaches nothing in %s by a server',
    subject => expectHarmless('bubblewrap, root', subject, names),
    30 * MINUTE,
  );
});
