/** What the caller of buildServer() supplies: the domain services and every setting. Defaults are those of config.ts. */
import type { Converter as FullConverter } from '../convert/index.js';
import type { Fetcher } from '../fetch/index.js';
import type { Keys } from '../keys/index.js';
import type { Mailer } from '../mail/index.js';
import type { TrustStore } from '../signatures/index.js';

export interface ServerServices {
  readonly converter: Converter;
  readonly keys: Keys;
  readonly mailer: Mailer;
  /** Fetches `document.url`; null: the server accepts no URLs. */
  readonly fetcher: Fetcher | null;
  /** Null: there are no trust anchors, and results state integrity only. */
  readonly trust: TrustStore | null;
  readonly settings: ServerSettings;
}

export type Converter = Pick<FullConverter, 'convert' | 'convertToFile' | 'status' | 'workers'>;

export interface ServerSettings {
  /** Base URL in the mail with the code; null: the address that the server listens on. */
  publicUrl: string | null;
  /** Bytes of an uploaded or fetched document. */
  maxUpload: number;
  /** Bytes of all documents that are being received, fetched or processed. */
  uploadBudget: number;
  /** Bytes of a JSON body. */
  maxJson: number;
  /** Conversions that may wait for a worker. */
  queue: number;
  /** Milliseconds for one conversion. */
  conversionTimeoutMs: number;
  /** Milliseconds from the first byte of a request to its response, including time in the queue. */
  deadlineMs: number;
  /** Milliseconds for a request to arrive completely. */
  uploadTimeoutMs: number;
  /** Minimum transfer rate of a request body, measured per window; 0 disables the check. */
  minUploadRate: { bytesPerSecond: number; windowMs: number };
  verifyNeedsKey: boolean;
  /** Milliseconds for one verification. */
  verificationTimeoutMs: number;
  /** MiB of heap for one verification. */
  verificationMemory: number;
  /** Each verification has a process of its own, as each conversion has with the same isolation of the converter. */
  processPerDocument: boolean;
  /**
   * How a verification fetches missing certificates and revocation data; null: it does not. `caFile` is a PEM file of
   * CA certificates that are accepted for these TLS connections in addition to the public ones.
   */
  online: { allowPrivate: boolean; caFile?: string | undefined } | null;
  /** Documents by URL that are fetched and verified at once: in all, and for each client. */
  fetches: { atOnce: number; perClient: number };
  /** Milliseconds to fetch `document.url`. */
  fetchTimeoutMs: number;
  /** Conversions per minute and account, verifications per minute and client; 0 disables the limit. */
  convertPerMinute: number;
  verifyPerMinute: number;
  /** Attempts to redeem a code per minute and client; 0 disables the limit. */
  codeAttemptsPerMinute: number;
  /** Addresses or ranges of reverse proxies whose X-Forwarded-For is used; `unix`: any peer on the unix socket. */
  trustProxy: readonly string[];
  corsOrigins: readonly string[];
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Parent of the private folder for uploads. */
  tempFolder: string;
  /** Folder of mails that are not sent yet. */
  mailFolder: string;
  /** Milliseconds until a failed attempt to send a mail is repeated; doubles with each attempt. */
  mailRetryMs: number;
}
