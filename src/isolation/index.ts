/** Sandboxed worker processes, for conversion and for verification. */

export { type Accept, collect, readJson, type SentBlob, type Sink } from './channel.js';
export { examineIsolation, requireIsolation } from './examine.js';
export { FairQueue } from './fair-queue.js';
export type { Mechanism } from './mechanisms/index.js';
export { completeFailure, type Failure, readDetail, readFailure } from './protocol.js';
export { limitsByKernel, type SandboxCapabilities, sandboxCapabilities, startSandboxed } from './sandbox/index.js';
export { ProtocolError, readCount, readList, readName, readObject, readRecord, readText } from './schema.js';
export type { UsageLimits } from './usage/usage-watch.js';
export { compromised, reasonOf, WorkerError } from './worker-error.js';
export { type PoolErrors, type PoolStatus, WorkerPool } from './worker-pool.js';
export { WorkerProcess } from './worker-process.js';
export { asPoolWorker, type PoolWorker } from './worker-slot.js';
export { Workspace } from './workspace.js';
