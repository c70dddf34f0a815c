/** GET /openapi.json: the description of the API. */
import { type App, listeningUrl } from '../app.js';
import type { ApiDescription } from '../openapi/document.js';
import { PROBLEMS, type ProblemKind } from '../problem-table.js';
import { withSamples } from '../samples/index.js';
import { answer } from '../schemas.js';

export function openapiRoute(app: App, description: ApiDescription, publicUrl: string | null): void {
  let text: string | null = null;
  app.get('/openapi.json', {
    schema: {
      operationId: 'describeApi',
      tags: ['Service'],
      summary: 'API description',
      response: { 200: answer('This OpenAPI 3.1 document', { 'application/json': { schema: { type: 'object' } } }) },
    },
    handler: async (_request, reply) => {
      const base = publicUrl ?? listeningUrl(app) ?? 'http://localhost'; // of the code samples
      const described = withSamples(description.document(publicUrl ?? '/'), base);
      text ??= JSON.stringify({ ...described, 'x-base-url': base, 'x-problems': problems() });
      return reply.type('application/json').send(text);
    },
  });
}

/** For the list on /docs. */
function problems(): object[] {
  const rows: [string, ProblemKind][] = Object.entries(PROBLEMS);
  return rows.map(([code, { status, title, cause, remedy, retryable = false }]) => {
    return { code, status, title, cause, remedy, retryable };
  });
}
