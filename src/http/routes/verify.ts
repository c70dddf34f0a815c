/** POST /v1/verify: verifies the signatures of a PDF. */
import { Type } from '@sinclair/typebox';
import type { Verifier } from '../../signatures/service/verifier.js';
import type { App } from '../app.js';
import { clientIdOf, limitPerMinute } from '../limits/rate-limit.js';
import type { Metrics } from '../metrics/metrics.js';
import { requireAccept } from '../plugins/accept.js';
import { requireKey } from '../plugins/auth.js';
import { HttpProblem } from '../problem.js';
import { VerificationResult } from '../result-schema.js';
import { closed, PROBLEMS } from '../schemas.js';
import type { ServerServices } from '../services.js';
import { createIntake, type IntakeParts } from '../upload/intake.js';
import { DOCUMENT_REFERENCE } from '../upload/json-request.js';

const DocumentReference = closed({
  ...DOCUMENT_REFERENCE,
  password: Type.Optional(Type.String({ maxLength: 1024, description: 'Password of an encrypted PDF' })),
});

const VerifyRequest = closed({
  document: DocumentReference,
  at: Type.Optional(Type.String({ maxLength: 40, description: 'Validation time (RFC 3339); default: now' })),
});

interface VerifyParts {
  intake: IntakeParts;
  verifier: Verifier;
  metrics: Metrics;
}

export function verifyRoute(app: App, services: ServerServices, parts: VerifyParts): void {
  app.register(async scope => defineRoute(scope as App, services, parts));
}

function defineRoute(app: App, services: ServerServices, { intake: parts, verifier, metrics }: VerifyParts): void {
  const { settings, keys } = services;
  const guards = settings.verifyNeedsKey ? [requireKey(keys)] : [];
  const intake = createIntake(app, { json: VerifyRequest }, parts);

  app.post('/v1/verify', {
    config: { json: VerifyRequest },
    onRequest: [
      ...guards,
      requireAccept('application/json'),
      limitPerMinute(app, 'verify', settings.verifyPerMinute),
      ...intake.guards,
    ],
    schema: {
      tags: ['Documents'],
      summary: 'Verify a signed PDF',
      description: 'An invalid signature is a result: status 200 with "valid": false.',
      ...(settings.verifyNeedsKey ? { security: [{ key: [] }] } : {}),
      response: { 200: VerificationResult, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const result = await intake.withDocument(request, ({ document, body }, signal) => {
        const { password } = body!.document;
        const at = timeOf(body!.at);
        const input = { bytes: () => document.read(), ...(at && { at }), ...(password && { password }) };
        return verifier.verify(input, signal, clientIdOf(request));
      });
      metrics.verification(result.verdict);
      // already serialized, as the schema describes
      return reply.type('application/json; charset=utf-8').send(asBuffer(result.json) as never);
    },
  });
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
