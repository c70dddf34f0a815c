/** POST /v1/convert: converts the document of a multipart form to PDF or another format. */
import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Warning } from '../../convert/index.js';
import { OUTPUT_NAMES, outputNamed } from '../../convert/outputs.js';
import type { App } from '../app.js';
import type { Admission } from '../limits/admission.js';
import { clientIdOf, limitPerMinute } from '../limits/rate-limit.js';
import type { Metrics } from '../metrics/metrics.js';
import { checkAccept, requireAccept } from '../plugins/accept.js';
import { requireKey } from '../plugins/auth.js';
import { problemOf } from '../problem.js';
import type { ProblemCode } from '../problem-table.js';
import { answer, BINARY } from '../schemas.js';
import type { ServerServices } from '../services.js';
import type { ReceivedDocument } from '../upload/document.js';
import { createIntake, type IntakeParts } from '../upload/intake.js';
import { ConvertForm, ConvertQuery, checkQuery, readParameters } from './convert-options.js';
import type { Readiness } from './health.js';
import { warningHeaders } from './warning-headers.js';

interface Parts {
  admission: Admission;
  intake: IntakeParts;
  metrics: Metrics;
  readiness: Readiness;
}

/** Several images are one file as well. */
const ARCHIVE = 'application/zip';
const MEDIA_TYPES = [...OUTPUT_NAMES.map(name => outputNamed(name).mediaType), ARCHIVE];

const RESULT = answer(
  'The PDF, or what `to` asks for: one file, or a ZIP archive with an image of each page if there are several',
  Object.fromEntries(MEDIA_TYPES.map(type => [type, { schema: BINARY }])),
  'Content-Disposition',
  'Docconv-Engine',
  'Docconv-Warnings',
  'Docconv-Warning',
  'Server-Timing',
  'RateLimit',
  'RateLimit-Policy',
);
const CONVERSION_PROBLEMS: readonly ProblemCode[] = [
  'not_acceptable',
  'rate_limited',
  'queue_full',
  'no_engine',
  'unsupported_format',
  'format_mismatch',
  'option_unsupported',
  'not_permitted',
  'conversion_failed',
  'engine_crashed',
  'conversion_timeout',
];

export function convertRoute(app: App, services: ServerServices, parts: Parts): void {
  app.register(async scope => defineRoute(scope as App, services, parts));
}

function defineRoute(app: App, services: ServerServices, parts: Parts): void {
  const { keys, settings } = services;
  const { admission, metrics, readiness } = parts;
  const intake = createIntake(app, { form: true }, parts.intake);

  app.post('/v1/convert', {
    config: { bodies: { 'multipart/form-data': ConvertForm } },
    onRequest: [
      requireKey(keys),
      limitPerMinute(app, 'convert', settings.convertPerMinute),
      requireAccept(...MEDIA_TYPES),
      admission.guard,
      ...intake.guards,
    ],
    preValidation: async ({ query }) => checkQuery(query as object),
    schema: {
      operationId: 'convertDocument',
      tags: ['Documents'],
      summary: 'Convert a document to PDF or another format',
      security: [{ key: [] }],
      querystring: ConvertQuery,
      response: { 200: RESULT },
      problems: CONVERSION_PROBLEMS,
    },
    handler: async (request, reply) => {
      const output = parts.intake.folder.newPath();
      try {
        const converted = await intake.withDocument(request, ({ document, fields }, signal) =>
          convert(request, document, fields, output, signal, { ...services, admission }),
        );
        readiness.recordSuccess();
        metrics.conversion('ok', converted.engine, converted.milliseconds / 1000);
        send(converted, reply);
      } catch (thrown) {
        metrics.conversion(problemOf(thrown).kind.code, 'none', 0);
        throw thrown;
      } finally {
        await unlink(output).catch(() => {}); // the response still streams from the open file handle
      }
      return reply;
    },
  });
}

interface Converted {
  file: FileHandle;
  size: number;
  name: string;
  mediaType: string;
  engine: string;
  warnings: readonly Warning[];
  milliseconds: number;
}

async function convert(
  request: FastifyRequest,
  document: ReceivedDocument,
  fields: ReadonlyMap<string, string>,
  output: string,
  signal: AbortSignal,
  { converter, settings, admission }: ServerServices & Pick<Parts, 'admission'>,
): Promise<Converted> {
  const { to, pdf, from, password } = readParameters(request.query as object, fields);
  const { kind, mediaType, extensions } = outputNamed(to);
  checkAccept(request, mediaType, ...(kind === 'image' ? [ARCHIVE] : []));
  const options = {
    to,
    pdf,
    archive: true,
    signal,
    timeoutMs: settings.conversionTimeoutMs,
    ...(from !== undefined && { from }),
    ...(password !== undefined && { password }),
  };
  const run = () => converter.convertToFile(document.source, output, options);
  const conversion = await admission.run(clientIdOf(request), signal, run);
  const isArchive = conversion.files.length > 1;
  const file = await open(output);
  return {
    ...conversion,
    name: outputName(document.name, isArchive ? 'zip' : extensions[0]!),
    mediaType: isArchive ? ARCHIVE : kind === 'text' ? `${mediaType}; charset=utf-8` : mediaType,
    file,
    size: (await file.stat()).size,
  };
}

function send({ file, size, name, mediaType, engine, warnings, milliseconds }: Converted, reply: FastifyReply): void {
  reply
    .type(mediaType)
    .header('content-length', size)
    .header('content-disposition', contentDisposition(name))
    .header('cache-control', 'no-store')
    .header('docconv-engine', engine)
    .headers(warningHeaders(warnings))
    .header('server-timing', `convert;dur=${milliseconds}`)
    .send(file.createReadStream());
}

/** 'report.pdf' for 'report.docx' and 'pdf' */
export function outputName(name: string, extension: string): string {
  return `${name.replace(/\.[^.]{1,8}$/, '') || 'document'}.${extension}`;
}

/** Content-Disposition (RFC 6266): an ASCII name for old clients and the original name for all others. */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
