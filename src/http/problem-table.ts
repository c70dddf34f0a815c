/**
 * Every problem that the service answers: status, cause and remedy by its stable code, and the code of every error of
 * docconv. The lists in /docs, /openapi.json and docs/service.md are generated from these tables.
 */
import type { ErrorCode } from '../errors.js';

export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** One sentence for clients. */
  readonly cause: string;
  /** One or two sentences for clients: what to do next. */
  readonly remedy: string;
  /** The same request may succeed later, unchanged. */
  readonly retryable?: true;
  /** What `detail` in the response states: the message of the error (default), cause and remedy, or message and remedy. */
  readonly detail?: 'cause' | 'message and remedy';
}

const LATER = 'Try again later.';
const SAVE_AGAIN = 'Open it in an office program, save it again and send the new file.';
const BY_VALUE = 'Send the document itself in place of its URL.';

// biome-ignore format: a table is read by its columns
export const PROBLEMS = {
  invalid_request: { status: 400, title: 'Invalid request', cause: 'The request is not valid HTTP, or its parts contradict each other.', remedy: 'Correct what "detail" names.' },
  invalid_parameter: { status: 400, title: 'Invalid parameter', cause: 'A query parameter, form field or JSON member is missing, unknown or has an invalid value.', remedy: 'Correct the value that "errors" names; GET /openapi.json describes all of them.' },
  invalid_json: { status: 400, title: 'Invalid JSON', cause: 'The body is not valid JSON.', remedy: 'Send a JSON object with Content-Type: application/json.', detail: 'cause' },
  duplicate_member: { status: 400, title: 'Duplicate JSON member', cause: 'An object in the JSON body has the same member twice.', remedy: 'Send each member once; "errors" has the JSON pointer of the second one.' },
  invalid_multipart: { status: 400, title: 'Invalid multipart form', cause: 'The multipart form cannot be read, exceeds a limit, or has no file or too many.', remedy: 'Send the document in a part named "file", and every option in a field of its own.' },
  code_invalid: { status: 400, title: 'Invalid code', cause: 'The code is unknown, wrong, expired or already used.', remedy: 'Check it for typing errors, or request a new one.' },

  key_missing: { status: 401, title: 'API key required', cause: 'The request has no API key.', remedy: 'Send it in the header "Authorization: Bearer KEY".' },
  key_invalid: { status: 401, title: 'Invalid API key', cause: 'The API key is unknown, expired or revoked.', remedy: 'Check it for typing errors, or register again to get a new one.' },

  key_not_permitted: { status: 403, title: 'Not permitted for this key', cause: 'The API key does not have the rights for this request.', remedy: 'Use a key that has them: those of an admin, or the current secret of the key.' },
  url_forbidden: { status: 403, title: 'URL not allowed', cause: 'The service does not fetch this URL: its scheme, port or address is not permitted, or fetching is disabled.', remedy: BY_VALUE, detail: 'message and remedy' },
  prefetch_refused: { status: 403, title: 'Prefetch not allowed', cause: 'This URL has an effect, so it refuses prefetches and requests from other sites.', remedy: 'Open it directly.', detail: 'cause' },

  not_found: { status: 404, title: 'Not found', cause: 'There is no resource at this path.', remedy: 'GET /openapi.json lists the paths.', detail: 'cause' },
  method_not_allowed: { status: 405, title: 'Method not allowed', cause: 'The path exists, but not with this method.', remedy: 'Use a method that the header Allow lists.' },
  not_acceptable: { status: 406, title: 'Not acceptable', cause: 'The header Accept excludes the media type of the response.', remedy: 'Omit the header, or add this media type.' },
  request_timeout: { status: 408, title: 'Request timed out', cause: 'The request did not arrive completely in time.', remedy: 'Send it again.', detail: 'cause', retryable: true },

  job_not_ready: { status: 409, title: 'Job has not ended', cause: 'The job is still queued or running.', remedy: 'Wait for its end: GET /v1/jobs/{id} with "Prefer: wait=30".', retryable: true },
  job_cancelled: { status: 410, title: 'Job cancelled', cause: 'The job was cancelled, and has no result.', remedy: 'Send the document again.' },
  job_expired: { status: 410, title: 'Job expired', cause: 'The job has ended, and the time for which its result is kept is over, or the store has lost its document or result.', remedy: 'Send the document again.' },

  precondition_failed: { status: 412, title: 'Precondition failed', cause: 'The current version is not one that the header If-Match names.', remedy: 'Omit the header, or send the ETag of the current version.' },
  too_large: { status: 413, title: 'Document or request too large', cause: 'The document or the request is larger than this service accepts.', remedy: 'Send a smaller document.' },
  uri_too_long: { status: 414, title: 'URL too long', cause: 'The URL of the request is too long.', remedy: 'Send options as form fields in place of query parameters.', detail: 'cause' },
  unsupported_encoding: { status: 415, title: 'Unsupported content encoding', cause: 'The body is compressed.', remedy: 'Send it without Content-Encoding: documents are compressed already.', detail: 'cause' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type', cause: 'The route does not accept a body with this Content-Type.', remedy: 'Use one that GET /openapi.json lists for the route.' },
  unsupported_format: { status: 415, title: 'Unsupported document format', cause: 'The service cannot convert documents of this format.', remedy: 'Save the document in a supported format; GET /openapi.json lists them.' },
  format_mismatch: { status: 415, title: 'Document does not match its declared format', cause: 'The content of the document is not of the format that "from" or its name states.', remedy: 'Omit "from", or correct it.' },
  range_not_satisfiable: { status: 416, title: 'Range beyond the end', cause: 'The header Range asks for bytes after the end of the result.', remedy: 'The header Content-Range states its size: ask for less, or omit Range.', detail: 'cause' },
  expectation_failed: { status: 417, title: 'Expectation failed', cause: 'The header Expect has another value than 100-continue.', remedy: 'Omit the header.', detail: 'cause' },

  idempotency_mismatch: { status: 422, title: 'Idempotency-Key used before', cause: 'There is a job with this Idempotency-Key whose document or options are different.', remedy: 'Use a new key for each document; repeat one only with the same request.' },
  webhook_undeliverable: { status: 422, title: 'Webhook cannot be delivered', cause: 'The URL of the webhook can never be reached: it is malformed, its scheme or port is not permitted, it has a password, or its host has no public address.', remedy: 'Give a URL like https://example.org/events that leads to a public address.', detail: 'message and remedy' },
  option_unsupported: { status: 422, title: 'Option not supported for this document', cause: 'An option does not apply to documents of this kind, or the engine does not support it.', remedy: 'Omit the option.' },
  empty_document: { status: 422, title: 'Empty document', cause: 'The document has no content.', remedy: 'Check that the complete file was sent.' },
  corrupt_document: { status: 422, title: 'Corrupt document', cause: 'The document is damaged and cannot be read.', remedy: 'Check that the complete file was sent, or obtain it again.' },
  password_needed: { status: 422, title: 'Document password required', cause: 'The document is encrypted.', remedy: 'Send its password as "password", in the body and never in the URL.' },
  wrong_password: { status: 422, title: 'Wrong document password', cause: 'The password does not open the document.', remedy: 'Send the right one.' },
  encryption_unsupported: { status: 422, title: 'Unsupported encryption', cause: 'The encryption of the document is not supported.', remedy: 'Send the document without encryption.' },
  document_limit: { status: 422, title: 'Document exceeds a limit', cause: 'Processing the document takes more time or memory than this service allows, or it exceeds another limit.', remedy: 'Reduce the document, or split it.' },
  not_a_pdf: { status: 422, title: 'Not a PDF', cause: 'The document to verify is not a PDF.', remedy: 'Send the signed PDF itself.' },
  undecodable_document: { status: 422, title: 'Invalid base64', cause: 'The base64 of the document cannot be decoded.', remedy: 'Encode the complete file, for example with base64 -w0.', detail: 'cause' },
  not_permitted: { status: 422, title: 'Not permitted by the document', cause: 'The permissions of the document exclude this operation.', remedy: 'Ask its author for a document that permits it.' },
  has_warnings: { status: 422, title: 'Document has warnings', cause: 'The conversion has warnings, and the request has the option "strict".', remedy: 'Correct the document, or omit "strict".', detail: 'message and remedy' },
  pdfa_invalid: { status: 422, title: 'Not valid PDF/A', cause: 'The PDF of this document breaks rules of the standard that "pdfa" or "pdfua" asks for.', remedy: 'Remove from the document what "detail" names, choose another level, or omit the option.' },
  pdf_signed: { status: 422, title: 'Signed PDF', cause: 'The PDF has signatures, which the operation would break.', remedy: 'Keep the signed file as it is, or send the option "breakSignatures".' },
  conversion_failed: { status: 422, title: 'Conversion failed', cause: 'The conversion engine cannot read this document.', remedy: SAVE_AGAIN, detail: 'cause' },
  // the engine has tried twice, the second time in a fresh process: a retry would crash the next engine
  engine_crashed: { status: 422, title: 'Conversion engine crashed', cause: 'The conversion engine crashed twice on this document.', remedy: SAVE_AGAIN, detail: 'cause' },
  worker_compromised: { status: 422, title: 'Worker process compromised', cause: 'The process that read this document behaved as if the document had taken control of it, and was ended.', remedy: 'Do not open the document in an office program or PDF viewer before its origin is clear.', detail: 'cause' },
  conversion_timeout: { status: 422, title: 'Conversion timed out', cause: 'The conversion takes longer than this service allows.', remedy: 'Split the document, or reduce the size of its images.', detail: 'cause' },

  rate_limited: { status: 429, title: 'Too many requests', cause: 'This client has sent more requests than the limit allows.', remedy: 'Try again after the seconds in the header Retry-After.', retryable: true },
  misdirected_request: { status: 421, title: 'Misdirected request', cause: 'This service runs on a loopback address and has another name than the one in the Host header.', remedy: 'Use its address, or the URL that its operator has set as publicUrl.', detail: 'cause' },
  headers_too_large: { status: 431, title: 'Headers too large', cause: 'The headers of the request are too large.', remedy: 'Send fewer or shorter headers.', detail: 'cause' },
  cancelled: { status: 499, title: 'Request cancelled', cause: 'The client cancelled the request before its response.', remedy: 'Send it again if it is still needed.', detail: 'cause' },

  internal: { status: 500, title: 'Internal error', cause: 'The service failed; the request is not at fault.', remedy: 'The operator finds the cause in the log, by the request id.', detail: 'cause' },
  check_crashed: { status: 500, title: 'Verification crashed', cause: 'The process that verifies or signs crashed on this document.', remedy: 'Send it again.', detail: 'cause', retryable: true },
  signing_failed: { status: 502, title: 'Signing failed', cause: 'The key of the service, its time-stamping authority or a responder of its certificates does not do its part.', remedy: 'Try again later. The operator finds the cause in the log, by the request id.', detail: 'cause', retryable: true },
  fetch_failed: { status: 502, title: 'URL could not be fetched', cause: 'The server of the URL did not return the document; "remoteStatus" is the HTTP status that it answered, if any.', remedy: 'Check the URL, or send the document itself.', detail: 'message and remedy', retryable: true },
  fetch_timeout: { status: 504, title: 'URL timed out', cause: 'The server of the URL did not respond in time.', remedy: 'Try again, or send the document itself.', detail: 'message and remedy', retryable: true },

  overloaded: { status: 503, title: 'Overloaded', cause: 'The service has too many documents in work, or too many bytes of them.', remedy: LATER, retryable: true },
  queue_full: { status: 503, title: 'Queue full', cause: 'All workers are busy and the queue is full.', remedy: LATER, detail: 'cause', retryable: true },
  deadline_exceeded: { status: 503, title: 'Deadline exceeded', cause: 'The service could not finish the request in time.', remedy: LATER, detail: 'cause', retryable: true },
  shutting_down: { status: 503, title: 'Shutting down', cause: 'The service is shutting down.', remedy: LATER, detail: 'cause', retryable: true },
  not_ready: { status: 503, title: 'Not ready', cause: 'The service cannot convert or save documents at present, or its key store does not respond.', remedy: `${LATER} Its operator finds the reason in "detail" and in the log.`, retryable: true },
  no_engine: { status: 503, title: 'No conversion engine', cause: 'The conversion engine of this service is not available.', remedy: `${LATER} Its operator finds the reason in the log.`, detail: 'cause', retryable: true },
  store_busy: { status: 503, title: 'Key store busy', cause: 'The key store is locked by another process.', remedy: LATER, detail: 'cause', retryable: true },
  store_unavailable: { status: 503, title: 'Store not available', cause: 'The database of the service, or a store of its keys or documents, does not respond or cannot be written.', remedy: LATER, detail: 'cause', retryable: true },
  trust_unavailable: { status: 503, title: 'Trust not available', cause: 'The trusted lists of this service are missing or damaged, so it cannot tell whether a signer is trusted.', remedy: 'Try again later; a verification may also be sent with "trust" as "not-required". The operator finds the cause in the log.', detail: 'cause', retryable: true },
  mail_failed: { status: 503, title: 'Mail could not be sent', cause: 'The mail could not be sent.', remedy: LATER, detail: 'cause', retryable: true },
  disk_full: { status: 507, title: 'Disk full', cause: 'The service has no disk space for this document.', remedy: LATER, detail: 'cause', retryable: true },
} satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

/** Errors that concern the operator are `internal`. */
export const PROBLEM_OF_ERROR = {
  USAGE: 'invalid_request',
  OPTION_INVALID: 'invalid_parameter',
  OPTION_UNSUPPORTED: 'option_unsupported',
  CODE_INVALID: 'code_invalid',
  KEY_MISSING: 'key_missing',
  KEY_INVALID: 'key_invalid',
  KEY_NOT_PERMITTED: 'key_not_permitted',
  RATE_LIMITED: 'rate_limited',

  TOO_LARGE: 'too_large',
  UNSUPPORTED_FORMAT: 'unsupported_format',
  FORMAT_MISMATCH: 'format_mismatch',
  EMPTY_FILE: 'empty_document',
  CORRUPT_DOCUMENT: 'corrupt_document',
  PASSWORD_NEEDED: 'password_needed',
  WRONG_PASSWORD: 'wrong_password',
  ENCRYPTION_UNSUPPORTED: 'encryption_unsupported',
  LIMIT_EXCEEDED: 'document_limit',
  NOT_A_PDF: 'not_a_pdf',
  BASE64_INVALID: 'undecodable_document',
  NOT_PERMITTED: 'not_permitted',
  HAS_WARNINGS: 'has_warnings',
  PDFA_INVALID: 'pdfa_invalid',
  PDF_SIGNED: 'pdf_signed',

  ENGINE_FAILED: 'conversion_failed',
  ENGINE_CRASHED: 'engine_crashed',
  WORKER_COMPROMISED: 'worker_compromised',
  TIMEOUT: 'conversion_timeout',
  VERIFICATION_CRASHED: 'check_crashed',

  URL_FORBIDDEN: 'url_forbidden',
  SIGNING_FAILED: 'signing_failed',
  FETCH_FAILED: 'fetch_failed',
  FETCH_TIMEOUT: 'fetch_timeout',

  OVERLOADED: 'overloaded',
  QUEUE_FULL: 'queue_full',
  CLOSED: 'shutting_down',
  NO_ENGINE: 'no_engine',
  TRUST_UNAVAILABLE: 'trust_unavailable',
  STORE_BUSY: 'store_busy',
  STORE_UNAVAILABLE: 'store_unavailable',
  OUTPUT_UNWRITABLE: 'store_unavailable',
  MAIL_FAILED: 'mail_failed',
  DISK_FULL: 'disk_full',
  CANCELLED: 'cancelled',

  CONFIG_INVALID: 'internal',
  FILE_NOT_FOUND: 'internal',
  FILE_UNREADABLE: 'internal',
  OUTPUT_EXISTS: 'internal',
  OUTPUT_CONFLICT: 'internal',
  ISOLATION_INCOMPLETE: 'internal',
  REMOTE_REFUSED: 'internal',
  REMOTE_UNREACHABLE: 'internal',
  LIST_INVALID: 'internal',
  STORE_DAMAGED: 'internal',
  STORE_OUTDATED: 'internal',
  INTERNAL: 'internal',
} satisfies Record<ErrorCode, ProblemCode>;
