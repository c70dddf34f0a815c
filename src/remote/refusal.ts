/** A server's refusal (problem+json) as docconv's own error, with the server's sentence. */
import { DocconvError, type ErrorCode } from '../errors.js';

/** Where the document or the caller is at fault, the error is the one that the same work on this machine would give. */
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
  conversion_timeout: 'TIMEOUT',
  code_invalid: 'CODE_INVALID',
  key_missing: 'KEY_MISSING',
  key_invalid: 'KEY_INVALID',
  rate_limited: 'RATE_LIMITED',
  url_forbidden: 'URL_FORBIDDEN',
  fetch_failed: 'FETCH_FAILED',
  fetch_timeout: 'FETCH_TIMEOUT',
};

interface Problem {
  code?: unknown;
  title?: unknown;
  detail?: unknown;
  requestId?: unknown;
}

/** @param body of the answer, as text; what is no problem (a proxy's page) is told by its status alone. */
export function refusalOf(server: string, status: number, body: string, retryAfter: number | null): DocconvError {
  const problem = parse(body);
  const word = typeof problem?.code === 'string' ? problem.code : null;
  const sentence = typeof problem?.detail === 'string' ? problem.detail : `It answered ${status}.`;
  const code = CODE_OF_PROBLEM[word ?? ''] ?? 'REMOTE_REFUSED';
  const message = code === 'REMOTE_REFUSED' ? `${server} refused: ${sentence}` : sentence;
  const requestId = typeof problem?.requestId === 'string' ? problem.requestId : null;
  return new DocconvError(code, plain(message), { detail: { status, problem: word, requestId, retryAfter } });
}

function parse(body: string): Problem | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** A server is not trusted with the terminal. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ').slice(0, 1000);
}

const WHY: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such name',
  EAI_AGAIN: 'its name could not be looked up',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  ENOENT: 'there is no such socket',
  EACCES: 'you may not use this socket',
  ECONNRESET: 'it broke the connection',
  EPIPE: 'it broke the connection',
  UND_ERR_SOCKET: 'it broke the connection',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  UND_ERR_HEADERS_TIMEOUT: 'it did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'its answer stopped half-way',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its answer ended too early',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed (see NODE_EXTRA_CA_CERTS)',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is from an unknown authority (see NODE_EXTRA_CA_CERTS)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is from an unknown authority (see NODE_EXTRA_CA_CERTS)',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there (try http://)',
};

export function unreachable(server: string, cause: unknown): DocconvError {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  const why = WHY[code] ?? message;
  return new DocconvError('REMOTE_UNREACHABLE', `${server} cannot be reached: ${why}.`, { cause });
}
