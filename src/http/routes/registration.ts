/** /v1/auth/register sends a code to an e-mail address; /v1/auth/verify exchanges the code for an API key, once. */
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toDocconvError } from '../../errors.js';
import { MAX_KEY_DAYS } from '../../keys/index.js';
import { type App, listeningUrl } from '../app.js';
import type { CodeMails } from '../code-mails.js';
import { clientAddress, limitPerMinute } from '../limits/rate-limit.js';
import type { Metrics } from '../metrics/metrics.js';
import { requireAccept } from '../plugins/accept.js';
import { HttpProblem } from '../problem.js';
import type { ProblemCode } from '../problem-table.js';
import { onRequestEnd } from '../request-end.js';
import { closed, Email, KeyName, named, nullable } from '../schemas.js';
import type { ServerServices } from '../services.js';

const REGISTRATION_PROBLEMS: readonly ProblemCode[] = [
  'not_acceptable',
  'rate_limited',
  'store_busy',
  'store_unavailable',
];

const Registration = closed({ email: Email });

const CodeSent = named('CodeSent', {
  status: Type.Literal('code_sent'),
  email: Type.String(),
  expiresIn: Type.Integer({ description: 'Lifetime of the code in seconds' }),
  retryAfter: Type.Integer({ description: 'Seconds until a new code can be requested for this address' }),
});

interface Registrar {
  codeMails: CodeMails;
  metrics: Metrics;
}

/** The number of codes per address and client is limited in keys/codes.ts. */
export function registerRoutes(app: App, services: ServerServices, { codeMails, metrics }: Registrar): void {
  const { keys, settings } = services;

  const register = async (typed: string, request: FastifyRequest, reply: FastifyReply) => {
    const issued = await keys.issueCode({ email: typed, client: clientAddress(request) });
    const { email, code, expiresAt, expiresIn, retryAfter } = issued;
    // not the Host header, with which a client could put an address of its own into the mail
    const server = settings.publicUrl ?? listeningUrl(request.server);
    if (issued.permitted) {
      metrics.code('issued');
      // after the response, so that response times reveal nothing about the address
      onRequestEnd(request, () => codeMails.add({ email, code, expiresAt, server, requestId: request.id }));
    }
    reply.code(202).header('cache-control', 'no-store');
    return { status: 'code_sent' as const, email, expiresIn, retryAfter };
  };
  const schema = {
    tags: ['Keys'],
    description:
      'Sends a code by mail. The response is the same whether or not the address is already registered, and may register.',
    response: { 202: CodeSent },
  };

  app.get('/v1/auth/register', {
    exposeHeadRoute: false,
    onRequest: [refusePrefetch, requireAccept('application/json')],
    schema: {
      ...schema,
      operationId: 'registerByQuery',
      problems: [...REGISTRATION_PROBLEMS, 'prefetch_refused'],
      summary: 'Register an e-mail address',
      querystring: Registration,
    },
    handler: (request, reply) => register(plusRestored(request.query.email), request, reply),
  });
  app.post('/v1/auth/register', {
    onRequest: requireAccept('application/json'),
    schema: {
      ...schema,
      operationId: 'register',
      problems: REGISTRATION_PROBLEMS,
      summary: 'Register an e-mail address, without it in the URL',
      body: Registration,
    },
    handler: (request, reply) => register(request.body.email, request, reply),
  });
}

const Confirmation = closed({
  email: Email,
  code: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'The code from the mail; upper and lower case and spaces are equivalent',
  }),
  name: Type.Optional(KeyName),
  expiresInDays: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_KEY_DAYS,
      description: 'Days until the key expires; the server can have a longest lifetime, which is also the default',
    }),
  ),
});

const KeyIssued = named('KeyIssued', {
  apiKey: Type.String({ description: 'Shown only in this response; it cannot be recovered' }),
  keyId: Type.String(),
  email: Type.String(),
  name: nullable(Type.String()),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: nullable(Type.String({ format: 'date-time' })),
  message: Type.String(),
});

export function redeemRoutes(app: App, { keys, settings }: ServerServices, { metrics }: { metrics: Metrics }): void {
  const rateLimit = limitPerMinute(app, 'codes', settings.codeAttemptsPerMinute);

  const redeem = async (given: Static<typeof Confirmation>, request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    const { expiresInDays: days, ...confirmation } = given;
    const issued = await keys.redeemCode({ ...confirmation, days, client: clientAddress(request) }).catch(thrown => {
      if (toDocconvError(thrown).code === 'CODE_INVALID') metrics.code('refused');
      throw thrown;
    });
    metrics.code('redeemed');
    const { key: apiKey, id: keyId, email, name, createdAt, expiresAt } = issued;
    const message = 'Store this key: it is shown only once and cannot be recovered.';
    return { apiKey, keyId, email, name, createdAt, expiresAt, message };
  };
  const schema = { tags: ['Keys'], response: { 200: KeyIssued } };

  app.get('/v1/auth/verify', {
    exposeHeadRoute: false,
    onRequest: [refusePrefetch, requireAccept('application/json'), rateLimit],
    schema: {
      ...schema,
      operationId: 'redeemCodeByQuery',
      problems: [...REGISTRATION_PROBLEMS, 'code_invalid', 'prefetch_refused'],
      summary: 'Exchange the code for an API key',
      querystring: Confirmation,
    },
    handler: (request, reply) => redeem({ ...request.query, email: plusRestored(request.query.email) }, request, reply),
  });
  app.post('/v1/auth/verify', {
    onRequest: [requireAccept('application/json'), rateLimit],
    schema: {
      ...schema,
      operationId: 'redeemCode',
      problems: [...REGISTRATION_PROBLEMS, 'code_invalid'],
      summary: 'Exchange the code for an API key, without either in the URL',
      body: Confirmation,
    },
    handler: (request, reply) => redeem(request.body, request, reply),
  });
}

/** These GET routes have effects: a browser must not prefetch them, nor another site call them. */
async function refusePrefetch({ headers }: FastifyRequest): Promise<void> {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-moz'], headers['x-purpose']];
  const isPrefetch = purposes.some(purpose => /prefetch|prerender|preview/i.test(String(purpose ?? '')));
  if (isPrefetch || headers['sec-fetch-site'] === 'cross-site') throw new HttpProblem('prefetch_refused');
}

/**
 * Query decoding turns the + of `a+b@example.org` into a space. Only a space within the local part is a +: one at an edge
 * was typed or copied with the address.
 */
function plusRestored(email: string): string {
  return email.trim().replace(/ (?=[^@]*[^ @]@)/g, '+');
}
