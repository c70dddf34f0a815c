/** The type of the fastify instance, with TypeBox as the schema language. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { Static, TSchema } from '@sinclair/typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The address that the server listens on; null: it is a unix socket. */
export function listeningUrl({ listeningOrigin }: Pick<App, 'listeningOrigin'>): string | null {
  return listeningOrigin.startsWith('http') ? listeningOrigin : null;
}

/** Checks a body as fastify checks those of other routes, and throws the same errors. */
export function compileBodySchema<Schema extends TSchema>(schema: Schema): (body: unknown) => Static<Schema> {
  const check = TypeBoxValidatorCompiler({ schema, method: 'POST', url: '', httpPart: 'body' });
  return body => {
    const { error, value } = check(body) as { error?: unknown; value?: Static<Schema> };
    if (error) throw Object.assign(new Error('invalid body'), { validation: error, validationContext: 'body' });
    return value as Static<Schema>;
  };
}
