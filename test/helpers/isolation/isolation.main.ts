/** `node isolation.main.mjs PATTERN native wasm ...` prints the matrix of each engine as JSON, for the vectors that match. */
import { sandboxCapabilities } from '../../../src/isolation/index.js';
import { isolationMatrix } from './isolation.js';

const [, , pattern = '', ...subjects] = process.argv;
const matrices: Record<string, unknown> = {};
for (const subject of subjects) matrices[subject] = await isolationMatrix(subject as 'plain', new RegExp(pattern));
process.stdout.write(JSON.stringify({ capabilities: sandboxCapabilities(), matrices }));
