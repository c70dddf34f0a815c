/** main.ts in one bundle with the command `check`, which start.ts loads for it. */
import './commands/check/command.js';

export { main } from './main.js';
