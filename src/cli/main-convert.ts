/** main.ts in one bundle with the command `convert`, which start.ts loads for it. */
import './commands/convert/command.js';

export { main } from './main.js';
