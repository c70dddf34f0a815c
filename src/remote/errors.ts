/** Maps error responses (problem+json) and connection errors to DocconvError. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { DocconvError, type ErrorCode } from '../errors.js';
import { errorMessage } from '../messages/index.js';
import { ownValue } from '../system/collections.js';
import { parseObject } from '../system/formats/json.js';
import { singleLine } from '../text.js';

/** Errors of the document or the request keep the code that the same operation has on this machine. */
const CODE_OF_PROBLEM: Readonly<Record<string, ErrorCode>> = {
  invalid_parameter: 'OPTION_INVALID',
  option_unsupported: 'OPTION_UNSUPPORTED',
  too_large: 'TOO_LARGE',
  unsupported_format: 'UNSUPPORTED_FORMAT',
  format_mismatch: 'FORMAT_MISMATCH',
  empty_document: 'EMPTY_FILE',
  corrupt_document: 'CORRUPT_DOCUMENT',
  password_needed: 'PASSWORD_NEEDED',
  wrong_password: 'WRONG_PASSWORD',
  encryption_unsupported: 'ENCRYPTION_UNSUPPORTED',
  document_limit: 'LIMIT_EXCEEDED',
  not_a_pdf: 'NOT_A_PDF',
  not_permitted: 'NOT_PERMITTED',
  conversion_failed: 'ENGINE_FAILED',
  engine_crashed: 'ENGINE_CRASHED',
  worker_compromised: 'WORKER_COMPROMISED',
  conversion_timeout: 'TIMEOUT',
  code_invalid: 'CODE_INVALID',
  has_warnings: 'HAS_WARNINGS',
  pdfa_invalid: 'PDFA_INVALID',
  pdf_signed: 'PDF_SIGNED',
  key_missing: 'KEY_MISSING',
  key_invalid: 'KEY_INVALID',
  key_not_permitted: 'KEY_NOT_PERMITTED',
  rate_limited: 'RATE_LIMITED',
  url_forbidden: 'URL_FORBIDDEN',
  fetch_failed: 'FETCH_FAILED',
  fetch_timeout: 'FETCH_TIMEOUT',
};

interface Problem {
  code?: unknown;
  detail?: unknown;
  requestId?: unknown;
  /** Number of the document in a merge, 1 = first. */
  input?: unknown;
}

/** An error response. */
export class ResponseError extends DocconvError {
  constructor(
    readonly headers: IncomingHttpHeaders,
    ...of: ConstructorParameters<typeof DocconvError>
  ) {
    super(...of);
  }
}

/** @param body as text; if it is not problem+json (a proxy's page), the message names only the status */
export function responseError(
  server: string,
  { statusCode: status = 0, headers }: Pick<IncomingMessage, 'statusCode' | 'headers'>,
  body: string,
  retryAfter: number | null,
): ResponseError {
  const problem: Problem | null = parseObject(body);
  const problemCode = typeof problem?.code === 'string' ? problem.code : null;
  const detail = typeof problem?.detail === 'string' ? problem.detail : `HTTP status ${status}.`;
  const code = ownValue(CODE_OF_PROBLEM, problemCode ?? '') ?? 'REMOTE_REFUSED';
  const message = code === 'REMOTE_REFUSED' ? errorMessage('REMOTE_REFUSED.response', { server, detail }) : detail;
  const requestId = typeof problem?.requestId === 'string' ? problem.requestId : null;
  const input = typeof problem?.input === 'number' ? { input: problem.input } : {};
  return new ResponseError(
    headers,
    code,
    { text: singleLine(message, 1000) },
    { detail: { status, problem: problemCode, requestId, retryAfter, ...input } },
  );
}

export function connectionError(server: string, cause: unknown): DocconvError {
  return new DocconvError('REMOTE_UNREACHABLE.not-reached', { server, reason: reasonOf(cause) }, { cause });
}

/** Of a status that promises something else. */
export function unreadableAnswer(server: string): DocconvError {
  return new DocconvError('REMOTE_REFUSED.answer-unreadable', { server });
}

export function interruptedError(cause: unknown): DocconvError {
  return new DocconvError('REMOTE_UNREACHABLE.response-interrupted', { reason: reasonOf(cause) }, { cause });
}

function reasonOf(cause: unknown): string {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return errorMessage(`network.${code}`, { text: message });
}

/** The request may have reached the server, but no complete response came. */
export function isInterruption(thrown: unknown): boolean {
  const { code = '' } = ((thrown as DocconvError | undefined)?.cause ?? {}) as NodeJS.ErrnoException;
  return isUnreachable(thrown) && INTERRUPTIONS.has(code);
}

/** Also from a gateway whose server cannot be reached. */
export function isUnreachable(thrown: unknown): boolean {
  if (!(thrown instanceof DocconvError)) return false;
  const { status, problem } = thrown.detail;
  return (
    thrown.code === 'REMOTE_UNREACHABLE' || (problem === null && (status === 502 || status === 503 || status === 504))
  );
}

/** Errors of the connection while a request is sent or a response is read. */
const INTERRUPTIONS = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE']);
