/** GET /openapi.json: generated from the schemas that validate requests. */
import swagger from '@fastify/swagger';
import type { FastifyContextConfig } from 'fastify';
import { packageVersion } from '../../system/package.js';
import type { App } from '../app.js';
import { HTTP_PROBLEMS, PROBLEM_OF_CODE, type ProblemKind } from '../problem-table.js';
import { withSamples } from '../samples/index.js';
import { PROBLEMS } from '../schemas.js';

/** Install before the routes that it describes. */
export async function installOpenapi(app: App, publicUrl: string | null): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'docconv',
        version: packageVersion(),
        description: 'Converts office documents to PDF and verifies signed PDFs.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl ?? '/' }],
      tags: [
        { name: 'Documents', description: 'Convert and verify documents' },
        { name: 'Keys', description: 'Get, list and revoke API keys' },
        { name: 'Service', description: 'Health, metrics and this description' },
      ],
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'Your API key' } } },
    },
    transform: ({ schema, url, route }) => ({ schema: withBody(schema, route.config ?? {}), url }),
  });
}

function problems(): object[] {
  const kinds: ProblemKind[] = [...Object.values(PROBLEM_OF_CODE), ...Object.values(HTTP_PROBLEMS)];
  const byCode = new Map(kinds.map(({ code, status, title }) => [code, { code, status, title }]));
  return [...byCode.values()].sort((a, b) => a.status - b.status || a.code.localeCompare(b.code));
}

/** Bodies with documents are read as a stream, so fastify knows no body schema of the route; the description adds it. */
function withBody<Schema extends object>(schema: Schema, { form, json }: FastifyContextConfig): Schema {
  if (form) return { ...schema, consumes: ['multipart/form-data'], body: form };
  return json ? { ...schema, consumes: ['application/json'], body: json } : schema;
}

/** For the code samples, where the operator has not stated a public URL. */
function listeningUrl({ listeningOrigin }: App): string {
  return listeningOrigin.startsWith('http') ? listeningOrigin : 'http://localhost';
}

export function openapiRoute(app: App, publicUrl: string | null): void {
  const json = { description: 'OpenAPI 3.1', content: { 'application/json': { schema: { type: 'object' } } } };
  let text: string | null = null;
  app.get('/openapi.json', {
    schema: { tags: ['Service'], summary: 'API description', response: { 200: json, ...PROBLEMS } },
    handler: async (_request, reply) => {
      const base = publicUrl ?? listeningUrl(app);
      const description = withSamples(app.swagger(), base);
      text ??= JSON.stringify({ ...description, 'x-base-url': base, 'x-problems': problems() });
      return reply.type('application/json').send(text);
    },
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Schema of the route's multipart form, for the description. */
    form?: object;
    /** Schema of the route's JSON body, for the description. */
    json?: object;
  }
}
