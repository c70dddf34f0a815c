/** Starts programs in a sandbox, and tells what this system offers for it. */

export { killGroup } from '../../system/processes.js';
export { TEMPORARY } from './bubblewrap.js';
export { capabilitiesFor, expectedCapabilitiesFor, sandboxCapabilities } from './capabilities.js';
export { limitsByKernel } from './cgroup.js';
export { sandboxCommand } from './command.js';
export { landlockVersion } from './landlock.js';
export { foldersAbove, readablePaths, type SandboxPolicy } from './policy.js';
export type { SandboxCapabilities } from './sandbox-capabilities.js';
export { type Sandboxed, startSandboxed } from './start.js';
export { explainStart } from './start-failure.js';
export { hasTool, tool } from './tools.js';
