/** GET /openapi.json: the description of the API. */
import { Type } from '@sinclair/typebox';
import { type App, listeningUrl } from '../app.js';
import type { ApiDescription } from '../openapi/document.js';
import { PROBLEMS, type ProblemKind } from '../problem-table.js';
import { withSamples } from '../samples/index.js';
import { answer, phrase } from '../schemas.js';
import { type Asset, assetOf, sendAsset } from './asset.js';

export function openapiRoute(app: App, description: ApiDescription, publicUrl: string | null): void {
  let asset: Asset | null = null;
  app.get('/openapi.json', {
    schema: {
      operationId: 'describeApi',
      tags: ['Service'],
      summary: 'API description',
      problems: ['precondition_failed'],
      headers: Type.Object({
        'If-Match': Type.Optional(phrase('The ETag that the document must have', '"Xc3k0v7d8mB1xQy2Yw5s9A-br"')),
        'If-None-Match': Type.Optional(
          phrase('The ETag of the document that the client has', '"Xc3k0v7d8mB1xQy2Yw5s9A-br"'),
        ),
      }),
      response: {
        200: answer('This OpenAPI 3.1 document', { 'application/json': { schema: { type: 'object' } } }, 'ETag'),
        304: answer('The client has this document already', {}, 'ETag'),
      },
    },
    handler: async (request, reply) => {
      asset ??= assetOf('application/json', Buffer.from(JSON.stringify(describe(app, description, publicUrl))));
      return sendAsset(asset, request, reply);
    },
  });
}

/** The document with all that /docs shows. */
export function describe(app: App, description: ApiDescription, publicUrl: string | null): object {
  const base = publicUrl ?? listeningUrl(app) ?? 'http://localhost'; // of the code samples
  const described = withSamples(description.document(publicUrl ?? '/'), base);
  return { ...described, 'x-base-url': base, 'x-problems': problems() };
}

function problems(): object[] {
  const rows: [string, ProblemKind][] = Object.entries(PROBLEMS);
  return rows.map(([code, { status, title, cause, remedy, retryable = false }]) => {
    return { code, status, title, cause, remedy, retryable };
  });
}
