/** POST /v1/sign: signs a PDF with the key of the operator. There is no such route without one. */
import { DocconvError } from '../../errors.js';
import type { SigningService } from '../../sign/index.js';
import type { App } from '../app.js';
import type { Readiness } from '../health/readiness.js';
import { requireNoIdempotencyKey } from '../jobs/submission.js';
import { clientAddress, clientIdOf, type Guard, limitPerMinute } from '../limits/rate-limit.js';
import type { Metrics } from '../metrics/metrics.js';
import { requireAccept } from '../plugins/accept.js';
import { apiKeyOf, requireKey } from '../plugins/auth.js';
import { answer, BINARY, closed } from '../schemas.js';
import type { ServerServices } from '../services.js';
import { createIntake, type IntakeParts } from '../upload/intake.js';
import type { LocalWork } from '../work/local.js';
import { IMAGE_PART, readSignOptions, SignForm } from '../work/sign-options.js';
import { PDF_TYPE, signDocument } from '../work/signing.js';
import { sendAnswer } from '../work/work.js';

interface Parts {
  intake: IntakeParts;
  /** Null: no job runs alone on this server. */
  local: LocalWork | null;
  metrics: Metrics;
  readiness: Readiness;
}

const SIGNED = answer(
  'The PDF with one more signature',
  { [PDF_TYPE]: { schema: BINARY } },
  'Content-Disposition',
  'Docconv-Level',
  'Docconv-Level-Reason',
  'RateLimit',
  'RateLimit-Policy',
);

export function signRoute(app: App, services: ServerServices, signing: SigningService, parts: Parts): void {
  parts.metrics.watch('signingKeyFailing', () => Number(signing.isFailing));
  parts.readiness.addDetail('signing', () => ({ status: signing.isFailing ? 'failing' : 'ok' }));
  app.register(async scope => defineRoute(scope as App, services, signing, parts));
}

function defineRoute(
  app: App,
  { converter, keys, settings }: ServerServices,
  signing: SigningService,
  { intake: intakeParts, local, metrics }: Parts,
): void {
  const intake = createIntake(app, { files: 1, others: { [IMAGE_PART]: 1 } }, intakeParts);
  app.post('/v1/sign', {
    config: { bodies: { 'multipart/form-data': SignForm } },
    onRequest: [
      requireKey(keys),
      requirePermission,
      requireNoIdempotencyKey,
      requireAccept(PDF_TYPE),
      limitPerMinute(app, 'sign', settings.signPerMinute),
      ...intake.guards,
    ],
    schema: {
      operationId: 'signDocument',
      tags: ['Documents'],
      summary: 'Sign a PDF with the key of this service',
      description:
        'Needs an API key that may sign, which the operator permits. Each use of the key is written to the audit log, with the account and the SHA-256 of the document. The signature is verified before the PDF is sent.',
      security: [{ key: [] }],
      querystring: closed({}),
      response: { 200: SIGNED },
      problems: [
        'key_not_permitted',
        'not_acceptable',
        'rate_limited',
        'not_a_pdf',
        'not_permitted',
        'option_unsupported',
        'signing_failed',
        'check_crashed',
        'trust_unavailable',
      ],
    },
    handler: async (request, reply) => {
      const { email, id: keyId } = apiKeyOf(request);
      const made = await intake.withDocuments(request, async ({ documents: [document], others, fields }, signal) => {
        const image = others[0]?.document ?? null;
        const options = readSignOptions(fields, signing.levels, image !== null);
        const by = { email, keyId, client: clientAddress(request) };
        const sign = async () => {
          const signed = await signDocument(
            { document, options, image, by, caller: clientIdOf(request), converter, metrics },
            signing,
            keys,
            signal,
          );
          request.byteUsage?.take(signed.size);
          return signed;
        };
        return local ? local.lock.shared(sign, signal) : sign();
      });
      return sendAnswer(made, reply);
    },
  });
}

const requirePermission: Guard = async request => {
  if (!apiKeyOf(request).sign) throw new DocconvError('KEY_NOT_PERMITTED.sign');
};
