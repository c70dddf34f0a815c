/** Prints the command line of `true` in a sandbox that only sets limits. */
import { sandboxCommand } from '../../../src/isolation/sandbox/command.js';
import { NO_CAPABILITIES } from '../../../src/isolation/sandbox/sandbox-capabilities.js';

const capabilities = { ...NO_CAPABILITIES, limits: true, processLimit: true };
console.log(sandboxCommand(['true'], { scratch: null, readable: [] }, null, capabilities).join(' '));
