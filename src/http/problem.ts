/** Maps anything thrown to a problem (RFC 9457): a stable code, what failed, and what to do next. */
import { flagOf, PDF_OPTION_NAMES } from '../convert/option-values.js';
import { DocconvError } from '../errors.js';
import { serviceError } from '../system/files/file-errors.js';
import { PROBLEM_OF_ERROR, PROBLEMS, type ProblemCode, type ProblemKind } from './problem-table.js';

export const PROBLEM_TYPE = 'application/problem+json';

interface ParameterError {
  /** Exactly one is set: the name of a query parameter or form field, or a JSON pointer into the body (RFC 6901). */
  parameter?: string;
  pointer?: string;
  detail: string;
}

interface ProblemOptions {
  headers?: Readonly<Record<string, string>>;
  errors?: readonly ParameterError[];
  /** Further members of the body. */
  detail?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

export type CodedKind = ProblemKind & { readonly code: ProblemCode };

/** An error of the HTTP layer, by default with the cause and remedy of its code. Errors of the domains are DocconvErrors. */
export class HttpProblem extends Error {
  readonly kind: CodedKind;

  constructor(
    code: ProblemCode,
    message?: string,
    readonly options: ProblemOptions = {},
  ) {
    const kind = kindOf(code);
    super(message ?? `${kind.cause} ${kind.remedy}`, { cause: options.cause });
    this.kind = kind;
  }
}

export type ParameterPlace = { readonly parameter: string } | { readonly pointer: string };

/** @param place the parameter of the request that the message is about @param detail what is wrong with it */
export function badParameter(place: ParameterPlace, message: string, detail = message): HttpProblem {
  return new HttpProblem('invalid_parameter', message, { errors: [{ ...place, detail }] });
}

/** Errors of `parse` become problems of the parameter. */
export function parsedParameter<Value>(place: ParameterPlace, parse: () => Value): Value {
  try {
    return parse();
  } catch (thrown) {
    if (!(thrown instanceof DocconvError)) throw thrown;
    throw badParameter(place, messageForClient(thrown.message));
  }
}

/** The one of the words that was given. Throws invalid_parameter. */
export function wordOf<const Word extends string>(
  parameter: string,
  given: string | undefined,
  words: readonly Word[],
): Word | undefined {
  const found = words.find(word => word === given);
  if (given === undefined || found !== undefined) return found;
  throw badParameter({ parameter }, `"${parameter}" is one of ${words.join(', ')}.`);
}

function kindOf(code: ProblemCode): CodedKind {
  return { code, ...PROBLEMS[code] };
}

export interface Problem extends Required<Omit<ProblemOptions, 'cause'>> {
  kind: CodedKind;
  message: string;
}

/** The response body. `type` is a URN, so that it is the same on every server; /docs lists the codes. */
export function problemBody({ kind, message, errors, detail }: Problem, requestId: string): object {
  const { status, code, title } = kind;
  const { retryable = kind.retryable ?? false } = detail; // the error may know it better than its kind
  const type = `urn:docconv:problem:${code}`;
  const more = errors.length > 0 ? { errors } : {};
  const instance = `urn:request:${requestId}`;
  return { ...detail, type, title, status, detail: message, instance, code, requestId, retryable, ...more };
}

export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof HttpProblem) return ofHttp(thrown);
  if (thrown instanceof DocconvError) return ofDocconv(thrown);
  return ofFramework(thrown as FrameworkError) ?? ofDocconv(serviceError(thrown));
}

function ofHttp({ kind, message, options }: HttpProblem): Problem {
  const { headers = {}, errors = [], detail = {} } = options;
  return { kind, message, headers, errors, detail };
}

function ofDocconv(error: DocconvError): Problem {
  const kind = kindOf(PROBLEM_OF_ERROR[error.code]);
  const { input } = error.detail; // of a merge
  const known = input === undefined ? {} : { input };
  const detail = kind.detail === 'cause' ? known : error.detail;
  const errors = error.code === 'BASE64_INVALID' ? [{ pointer: '/document/base64', detail: 'not base64' }] : [];
  return { kind, message: messageOf(error, kind), headers: headersOf(error, kind), errors, detail };
}

function messageOf({ message, detail: { input } }: DocconvError, kind: ProblemKind): string {
  const { detail, cause, remedy } = kind;
  if (detail === 'cause') return `${input === undefined ? '' : `Document ${input}: `}${cause} ${remedy}`;
  const own = sentencesForClient(message) || cause;
  return detail === 'message and remedy' || own === cause ? `${own} ${remedy}` : own;
}

