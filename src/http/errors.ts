/** What HTTP answers to each of docconv's errors: the one table. The documentation page is made from it. */
import type { ErrorCode } from '../errors.js';

export interface ProblemKind {
  status: number;
  /** Stable, for programs. */
  code: string;
  title: string;
  /** Said instead of the error's own message, which speaks of this machine; null where that message is the caller's. */
  sentence: string | null;
  /** The same request may succeed later, unchanged. */
  retryable?: true;
}

const OURS =
  'This is the fault of the service, not of the request. Its operator finds it in the log by the request id.';
const LATER = 'Try again in a little while.';

export const PROBLEM_OF_CODE = {
  USAGE: kind(400, 'invalid_request', 'The request is not right'),
  OPTION_INVALID: kind(400, 'invalid_parameter', 'A parameter is not right'),
  OPTION_UNSUPPORTED: kind(422, 'option_unsupported', 'This option does not go with this document'),
  CODE_INVALID: kind(400, 'code_invalid', 'The code is not right'),

  KEY_MISSING: kind(401, 'key_missing', 'A key is needed'),
  KEY_INVALID: kind(401, 'key_invalid', 'The key is not valid'),
  RATE_LIMITED: retryable(429, 'rate_limited', 'Too many requests'),

  TOO_LARGE: kind(413, 'too_large', 'Too large'),
  UNSUPPORTED_FORMAT: kind(415, 'unsupported_format', 'This format cannot be converted'),
  FORMAT_MISMATCH: kind(415, 'format_mismatch', 'The document is not what it is said to be'),

  EMPTY_FILE: kind(422, 'empty_document', 'The document is empty'),
  CORRUPT_DOCUMENT: kind(422, 'corrupt_document', 'The document is damaged'),
  PASSWORD_NEEDED: kind(422, 'password_needed', 'The document is encrypted'),
  WRONG_PASSWORD: kind(422, 'wrong_password', 'The password is wrong'),
  ENCRYPTION_UNSUPPORTED: kind(422, 'encryption_unsupported', 'This encryption is not supported'),
  LIMIT_EXCEEDED: kind(422, 'document_limit', 'The document goes beyond a limit'),
  NOT_A_PDF: kind(422, 'not_a_pdf', 'This is not a PDF'),
  BASE64_INVALID: kind(
    422,
    'undecodable_document',
    'The document is not base64',
    'Its base64 cannot be decoded. Encode the whole file, for example with base64 -w0.',
  ),
  NOT_PERMITTED: kind(422, 'not_permitted', 'The document does not allow this'),
  ENGINE_FAILED: kind(
    422,
    'conversion_failed',
    'The document could not be converted',
    'The office engine could not read it. Open it in an office program, save it anew and send that.',
  ),
  // tried twice, the second time alone in a fresh process: a client or proxy that sends it again ends the next engine
  ENGINE_CRASHED: kind(
    422,
    'engine_crashed',
    'The engine ended',
    'The office engine ended while it worked on this document, also in a second try. Open it in an office program, save it anew and send that.',
  ),
  TIMEOUT: kind(
    422,
    'conversion_timeout',
    'The conversion took too long',
    'This document takes longer than this service allows. Split it, or make its pictures smaller.',
  ),

  URL_FORBIDDEN: kind(
    403,
    'url_forbidden',
    'This URL is not fetched',
    'Only http and https URLs of public addresses are fetched. Send the document itself as base64.',
  ),
  FETCH_FAILED: retryable(
    502,
    'fetch_failed',
    'The URL could not be fetched',
    'Its server did not give the document. Check the URL, or send the document as base64.',
  ),
  FETCH_TIMEOUT: retryable(
    504,
    'fetch_timeout',
    'The URL took too long',
    'Its server was too slow. Try again, or send the document as base64.',
  ),

  VERIFICATION_CRASHED: retryable(
    500,
    'check_crashed',
    'The check broke off',
    'The process that judged this document ended before it could say anything. Send it again.',
  ),
  OVERLOADED: retryable(503, 'overloaded', 'Too busy'),
  QUEUE_FULL: retryable(503, 'queue_full', 'Too busy', `Every converter is at work and the queue is full. ${LATER}`),
  CLOSED: retryable(503, 'shutting_down', 'Shutting down', `The service is about to stop. ${LATER}`),
  NO_ENGINE: retryable(
    503,
    'no_engine',
    'No engine',
    'The office engine of this service is not there just now. Its operator can ask docconv doctor why.',
  ),
  STORE_BUSY: retryable(503, 'store_busy', 'Too busy', `The key store is busy. ${LATER}`),
  MAIL_FAILED: retryable(503, 'mail_failed', 'The mail could not be sent', LATER),
  DISK_FULL: retryable(
    507,
    'disk_full',
    'The disk is full',
    `The service has no room for this document just now. ${LATER}`,
  ),
  CANCELLED: kind(499, 'cancelled', 'Cancelled', 'The request was given up before its answer.'),

  CONFIG_INVALID: internal(),
  FILE_NOT_FOUND: internal(),
  FILE_UNREADABLE: internal(),
  OUTPUT_EXISTS: internal(),
  OUTPUT_CONFLICT: internal(),
  OUTPUT_UNWRITABLE: internal(),
  REMOTE_REFUSED: internal(),
  REMOTE_UNREACHABLE: internal(),
  STORE_DAMAGED: internal(),
  INTERNAL: internal(),
} satisfies Record<ErrorCode, ProblemKind>;

