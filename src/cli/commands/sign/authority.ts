/** Options of `sign`, `extend` and `timestamp` about timestamps and trust. */
import type { Command } from 'commander';
import { loadSettings } from '../../../config/index.js';
import { createFetcher } from '../../../fetch/index.js';
import type { LevelSettings } from '../../../sign/index.js';
import { parseUrl } from '../../../system/url.js';
import type { Context } from '../../context.js';
import { addPasswordOptions, givenPassword, type PasswordSource } from '../../input/password.js';
import { addTrustOption, type TrustOptions, userTrustStore } from '../../input/trust.js';
import { reusingAnswers } from './reused-answers.js';

export interface AuthorityOptions extends TrustOptions, Record<string, unknown> {
  tsa?: string;
  tsaUser?: string;
}

const TSA_PASSWORD: PasswordSource = {
  option: 'tsa-password',
  env: 'DOCCONV_TSA_PASSWORD',
  of: 'the time-stamping authority',
};

export function addAuthorityOptions(command: Command): void {
  command
    .option('--tsa <url>', 'time-stamping authority (RFC 3161)')
    .option('--tsa-user <name>', 'name for the time-stamping authority (basic authentication)');
  addPasswordOptions(command, TSA_PASSWORD);
  addTrustOption(command);
}

/** The user names the authority, which may have a private address; files name the responders of their certificates. */
export async function levelSettings(options: AuthorityOptions, context: Context): Promise<LevelSettings> {
  const { env, signal } = context;
  const settings = loadSettings(['trustSources', 'allowPrivateUrls'], env);
  const tsa = await authorityUrl(options, context);
  return {
    trust: await userTrustStore(options, settings, context),
    fetcher: reusingAnswers(createFetcher({ allowPrivate: settings.allowPrivateUrls, proxies: env })),
    ...(tsa !== undefined && { tsa: { url: tsa, fetcher: createFetcher({ allowPrivate: true, proxies: env }) } }),
    signal,
  };
}

async function authorityUrl(options: AuthorityOptions, context: Context): Promise<string | undefined> {
  const { tsa, tsaUser } = options;
  const url = tsa === undefined ? null : parseUrl(tsa);
  if (!url || tsaUser === undefined) return tsa;
  url.username = tsaUser;
  url.password = (await givenPassword(options, context, TSA_PASSWORD)) ?? '';
  return url.href;
}
