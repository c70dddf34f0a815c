/**
 * The path of a public URL such as https://host/base. A reverse proxy may remove it from requests or pass it on: both are
 * served. Pages have relative URLs, so that they need not know it.
 */
import type { IncomingMessage } from 'node:http';
import { DocconvError } from '../../errors.js';
import type { App } from '../app.js';

/** Fastify's option `rewriteUrl`. The host of a target in absolute form replaces the one of the header (RFC 9112, 3.2.2). */
export function rewriteWith(strip: (target: string) => string): (request: IncomingMessage) => string {
  return ({ url = '/', headers }) => {
    const [, authority] = ABSOLUTE.exec(url) ?? [];
    if (authority !== undefined) headers.host = authority;
    return strip(url);
  };
}

/** '/base/v1/keys' becomes '/v1/keys', also in the absolute form. */
export function withoutPrefix(publicUrl: string | null): (target: string) => string {
  const prefix = basePathOf(publicUrl);
  return target => {
    const url = inOriginForm(target);
    return prefix !== '' && url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : url;
  };
}

const ABSOLUTE = /^https?:\/\/([^/?#]+)(.*)$/i;

function inOriginForm(target: string): string {
  const [, authority, path = ''] = ABSOLUTE.exec(target) ?? [];
  if (authority === undefined) return target;
  return path.startsWith('/') ? path : `/${path}`;
}

/** Install before the routes. Throws CONFIG_INVALID when the prefix is the beginning of a path of the service. */
export function installPrefix(app: App, publicUrl: string | null): void {
  const prefix = basePathOf(publicUrl);
  if (prefix === '') return;
  // the URLs in the page at /base/ are relative to it
  app.get(prefix, (_request, reply) => reply.redirect(`${prefix}/`, 308));
  app.addHook('onRoute', ({ url }) => {
    if (url !== prefix && !url.startsWith(`${prefix}/`)) return;
    throw new DocconvError('CONFIG_INVALID.path-of-public-url', { prefix, url });
  });
}

/** The path before those of the routes: '' or e.g. '/base'. */
export function basePathOf(publicUrl: string | null): string {
  return publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
}
