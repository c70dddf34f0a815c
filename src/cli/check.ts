/** The command line of `docconv check`, whose command is loaded with it: see build.mjs. */
import './commands/check/command.js';

export { main } from './main.js';