const FLAG = /(?<![\w-])--[a-z][a-z-]*/g;
/** Beside the flags that are no parameters. */
const OF_OPERATOR = new RegExp(
  `(?<![\\w-])-[a-z](?![\\w-])|\\bdocconv (?:${[
    'check|completion|config|convert|doctor|engine|extend|help|inspect|jobs|keys|login|logout|register|serve|sign|store',
    'timestamp|trust|verify-email|warm|watch|webhooks|whoami|work',
  ].join('|')})\\b`,
);
/** The service has parameters with the names of these flags. */
const FLAGS_WITH_PARAMETER = new Set([
  ...['--from', '--password', '--at', '--merge'],
  ...['--level', '--reason', '--field', '--certify', '--lock'],
  ...PDF_OPTION_NAMES.map(flagOf),
]);

/** As sentencesForClient(); where no sentence is left, what an invalid parameter is. */
export function messageForClient(message: string): string {
  const { cause, remedy } = PROBLEMS.invalid_parameter;
  return sentencesForClient(message) || `${cause} ${remedy}`;
}

/**
 * The domains' messages name options as command-line flags. For the client they become names of request parameters, and
 * sentences about flags and commands that only the operator can use are omitted, down to none.
 */
export function sentencesForClient(message: string): string {
  const isForClient = (sentence: string) =>
    !OF_OPERATOR.test(sentence) && (sentence.match(FLAG) ?? []).every(flag => FLAGS_WITH_PARAMETER.has(flag));
  return withParameterNames(
    message
      .split(/(?<=\.) /)
      .filter(isForClient)
      .join(' '),
  );
}

/** Options by their names in requests. */
export function withParameterNames(text: string): string {
  return text.replace(FLAG, flag => `"${flag.slice(2)}"`);
}

/** RFC 6750, 3.1: no `error` for a request without a key. */
function headersOf(error: DocconvError, { status, retryable }: ProblemKind): Record<string, string> {
  const headers: Record<string, string> = {};
  if (error.code === 'KEY_MISSING') headers['www-authenticate'] = 'Bearer realm="docconv"';
  if (error.code === 'KEY_INVALID') headers['www-authenticate'] = 'Bearer realm="docconv", error="invalid_token"';
  const { retryAfter: after, limit, window } = error.detail;
  if (retryable && (status === 429 || status === 503)) headers['retry-after'] = String(after ?? 2);
  if (window !== undefined) {
    headers['ratelimit-policy'] = `"codes";q=${limit};w=${window}`;
    headers.ratelimit = `"codes";r=0;t=${after}`;
  }
  return headers;
}

interface FrameworkError extends Error {
  code?: string;
  statusCode?: number;
  validation?: readonly { instancePath: string; message: string }[];
  validationContext?: string;
}

/** Errors of fastify and its plugins; null for any other. */
function ofFramework(error: FrameworkError): Problem | null {
  if (error.validation) return ofHttp(invalidParameters(error));
  const named = BY_FASTIFY_CODE[error.code ?? ''];
  if (named) return ofHttp(new HttpProblem(...named));
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return null;
  return ofHttp(new HttpProblem(BY_STATUS[status] ?? 'invalid_request'));
}

/** TypeBox's message for a member that the schema does not define. */
const UNKNOWN_MEMBER = /^Unexpected property$/;

function invalidParameters({ validation = [], validationContext }: FrameworkError): HttpProblem {
  const inBody = validationContext === 'body';
  const errors: ParameterError[] = validation.map(({ instancePath, message }) =>
    inBody
      ? { pointer: instancePath, detail: message }
      : { parameter: instancePath.replace(/^\//, ''), detail: message },
  );
  const decisive = errors.find(({ detail }) => UNKNOWN_MEMBER.test(detail)) ?? errors[0];
  const name = decisive?.parameter || decisive?.pointer || 'the request body';
  const reason = decisive?.detail ?? 'it violates the schema';
  const message = UNKNOWN_MEMBER.test(reason)
    ? `Unknown ${inBody ? 'member' : 'parameter'}: ${name}. GET /openapi.json describes the request.`
    : `Invalid value of ${name}: ${reason}.`;
  return new HttpProblem('invalid_parameter', message, { errors });
}

const BY_FASTIFY_CODE: Readonly<Record<string, [ProblemCode, string?]>> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_json'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_json'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'This route does not accept a body of this Content-Type: see /openapi.json for the types that it accepts.',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'too_large',
    'The request body is larger than this service accepts. Send a smaller document.',
  ],
  FST_ERR_MAX_PARAM_LENGTH: ['uri_too_long'],
  FST_ERR_BAD_URL: ['invalid_request', 'The path is not a valid URL path: check its percent-encoding.'],
  FST_ERR_HANDLER_TIMEOUT: ['deadline_exceeded'],
};

const BY_STATUS: Readonly<Record<number, ProblemCode>> = {
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  408: 'request_timeout',
  413: 'too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  431: 'headers_too_large',
};
