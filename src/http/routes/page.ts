/** The web page /, with its scripts and styles. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { builtFile } from '../../system/package.js';
import type { App } from '../app.js';
import type { Description } from '../docs/description.js';
import { docsPage } from '../docs/page.js';
import type { ApiDescription } from '../openapi/document.js';
import type { ServerServices } from '../services.js';
import { type Asset, assetOf, sendAsset } from './asset.js';
import { describe } from './openapi.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.pdf': 'application/pdf',
};

/** URL path -> file in dist/page, which build.mjs fills. */
const PAGES = { '/': 'index.html', '/favicon.svg': 'favicon.svg' };

export function pageRoutes(app: App): void {
  const folder = builtFile('page');
  for (const [url, name] of Object.entries(PAGES)) fileRoute(app, url, join(folder, name));
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (/\.(js|css|pdf|docx)$/.test(name)) fileRoute(app, `/page/${name}`, join(folder, name));
  }
  const pdfium = dirname(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'));
  fileRoute(app, '/page/pdfium.js', join(pdfium, 'index.esm.browser.js'));
  fileRoute(app, '/page/pdfium.wasm', join(pdfium, 'pdfium.wasm'));
}

/** Read and compressed at the first request. */
function fileRoute(app: App, url: string, file: string): void {
  let asset: Asset | null = null;
  app.get(url, async (request, reply) => {
    asset ??= assetOf(TYPES[extname(file)] ?? 'application/octet-stream', readFileSync(file));
    return sendAsset(asset, request, reply);
  });
}

/** GET /page/about.json: the settings that the page explains to its users, see page/about.ts. */
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

/** GET /docs: the API reference. */
export function docsRoute(app: App, description: ApiDescription, publicUrl: string | null): void {
  const makePage = () => Buffer.from(docsPage(describe(app, description, publicUrl) as Description));
  let asset: Asset | null = null;
  app.get('/docs', async (request, reply) => {
    asset ??= assetOf('text/html; charset=utf-8', makePage());
    return sendAsset(asset, request, reply);
  });
}
