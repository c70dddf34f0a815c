/** Sandboxed worker processes, for conversion and for verification: the front door. */

export type { SandboxPaths } from './bubblewrap.js';
export {
  confinement,
  networkedCapabilities,
  type SandboxCapabilities,
  sandboxCapabilities,
  sandboxed,
  workerEnvironment,
} from './capabilities.js';
export { FairQueue } from './fair-queue.js';
export { hasLandlock } from './landlock.js';
export { type Confinement, type FromWorker, type Hello, PROTOCOL_VERSION, type ToWorker } from './protocol.js';
export { type Usage, usageOf } from './usage.js';
export { type EngineSession, serveWorker } from './worker.js';
export { type PoolStatus, type PoolWorker, WorkerPool } from './worker-pool.js';
export { Workspace } from './workspace.js';
