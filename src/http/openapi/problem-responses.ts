/** The problems that a route can answer: those that follow from its schema, and those that it lists itself. */
import type { RouteOptions } from 'fastify';
import { PROBLEM_TYPE } from '../problem.js';
import { PROBLEMS, type ProblemCode, type ProblemKind } from '../problem-table.js';
import { type HeaderName, headerRefs } from '../response-headers.js';
import { Problem } from '../schemas.js';
import type { Json } from './named-schemas.js';

/** Of every request. */
const ALWAYS: readonly ProblemCode[] = [
  'invalid_request',
  'request_timeout',
  'expectation_failed',
  'misdirected_request',
  'headers_too_large',
  'internal',
];

/** Of every request with a document. */
export const OF_DOCUMENTS: readonly ProblemCode[] = [
  'unsupported_encoding',
  'overloaded',
  'deadline_exceeded',
  'disk_full',
  'empty_document',
  'corrupt_document',
  'password_needed',
  'wrong_password',
  'encryption_unsupported',
  'document_limit',
  'worker_compromised',
];

/** Responses by status. */
export function problemResponses(route: RouteOptions): Record<string, Json> {
  const codes = codesOf(route);
  const statuses = [...new Set(codes.map(statusOf))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map(status => [
      String(status),
      response(
        status,
        codes.filter(code => statusOf(code) === status),
      ),
    ]),
  );
}

const statusOf = (code: ProblemCode) => PROBLEMS[code].status;

function codesOf({ schema = {}, config }: RouteOptions): ProblemCode[] {
  const { security = [], querystring, params, body, problems = [] } = schema;
  const types = Object.keys(config?.bodies ?? (body ? { 'application/json': body } : {}));
  const codes: (ProblemCode | false)[] = [
    ...ALWAYS,
    !config?.whileDraining && 'shutting_down',
    ...when(security.length > 0, 'key_missing', 'key_invalid'),
    ...when(Boolean(params), 'uri_too_long'), // a long query exceeds the limit of headers first
    ...when(Boolean(querystring ?? params) || types.length > 0, 'invalid_parameter'),
    ...when(types.length > 0, 'too_large', 'unsupported_media_type'),
    ...when(types.includes('application/json'), 'invalid_json', 'duplicate_member'),
    ...when(types.includes('multipart/form-data'), 'invalid_multipart'),
    ...when(config?.bodies !== undefined, ...OF_DOCUMENTS),
    ...problems,
  ];
  return [...new Set(codes.filter(code => code !== false))];
}

function when(applies: boolean, ...codes: ProblemCode[]): ProblemCode[] {
  return applies ? codes : [];
}

function response(status: number, codes: readonly ProblemCode[]): Json {
  const causes = codes.map(code => `- \`${code}\`: ${PROBLEMS[code].cause}`);
  return {
    description: causes.join('\n'),
    'x-problem-codes': codes,
    headers: headerRefs(['X-Request-Id', ...headersOf(status, codes)]),
    content: { [PROBLEM_TYPE]: { schema: Problem } },
  };
}

function headersOf(status: number, codes: readonly ProblemCode[]): HeaderName[] {
  const isRetryable = codes.some(code => (PROBLEMS[code] as ProblemKind).retryable);
  if (status === 401) return ['WWW-Authenticate'];
  if (status === 429) return ['Retry-After', 'RateLimit', 'RateLimit-Policy'];
  if (status === 416) return ['Content-Range'];
  return (status === 503 || status === 409) && isRetryable ? ['Retry-After'] : [];
}
