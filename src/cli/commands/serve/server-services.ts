/** What the HTTP server is built from, as configured. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, docconvHome } from '../../../config/index.js';
import { type Converter, createConverter } from '../../../convert/index.js';
import { DEFAULT_LIMITS, parseLimits } from '../../../convert/limits.js';
import { DEFAULTS } from '../../../convert/settings.js';
import { DocconvError } from '../../../errors.js';
import { createFetcher } from '../../../fetch/index.js';
import type { Role, ServerServices, ServerSettings } from '../../../http/index.js';
import type { ExternalBlobStore } from '../../../jobs/postgres-backend.js';
import { parseServiceUrl } from '../../../system/url.js';
import { makeListsFolder } from '../../../trust/update/index.js';
import { openKeys, openMailer, openWebhookKeys } from '../../accounts.js';
import type { Context } from '../../context.js';
import { converterSettings } from '../../converter-settings.js';
import { listsFolder, readSources, type TrustOptions, trustRules, userTrustStore } from '../../input/trust.js';
import { jobStorage, openBlobStore, openSharedJobs, type Store } from '../../store.js';
import { createConversionProbe } from './conversion-probe.js';
import { servedLists } from './served-lists.js';
import { openSigning } from './signing.js';

const MEGABYTE = 1e6;

/** What needs no connection to the store. */
export interface LocalServices
  extends Pick<ServerServices, 'probe' | 'mailer' | 'fetcher' | 'trust' | 'signing' | 'lists' | 'settings'> {
  readonly converter: Converter;
  /** See openBlobStore(). */
  readonly blobs: ExternalBlobStore | null;
}

/** `trust`: its options. Rejects with CONFIG_INVALID when the role needs a store and there is none. */
export async function openLocalServices(
  config: Config,
  role: Role,
  trust: TrustOptions,
  context: Context,
): Promise<LocalServices> {
  const { env } = context;
  if (config.store === null && role === 'api') throw new DocconvError('CONFIG_INVALID.serve-without-store');
  if (config.store === null && role === 'work') throw new DocconvError('CONFIG_INVALID.work-without-store');
  const applied = { ...config, trustSources: trust.trustSource ?? config.trustSources };
  const blobs = await openBlobStore(config, env);
  const converter = openServerConverter(role === 'api' ? { ...config, workers: null } : config, env);
  prepareListsFolder(env);
  const trusted = await userTrustStore(trust, applied, context);
  const settings = serverSettings(applied, env, converter.workers, role);
  return {
    converter,
    probe: role === 'api' ? null : createConversionProbe(converter),
    blobs,
    mailer: await openMailer(config, env),
    fetcher: config.fetchUrls ? createFetcher({ allowPrivate: config.allowPrivateUrls }) : null,
    trust: trusted,
    signing: role === 'work' ? null : await openSigning(config, settings, trusted, context),
    lists: readSources(applied.trustSources).includes('eu') ? servedLists(config, env) : null,
    settings,
  };
}

/** @param store the caller closes it */
export async function openServerServices(
  local: LocalServices,
  store: Store | null,
  config: Config,
  env: NodeJS.ProcessEnv,
): Promise<ServerServices & LocalServices> {
  const { blobs } = local;
  return {
    ...local,
    keys: await openKeys(config, env, store),
    counts: store?.counts ?? null,
    clockSkew: store?.clockSkew ?? null,
    answerWithin: milliseconds => {
      store?.postgres.answerWithin(milliseconds);
      blobs?.answerWithin(milliseconds);
    },
    jobs: await openSharedJobs(config, store, blobs),
    webhookKeys: openWebhookKeys(env, store),
  };
}

/** Verification processes see the folder only if it exists when they start; trusted lists may be loaded later. */
function prepareListsFolder(env: NodeJS.ProcessEnv): void {
  try {
    makeListsFolder(listsFolder(env));
  } catch {
    // without it there are no trusted lists, which is no fault
  }
}

function openServerConverter(config: Config, env: NodeJS.ProcessEnv): Converter {
  const defaultPaper = config.defaultPaper === 'auto' ? DEFAULTS.defaultPaper : config.defaultPaper;
  const settings = { ...converterSettings(config, env), defaultPaper, maxBytes: config.maxUpload * MEGABYTE };
  const { workers } = createConverter(settings); // by cores and memory; nothing is started
  return createConverter({ ...settings, queueLimit: queueOf(config, workers) });
}

function queueOf({ queue }: Config, workers: number): number {
  return queue ?? 4 * workers;
}

/** The one place where settings of the configuration become settings of the server. */
export function serverSettings(config: Config, env: NodeJS.ProcessEnv, workers: number, role: Role): ServerSettings {
  return {
    role,
    publicUrl: publicUrlOf(config),
    maxUpload: config.maxUpload * MEGABYTE,
    uploadBudget: Math.max(config.uploadBudget, 3 * config.maxUpload) * MEGABYTE,
    maxJson: Math.ceil(config.maxUpload * MEGABYTE * 1.4), // base64 takes 4/3, and line ends
    queue: queueOf(config, workers),
    mergedInputs: parseLimits(config.limits ?? '').mergedInputs ?? DEFAULT_LIMITS.mergedInputs,
    conversionTimeoutMs: config.timeout * 1000,
    deadlineMs: config.deadline * 1000,
    uploadTimeoutMs: config.uploadTimeout * 1000,
    minUploadRate: { bytesPerSecond: config.uploadRate * 1000, windowMs: 10_000 },
    jobs: {
      keepMs: config.jobKeep * 60_000,
      perAccount: config.jobsPerAccount,
      inAll: config.jobsAtOnce,
      maxBytes: jobStorage(config),
    },
    verifyNeedsKey: config.verifyNeedsKey,
    gotenberg: config.gotenberg,
    trustSources: readSources(config.trustSources),
    trustRules: trustRules(config),
    verificationTimeoutMs: config.checkTimeout * 1000,
    verificationMemory: config.checkMemory,
    processPerDocument: config.isolation !== 'warm',
    online:
      config.online && config.fetchUrls
        ? { allowPrivate: config.allowPrivateUrls, caFile: env.NODE_EXTRA_CA_CERTS }
        : null,
    fetches: { atOnce: config.fetches, perClient: config.fetchesPerClient },
    fetchTimeoutMs: config.fetchTimeout * 1000,
    fetchIdleMs: config.fetchIdle * 1000,
    convertPerMinute: config.convertRate,
    verifyPerMinute: config.verifyRate,
    signPerMinute: config.signRate,
    jobRequestsPerMinute: config.jobRate,
    codeAttemptsPerMinute: config.codeRate,
    trustProxy: listOf(config.trustProxy),
    corsOrigins: listOf(config.corsOrigins),
    logLevel: config.logLevel,
    tempFolder: tmpdir(),
    stateFolder: docconvHome(env).data,
    mailFolder: join(docconvHome(env).data, 'mail-queue'),
    mailRetryMs: 5_000,
  };
}

/** Without a slash at its end. Throws CONFIG_INVALID. */
function publicUrlOf({ publicUrl: text }: Config): string | null {
  if (text === null) return null;
  const url = parseServiceUrl(text);
  if (url && /^[\w.~/-]*$/.test(url.pathname)) return (url.origin + url.pathname).replace(/\/+$/, '');
  throw new DocconvError('CONFIG_INVALID.public-url', { value: text });
}

function listOf(text: string | null): string[] {
  return (text ?? '').split(',').flatMap(word => word.trim() || []);
}
