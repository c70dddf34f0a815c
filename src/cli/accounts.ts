/** API keys and the mailer, as configured. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, docconvHome } from '../config/index.js';
import { DocconvError } from '../errors.js';
import { type Keys, localWebhookKey, openLocalKeys, openSharedKeys } from '../keys/index.js';
import { createMailer, type Mailer, type SmtpSettings } from '../mail/index.js';
import { openStore, type Store } from './store.js';

/** The keys of this machine, or of the store. Rejects with CONFIG_INVALID, STORE_OUTDATED or STORE_UNAVAILABLE. */
export async function openKeys(config: Config, env: NodeJS.ProcessEnv, store?: Store | null): Promise<Keys> {
  const { registration, keyDays } = config;
  const limits = {
    codesPerAddressPerHour: config.codesPerAddress,
    codesPerClientPerHour: config.codesPerClient,
    secondsBetweenCodes: config.codeGap,
    codesAtOnce: config.codesAtOnce,
  };
  const rules = { limits, registration, keyDays };
  const shared = store === undefined ? await openStore(config) : store;
  if (shared) return openSharedKeys({ postgres: shared.postgres, pepper: shared.keyFor('codes'), ...rules });
  const home = docconvHome(env);
  return openLocalKeys({ data: home.data, config: home.config, ...rules });
}

/** Keys that sign webhooks: of this machine, or of the store. */
export function openWebhookKeys(env: NodeJS.ProcessEnv, store: Store | null): readonly Buffer[] {
  return store?.keysFor('webhooks') ?? [localWebhookKey(docconvHome(env).config)];
}

/** Sends by SMTP if `smtpHost` is set; otherwise saves mails in the outbox folder beside the keys. */
export async function openMailer(config: Config, env: NodeJS.ProcessEnv): Promise<Mailer> {
  const outbox = join(docconvHome(env).data, 'outbox');
  const smtp = await smtpSettings(config);
  return createMailer({ from: config.mailFrom, outbox, ...(smtp && { smtp }) });
}

async function smtpSettings(config: Config): Promise<SmtpSettings | null> {
  const { smtpHost, smtpPort, smtpSecurity, smtpUser, smtpPassword, smtpCa } = config;
  if (smtpHost === null) return null;
  return {
    host: smtpHost,
    port: smtpPort ?? (smtpSecurity === 'tls' ? 465 : 587),
    security: smtpSecurity,
    ...(smtpUser !== null && { user: smtpUser }),
    ...(smtpPassword !== null && { password: smtpPassword }),
    ...(smtpCa !== null && { ca: await readCa(smtpCa) }),
  };
}

function readCa(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(cause => {
    throw new DocconvError('CONFIG_INVALID.smtp-ca-unreadable', { path }, { cause });
  });
}
