/** The HTTP status, stable code and text for every error. The list on /docs is generated from these tables. */
import type { ErrorCode } from '../errors.js';

export interface ProblemKind {
  status: number;
  /** Stable, machine-readable. */
  code: string;
  title: string;
  /** Replaces the error's own message, which concerns the operator; null where that message is for the client. */
  message: string | null;
  /** The same request may succeed later, unchanged. */
  retryable?: true;
}

const LATER = 'Try again later.';

/** By problem code: what the client reads where the error's own message concerns the operator, or where there is none. */
const MESSAGES: Readonly<Record<string, string>> = {
  undecodable_document:
    'The base64 of the document cannot be decoded. Encode the complete file, for example with base64 -w0.',
  conversion_failed:
    'The conversion engine cannot read this document. Open it in an office program, save it again and send the new file.',
  engine_crashed:
    'The conversion engine crashed twice on this document. Open it in an office program, save it again and send the new file.',
  worker_compromised:
    'The process that read this document behaved as if the document had taken control of it, and was ended. Do not open the document in an office program or PDF viewer before its origin is clear.',
  conversion_timeout:
    'The conversion takes longer than this service allows. Split the document, or reduce the size of its images.',
  url_forbidden:
    'The service fetches only http and https URLs of public addresses. Send the document as base64 instead.',
  fetch_failed: 'The server of the URL did not return the document. Check the URL, or send the document as base64.',
  fetch_timeout: 'The server of the URL did not respond in time. Try again, or send the document as base64.',
  check_crashed: 'The verification process crashed on this document. Send it again.',
  no_engine:
    'The conversion engine of this service is not available. Its operator can run docconv doctor to find the cause.',
  invalid_json: 'The body is not valid JSON. Send a JSON object with Content-Type: application/json.',
  prefetch_refused: 'This URL has an effect, so it refuses prefetches and requests from other sites. Open it directly.',
  misdirected_request:
    'This service runs on a loopback address and has another name than the one in the Host header. Use its address, or the URL that its operator has set as publicUrl.',
  not_found: 'There is no resource at this path. GET /openapi.json lists the paths.',
  request_timeout: 'The request did not arrive completely in time. Send it again.',
  unsupported_encoding:
    'The body must not be compressed: send it without Content-Encoding. Documents are compressed already.',
  expectation_failed: 'The only supported value of the header Expect is 100-continue.',
  deadline_exceeded: `The service could not finish the request in time. ${LATER}`,
  queue_full: `All workers are busy and the queue is full. ${LATER}`,
  shutting_down: `The service is shutting down. ${LATER}`,
  store_busy: `The key store is locked by another process. ${LATER}`,
  mail_failed: `The mail could not be sent. ${LATER}`,
  disk_full: `The service has no disk space for this document. ${LATER}`,
  cancelled: 'The client cancelled the request before its response.',
  uri_too_long: 'Send options as form fields instead of query parameters.',
  headers_too_large: 'Send fewer or shorter headers.',
  internal:
    'The service failed; the request is not at fault. The operator finds the cause in the log, by the request id.',
};

