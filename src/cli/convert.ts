/** The command line of `docconv convert`, whose command is loaded with it: see build.mjs. */
import './commands/convert/command.js';

export { main } from './main.js';
