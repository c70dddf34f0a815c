/**
 * The messages between a pool's parent and its forked workers: the only file both sides share. Documents never travel
 * here: they lie in the worker's private folder, and messages carry their paths.
 */

/** Raised whenever a message changes its shape, so that a stale worker file refuses instead of guessing. */
export const PROTOCOL_VERSION = 2;

/** First message to a worker. */
export interface Hello {
  type: 'hello';
  version: number;
  /** Program folder of LibreOffice, or the folder of the WASM package. */
  location: string;
  /** Absolute path of the user profile that LibreOffice uses. */
  profile: string;
  /** Bytes of resident memory that the parent allows; what the worker itself starts gets an address space to match. */
  memoryLimit: number;
  /** What the worker is to confine itself to, see landlock.ts; null where bubblewrap has done it. */
  confinement: Confinement | null;
}

/** Absolute paths of files and folders, those below included. */
export interface Confinement {
  readable: string[];
  writable: string[];
  /** Folders where sockets may be made and taken away, and nothing else. */
  sockets: string[];
}

export interface ConvertBatch {
  type: 'convert';
  jobs: unknown[];
}

export type ToWorker = Hello | ConvertBatch;

/** The engine is up and takes documents. */
export interface Ready {
  type: 'ready';
  version: string | null;
}

/** The answer to a ConvertBatch: per job null for done, or the engine's own words of why not. */
export interface Converted {
  type: 'converted';
  failures: (string | null)[];
}

/** The engine cannot be used; the worker ends after this. */
export interface Unusable {
  type: 'unusable';
  message: string;
}

export type FromWorker = Ready | Converted | Unusable;