export const PROBLEM_OF_CODE = {
  USAGE: kind(400, 'invalid_request', 'Invalid request'),
  OPTION_INVALID: kind(400, 'invalid_parameter', 'Invalid parameter'),
  OPTION_UNSUPPORTED: kind(422, 'option_unsupported', 'Option not supported for this document'),
  CODE_INVALID: kind(400, 'code_invalid', 'Invalid code'),

  KEY_MISSING: kind(401, 'key_missing', 'API key required'),
  KEY_INVALID: kind(401, 'key_invalid', 'Invalid API key'),
  KEY_NOT_PERMITTED: kind(403, 'key_not_permitted', 'Not permitted for this key'),
  RATE_LIMITED: retryable(429, 'rate_limited', 'Too many requests'),

  TOO_LARGE: kind(413, 'too_large', 'Document or request too large'),
  UNSUPPORTED_FORMAT: kind(415, 'unsupported_format', 'Unsupported document format'),
  FORMAT_MISMATCH: kind(415, 'format_mismatch', 'Document does not match its declared format'),

  EMPTY_FILE: kind(422, 'empty_document', 'Empty document'),
  CORRUPT_DOCUMENT: kind(422, 'corrupt_document', 'Corrupt document'),
  PASSWORD_NEEDED: kind(422, 'password_needed', 'Document password required'),
  WRONG_PASSWORD: kind(422, 'wrong_password', 'Wrong document password'),
  ENCRYPTION_UNSUPPORTED: kind(422, 'encryption_unsupported', 'Unsupported encryption'),
  LIMIT_EXCEEDED: kind(422, 'document_limit', 'Document exceeds a limit'),
  NOT_A_PDF: kind(422, 'not_a_pdf', 'Not a PDF'),
  BASE64_INVALID: kind(422, 'undecodable_document', 'Invalid base64'),
  NOT_PERMITTED: kind(422, 'not_permitted', 'Not permitted by the document'),
  ENGINE_FAILED: kind(422, 'conversion_failed', 'Conversion failed'),
  // the engine has tried twice, the second time in a fresh process: a retry would crash the next engine
  ENGINE_CRASHED: kind(422, 'engine_crashed', 'Conversion engine crashed'),
  WORKER_COMPROMISED: kind(422, 'worker_compromised', 'Worker process compromised'),
  TIMEOUT: kind(422, 'conversion_timeout', 'Conversion timed out'),

  URL_FORBIDDEN: kind(403, 'url_forbidden', 'URL not allowed'),
  FETCH_FAILED: retryable(502, 'fetch_failed', 'URL could not be fetched'),
  FETCH_TIMEOUT: retryable(504, 'fetch_timeout', 'URL timed out'),

  VERIFICATION_CRASHED: retryable(500, 'check_crashed', 'Verification crashed'),
  OVERLOADED: retryable(503, 'overloaded', 'Overloaded'),
  QUEUE_FULL: retryable(503, 'queue_full', 'Queue full'),
  CLOSED: retryable(503, 'shutting_down', 'Shutting down'),
  NO_ENGINE: retryable(503, 'no_engine', 'No conversion engine'),
  STORE_BUSY: retryable(503, 'store_busy', 'Key store busy'),
  MAIL_FAILED: retryable(503, 'mail_failed', 'Mail could not be sent'),
  DISK_FULL: retryable(507, 'disk_full', 'Disk full'),
  CANCELLED: kind(499, 'cancelled', 'Request cancelled'),

  CONFIG_INVALID: internal(),
  FILE_NOT_FOUND: internal(),
  FILE_UNREADABLE: internal(),
  OUTPUT_EXISTS: internal(),
  OUTPUT_CONFLICT: internal(),
  OUTPUT_UNWRITABLE: internal(),
  ISOLATION_INCOMPLETE: internal(),
  REMOTE_REFUSED: internal(),
  REMOTE_UNREACHABLE: internal(),
  STORE_DAMAGED: internal(),
  INTERNAL: internal(),
} satisfies Record<ErrorCode, ProblemKind>;

/** Errors of the HTTP layer itself, by their code. */
export const HTTP_PROBLEMS = {
  invalid_request: kind(400, 'invalid_request', 'Invalid request'),
  invalid_parameter: kind(400, 'invalid_parameter', 'Invalid parameter'),
  invalid_json: kind(400, 'invalid_json', 'Invalid JSON'),
  invalid_multipart: kind(400, 'invalid_multipart', 'Invalid multipart form'),
  prefetch_refused: kind(403, 'prefetch_refused', 'Prefetch not allowed'),
  not_found: kind(404, 'not_found', 'Not found'),
  method_not_allowed: kind(405, 'method_not_allowed', 'Method not allowed'),
  not_acceptable: kind(406, 'not_acceptable', 'Not acceptable'),
  request_timeout: retryable(408, 'request_timeout', 'Request timed out'),
  too_large: kind(413, 'too_large', 'Document or request too large'),
  uri_too_long: kind(414, 'uri_too_long', 'URL too long'),
  unsupported_encoding: kind(415, 'unsupported_encoding', 'Unsupported content encoding'),
  unsupported_media_type: kind(415, 'unsupported_media_type', 'Unsupported media type'),
  expectation_failed: kind(417, 'expectation_failed', 'Expectation failed'),
  misdirected_request: kind(421, 'misdirected_request', 'Misdirected request'),
  headers_too_large: kind(431, 'headers_too_large', 'Headers too large'),
  deadline_exceeded: retryable(503, 'deadline_exceeded', 'Deadline exceeded'),
  overloaded: retryable(503, 'overloaded', 'Overloaded'),
  not_ready: retryable(503, 'not_ready', 'Not ready'),
} satisfies Record<string, ProblemKind>;

function kind(status: number, code: string, title: string): ProblemKind {
  return { status, code, title, message: MESSAGES[code] ?? null };
}

function retryable(status: number, code: string, title: string): ProblemKind {
  return { ...kind(status, code, title), retryable: true };
}

function internal(): ProblemKind {
  return kind(500, 'internal', 'Internal error');
}
