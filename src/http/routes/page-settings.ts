/** GET /page/about.json: the settings that the page explains to its users, see page/about.ts. */
import type { App } from '../app.js';
import type { ServerServices } from '../services.js';

export function pageSettingsRoute(app: App, { settings, trust }: ServerServices): void {
  const { maxUpload, verifyNeedsKey } = settings;
  const online = settings.online !== null;
  app.get('/page/about.json', async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    return { maxUpload, verifyNeedsKey, online, hasAnchors: (trust?.anchors().length ?? 0) > 0 };
  });
}
