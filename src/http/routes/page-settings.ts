/** GET /page/about.json: the settings that the page explains to its users, see page/about.ts. */
import type { App } from '../app.js';
import type { ServerServices } from '../services.js';

export function pageSettingsRoute(app: App, { settings, trust, lists }: ServerServices): void {
  const { maxUpload, verifyNeedsKey } = settings;
  const online = settings.online !== null;
  app.get('/page/about.json', async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    // lists can be loaded while the service runs
    const { generation = null, isDamaged = false } = lists?.state() ?? {};
    const hasAnchors = (trust?.sources.length ?? 0) > 0 || generation !== null || isDamaged;
    return { maxUpload, verifyNeedsKey, online, hasAnchors };
  });
}
