/** What an operator can set of the server. */

export interface ServerSettings {
  /** The address that clients use, for the mail with the code; null: the one that the server listens on. */
  publicUrl: string | null;
  /** Bytes of an uploaded document. */
  maxUpload: number;
  /** Bytes of a JSON body. */
  maxJson: number;
  /** Conversions that may wait for a worker. */
  queue: number;
  /** Milliseconds that one conversion may take. */
  timeoutMs: number;
  /** Milliseconds from a request's first byte to its answer, waiting included. */
  deadlineMs: number;
  /** Milliseconds for a request to arrive whole. */
  uploadMs: number;
  /** What a body must bring at least in each window of its time; 0 is without limit. */
  pace: { bytesPerSecond: number; windowMs: number };
  verifyNeedsKey: boolean;
  /** Milliseconds that one check may take. */
  checkMs: number;
  /** MiB of heap that one check may use. */
  checkMemory: number;
  /**
   * How missing certificates and revocation data are fetched for a check; null: they are not. `caFile` is a PEM file
   * of certificates that their servers may have beside the public ones.
   */
  online: { allowPrivate: boolean; caFile?: string | undefined } | null;
  /** Bytes and milliseconds for `document.url`. */
  maxFetch: number;
  fetchMs: number;
  /** Conversions a minute for each key, and checks a minute for each client; 0 is without limit. */
  convertPerMinute: number;
  verifyPerMinute: number;
  /** Tries of a code a minute for each client. */
  codesPerMinute: number;
  /** Addresses or ranges of the reverse proxies whose X-Forwarded-For is believed; `unix`: whoever uses the socket. */
  trustProxy: readonly string[];
  corsOrigins: readonly string[];
  /** Who may read /metrics. */
  metrics: 'loopback' | 'everyone' | 'nobody';
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** The folder in which uploads lie while they are worked on. */
  tempFolder: string;
}

export const DEFAULT_SETTINGS: Omit<ServerSettings, 'tempFolder'> = {
  publicUrl: null,
  maxUpload: 50e6,
  maxJson: 70e6,
  queue: 8,
  timeoutMs: 60_000,
  deadlineMs: 120_000,
  uploadMs: 120_000,
  pace: { bytesPerSecond: 10_000, windowMs: 10_000 },
  verifyNeedsKey: false,
  checkMs: 30_000,
  checkMemory: 1024,
  online: null,
  maxFetch: 50e6,
  fetchMs: 15_000,
  convertPerMinute: 600,
  verifyPerMinute: 300,
  codesPerMinute: 30,
  trustProxy: [],
  corsOrigins: [],
  metrics: 'loopback',
  logLevel: 'info',
};
