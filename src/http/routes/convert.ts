/** POST /v1/convert: converts the document of a multipart form to PDF or another format, or merges several into one PDF. */
import { unlink } from 'node:fs/promises';
import { OUTPUT_NAMES, outputNamed } from '../../convert/outputs.js';
import type { App } from '../app.js';
import type { Jobs } from '../jobs/jobs.js';
import { ifSync, preferenceOf } from '../jobs/preference.js';
import { NOT_A_JOB, requireNoIdempotencyKey, requireNoWebhook } from '../jobs/submission.js';
import { clientIdOf, limitPerMinute } from '../limits/rate-limit.js';
import type { Metrics } from '../metrics/metrics.js';
import { checkAccept, requireAccept } from '../plugins/accept.js';
import { requireKey } from '../plugins/auth.js';
import { problemOf } from '../problem.js';
import type { ProblemCode } from '../problem-table.js';
import { answer, BINARY } from '../schemas.js';
import type { ServerServices } from '../services.js';
import { createIntake, type IntakeParts } from '../upload/intake.js';
import { ARCHIVE, checkConversion } from '../work/conversion.js';
import { ConvertForm, ConvertQuery, checkQuery, collectParameters } from '../work/convert-options.js';
import type { LocalWork } from '../work/local.js';
import { FILE_PARTS, withFiles } from '../work/operation-parameters.js';
import { type Answer, sendAnswer, type Work } from '../work/work.js';
import { ACCEPTED, JOB_HEADERS, JOB_PROBLEMS } from './job-answers.js';

interface Parts {
  intake: IntakeParts;
  jobs: Jobs;
  /** Null: another server converts, and counts the conversion. */
  local: LocalWork | null;
  metrics: Metrics;
  work: Work;
}

const MEDIA_TYPES = [...OUTPUT_NAMES.map(name => outputNamed(name).mediaType), ARCHIVE];

export const CONVERSION_RESULT = answer(
  'The PDF, or what `to` asks for: one file, or a ZIP archive with an image of each page if there are several',
  Object.fromEntries(MEDIA_TYPES.map(type => [type, { schema: BINARY }])),
  'Content-Disposition',
  'Content-Location',
  'Docconv-Engine',
  'Docconv-Pages',
  'Docconv-Warnings',
  'Docconv-Warning',
  'Server-Timing',
  'RateLimit',
  'RateLimit-Policy',
);
export const CONVERSION_PROBLEMS: readonly ProblemCode[] = [
  'not_acceptable',
  'rate_limited',
  'queue_full',
  'no_engine',
  'unsupported_format',
  'format_mismatch',
  'option_unsupported',
  'not_permitted',
  'has_warnings',
  'pdfa_invalid',
  'pdf_signed',
  'conversion_failed',
  'engine_crashed',
  'conversion_timeout',
];

export function convertRoute(app: App, services: ServerServices, parts: Parts): void {
  app.register(async scope => defineRoute(scope as App, services, parts));
}

function defineRoute(app: App, { keys, settings }: ServerServices, parts: Parts): void {
  const { jobs, local, metrics, work } = parts;
  const { folder } = parts.intake;
  const intake = createIntake(app, { files: settings.mergedInputs, others: FILE_PARTS }, parts.intake);

  app.post('/v1/convert', {
    config: { bodies: { 'multipart/form-data': ConvertForm } },
    onRequest: [
      requireKey(keys),
      limitPerMinute(app, 'convert', settings.convertPerMinute),
      ...[requireNoIdempotencyKey, requireAccept(...MEDIA_TYPES), ...(local ? [local.guard] : [])].map(ifSync),
      ...intake.guards,
    ],
    preValidation: async ({ query }) => checkQuery(query as object),
    schema: {
      operationId: 'convertDocument',
      tags: ['Documents'],
      summary: 'Convert a document to PDF or another format, or merge several into one PDF',
      security: [{ key: [] }],
      headers: JOB_HEADERS,
      querystring: ConvertQuery,
      response: { 200: CONVERSION_RESULT, 202: ACCEPTED },
      problems: [...CONVERSION_PROBLEMS, ...JOB_PROBLEMS],
    },
    handler: async (request, reply) => {
      if (preferenceOf(request).respondAsync) {
        const job = await intake.withDocuments(request, async ({ fields, documents, others }) => {
          const wanted = withFiles(collectParameters(request.query as object, fields), documents, others);
          checkConversion(wanted);
          return jobs.add(request, { kind: 'convert', ...wanted });
        });
        return jobs.answer(job, request, reply);
      }
      const output = folder.newPath();
      let made: Answer | null = null;
      try {
        made = await intake.withDocuments(request, async ({ fields, documents, others }, signal) => {
          const wanted = withFiles(collectParameters(request.query as object, fields), documents, others);
          requireNoWebhook(wanted.parameters, NOT_A_JOB);
          checkAccept(request, ...checkConversion(wanted));
          const take = (bytes: number) => request.byteUsage?.take(bytes);
          const order = {
            kind: 'convert',
            client: clientIdOf(request),
            ...wanted,
            isJob: false,
            take,
          } as const;
          return work(order, output, signal);
        });
        return sendAnswer(made, reply);
      } catch (thrown) {
        if (local) metrics.conversion(problemOf(thrown).kind.code, 'none', 0);
        throw thrown;
      } finally {
        // the response still streams from the open file handle
        if (!Buffer.isBuffer(made?.body)) await unlink(output).catch(() => {});
      }
    },
  });
}
