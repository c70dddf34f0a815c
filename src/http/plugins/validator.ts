/** Checks requests with the TypeBox schemas of their routes. */
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { TSchema } from '@sinclair/typebox';
import type { FastifySchemaCompiler } from 'fastify';

/**
 * Values of a query are texts, and are converted only from the one form that JSON has: TypeBox would take `true` for the
 * integer 1, and 1.5 as well.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = route => {
  const check = TypeBoxValidatorCompiler({ ...route, httpPart: 'body' }); // without conversion
  if (route.httpPart !== 'querystring') return check;
  const { properties = {} } = route.schema as { properties?: Record<string, TSchema> };
  return query => {
    const values = Object.entries(query as object).map(([name, text]) => [name, parsed(properties[name]?.type, text)]);
    return check(Object.fromEntries(values));
  };
};

function parsed(type: string | undefined, text: unknown): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(String(text))) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(String(text))) return text === 'true';
  return text;
}
