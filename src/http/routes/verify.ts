/** POST /v1/verify: verifies the signatures of a PDF. */
import type { App } from '../app.js';
import type { Jobs } from '../jobs/jobs.js';
import { ifAsync, ifSync, preferenceOf } from '../jobs/preference.js';
import { NOT_A_JOB, requireNoIdempotencyKey, requireNoWebhook } from '../jobs/submission.js';
import { clientIdOf, limitPerMinute } from '../limits/rate-limit.js';
import { checkAccept, requireAccept } from '../plugins/accept.js';
import { requireKey } from '../plugins/auth.js';
import type { ProblemCode } from '../problem-table.js';
import { answer, BINARY } from '../schemas.js';
import type { ServerServices } from '../services.js';
import { createIntake, type IntakeParts } from '../upload/intake.js';
import { HTML_TYPE, JSON_TYPE } from '../work/verification.js';
import {
  type Allowed,
  collectVerifyOptions,
  DescribedVerifyJson,
  readVerifyOptions,
  refusePasswordInQuery,
  VerifyForm,
  VerifyJson,
  VerifyQuery,
  valuesOf,
} from '../work/verify-options.js';
import { sendAnswer, type Work } from '../work/work.js';
import { ACCEPTED, JOB_HEADERS, JOB_PROBLEMS } from './job-answers.js';
import { VerificationResult } from './result-schema.js';

interface VerifyParts {
  allowed: Allowed;
  intake: IntakeParts;
  jobs: Jobs;
  work: Work;
}

const DESCRIPTION =
  'The PDF is a part of a form, the body itself, or a member of a JSON object: in base64, or as a URL from which the server fetches it. An invalid signature is a result: status 200 with "valid": false. Options are query parameters, form fields or JSON members.';
export const VERIFICATION_RESULT = answer(
  'The result; with `report` = `html`, a page to save',
  { [JSON_TYPE]: { schema: VerificationResult }, [HTML_TYPE]: { schema: { type: 'string' } } },
  'Content-Disposition',
  'Content-Location',
  'RateLimit',
  'RateLimit-Policy',
);
export const VERIFICATION_PROBLEMS: readonly ProblemCode[] = [
  'not_acceptable',
  'rate_limited',
  'url_forbidden',
  'fetch_failed',
  'fetch_timeout',
  'undecodable_document',
  'not_a_pdf',
  'check_crashed',
  'trust_unavailable',
];

export function verifyRoute(app: App, services: ServerServices, parts: VerifyParts): void {
  app.register(async scope => defineRoute(scope as App, services, parts));
}

function defineRoute(app: App, { settings, keys }: ServerServices, parts: VerifyParts): void {
  const { allowed, jobs, work } = parts;
  const authenticated = requireKey(keys);
  const intake = createIntake(app, { files: 1, json: VerifyJson, bytes: ['application/pdf'] }, parts.intake);

  app.post('/v1/verify', {
    config: {
      bodies: { 'multipart/form-data': VerifyForm, [JSON_TYPE]: DescribedVerifyJson, 'application/pdf': BINARY },
    },
    onRequest: [
      settings.verifyNeedsKey ? authenticated : ifAsync(authenticated),
      ...[requireNoIdempotencyKey, requireAccept(JSON_TYPE, HTML_TYPE)].map(ifSync),
      limitPerMinute(app, 'verify', settings.verifyPerMinute),
      ...intake.guards,
    ],
    preValidation: async ({ query }) => refusePasswordInQuery(query as object),
    schema: {
      operationId: 'verifyDocument',
      tags: ['Documents'],
      summary: 'Verify a signed PDF',
      description: DESCRIPTION,
      security: settings.verifyNeedsKey ? [{ key: [] }] : [{}, { key: [] }],
      headers: JOB_HEADERS,
      querystring: VerifyQuery,
      response: { 200: VERIFICATION_RESULT, 202: ACCEPTED },
      problems: [...VERIFICATION_PROBLEMS, ...JOB_PROBLEMS],
    },
    handler: async (request, reply) => {
      const { query } = request;
      if (preferenceOf(request).respondAsync) {
        const job = await intake.withDocuments(request, async ({ documents, fields, body }) => {
          const given = collectVerifyOptions({ query, fields, body });
          readVerifyOptions(given, allowed);
          return jobs.add(request, { kind: 'verify', parameters: valuesOf(given), documents });
        });
        return jobs.answer(job, request, reply);
      }
      const made = await intake.withDocuments(request, async ({ documents, fields, body }, signal) => {
        const given = collectVerifyOptions({ query, fields, body });
        const { report } = readVerifyOptions(given, allowed);
        const parameters = valuesOf(given);
        requireNoWebhook(parameters, NOT_A_JOB);
        checkAccept(request, report === 'html' ? HTML_TYPE : JSON_TYPE);
        const order = { kind: 'verify', client: clientIdOf(request), parameters, documents, isJob: false } as const;
        return work({ ...order, take: () => {} }, '', signal);
      });
      return sendAnswer(made, reply);
    },
  });
}
