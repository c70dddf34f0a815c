/** What the HTTP server is built from, as configured. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, docconvHome } from '../../../config/index.js';
import { type Converter, createConverter } from '../../../convert/index.js';
import { DocconvError } from '../../../errors.js';
import { createFetcher } from '../../../fetch/index.js';
import type { ServerServices, ServerSettings } from '../../../http/index.js';
import type { Context } from '../../context.js';
import { converterSettings } from '../../converter.js';
import { userTrustStore } from '../../input/trust.js';
import { localKeys, localMailer } from '../../local-keys.js';

const MEGABYTE = 1e6;

/** The caller closes the converter and the mailer. `trust`: values of `--trust`. */
export async function openServerServices(
  config: Config,
  trust: readonly string[] | undefined,
  context: Context,
): Promise<ServerServices & { readonly converter: Converter }> {
  const { env } = context;
  const converter = openServerConverter(config, env);
  return {
    converter,
    keys: await localKeys(config, env),
    mailer: await localMailer(config, env),
    fetcher: config.fetchUrls ? createFetcher({ allowPrivate: config.allowPrivateUrls }) : null,
    trust: await userTrustStore(trust, context),
    settings: serverSettings(config, env, converter.workers),
  };
}

function openServerConverter(config: Config, env: NodeJS.ProcessEnv): Converter {
  const settings = { ...converterSettings(config, env), maxBytes: config.maxUpload * MEGABYTE };
  const { workers } = createConverter(settings); // by cores and memory; nothing is started
  return createConverter({ ...settings, queueLimit: queueOf(config, workers) });
}

function queueOf({ queue }: Config, workers: number): number {
  return queue ?? 4 * workers;
}

/** The one place where settings of the configuration become settings of the server. */
export function serverSettings(config: Config, env: NodeJS.ProcessEnv, workers: number): ServerSettings {
  return {
    publicUrl: publicUrlOf(config),
    maxUpload: config.maxUpload * MEGABYTE,
    uploadBudget: Math.max(config.uploadBudget, 3 * config.maxUpload) * MEGABYTE,
    maxJson: Math.ceil(config.maxUpload * MEGABYTE * 1.4), // base64 takes 4/3, and line ends
    queue: queueOf(config, workers),
    conversionTimeoutMs: config.timeout * 1000,
    deadlineMs: config.deadline * 1000,
    uploadTimeoutMs: config.uploadTimeout * 1000,
    minUploadRate: { bytesPerSecond: config.uploadRate * 1000, windowMs: 10_000 },
    verifyNeedsKey: config.verifyNeedsKey,
    verificationTimeoutMs: config.checkTimeout * 1000,
    verificationMemory: config.checkMemory,
    processPerDocument: config.isolation !== 'warm',
    online:
      config.online && config.fetchUrls
        ? { allowPrivate: config.allowPrivateUrls, caFile: env.NODE_EXTRA_CA_CERTS }
        : null,
    fetches: { atOnce: config.fetches, perClient: config.fetchesPerClient },
    fetchTimeoutMs: 15_000,
    convertPerMinute: config.convertRate,
    verifyPerMinute: config.verifyRate,
    codeAttemptsPerMinute: config.codeRate,
    trustProxy: listOf(config.trustProxy),
    corsOrigins: listOf(config.corsOrigins),
    logLevel: config.logLevel,
    tempFolder: tmpdir(),
    mailFolder: join(docconvHome(env).data, 'mail-queue'),
    mailRetryMs: 5_000,
  };
}

/** Without a slash at its end. Throws CONFIG_INVALID. */
function publicUrlOf({ publicUrl: text }: Config): string | null {
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url && /^https?:$/.test(url.protocol) && !(url.username || url.password || url.search || url.hash);
  if (plain && /^[\w.~/-]*$/.test(url.pathname)) return (url.origin + url.pathname).replace(/\/+$/, '');
  const message = `publicUrl is not the URL of a service: "${text}". Write it like https://docs.example.org or https://example.org/docconv.`;
  throw new DocconvError('CONFIG_INVALID', message);
}

function listOf(text: string | null): string[] {
  return (text ?? '').split(',').flatMap(word => word.trim() || []);
}
