/** POST /v1/convert: a document in, its PDF out. */
import { type FileHandle, open } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Admission } from '../admission.js';
import type { App } from '../app.js';
import type { Metrics } from '../metrics.js';
import { answersWith } from '../plugins/accept.js';
import { requireKey } from '../plugins/auth.js';
import { callerOf, limitPerMinute } from '../plugins/limits.js';
import { endingWith, workSignal } from '../plugins/work-signal.js';
import { problemOf } from '../problem.js';
import type { Canary } from '../readiness.js';
import { PROBLEMS } from '../schemas.js';
import type { ServerServices } from '../services.js';
import { attachment, pdfName } from '../upload/filename.js';
import { keepsPace } from '../upload/pace.js';
import { expectsForm, receiveForm } from '../upload/upload.js';
import type { Workspace, Workspaces } from '../upload/workspace.js';
import { ConvertForm, ConvertQuery, readParameters, refuseSecrets } from './convert-options.js';

interface Parts {
  admit: Admission;
  workspaces: Workspaces;
  metrics: Metrics;
  canary: Canary;
}

const pdf = {
  description: 'The PDF',
  content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
};

export function convertRoute(app: App, services: ServerServices, parts: Parts): void {
  const { keys, settings } = services;
  const { admit } = parts;

  app.post('/v1/convert', {
    config: { form: ConvertForm },
    onRequest: [
      requireKey(keys),
      limitPerMinute(app, 'convert', settings.convertPerMinute),
      answersWith('application/pdf'),
      expectsForm(settings.maxUpload),
      admit.guard,
      keepsPace(settings.pace),
    ],
    preValidation: async ({ query }) => refuseSecrets(query),
    schema: {
      tags: ['Documents'],
      summary: 'Convert a document to PDF',
      security: [{ key: [] }],
      querystring: ConvertQuery,
      response: { 200: pdf, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const signal = workSignal(request, settings.deadlineMs);
      const workspace = parts.workspaces.open();
      try {
        const made = await endingWith(signal, () => convert(request, workspace, signal, { ...services, admit }));
        parts.canary.heard();
        parts.metrics.conversion('ok', made.engine, made.milliseconds / 1000);
        send(made, reply);
      } catch (thrown) {
        parts.metrics.conversion(problemOf(thrown).kind.code, 'none', 0);
        throw thrown;
      } finally {
        await workspace.remove(); // the open PDF is read on, and is gone with its last reader
      }
      return reply;
    },
  });
}

interface Made {
  file: FileHandle;
  size: number;
  name: string;
  engine: string;
  warnings: readonly string[];
  milliseconds: number;
}

async function convert(
  request: FastifyRequest,
  { document, pdf: output }: Workspace,
  signal: AbortSignal,
  { converter, settings, admit }: ServerServices & Pick<Parts, 'admit'>,
): Promise<Made> {
  const { file, fields } = await receiveForm(request, document, settings.maxUpload);
  const { pdf, from, password } = readParameters(request.query as object, fields);
  const options = {
    pdf,
    signal,
    timeoutMs: settings.timeoutMs,
    ...(from !== null && { from }),
    ...(password !== null && { password }),
  };
  const made = await admit.inTurn(callerOf(request), signal, () => converter.convertToFile(file, output, options));
  const pdfFile = await open(output);
  return { ...made, name: pdfName(file.name), file: pdfFile, size: (await pdfFile.stat()).size };
}

function send({ file, size, name, engine, warnings, milliseconds }: Made, reply: FastifyReply): void {
  for (const warning of warnings) reply.header('docconv-warning', encodeURIComponent(warning));
  reply
    .type('application/pdf')
    .header('content-length', size)
    .header('content-disposition', attachment(name))
    .header('cache-control', 'no-store')
    .header('docconv-engine', engine)
    .header('server-timing', `convert;dur=${milliseconds}`)
    .send(file.createReadStream());
}
