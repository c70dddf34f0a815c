/** Health, version, and what other clients than browsers get at the root. */
import { packageVersion } from '../../system/package.js';
import type { App } from '../app.js';
import type { Readiness } from '../health/readiness.js';
import { sendText } from './answers.js';

const GREETING = `Hey, Gotenberg has no UI, it's an API. Head to the <a href="https://gotenberg.dev">documentation</a> to learn how to interact with it 🚀`;

/** Browsers get docconv's page at the root; others the text that Gotenberg's clients may look for. */
export function greetClients(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    const { method, url, headers } = request.raw;
    if (method !== 'GET' || url !== '/' || headers.accept?.includes('text/html')) return;
    return sendText(reply.header('gotenberg-trace', request.id), GREETING, 'text/html; charset=UTF-8');
  });
}

export function serviceRoutes(app: App, readiness: Readiness): void {
  app.get('/health', { config: { whileDraining: true } }, async (_request, reply) => {
    const { faults } = await readiness.report();
    const status = faults.length === 0 ? 'up' : 'down';
    const libreoffice = { status, timestamp: new Date().toISOString() };
    reply.code(status === 'up' ? 200 : 503).header('content-type', 'application/json');
    return { status, details: { libreoffice } };
  });
  app.get('/version', async (_request, reply) => sendText(reply, packageVersion()));
  app.get('/favicon.ico', async (_request, reply) => reply.code(204).send());
}
