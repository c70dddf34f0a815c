/** The messages between docconv and the worker of an engine. */
import type { DocconvError, ErrorCode, ErrorDetail } from '../../errors.js';
import {
  type Accept,
  type Failure,
  ProtocolError,
  readCount,
  readDetail,
  readFailure,
  readList,
  readName,
  readObject,
  type Sink,
} from '../../isolation/index.js';
import type { ConvertRequest, EngineStatus, Job, JobResult, SentFile } from '../engine.js';
import { DOCUMENT_FAILURES } from '../failures.js';
import { FORMATS, type Format, formatNamed, PRINTED_PDF } from '../formats.js';
import type { Limits } from '../limits.js';
import type { PdfOptions } from '../options.js';
import { requireOutput } from '../output/recognise.js';
import { outputOf } from '../outputs.js';
import {
  asWarning,
  MAX_WARNINGS,
  type Observation,
  WARNING_CODES,
  WARNINGS,
  type Warning,
  type WarningCode,
} from '../warnings.js';

/** What a worker gets at its start. Its blob, if any, is the profile of an earlier start (profile.ts). */
export interface EngineConfig {
  engine: Pick<EngineStatus, 'name' | 'version' | 'missing'>;
  /** LibreOffice's library (native) or executable (soffice), or the folder of the WASM package. */
  location: string;
  /** Bytes of resident memory that are allowed; programs that the worker starts limit their address space to match. */
  memoryLimit: number;
  /** Absolute paths of folders of fonts beside those of the system. */
  fonts: readonly string[];
}

/** 'convert': the documents are the blobs. 'profile': the answer's blob is the packed profile. */
export type EngineRequest = { kind: 'convert'; documents: readonly ConvertRequest[] } | { kind: 'profile' };

/**
 * 'done': converted, with a blob for each item of `pages`, which are the page numbers of images, or one null; 'other': not
 * converted, because of another family.
 */
export type Outcome =
  | { kind: 'done'; format: string; pages: readonly (number | null)[]; warnings: readonly Observation[] }
  | { kind: 'other'; format: string }
  | { kind: 'failed'; failure: Failure };

export type EngineResult = { outcomes: readonly Outcome[] };

export const ENGINE_FAILURES: ReadonlySet<ErrorCode> = new Set([...DOCUMENT_FAILURES, 'FORMAT_MISMATCH']);

const KNOWN_WARNINGS: ReadonlySet<WarningCode> = new Set(WARNING_CODES);
const FORMAT_NAMES = new Set([...FORMATS, PRINTED_PDF].map(({ name }) => name));
/** Bytes of a packed profile; that of LibreOffice 7.4 has 0.4 MB. */
const MAX_PROFILE = 64 * 1024 ** 2;

/** Validates the outcomes of these jobs; their files go to their receivers. */
export function acceptOutcomes(jobs: readonly Job[]): Accept<(JobResult | DocconvError)[]> {
  return (value, sizes) => {
    const outcomes = readList(readObject(value, ['outcomes']).outcomes, jobs.length);
    if (outcomes.length !== jobs.length) throw new ProtocolError('fewer outcomes than documents');
    const sinks: Sink[] = [];
    const message = outcomes.map((outcome, i) => {
      const { result, pages } = readOutcome(outcome, jobs[i]!.request);
      const sent = pages.map((page, at) => ({ page, size: sizes[sinks.length + at]! }));
      if (sent.length > 0) sinks.push(...acceptFiles(sent, jobs[i]!));
      return result;
    });
    if (sinks.length !== sizes.length) throw new ProtocolError('other blobs than the outcomes say');
    return { message, sinks };
  };
}

/** `pages`: one for each blob. */
function readOutcome(value: unknown, { pdf, limits }: ConvertRequest) {
  const kind = (value as { kind?: unknown } | null)?.kind;
  if (kind === 'failed') {
    const { failure } = readObject(value, ['kind', 'failure']);
    return { result: readFailure(failure, ENGINE_FAILURES), pages: [] };
  }
  if (kind === 'other') {
    const { format } = readObject(value, ['kind', 'format']);
    return { result: { format: readFormat(format), converted: false, warnings: [] }, pages: [] };
  }
  if (kind !== 'done') throw new ProtocolError('an outcome of an unknown kind');
  const { format, pages, warnings } = readObject(value, ['kind', 'format', 'pages', 'warnings']);
  const found = readList(warnings, MAX_WARNINGS).map(readWarning);
  return {
    result: { format: readFormat(format), converted: true, warnings: found },
    pages: readPages(pages, pdf, limits),
  };
}

function readFormat(value: unknown): Format {
  return formatNamed(readName(value, FORMAT_NAMES));
}

/** The message is made here, from details of the expected names and types. */
export function readWarning(value: unknown): Warning {
  const observation = readObject(value, ['code', 'detail']);
  const code = readName(observation.code, KNOWN_WARNINGS);
  const example: ErrorDetail = WARNINGS[code].example;
  const detail = readDetail(observation.detail);
  readObject(detail, Object.keys(example));
  for (const [name, item] of Object.entries(detail))
    if (typeof item !== typeof example[name]) throw new ProtocolError('a detail of another type than expected');
  return asWarning({ code, detail });
}

/** Page numbers ascend; what is no image is one file without a number. */
function readPages(value: unknown, options: PdfOptions, limits: Limits): readonly (number | null)[] {
  if (outputOf(options).kind !== 'image') {
    const [page] = readList(value, 1);
    if (page !== null) throw new ProtocolError('not one file without a page number');
    return [null];
  }
  const pages = readList(value, limits.images).map(page => readCount(page, limits.pages));
  const ascend = pages.every((page, i) => page > (pages[i - 1] ?? 0));
  if (pages.length === 0 || !ascend) throw new ProtocolError('no images, or not in ascending order');
  return pages;
}

function acceptFiles(files: readonly SentFile[], { request, receiver }: Job): readonly Sink[] {
  const total = files.reduce((sum, { size }) => sum + readCount(size, request.limits.outputBytes), 0);
  readCount(total, request.limits.outputBytes);
  const output = outputOf(request.pdf);
  const sinks = receiver.receive(files);
  return files.map(({ size }, i) => requireOutput(output, size, sinks[i]!));
}

/** Validates a packed profile, whose content is not read: it only goes back to workers. */
export function acceptProfile(receive: (size: number) => Sink): Accept<null> {
  return (value, sizes) => {
    readObject(value, []);
    return { message: null, sinks: [receive(readCount(sizes[0], MAX_PROFILE))] };
  };
}
