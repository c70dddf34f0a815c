/** What a worker process is started with, and what it is asked. */
import type { ErrorCode } from '../errors.js';
import type { Accept, SentBlob } from './channel.js';
import { type SandboxCapabilities, type Sandboxed, type SandboxPolicy, startSandboxed } from './sandbox/index.js';
import type { UsageLimits } from './usage/usage-watch.js';
import type { Workspace } from './workspace.js';

export interface WorkerSettings<Config> {
  /** Absolute path of the file that Node runs in the worker, which calls runWorker(). */
  entry: string;
  /** MiB of V8's heap; by default that of Node. */
  heapLimit?: number;
  sandbox: SandboxPolicy;
  /** The whole environment; nothing of this process's is inherited. */
  environment: NodeJS.ProcessEnv;
  config: Config;
  /** Sent with the configuration. */
  blobs?: readonly Uint8Array[];
  /** Codes of the errors that this worker may report. */
  failures: ReadonlySet<ErrorCode>;
  workspace: Workspace;
  /** Milliseconds in which the start must be complete. */
  startMs?: number;
}

export function startNode(settings: WorkerSettings<unknown>, capabilities: SandboxCapabilities): Promise<Sandboxed> {
  const { entry, heapLimit, sandbox, environment, workspace } = settings;
  const args = [...(heapLimit ? [`--max-old-space-size=${heapLimit}`] : []), entry];
  return startSandboxed(process.execPath, args, sandbox, { environment, workspace, capabilities });
}

export interface Request<Body, Result> {
  body: Body;
  blobs: readonly SentBlob[];
  /** Validates the result, which is not trusted, and says where its blobs go. */
  accept: Accept<Result>;
  /** Aborting kills the worker: a call into an engine cannot be interrupted otherwise. */
  signal: AbortSignal;
  limits?: UsageLimits;
}
