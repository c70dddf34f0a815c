/** What the caller of buildServer() supplies: the domain services and every setting. Defaults are in config/settings.ts. */
import type { Converter as FullConverter } from '../convert/index.js';
import type { GuardedFetcher } from '../fetch/index.js';
import type { OpenJobs } from '../jobs/index.js';
import type { Keys } from '../keys/index.js';
import type { Mailer } from '../mail/index.js';
import type { ClockSkew, RequestCounts } from '../postgres/index.js';
import type { SigningService } from '../sign/index.js';
import type { TrustRules, TrustStore } from '../signatures/index.js';
import type { TrustSource } from '../trust/index.js';
import type { TerritoryStatus, TrustStatus } from '../trust/update/index.js';

/**
 * What a server does with documents: `all`: requests and jobs; `api`: it accepts requests, and the others of its store do
 * the work; `work`: it does the jobs of its store, and serves only health and metrics.
 */
export type Role = 'all' | 'api' | 'work';

export interface ServerServices {
  /** Not used with the role `api`. */
  readonly converter: Converter;
  /** Of the converter; null: this server converts nothing. */
  readonly probe: ConversionProbe | null;
  readonly keys: Keys;
  readonly mailer: Mailer;
  /** Fetches `document.url`, and sends webhooks; null: the server accepts no URLs. */
  readonly fetcher: GuardedFetcher | null;
  /** Null: there are no trust anchors, and results state integrity only. */
  readonly trust: TrustStore | null;
  /** Null: the service does not sign documents. */
  readonly signing: SigningService | null;
  /** Null: the service does not use trusted lists. */
  readonly lists: TrustedLists | null;
  /** Requests per minute of all servers on one store; null: each server counts its own. */
  readonly counts: RequestCounts | null;
  /** Of this machine to the store; null: there is no store. */
  readonly clockSkew: (() => Promise<ClockSkew>) | null;
  /** After so many milliseconds everything rejects that the store has not answered. */
  answerWithin(milliseconds: number): void;
  /** Jobs of all servers on one store; null: each server keeps its own in memory. */
  readonly jobs: OpenJobs | null;
  /** Sign webhooks, 32 bytes each: the present one, then former ones. */
  readonly webhookKeys: readonly Buffer[];
  readonly settings: ServerSettings;
}

/** Whether documents can be converted. */
export interface ConversionProbe {
  /** Resolves after a recent success or a successful test conversion; rejects with its error. */
  run(): Promise<void>;
  /** A client's document was converted, which is as good as a probe. */
  recordSuccess(): void;
}

/** The lists that `docconv trust update` loads. */
export interface TrustedLists {
  /** Read from the disk. */
  state(): ListsState;
  /** Milliseconds between two updates by the service; null: it makes none. */
  readonly everyMs: number | null;
  /** `problems`: lists that were not accepted, with the reason. Rejects when nothing could be updated. */
  update(signal: AbortSignal): Promise<{ isNew: boolean; problems: readonly object[] }>;
}

/** The part of the status of the trusted lists that the service reports. */
export interface ListsState extends Pick<TrustStatus, 'generation' | 'isDamaged' | 'attention'> {
  readonly lists: readonly (Pick<TerritoryStatus, 'territory' | 'state'> & {
    list: { readonly issued: Date } | null;
  })[];
  readonly lastUpdate: { readonly time: string } | null;
}

export type Converter = Pick<
  FullConverter,
  'convert' | 'convertSpooled' | 'describe' | 'mergeToFile' | 'operate' | 'status' | 'workers'
>;

export interface ServerSettings {
  /** Except `all`, it needs a store. */
  role: Role;
  /** Base URL in the mail with the code; null: the address that the server listens on. */
  publicUrl: string | null;
  /** Bytes of an uploaded or fetched document, and of all documents of one request. */
  maxUpload: number;
  /** Bytes of all documents that are being received, fetched or processed. */
  uploadBudget: number;
  /** Bytes of a JSON body. */
  maxJson: number;
  /** Conversions that may wait for a worker. */
  queue: number;
  /** Documents of one request that are merged. */
  mergedInputs: number;
  /** Milliseconds for one conversion. */
  conversionTimeoutMs: number;
  /** Milliseconds from the first byte of a request to its response, including time in the queue. */
  deadlineMs: number;
  /** Milliseconds for a request to arrive completely. */
  uploadTimeoutMs: number;
  /**
   * Minimum transfer rate of a request body, measured per window; 0 disables the check. Also of the client that reads an
   * answer, on the whole.
   */
  minUploadRate: { bytesPerSecond: number; windowMs: number };
  /** Milliseconds that every answer may take besides, see answer-time.ts. */
  answerGraceMs: number;
  /**
   * `keepMs`: from the end of a job to its removal. Jobs that have not ended: of one account, and in all. `maxBytes`: of
   * documents and results, where there is no store.
   */
  jobs: { keepMs: number; perAccount: number; inAll: number; maxBytes: number };
  verifyNeedsKey: boolean;
  /** Whether the routes of Gotenberg are served: not, for clients with an API key, or for everyone. */
  gotenberg: 'off' | 'key' | 'open';
  /** Sources of trust that a request may choose from. */
  trustSources: readonly TrustSource[];
  trustRules: TrustRules;
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
  /** Milliseconds between two parts of it. */
  fetchIdleMs: number;
  /** Conversions per minute and account, verifications per minute and client; 0 disables the limit. */
  convertPerMinute: number;
  verifyPerMinute: number;
  /** Signatures per minute and account; 0 disables the limit. */
  signPerMinute: number;
  /** Requests per minute and account to list, show, fetch and remove jobs; 0 disables the limit. */
  jobRequestsPerMinute: number;
  /** Attempts to redeem a code per minute and client; 0 disables the limit. */
  codeAttemptsPerMinute: number;
  /** Addresses or ranges of reverse proxies whose X-Forwarded-For is used; `unix`: any peer on the unix socket. */
  trustProxy: readonly string[];
  corsOrigins: readonly string[];
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Parent of the private folder for uploads. */
  tempFolder: string;
  /** The folder with what the server keeps: keys, if there is no store, and mails that are not sent yet. */
  stateFolder: string;
  /** Folder of mails that are not sent yet. */
  mailFolder: string;
  /** Milliseconds until a failed attempt to send a mail is repeated; doubles with each attempt. */
  mailRetryMs: number;
}
