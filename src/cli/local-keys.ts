/** The key store and the mailer of this machine, as configured. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, docconvHome } from '../config/index.js';
import { DocconvError } from '../errors.js';
import { type Keys, openLocalKeys } from '../keys/index.js';
import { createMailer, type Mailer, type SmtpSettings } from '../mail/index.js';

export async function localKeys(config: Config, env: NodeJS.ProcessEnv): Promise<Keys> {
  const home = docconvHome(env);
  const limits = {
    codesPerAddressPerHour: config.codesPerAddress,
    codesPerClientPerHour: config.codesPerClient,
    secondsBetweenCodes: config.codeGap,
    codesAtOnce: config.codesAtOnce,
  };
  const { registration, keyDays } = config;
  return openLocalKeys({ data: home.data, config: home.config, limits, registration, keyDays });
}

/** Sends by SMTP if `smtpHost` is set; otherwise saves mails in the outbox folder beside the keys. */
export async function localMailer(config: Config, env: NodeJS.ProcessEnv): Promise<Mailer> {
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
    throw new DocconvError('CONFIG_INVALID', `Cannot read the file ${path} of the setting smtpCa.`, { cause });
  });
}
