/** `node isolation.main.mjs native wasm ...`: the matrix of each, as JSON; for processes that must not have namespaces. */
import { sandboxCapabilities } from '../../src/isolation/index.js';
import { isolationMatrix } from './isolation.js';

const [, , ...subjects] = process.argv;
const matrices: Record<string, unknown> = {};
for (const subject of subjects) matrices[subject] = await isolationMatrix(subject as 'plain');
process.stdout.write(JSON.stringify({ means: sandboxCapabilities(), matrices }));
