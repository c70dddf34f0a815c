/** GET /docs: the API reference, and the component that shows it. */
import { randomBytes } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { builtFile } from '../../system/package.js';
import type { App } from '../app.js';
import { permitStyles } from '../plugins/headers.js';

export function docsRoutes(app: App): void {
  const folder = builtFile('page/docs');
  const page = readFileSync(join(folder, 'docs.html'), 'utf8');

  app.get('/docs', async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    permitStyles(reply, nonce);
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
    return reply.send(page.replace('{{nonce}}', nonce));
  });

  componentRoute(app, join(folder, 'scalar.js.gz'));
}

/** The component has 3.6 MB: it is compressed on the disk, and is not kept in memory. */
function componentRoute(app: App, file: string): void {
  app.get('/page/docs/scalar.js', async ({ headers }, reply) => {
    const { size, mtimeMs } = await stat(file);
    const etag = `W/"${size}-${mtimeMs}"`;
    reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding');
    if (headers['if-none-match'] === etag) return reply.code(304).send();
    reply.type('text/javascript; charset=utf-8');
    const compressed = createReadStream(file);
    if (!/\bgzip\b/.test(headers['accept-encoding'] ?? ''))
      return reply.send(pipeline(compressed, createGunzip(), () => {}));
    return reply.header('content-encoding', 'gzip').header('content-length', size).send(compressed);
  });
}
