/** GET /openapi.json: made of the schemas that validate. */
import swagger from '@fastify/swagger';
import { packageVersion } from '../../system/package.js';
import type { App } from '../app.js';
import { HTTP_PROBLEMS, PROBLEM_OF_CODE, type ProblemKind } from '../errors.js';
import { PROBLEMS } from '../schemas.js';

/** Install before the routes that it is to describe. */
export async function installOpenapi(app: App, publicUrl: string | null): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'docconv',
        version: packageVersion(),
        description: 'FairQueue office documents into PDF, and says whether signed PDFs can be trusted.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl ?? '/' }],
      tags: [
        { name: 'Documents', description: 'Convert and verify' },
        { name: 'Keys', description: 'The way to an API key, and what you have' },
        { name: 'Service', description: 'Health, figures and this description' },
      ],
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'Your API key' } } },
    },
    transform: ({ schema, url, route }) => ({ schema: withForm(schema, route.config?.form), url }),
  });
}

function problems(): object[] {
  const kinds: ProblemKind[] = [...Object.values(PROBLEM_OF_CODE), ...Object.values(HTTP_PROBLEMS)];
  const byCode = new Map(kinds.map(({ code, status, title }) => [code, { code, status, title }]));
  return [...byCode.values()].sort((a, b) => a.status - b.status || a.code.localeCompare(b.code));
}

/** A form is read as a stream, so its schema is not the route's body for fastify; for the reader it is. */
function withForm<Schema extends object>(schema: Schema, form: object | undefined): Schema {
  return form ? { ...schema, consumes: ['multipart/form-data'], body: form } : schema;
}

export function openapiRoute(app: App): void {
  const json = { description: 'OpenAPI 3.1', content: { 'application/json': { schema: { type: 'object' } } } };
  let text: string | null = null;
  app.get('/openapi.json', {
    schema: { tags: ['Service'], summary: 'This description', response: { 200: json, ...PROBLEMS } },
    handler: async (_request, reply) => {
      text ??= JSON.stringify({ ...app.swagger(), 'x-problems': problems() });
      return reply.type('application/json').send(text);
    },
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The schema of a multipart form. */
    form?: object;
  }
}
