/** Workers that were taken over, some of each kind; hostile.long.test.ts has all of them, in each combination of means. */
import { it } from 'vitest';
import { describeTools, describeWith } from '../../helpers/requires.js';
import { MINUTE } from '../matrix.js';
import { expectHarmless, TOOLS } from './expect.js';

/** Each takes less than a second. */
const PROTOCOL = [
  'sends random bytes',
  "sends Node's internal messages",
  'sends a line of 256 MB',
  'sends a length of 4 GiB',
  'sends 1 MB of nested lists',
  'sends an answer with __proto__',
  'sends a result of another type',
  'states a size of 2^53',
  'sends a byte too many',
  'sends two answers',
  'sends garbage while it is idle',
  'reports a failure with escape sequences',
  'closes the connection, and lives',
];
const REACH = [
  'reads files of the user',
  'reads files of the system',
  "writes into docconv's package and configuration",
  'writes to every mount',
  'remounts every mount writable',
  'creates a user namespace',
  'signals other processes',
  "reads the parent's environment, files and descriptors",
  'leaves a daemon in a session of its own',
  'connects to unix sockets with a path',
  'connects to TCP on loopback',
  'memory in page tables',
  'memory in the buffers of sockets',
];

const VERIFICATION = ['sends random bytes', 'sends two answers', 'is killed'];

describeTools('a hostile worker in bubblewrap', ['bwrap', 'perl'], () => {
  it('reaches nothing', () => expectHarmless('bubblewrap, root', 'library', REACH), 3 * MINUTE);
  it(
    'ends only its own verification',
    () => expectHarmless('bubblewrap, root', 'verification', VERIFICATION),
    3 * MINUTE,
  );
});

describeWith('a hostile worker without bubblewrap and namespaces', TOOLS, () => {
  it(
    'ends only its own conversion by what it sends',
    () => expectHarmless('Landlock only, root', 'library', PROTOCOL),
    3 * MINUTE,
  );
});
