/** Sandboxed worker processes, for conversion and for verification. */

export { examineIsolation, requireIsolation } from './examine.js';
export { FairQueue } from './fair-queue.js';
export type { Means } from './means/index.js';
export { hasLandlock, type SandboxCapabilities, sandboxCapabilities } from './sandbox/index.js';
export { type RequestHandler, runWorker } from './worker.js';
export { type PoolStatus, type PoolWorker, WorkerPool } from './worker-pool.js';
export { WorkerError, WorkerProcess } from './worker-process.js';
export { Workspace } from './workspace.js';