/** Problems that HTTP itself knows, beside those of the domains. */
export const HTTP_PROBLEMS = {
  invalid_request: kind(400, 'invalid_request', 'The request is not right'),
  invalid_parameter: kind(400, 'invalid_parameter', 'A parameter is not right'),
  invalid_json: kind(
    400,
    'invalid_json',
    'The body is not JSON',
    'Send a JSON object with Content-Type: application/json.',
  ),
  invalid_multipart: kind(400, 'invalid_multipart', 'The form is not right'),
  prefetch_refused: kind(
    403,
    'prefetch_refused',
    'Not by itself',
    'This address does something: it is not run for a prefetch or from another site.',
  ),
  not_found: kind(
    404,
    'not_found',
    'Nothing here',
    'There is nothing at this path. GET /openapi.json lists what there is.',
  ),
  method_not_allowed: kind(405, 'method_not_allowed', 'Wrong method'),
  not_acceptable: kind(406, 'not_acceptable', 'The answer would be of another type'),
  request_timeout: retryable(
    408,
    'request_timeout',
    'The request took too long',
    'It did not arrive whole in time. Send it again.',
  ),
  too_large: kind(413, 'too_large', 'Too large'),
  uri_too_long: kind(414, 'uri_too_long', 'The URL is too long', 'Send options as fields of the form instead.'),
  unsupported_media_type: kind(415, 'unsupported_media_type', 'Wrong type of body'),
  expectation_failed: kind(
    417,
    'expectation_failed',
    'Unknown expectation',
    'The only Expect that is understood is 100-continue.',
  ),
  headers_too_large: kind(431, 'headers_too_large', 'The headers are too large', 'Send fewer or shorter headers.'),
  deadline_exceeded: retryable(
    503,
    'deadline_exceeded',
    'Too busy',
    `The service could not finish this in time. ${LATER}`,
  ),
  overloaded: retryable(503, 'overloaded', 'Too busy', `Too many large documents come in at once. ${LATER}`),
  not_ready: retryable(503, 'not_ready', 'Not ready'),
} satisfies Record<string, ProblemKind>;

function kind(status: number, code: string, title: string, sentence: string | null = null): ProblemKind {
  return { status, code, title, sentence };
}

function retryable(status: number, code: string, title: string, sentence: string | null = null): ProblemKind {
  return { status, code, title, sentence, retryable: true };
}

function internal(): ProblemKind {
  return kind(500, 'internal', 'Something went wrong', OURS);
}
