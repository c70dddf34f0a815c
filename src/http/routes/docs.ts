/** GET /docs: the API reference. */
import type { App } from '../app.js';
import type { Description } from '../docs/description.js';
import { docsPage } from '../docs/page.js';
import type { ApiDescription } from '../openapi/document.js';
import { type Asset, assetOf, sendAsset } from './asset.js';
import { describe } from './openapi.js';

export function docsRoute(app: App, description: ApiDescription, publicUrl: string | null): void {
  const makePage = () => Buffer.from(docsPage(describe(app, description, publicUrl) as Description));
  let asset: Asset | null = null;
  app.get('/docs', async (request, reply) => {
    asset ??= assetOf('text/html; charset=utf-8', makePage());
    return sendAsset(asset, request, reply);
  });
}
