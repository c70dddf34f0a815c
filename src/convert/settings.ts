/** Settings of a converter and of one conversion, and the defaults: the only place that has them. */
import { cpus, totalmem } from 'node:os';
import type { Members } from '../system/known-members.js';
import type { EngineName } from './engine-name.js';
import type { Source } from './input/source.js';
import type { Limits } from './limits.js';
import type { InnerOperation } from './operation-types.js';
import type { FilterValues, PdfOptions } from './options.js';
import type { OutputName } from './outputs.js';
import type { Warning } from './warnings.js';

/** Options of one conversion. */
export interface ConvertOptions {
  /** What to write; default 'pdf'. */
  to?: OutputName;
  /** Options of what is written; most are for the PDF and the images of its pages. */
  pdf?: Omit<PdfOptions, 'to'>;
  /** Values of LibreOffice's PDF export filter that no option of the PDF sets, such as `Magnification`. */
  exportFilter?: FilterValues;
  /** On the PDF, between those of `pdf`: behind its split and watermark, before its rotation, metadata and encryption. */
  operations?: readonly InnerOperation[];
  /** Input format, e.g. 'docx', for text whose name does not tell it. */
  from?: string;
  /** Default: the converter's. */
  engine?: EngineName | 'auto';
  /** Opens an encrypted document. */
  password?: string;
  /** Time limit in milliseconds, without the time in the queue. */
  timeoutMs?: number;
  /** Aborting ends the conversion and rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** All members of ConvertOptions: others are refused. */
export const CONVERT_OPTIONS: Members<ConvertOptions> = {
  to: true,
  pdf: true,
  exportFilter: true,
  operations: true,
  from: true,
  engine: true,
  password: true,
  timeoutMs: true,
  signal: true,
};

/** One file of a result in memory. */
export interface ConvertedFile {
  /** The number of the page that an image shows, 1 = first; null for other outputs. */
  page: number | null;
  bytes: Uint8Array;
}

/** One file of a result on the disk. */
export interface WrittenFile extends Pick<ConvertedFile, 'page'> {
  path: string;
}

/** What is known of one conversion. */
export interface ConversionFacts {
  to: OutputName;
  /** Null: the input was a PDF, and no engine was needed. */
  engine: EngineName | null;
  /** What the PDF shows in another way than the document; empty when nothing is known to differ. */
  warnings: readonly Warning[];
  /** With the option `optimize`: of the PDF before the operations, and of what was written. */
  bytes?: { before: number; after: number };
  /** Duration of the conversion without the time in the queue. */
  milliseconds: number;
}

/** The result of one conversion. */
export interface Conversion extends ConversionFacts {
  /** One file, or an image of each page. */
  files: readonly ConvertedFile[];
  /** The bytes of the first file: of the PDF, unless `to` names another output. */
  pdf: Uint8Array;
}

/** The result of one conversion into files. */
export interface FileConversion extends ConversionFacts {
  files: readonly WrittenFile[];
}

/** The result of one conversion for a caller that reads it once. */
export interface SpooledConversion extends ConversionFacts {
  files: readonly (ConvertedFile | WrittenFile)[];
}

/** A document or PDF that becomes a part of a merged PDF. */
export interface MergeInput {
  source: Source;
  /** As in ConvertOptions. */
  from?: string;
  /** Opens an encrypted document or PDF. */
  password?: string;
}

/** All members of MergeInput: others are refused. */
export const MERGE_INPUT: Members<MergeInput> = { source: true, from: true, password: true };

/** An input of a merge that is a PDF now. */
export interface PreparedInput {
  pdf: Uint8Array;
  milliseconds: number;
}

/** Options of a merge. */
export interface MergeOptions extends Pick<ConvertOptions, 'pdf' | 'exportFilter' | 'engine' | 'timeoutMs' | 'signal'> {
  /** File name of the merged PDF, for `{name}`; by default that of the output, or "merged.pdf". */
  name?: string;
  /**
   * Called for each input (0 = first) with the work on it, which may be done again with another password: to show progress,
   * or to ask for a password. Rejects as `work` does.
   */
  around?<Result extends PreparedInput>(index: number, work: (password?: string) => Promise<Result>): Promise<Result>;
}

/** All members of MergeOptions: others are refused. */
export const MERGE_OPTIONS: Members<MergeOptions> = {
  name: true,
  pdf: true,
  exportFilter: true,
  engine: true,
  timeoutMs: true,
  signal: true,
  around: true,
};

/** One input of a merged PDF. */
export interface MergedPart {
  /** File name. */
  name: string;
  /** Title of its bookmark. */
  title: string;
  /** Null: it was a PDF already. */
  engine: EngineName | null;
  pages: number;
  warnings: readonly Warning[];
  milliseconds: number;
}

/** What is known of one merge. */
export interface MergeFacts {
  to: 'pdf';
  pages: number;
  /** In the order of the inputs. */
  parts: readonly MergedPart[];
  /** Of all inputs, whose number is `detail.input` (1 = first), and of the merged PDF. */
  warnings: readonly Warning[];
  milliseconds: number;
}

/** The result of one merge. */
export interface Merged extends MergeFacts {
  pdf: Uint8Array;
}

/** The result of one merge into a file. */
export interface FileMerged extends MergeFacts {
  files: readonly WrittenFile[];
}

/** How to work on a PDF. */
export interface OperateOptions extends Pick<ConvertOptions, 'password' | 'timeoutMs' | 'signal'> {
  /** Signatures of the PDF are removed; without it, a signed PDF is refused. */
  breakSignatures?: boolean;
}

/** All members of OperateOptions: others are refused. */
export const OPERATE_OPTIONS: Members<OperateOptions> = {
  password: true,
  timeoutMs: true,
  signal: true,
  breakSignatures: true,
};

/** What is known of the work on one PDF. */
export interface OperationFacts {
  /** Of the PDFs, in their order. */
  pages: readonly number[];
  warnings: readonly Warning[];
  /** Bytes of the input, and of all PDFs that were made of it. */
  bytes: { before: number; after: number };
  milliseconds: number;
}

/** `page` of a file: the number of the part of a split, 1 = first, else null. */
export interface Operated extends OperationFacts {
  files: readonly ConvertedFile[];
}

/** Settings that all engines of a converter have in common. */
export interface EngineSettings {
  /** Folder of LibreOffice; null searches the usual places. */
  libreoffice: string | null;
  /** Folder for what is kept between runs: started profiles, what an engine can convert. */
  cache: string;
  /** Bytes of memory that a busy worker may use. */
  memoryLimit: number;
  /** Seconds of processor time for each document. */
  cpuLimit: number;
  /** Absolute paths of folders of fonts beside those of the system. */
  fonts: readonly string[];
}

/** Settings of createConverter(): engine, workers, limits. */
export interface ConverterSettings extends Partial<EngineSettings> {
  engine?: EngineName | 'auto';
  /** Maximum number of worker processes; default by cores and memory. */
  workers?: number;
  timeoutMs?: number;
  queueLimit?: number;
  /**
   * 'document' starts a process for each document, so that none can read another's; 'warm' reuses processes; 'strict' is
   * 'document', and conversions reject with ISOLATION_INCOMPLETE where this machine lacks a means of isolation.
   */
  isolation?: 'warm' | 'document' | 'strict';
  /** Documents after which a worker is replaced at the latest; its successor starts after nine tenths of them. */
  maxJobs?: number;
  /** Milliseconds after which an idle worker is stopped. */
  idleMs?: number;
  /** Maximum size of an input document in bytes. */
  maxBytes?: number;
  /** Size of the pages of a document that states none, where neither `defaultPaper` nor `locale` of the options says it. */
  defaultPaper?: 'a4' | 'letter';
  /** Limits that differ from their defaults in limits.ts. */
  limits?: Partial<Limits>;
  /** Folder for temporary files. */
  temporary?: string;
}

/** All members of ConverterSettings: others are refused. */
export const CONVERTER_SETTINGS: Members<ConverterSettings> = {
  engine: true,
  workers: true,
  timeoutMs: true,
  queueLimit: true,
  isolation: true,
  maxJobs: true,
  idleMs: true,
  maxBytes: true,
  defaultPaper: true,
  limits: true,
  temporary: true,
  libreoffice: true,
  cache: true,
  memoryLimit: true,
  cpuLimit: true,
  fonts: true,
};

/** For the configuration as well, which converts the units. */
export const DEFAULTS = {
  engine: 'auto',
  timeoutMs: 60_000,
  queueLimit: 10_000,
  maxBytes: 256 * 1024 ** 2,
  isolation: 'warm',
  defaultPaper: 'a4',
  memoryLimit: 2 * 1024 ** 3,
  /** Seconds. */
  cpuLimit: 120,
  maxJobs: 200,
  maxAgeMs: 3_600_000,
  idleMs: 60_000,
} as const satisfies ConverterSettings & { maxAgeMs: number };

/** One worker per core, as long as all of them fit into half of the memory. `typicalMemory`: bytes of one worker. */
export function defaultWorkers(typicalMemory: number): number {
  return Math.max(1, Math.min(cpus().length, Math.floor(totalmem() / 2 / typicalMemory)));
}
