/** What the users of a converter can say, and what holds where they say nothing. */
import { cpus, totalmem } from 'node:os';
import type { EngineName } from './engine.js';
import type { EngineSettings } from './engines/index.js';
import type { Limits } from './limits.js';
import type { PdfOptions } from './options.js';

export interface ConvertOptions {
  pdf?: PdfOptions;
  /** Input format, e.g. 'docx', where the bytes or the name do not say it. */
  from?: string;
  /** Default: the converter's. */
  engine?: EngineName | 'auto';
  /** Opens an encrypted document. */
  password?: string;
  /** Milliseconds for the conversion itself, waiting not counted. */
  timeoutMs?: number;
  /** Aborting rejects with the signal's reason and ends the work. */
  signal?: AbortSignal;
}

export interface Conversion {
  pdf: Uint8Array;
  engine: EngineName;
  warnings: string[];
  /** What the conversion took; waiting for a worker is not counted. */
  milliseconds: number;
}

export interface ConverterSettings extends Partial<EngineSettings> {
  engine?: EngineName | 'auto';
  /** Worker processes at most; default by cores and memory. */
  workers?: number;
  timeoutMs?: number;
  queueLimit?: number;
  /** 'document': a fresh process for every document, so that none can see another's; 'warm' reuses processes. */
  isolation?: 'warm' | 'document';
  /** Documents per worker before it is replaced. */
  maxJobs?: number;
  /** Milliseconds after which a worker without work is stopped. */
  idleMs?: number;
  /** Bytes of an input document at most. */
  maxBytes?: number;
  /** What a document may hold, where it is not the default of limits.ts. */
  limits?: Partial<Limits>;
  /** Folder for temporary files. */
  temporary?: string;
}

export const DEFAULTS = {
  engine: 'auto',
  timeoutMs: 60_000,
  queueLimit: 10_000,
  maxBytes: 256 * 1024 ** 2,
  isolation: 'warm',
  memoryLimit: 2 * 1024 ** 3,
  /** Seconds. */
  cpuLimit: 120,
  maxJobs: 200,
  maxAgeMs: 3_600_000,
  idleMs: 60_000,
} as const;

/** One worker a core, as long as half of the memory holds them all. */
export function defaultWorkers(typicalMemory: number): number {
  return Math.max(1, Math.min(cpus().length, Math.floor(totalmem() / 2 / typicalMemory)));
}
