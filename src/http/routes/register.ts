/** /v1/auth/register: a code is sent to an address. */
import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IssuedCode } from '../../keys/index.js';
import { codeMail } from '../../mail/index.js';
import type { App } from '../app.js';
import { answersWith } from '../plugins/accept.js';
import { clientAddress } from '../plugins/limits.js';
import { refusePrefetch } from '../plugins/prefetch.js';
import { atEnd } from '../plugins/response-end.js';
import { closed, Email, PROBLEMS } from '../schemas.js';
import type { ServerServices } from '../services.js';

const Registration = closed({ email: Email });

const Registered = Type.Object({
  status: Type.Literal('code_sent'),
  email: Type.String(),
  expiresIn: Type.Integer({ description: 'Seconds for which the code is good' }),
});

const about = {
  tags: ['Keys'],
  description: 'The answer is the same whether or not the address is known. The code is in the mail and nowhere else.',
  response: { 202: Registered, ...PROBLEMS },
};

export function registerRoutes(app: App, services: ServerServices): void {
  const answer = async (email: string, request: FastifyRequest, reply: FastifyReply) => {
    const issued = await services.keys.issueCode({ email, client: clientAddress(request) });
    atEnd(request, () => sendCode(issued, request, services));
    reply.code(202).header('cache-control', 'no-store');
    return { status: 'code_sent' as const, email: issued.email, expiresIn: issued.expiresIn };
  };

  app.get('/v1/auth/register', {
    exposeHeadRoute: false,
    onRequest: [refusePrefetch, answersWith('application/json')],
    schema: { ...about, summary: 'Register an e-mail address', querystring: Registration },
    handler: (request, reply) => answer(typedPlus(request.query.email), request, reply),
  });
  app.post('/v1/auth/register', {
    onRequest: answersWith('application/json'),
    schema: { ...about, summary: 'Register an e-mail address, without it in the URL', body: Registration },
    handler: (request, reply) => answer(request.body.email, request, reply),
  });
}

/** `a+b@example.org` in a query arrives with a space, which no address holds. */
export function typedPlus(email: string): string {
  return email.replaceAll(' ', '+');
}

/** Runs after the answer, whose time then says nothing of the address; what goes wrong is the operator's to see. */
function sendCode(issued: IssuedCode, request: FastifyRequest, { mailer, settings }: ServerServices): void {
  const server = settings.publicUrl ?? ownAddress(request);
  mailer.send(codeMail({ ...issued, server })).then(
    file => request.log.info(file ? { file } : {}, `mail with a code sent ${mailer.where}`),
    err => request.log.error({ err }, 'mail with a code could not be sent'),
  );
}

/** Never the request's Host header, which would let anybody put an address of their own into the mail. */
function ownAddress({ server }: FastifyRequest): string | null {
  return server.listeningOrigin.startsWith('http') ? server.listeningOrigin : null;
}
