/** The messages between docconv and the worker of an engine. */
import { DocconvError, type ErrorCode, type ErrorDetail } from '../../errors.js';
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
import type { ConvertRequest, EngineStatus, Job, JobResult } from '../engine.js';
import { FORMATS, type Format, formatNamed } from '../formats.js';
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
}

/** 'convert': the documents are the blobs. 'profile': the answer's blob is the packed profile. */
export type EngineRequest = { kind: 'convert'; documents: readonly ConvertRequest[] } | { kind: 'profile' };

/** 'done': converted, with a blob of its own; 'other': not converted, because of another family. */
export type Outcome =
  | { kind: 'done'; format: string; warnings: readonly Observation[] }
  | { kind: 'other'; format: string }
  | { kind: 'failed'; failure: Failure };

export type EngineResult = { outcomes: readonly Outcome[] };

/** The errors of a document that a worker may report. */
export const DOCUMENT_FAILURES: ReadonlySet<ErrorCode> = new Set([
  'EMPTY_FILE',
  'UNSUPPORTED_FORMAT',
  'FORMAT_MISMATCH',
  'CORRUPT_DOCUMENT',
  'PASSWORD_NEEDED',
  'WRONG_PASSWORD',
  'ENCRYPTION_UNSUPPORTED',
  'LIMIT_EXCEEDED',
  'OPTION_INVALID',
  'OPTION_UNSUPPORTED',
  'ENGINE_FAILED',
  'INTERNAL',
]);

/** `reason`: for the log. */
export function engineFailed(reason: string): DocconvError {
  const message = 'LibreOffice could not convert this document; it may be damaged.';
  return new DocconvError('ENGINE_FAILED', message, { cause: new Error(reason) });
}

const KNOWN_WARNINGS: ReadonlySet<WarningCode> = new Set(WARNING_CODES);
const FORMAT_NAMES = new Set(FORMATS.map(({ name }) => name));
/** Bytes of a packed profile; that of LibreOffice 7.4 has 0.4 MB. */
const MAX_PROFILE = 64 * 1024 ** 2;
const MAGIC = '%PDF-';

/** Validates the outcomes of these jobs; their PDFs go to their receivers. */
export function acceptOutcomes(jobs: readonly Job[]): Accept<(JobResult | DocconvError)[]> {
  return (value, sizes) => {
    const outcomes = readList(readObject(value, ['outcomes']).outcomes, jobs.length);
    if (outcomes.length !== jobs.length) throw new ProtocolError('fewer outcomes than documents');
    const sinks: Sink[] = [];
    const message = outcomes.map((outcome, i) => {
      const result = readOutcome(outcome);
      if (result instanceof DocconvError || !result.converted) return result;
      const { receiver, request } = jobs[i]!;
      const size = readCount(sizes[sinks.length], request.limits.outputBytes);
      if (size < MAGIC.length) throw new ProtocolError('a PDF without content');
      sinks.push(requirePdf(receiver.receive(size)));
      return result;
    });
    return { message, sinks };
  };
}

function readOutcome(value: unknown): JobResult | DocconvError {
  const kind = (value as { kind?: unknown } | null)?.kind;
  if (kind === 'failed') return readFailure(readObject(value, ['kind', 'failure']).failure, DOCUMENT_FAILURES);
  if (kind === 'other')
    return { format: readFormat(readObject(value, ['kind', 'format']).format), converted: false, warnings: [] };
  if (kind !== 'done') throw new ProtocolError('an outcome of an unknown kind');
  const { format, warnings } = readObject(value, ['kind', 'format', 'warnings']);
  return { format: readFormat(format), converted: true, warnings: readList(warnings, MAX_WARNINGS).map(readWarning) };
}

function readFormat(value: unknown): Format {
  return formatNamed(readName(value, FORMAT_NAMES));
}

/** The message is made here, from details of the expected names and types. */
function readWarning(value: unknown): Warning {
  const observation = readObject(value, ['code', 'detail']);
  const code = readName(observation.code, KNOWN_WARNINGS);
  const example: ErrorDetail = WARNINGS[code].example;
  const detail = readDetail(observation.detail);
  readObject(detail, Object.keys(example));
  for (const [name, item] of Object.entries(detail))
    if (typeof item !== typeof example[name]) throw new ProtocolError('a detail of another type than expected');
  return asWarning({ code, detail });
}

/** Passes a blob on to `sink` when it begins as a PDF does. */
function requirePdf(sink: Sink): Sink {
  let head = '';
  return chunk => {
    if (head.length < MAGIC.length) {
      head += Buffer.from(chunk.subarray(0, MAGIC.length - head.length)).toString('latin1');
      if (!MAGIC.startsWith(head)) throw new ProtocolError('a PDF that does not begin as one');
    }
    return sink(chunk);
  };
}

/** Validates a packed profile, whose content is not read: it only goes back to workers. */
export function acceptProfile(receive: (size: number) => Sink): Accept<null> {
  return (value, sizes) => {
    readObject(value, []);
    return { message: null, sinks: [receive(readCount(sizes[0], MAX_PROFILE))] };
  };
}
