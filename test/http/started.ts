/** A real server on loopback with its own key store, outbox and converter, for one test file. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { inject } from 'vitest';
import { openKeys, openWebhookKeys } from '../../src/cli/accounts.js';
import { createConversionProbe } from '../../src/cli/commands/serve/conversion-probe.js';
import { serverSettings } from '../../src/cli/commands/serve/server-services.js';
import { openBlobStore, openSharedJobs, openStore } from '../../src/cli/store.js';
import { loadConfig } from '../../src/config/index.js';
import { type Converter, createConverter } from '../../src/convert/index.js';
import { createFetcher, type GuardedFetcher } from '../../src/fetch/index.js';
import {
  buildServer,
  type ConversionProbe,
  listen,
  type ServerSettings,
  type TrustedLists,
} from '../../src/http/index.js';
import { createMailer, type SmtpSettings } from '../../src/mail/index.js';
import type { SigningService } from '../../src/sign/index.js';
import type { TrustStore } from '../../src/trust/index.js';

export interface Started {
  readonly url: string;
  readonly port: number;
  /** A valid API key. */
  readonly key: string;
  issueKey(email: string): Promise<string>;
  readonly folder: string;
  /** The log so far, one JSON object per line. */
  log(): string;
  /** The text of /metrics. */
  metrics(): Promise<string>;
  /** The latest mail, complete. */
  lastMail(): string;
  stop(graceMs?: number): Promise<void>;
}

/** Requests per minute are unlimited unless a test limits them. */
const UNLIMITED = {
  convertPerMinute: 0,
  verifyPerMinute: 0,
  signPerMinute: 0,
  jobRequestsPerMinute: 0,
  codeAttemptsPerMinute: 0,
};

const CONVERTED: ConversionProbe = { recordSuccess() {}, run: async () => {} };

interface Overrides extends Partial<ServerSettings> {
  workers?: number;
  /** Of several servers, such as sharedConverter(): it stays open. By default, the server has one of its own. */
  converter?: Converter;
  smtp?: SmtpSettings;
  /** Null: the server fetches no URLs. */
  fetcher?: GuardedFetcher | null;
  trust?: TrustStore | null;
  lists?: TrustedLists | null;
  signing?: SigningService | null;
  /** False: /readyz converts no document, as if one had been converted just before. */
  readyzConverts?: boolean;
}

/**
 * Every setting that is not overridden has the default of `docconv serve`. `variables`: of the environment, for settings
 * of keys.
 */
export async function startServer(overrides: Overrides = {}, variables: Record<string, string> = {}): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-test-'));
  const env = { DOCCONV_HOME: folder, ...variables };
  const config = loadConfig({ env }).values;
  const {
    workers = 1,
    converter: shared = null,
    smtp,
    fetcher = createFetcher(),
    trust = null,
    lists = null,
    signing = null,
    readyzConverts = true,
    ...given
  } = overrides;
  const settings = { ...serverSettings(config, env, 2, 'all'), ...UNLIMITED, tempFolder: folder, ...given };
  const outbox = join(folder, 'outbox');
  const store = await openStore(config);
  const keys = await openKeys(config, env, store);
  const { counts = null, clockSkew = null } = store ?? {};
  const answerWithin = (milliseconds: number) => store?.postgres.answerWithin(milliseconds);
  const jobs = await openSharedJobs(config, store, await openBlobStore(config, env));
  const webhookKeys = openWebhookKeys(env, store);
  const own = { workers, queueLimit: settings.queue, cache: inject('engineCache') };
  const converter = shared ?? createConverter(own);
  const conversionProbe = readyzConverts ? createConversionProbe(converter) : CONVERTED;
  const probe = settings.role === 'api' ? null : conversionProbe;
  const mailer = await createMailer({ from: 'docconv <no-reply@example.org>', outbox, ...(smtp && { smtp }) });
  const log = new PassThrough();
  const lines: Buffer[] = [];
  log.on('data', chunk => lines.push(chunk));
  const server = await buildServer(
    {
      ...{
        converter,
        probe,
        keys,
        mailer,
        fetcher,
        trust,
        lists,
        signing,
        counts,
        clockSkew,
        jobs,
        webhookKeys,
        answerWithin,
      },
      settings,
    },
    log,
  );
  const listening = await listen(server, { host: '127.0.0.1', port: 0 }, null);
  const issueKey = async (email: string) => {
    const issued = await keys.issueCode({ email });
    return (await keys.redeemCode(issued)).key;
  };
  return {
    url: listening.url,
    port: Number(new URL(listening.url).port),
    key: await issueKey('owner@example.org'),
    issueKey,
    folder,
    log: () => Buffer.concat(lines).toString(),
    metrics: () => server.metrics.text(),
    lastMail: () => {
      const mails = readdirSync(outbox).filter(name => name.endsWith('.eml'));
      const name = mails.sort().at(-1);
      return readFileSync(join(outbox, name!), 'utf8');
    },
    async stop(graceMs = 5_000) {
      await listening.stop(graceMs);
      if (shared === null) await converter.close();
      mailer.close();
      await keys.close();
      await store?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
