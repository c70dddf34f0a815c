/** POST /v1/verify: verifies the signatures of a PDF. */
import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { DocconvError } from '../../errors.js';
import type { Verifier, VerifyInput } from '../../signatures/service/verifier.js';
import { decodeBase64 } from '../../system/base64.js';
import type { App } from '../app.js';
import { limitBodyMemory } from '../limits/body-memory.js';
import { requestSignal, withSignal } from '../limits/deadline.js';
import { clientIdOf, limitPerMinute } from '../limits/rate-limit.js';
import { requireUploadRate } from '../limits/upload-rate.js';
import type { Metrics } from '../metrics/metrics.js';
import { requireAccept } from '../plugins/accept.js';
import { requireKey } from '../plugins/auth.js';
import { HttpProblem } from '../problem.js';
import { VerificationResult } from '../result-schema.js';
import { closed, PROBLEMS } from '../schemas.js';
import type { ServerServices } from '../services.js';
import { parseLargeJson } from '../upload/large-json.js';

const DocumentReference = closed({
  base64: Type.Optional(
    Type.String({ description: 'The PDF; a data: prefix is tolerated', contentEncoding: 'base64' }),
  ),
  url: Type.Optional(
    Type.String({ maxLength: 8192, description: 'URL of the PDF: http or https, with a public address' }),
  ),
  password: Type.Optional(Type.String({ maxLength: 1024, description: 'Password of an encrypted PDF' })),
});

const VerifyRequest = closed({
  document: DocumentReference,
  at: Type.Optional(Type.String({ maxLength: 40, description: 'Validation time (RFC 3339); default: now' })),
});

interface VerifyParts {
  verifier: Verifier;
  metrics: Metrics;
}

export function verifyRoute(app: App, services: ServerServices, parts: VerifyParts): void {
  app.register(async scope => {
    parseLargeJson(scope as App);
    defineRoute(scope as App, services, parts);
  });
}

function defineRoute(app: App, services: ServerServices, { verifier, metrics }: VerifyParts): void {
  const { settings, keys } = services;
  const guards = settings.verifyNeedsKey ? [requireKey(keys)] : [];

  app.post('/v1/verify', {
    bodyLimit: settings.maxJson,
    onRequest: [
      ...guards,
      requireAccept('application/json'),
      limitPerMinute(app, 'verify', settings.verifyPerMinute),
      limitBodyMemory(settings.maxJson),
      requireUploadRate(settings.minUploadRate),
    ],
    schema: {
      tags: ['Documents'],
      summary: 'Verify a signed PDF',
      description: 'An invalid signature is a result: status 200 with "valid": false.',
      ...(settings.verifyNeedsKey ? { security: [{ key: [] }] } : {}),
      body: VerifyRequest,
      response: { 200: VerificationResult, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { body } = request;
      const { password } = body.document;
      const at = timeOf(body.at);
      const signal = requestSignal(request, settings.deadlineMs);
      const options = { ...(at && { at }), ...(password && { password }) };
      reply.header('cache-control', 'no-store');
      const result = await withSignal(signal, async () => {
        const document = await documentOf(request, body.document, services, signal);
        return verifier.verify({ ...document, ...options }, signal, clientIdOf(request));
      });
      metrics.verification(result.verdict);
      // already serialized, as the schema describes
      return reply.type('application/json; charset=utf-8').send(asBuffer(result.json) as never);
    },
  });
}

async function documentOf(
  { longString }: FastifyRequest,
  { base64, url }: { base64?: string; url?: string },
  { fetcher, settings }: ServerServices,
  signal: AbortSignal,
): Promise<Pick<VerifyInput, 'bytes' | 'literalOf'>> {
  if (longString && base64 !== longString.placeholder)
    throw badMember('/document', 'Only the member "base64" may be this long.');
  if (base64 !== undefined && url === undefined) {
    if (longString) return { bytes: longString.literal, literalOf: settings.maxUpload };
    return { bytes: decodeBase64(base64, settings.maxUpload) };
  }
  if (base64 !== undefined || url === undefined) {
    throw badMember('/document', 'The document must have exactly one of "base64" and "url".');
  }
  if (!fetcher) throw new DocconvError('URL_FORBIDDEN', 'Fetching URLs is disabled on this server.');
  const { maxUpload: maxBytes, fetchTimeoutMs: timeoutMs } = settings;
  return { bytes: (await fetcher.fetch({ url, maxBytes, timeoutMs, signal })).body };
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function timeOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i.test(text);
  const time = new Date(isTime ? text : Number.NaN);
  if (Number.isNaN(time.getTime())) throw badMember('/at', '"at" must be a time like 2026-05-01T12:00:00Z.');
  return time;
}

function badMember(pointer: string, message: string): HttpProblem {
  return new HttpProblem('invalid_parameter', message, { errors: [{ pointer, detail: message }] });
}
