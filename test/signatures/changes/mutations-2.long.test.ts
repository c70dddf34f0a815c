/** The second half: two files, so that two processors share the work. */
import { testHalf } from './mutations.long.js';

testHalf(2);
