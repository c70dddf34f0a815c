/** POST /v1/verify: verifies the signatures of a PDF. */
import type { FastifyReply } from 'fastify';
import type { Verification, Verifier } from '../../signatures/service/verifier.js';
import type { App } from '../app.js';
import { clientIdOf, limitPerMinute } from '../limits/rate-limit.js';
import type { Metrics } from '../metrics/metrics.js';
import { checkAccept, requireAccept } from '../plugins/accept.js';
import { requireKey } from '../plugins/auth.js';
import type { ProblemCode } from '../problem-table.js';
import { VerificationResult } from '../result-schema.js';
import { answer, BINARY } from '../schemas.js';
import type { ServerServices } from '../services.js';
import { createIntake, type IntakeParts } from '../upload/intake.js';
import { contentDisposition } from './convert.js';
import {
  DescribedVerifyJson,
  readVerifyOptions,
  refusePasswordInQuery,
  VerifyForm,
  VerifyJson,
  VerifyQuery,
} from './verify-options.js';
import { htmlReport } from './verify-report.js';

interface VerifyParts {
  intake: IntakeParts;
  verifier: Verifier;
  metrics: Metrics;
}

const JSON_TYPE = 'application/json';
const HTML_TYPE = 'text/html';

const DESCRIPTION =
  'The PDF is a part of a form, the body itself, or a member of a JSON object: in base64, or as a URL from which the server fetches it. An invalid signature is a result: status 200 with "valid": false. Options are query parameters, form fields or JSON members.';
const RESULT = answer(
  'The result; with `report` = `html`, a page to save',
  { [JSON_TYPE]: { schema: VerificationResult }, [HTML_TYPE]: { schema: { type: 'string' } } },
  'Content-Disposition',
  'RateLimit',
  'RateLimit-Policy',
);
const VERIFICATION_PROBLEMS: readonly ProblemCode[] = [
  'not_acceptable',
  'rate_limited',
  'url_forbidden',
  'fetch_failed',
  'fetch_timeout',
  'undecodable_document',
  'not_a_pdf',
  'check_crashed',
];

export function verifyRoute(app: App, services: ServerServices, parts: VerifyParts): void {
  app.register(async scope => defineRoute(scope as App, services, parts));
}

function defineRoute(app: App, services: ServerServices, { intake: parts, verifier, metrics }: VerifyParts): void {
  const { settings, keys } = services;
  const guards = settings.verifyNeedsKey ? [requireKey(keys)] : [];
  const intake = createIntake(app, { form: true, json: VerifyJson, bytes: ['application/pdf'] }, parts);

  app.post('/v1/verify', {
    config: {
      bodies: { 'multipart/form-data': VerifyForm, [JSON_TYPE]: DescribedVerifyJson, 'application/pdf': BINARY },
    },
    onRequest: [
      ...guards,
      requireAccept(JSON_TYPE, HTML_TYPE),
      limitPerMinute(app, 'verify', settings.verifyPerMinute),
      ...intake.guards,
    ],
    preValidation: async ({ query }) => refusePasswordInQuery(query as object),
    schema: {
      operationId: 'verifyDocument',
      tags: ['Documents'],
      summary: 'Verify a signed PDF',
      description: DESCRIPTION,
      ...(settings.verifyNeedsKey ? { security: [{ key: [] }] } : {}),
      querystring: VerifyQuery,
      response: { 200: RESULT },
      problems: VERIFICATION_PROBLEMS,
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return intake.withDocument(request, async ({ document, fields, body }, signal) => {
        const { query } = request;
        const { input, report } = readVerifyOptions({ query, fields, body }, settings.online !== null);
        checkAccept(request, report === 'html' ? HTML_TYPE : JSON_TYPE);
        const verification = await verifier.verify(
          { bytes: () => document.read(), ...input },
          signal,
          clientIdOf(request),
        );
        metrics.verification(verification.verdict);
        if (report === 'html')
          return sendReport(await htmlReport(verification.json, document.name), document.name, reply);
        return sendResult(verification, reply);
      });
    },
  });
}

/** It is serialized already. */
function sendResult({ json }: Verification, reply: FastifyReply): FastifyReply {
  const { buffer, byteOffset, byteLength } = json;
  return reply.type(`${JSON_TYPE}; charset=utf-8`).send(Buffer.from(buffer, byteOffset, byteLength));
}

/** The page has text from the document: it is sent to be saved, and can neither run scripts nor act for this origin. */
function sendReport(html: string, documentName: string, reply: FastifyReply): FastifyReply {
  return reply
    .type(`${HTML_TYPE}; charset=utf-8`)
    .header('content-disposition', contentDisposition(`${documentName.replace(/\.pdf$/i, '')}-report.html`))
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .send(html);
}
