/** 404, 405 with Allow, and OPTIONS, before the body is read. (Fastify answers 404, or 415, in all three cases.) */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import { HttpProblem } from '../problem.js';

/** Install before the routes. */
export function installMethods(app: App): void {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const name of [method].flat()) route.methods.add(name);
    routes.set(url, route);
  });

  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const path = request.raw.url?.split('?', 1)[0] ?? '';
    const found = [...routes.values()].find(({ pattern }) => pattern.test(path));
    if (!found) throw new HttpProblem('not_found');
    return replyToOtherMethod(request, reply, [...found.methods, 'OPTIONS'].sort().join(', '));
  });
}

function replyToOtherMethod(request: FastifyRequest, reply: FastifyReply, allow: string): FastifyReply {
  if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow).send();
  throw new HttpProblem('method_not_allowed', `${request.method} is not allowed on this path. Use ${allow}.`, {
    headers: { allow },
  });
}

/** '/v1/keys/:id' matches one path segment in place of ':id'. */
function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${escaped}$`);
}
