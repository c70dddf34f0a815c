/** Workers that were taken over, some of each kind; hostile.long.test.ts has all of them. */
import { it } from 'vitest';
import { describeTools } from '../../helpers/requires.js';
import { MINUTE } from '../matrix.js';
import { expectHarmless, removeProductAtEnd } from './expect.js';

/** Each takes less than a second. */
const SELECTION = [
  'reads files of the user',
  'writes to every mount',
  'remounts every mount writable',
  'leaves a daemon in a session of its own',
  'connects to unix sockets with a path',
  'sends random bytes',
];

removeProductAtEnd();

describeTools('a hostile worker in bubblewrap', ['bwrap', 'perl'], () => {
  it('reaches nothing', () => expectHarmless('bubblewrap, root', 'library', SELECTION), 3 * MINUTE);
});
