/**
 * Prints the command line of `true` in a sandbox that only sets limits, where this process has those of the arguments. They are
 * set when its threads have started: that of processes counts all of the user.
 */
import { execFileSync } from 'node:child_process';
import { sandboxCommand } from '../../../src/isolation/sandbox/command.js';
import { NO_CAPABILITIES } from '../../../src/isolation/sandbox/sandbox-capabilities.js';

execFileSync('prlimit', [`--pid=${process.pid}`, ...process.argv.slice(2)]);
const capabilities = { ...NO_CAPABILITIES, limits: true, processLimit: true };
console.log(sandboxCommand(['true'], { scratch: null, readable: [] }, null, capabilities).join(' '));
