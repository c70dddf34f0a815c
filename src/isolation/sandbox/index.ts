/** Starts programs in a sandbox, and tells what this system offers for it. */

export {
  capabilitiesFor,
  expectedCapabilitiesFor,
  type SandboxCapabilities,
  sandboxCapabilities,
} from './capabilities.js';
export { killGroup } from './kill-group.js';
export { hasLandlock, landlockVersion } from './landlock.js';
export type { SandboxPolicy } from './policy.js';
export { type Sandboxed, startSandboxed } from './start.js';
export { explainStart } from './start-failure.js';
export { hasTool } from './tools.js';
