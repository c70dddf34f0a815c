/** Security headers on every response, and CORS for the configured origins (none by default). */
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { App } from '../app.js';
import { HEADERS } from '../response-headers.js';

/** `wasm-unsafe-eval` permits WebAssembly (PDFium on the page), but no evaluation of script text. */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  workerSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'blob:'],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

export async function installHeaders(app: App, corsOrigins: readonly string[]): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: false, // for the whole host, so it is up to the proxy that speaks TLS (RFC 6797, 7.2)
  });
  if (corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: corsOrigins.includes('*') ? '*' : [...corsOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'If-Range',
      'Prefer',
      'Range',
      'X-Request-Id',
    ],
    exposedHeaders: Object.keys(HEADERS),
    maxAge: 3600,
  });
}
